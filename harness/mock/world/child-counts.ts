import { isNumber } from '../../core/json/decimal.ts';
import { isObject } from '../../core/json/index.ts';
import { getAt, replaceAt } from '../../core/json/pointer.ts';
import type { JsonObject } from '../../core/model.ts';
import { keep } from '../../core/util/keep.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { childAverages } from '../../openapi/resources/averages.ts';
import { childTotals } from '../../openapi/resources/child-counts.ts';
import { ownChildren } from '../../openapi/resources/own-children.ts';
import { toldTotals } from '../../openapi/resources/prose/told-totals.ts';
import { meanOf, shownMeans } from './averages.ts';
import { showChildren } from './embedded-children.ts';
import { showEmbedded } from './embedded-records.ts';
import { pathName, type StoredRecord } from './records/stored-record.ts';
import { keyFor, relations } from './relations.ts';
import { showSame } from './same-records.ts';
import type { TypeWorld } from './type-world.ts';
import type { World } from './world.ts';

interface ListedRecords {
  readonly list: readonly StoredRecord[];
}

/** A property that counts records, in those that they are below, belong to or refer to. */
interface Counter {
  readonly above: TypeWorld;
  readonly pointer: string;
  /** The pointer of the number whose average it is; undefined for a count. */
  readonly rated?: string;
  /** Where the record above has the number of all that are averaged. */
  readonly count?: string | undefined;
  /** What a record adds to a sum; undefined for a count. */
  readonly amountOf?: (record: StoredRecord) => number;
  /** The key of the record that counts another one. */
  keyOf(record: StoredRecord): string | undefined;
}

/** A record that counts another one, and the number of that in its average or its sum. */
interface Counted {
  readonly key: string;
  readonly number: number | undefined;
}

/** The records that count one, in the order of the counters. */
export type CountedBy = readonly (Counted | undefined)[];

/** Keeps the numbers that records show of those of one type, such as the `line_count` of an order, as these come and go. */
export class ChildCounts {
  private readonly world: World;
  private readonly document: OpenApiDocument;
  private counters: readonly Counter[] | undefined;

  constructor(world: World, document: OpenApiDocument) {
    this.world = world;
    this.document = document;
  }

  of(types: TypeWorld, record: StoredRecord): CountedBy {
    return this.countersOf(types).map(({ keyOf, rated, amountOf }) => {
      const key = keyOf(record);
      if (key === undefined) return undefined;
      return { key, number: rated === undefined ? amountOf?.(record) : numberAt(record, rated) };
    });
  }

  /** Counts a record that was counted elsewhere, or nowhere, before. */
  move(types: TypeWorld, from: CountedBy, to: CountedBy): void {
    for (const [index, counter] of this.countersOf(types).entries()) {
      const [before, after] = [from[index], to[index]];
      if (before?.key === after?.key && before?.number === after?.number) continue;
      if (counter.rated !== undefined) this.average(types, counter, before, after);
      else {
        add(counter, before, -1);
        add(counter, after, 1);
      }
    }
  }

  /** Averages anew what is there; of more than that, as an example may say, the average changes by its part. */
  private average(types: TypeWorld, counter: Counter, before: Counted | undefined, after: Counted | undefined): void {
    const { above, pointer, keyOf, rated = '', count } = counter;
    for (const key of new Set([before?.key, after?.key])) {
      const record = key === undefined ? undefined : above.store.get(key);
      if (!record || getAt(record.value, pointer) === undefined) continue;
      const records = types.store.list().filter((each) => keyOf(each) === key);
      const [lost, gained] = [before, after].map((each) => (each?.key === key ? each?.number : undefined));
      const all = count === undefined ? records.length : (numberAt(record, count) ?? records.length);
      const known = numberAt(record, pointer);
      const isWhole = all <= records.length || known === undefined;
      const previous = all - Number(gained !== undefined) + Number(lost !== undefined);
      const mean = isWhole ? meanOf(records, rated) : (known * previous - (lost ?? 0) + (gained ?? 0)) / all;
      const changed = withMean(above, record.value, pointer, mean);
      if (changed) above.force(record, changed);
    }
  }

  /** Counts the first records that are below one that nobody created; made-up numbers would say something else. */
  settle(types: TypeWorld, above: TypeWorld, record: StoredRecord): void {
    const counters = this.countersOf(types).filter((each) => each.above === above);
    if (counters.length === 0 || !types.isPrepared) return;
    types.first.populate(record.path);
    types.first.populateOwned(record.path);
    for (const { pointer, keyOf, rated, amountOf } of counters) {
      if (getAt(stated.get(record) ?? null, pointer) !== undefined) continue;
      if (getAt(record.value, pointer) === undefined) continue;
      const counted = types.store.list().filter((each) => keyOf(each) === record.key);
      const changed =
        rated === undefined
          ? replaceAt(record.value, pointer, sumOf(counted.map((each) => amountOf?.(each) ?? 1)))
          : withMean(above, record.value, pointer, meanOf(counted, rated));
      if (!isObject(changed) || !above.isValid(changed)) continue;
      record.value = changed;
      above.store.changed(record);
    }
  }

  /** The types whose records count those of a type. */
  above(types: TypeWorld): readonly TypeWorld[] {
    return this.countersOf(types).map(({ above }) => above);
  }

  private countersOf(types: TypeWorld): readonly Counter[] {
    this.counters ??= [...countersOf(this.world, this.document, types)];
    return this.counters;
  }
}

/** What the document or a file says of first records. */
const stated = new WeakMap<StoredRecord, JsonObject>();

export function noteStated(record: StoredRecord, value: JsonObject): void {
  stated.set(record, value);
}

const countedTypes = new WeakMap<TypeWorld, readonly TypeWorld[]>();
const counted = new WeakSet<StoredRecord>();

function countedIn(world: World, types: TypeWorld): readonly TypeWorld[] {
  return world.all.filter((each) => each.counts.above(each).includes(types));
}

/** Records that show what is below them; those that are made up count the first records there. */
export function settled(world: World, types: TypeWorld, list: readonly StoredRecord[]): ListedRecords {
  showChildren(world, types, list, (children, records) => settled(world, children, records));
  showSame(world, types, list, (others, records) => settled(world, others, records));
  showEmbedded(world, types, list);
  const isDocumented = types.examples?.isDocumented !== false;
  const below = countedTypes.get(types) ?? keep(countedTypes, types, countedIn(world, types));
  if (below.length === 0) return { list };
  for (const record of list) {
    if (record.origin === 'created' || counted.has(record) || (isDocumented && !stated.has(record))) continue;
    counted.add(record);
    for (const each of below) each.counts.settle(each, types, record);
  }
  return { list };
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0);
}

function add({ above, pointer }: Counter, counted: Counted | undefined, sign: 1 | -1): void {
  const record = counted && above.store.get(counted.key);
  const known = record && Number(getAt(record.value, pointer));
  if (!record || !Number.isSafeInteger(known)) return;
  const changed = replaceAt(record.value, pointer, Math.max(0, Number(known) + sign * (counted.number ?? 1)));
  if (isObject(changed)) above.force(record, changed);
}

function numberAt({ value }: StoredRecord, pointer: string): number | undefined {
  const number = getAt(value, pointer);
  return isNumber(number) ? Number(number) : undefined;
}

/** A record with an average, as it may have it. */
function withMean(
  types: TypeWorld,
  value: JsonObject,
  pointer: string,
  mean: number | undefined,
): JsonObject | undefined {
  const changed = shownMeans(mean).map((each) => replaceAt(value, pointer, each));
  return changed.find((each): each is JsonObject => isObject(each) && types.isValid(each));
}

function* countersOf(world: World, document: OpenApiDocument, types: TypeWorld): Generator<Counter> {
  const found = new Set<string>();
  for (const { resource, keyOf } of relations(world, types)) {
    const above = found.has(resource) || resource === types.type.name ? undefined : world.type(resource);
    if (!above) continue;
    found.add(resource);
    const told = toldTotals(document, types.type, above.type);
    for (const { pointer, isSum, amountOf } of told) {
      const amountIn = ({ value }: StoredRecord) => amountOf(value) ?? 0;
      const key = (record: StoredRecord) => (amountIn(record) === 0 ? undefined : keyOf(record, above));
      yield { above, pointer, keyOf: key, ...(isSum && { amountOf: amountIn }) };
    }
    const totals = childTotals(document, types.type, above.type).filter(
      (each) => !told.some(({ pointer }) => pointer === each.pointer),
    );
    const taken = totals.every(({ isNamed }) => isNamed) ? NONE : countedBefore(world, document, types, above);
    for (const { pointer, isCounted = () => true, isNamed } of totals)
      if (isNamed || !taken.has(pointer))
        yield { above, pointer, keyOf: (record) => (isCounted(record.value) ? keyOf(record, above) : undefined) };
    const count = totals.find(({ isCounted }) => !isCounted)?.pointer;
    for (const { pointer, rated } of childAverages(types.type, above.type))
      yield { above, pointer, rated, count, keyOf: (record) => keyOf(record, above) };
  }
  for (const operation of types.type.operations) {
    const { reference, count } = ownChildren(types.type, operation) ?? {};
    if (!reference || count === undefined || found.has(count)) continue;
    found.add(count);
    const name = pathName(reference.resource, reference.identifier);
    yield { above: types, pointer: count, keyOf: ({ value }) => keyFor(types, name, getAt(value, reference.at)) };
  }
}

const NONE: ReadonlySet<string> = new Set();

/** What earlier types are counted in: of what `unreadCount` is the number, only the first type below says. */
function countedBefore(
  world: World,
  document: OpenApiDocument,
  types: TypeWorld,
  { type: above }: TypeWorld,
): ReadonlySet<string> {
  const others = world.all
    .slice(0, world.all.indexOf(types))
    .filter((each) => [...relations(world, each)].some(({ resource }) => resource === above.name));
  return new Set(others.flatMap(({ type }) => childTotals(document, type, above).map(({ pointer }) => pointer)));
}
