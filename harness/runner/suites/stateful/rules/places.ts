import { isNumber } from '../../../../core/json/decimal.ts';
import { getAt, replaceAt } from '../../../../core/json/pointer.ts';
import type { Operation } from '../../../../core/model.ts';
import { withArticle } from '../../../../core/util/pluralize.ts';
import type { ResourceOperation } from '../../../../openapi/resources/model.ts';
import { topName, words } from '../../../../openapi/resources/names.ts';
import { textAt } from '../../../../openapi/resources/text-at.ts';
import { isDone, type Step } from '../../../pool/journal.ts';
import { type LiveRecord, withoutSelf } from '../../../pool/live-record.ts';
import type { ListedPages } from '../steps/pages.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';
import { findListed, list } from './lists.ts';

/** Chooses values that no other record has. */
const VARIANT = 95;
const COUNT = 3;
const PLACE = /^(?:position|index|rank|ordinal|place|sort (?:order|index))$/;
/** The others keep their order, as the document says. */
const SHIFTS = /\binsert|\bothers?\b.*\b(?:close up|shift|move|follow|make room|renumber|keep)/i;

/** Records that are numbered from the first to the last, and how the place of one is read and given. */
interface Places {
  readonly operation: ResourceOperation;
  /** JSON Pointer of the place in a record. */
  readonly pointer: string;
  /** In their order. */
  readonly records: readonly LiveRecord[];
  /** The place of the first. */
  readonly first: number;
}

/** Where a service numbers the records below another one, one that is moved or inserted is where it was put, and none is lost. */
export async function verifyPlaces(sequence: Sequence, { record }: Subject): Promise<void> {
  const places = await numbered(sequence, record);
  if (!places) return;
  const moved = await move(sequence, places);
  if (moved) await insert(sequence, moved, record.origin);
}

function placeIn(operation: ResourceOperation | undefined, of: 'request' | 'response'): string | undefined {
  return operation?.[of]?.properties.find(({ pointer, types }) => types.includes('integer') && isPlace(pointer))
    ?.pointer;
}

/** Whether a property is the place of a record among others, by its name. */
export function isPlace(pointer: string): boolean {
  return PLACE.test(words(topName(pointer) ?? '').join(' '));
}

/** Creates some below a new parent; undefined unless the service numbers them without gaps. */
async function numbered(sequence: Sequence, record: LiveRecord): Promise<Places | undefined> {
  const { pool, type } = sequence;
  const operation = sequence.lists.find((each) => placeIn(each, 'response') !== undefined);
  const pointer = placeIn(operation, 'response');
  const old = record.context.get(type.parent ?? '');
  if (!operation || pointer === undefined || !old?.isOwn || old.type.singleton) return undefined;
  const parent = await pool.create(old.type, { context: withoutSelf(old), isNamed: true });
  if ('problem' in parent) return undefined;
  const context = new Map([...withoutSelf(record), ...parent.context]);
  const created: LiveRecord[] = [];
  while (created.length < COUNT) {
    const made = await pool.create(type, { context, variant: VARIANT + created.length });
    if ('problem' in made) return undefined;
    created.push(made);
  }
  const places = { operation, pointer, records: created, first: 0 };
  const listed = await listNow(sequence, places, (each) => created.every((one) => findListed(one, each)));
  const found = created.map((one) => placeOf(places, one, listed));
  const first = Math.min(...found.map((each) => each ?? Number.NaN));
  const isNumbered = new Set(found).size === COUNT && Math.max(...found.map(Number)) === first + COUNT - 1;
  if (listed?.records.length !== COUNT || !isNumbered || !(first === 0 || first === 1)) return undefined;
  return { ...places, first, records: inOrder(places, created, listed) };
}

function listNow(
  sequence: Sequence,
  { operation, records }: Places,
  isExpected: (listed: ListedPages) => boolean,
): Promise<ListedPages | undefined> {
  const [record] = records;
  const purpose = `list each ${sequence.type.name} with its place`;
  return record ? list(sequence, operation, record, purpose, isExpected) : Promise.resolve(undefined);
}

function placeOf(
  { operation, pointer }: Places,
  record: LiveRecord,
  listed: ListedPages | undefined,
): number | undefined {
  const item = listed && findListed(record, listed)?.item;
  const value = item === undefined ? undefined : getAt(item, `${operation.response?.envelope ?? ''}${pointer}`);
  return isNumber(value) ? Number(value) : undefined;
}

function inOrder(places: Places, records: readonly LiveRecord[], listed: ListedPages): LiveRecord[] {
  return records.toSorted((a, b) => Number(placeOf(places, a, listed)) - Number(placeOf(places, b, listed)));
}

/** Moves the last to the first place. @returns undefined if that shows a fault, or nothing moves one */
async function move(sequence: Sequence, places: Places): Promise<Places | undefined> {
  const [mover] = sequence
    .operations('patch', 'update')
    .filter((each) => each.patch !== 'json-patch' && placeIn(each, 'request') !== undefined);
  const last = places.records.at(-1);
  if (!mover || !last) return places;
  const spec = sequence.requestFor(mover, last, bodyAt(sequence, mover, places.first));
  const step =
    spec && (await sequence.change(mover, last, spec, `move the last ${sequence.type.name} to the first place`));
  if (!step || !isDone(step)) return places;
  return verifyPlaced(
    sequence,
    { ...places, records: [last, ...places.records.slice(0, -1)] },
    step,
    'update-is-visible',
  );
}

/** Creates one at the first place. */
async function insert(sequence: Sequence, places: Places, origin: ResourceOperation): Promise<void> {
  const [neighbor] = places.records;
  if (!neighbor || origin.scope !== 'collection' || placeIn(origin, 'request') === undefined) return;
  const body = bodyAt(sequence, origin, places.first);
  const made = await sequence.pool.create(sequence.type, { context: withoutSelf(neighbor), body, by: origin });
  if ('problem' in made) return;
  await verifyPlaced(sequence, { ...places, records: [made, ...places.records] }, made.step, 'created-is-listed');
}

function bodyAt({ pool }: Sequence, operation: ResourceOperation, place: number) {
  const parts = operation.role === 'update' ? 'all' : 'required';
  const body = pool.candidates.body(operation.operation, parts, VARIANT + COUNT) ?? {};
  return replaceAt(body, `${operation.request?.envelope ?? ''}${placeIn(operation, 'request')}`, place);
}

/** The first is where it was put, and the others are there, in their order if the document says so. */
async function verifyPlaced(
  sequence: Sequence,
  places: Places,
  step: Step,
  check: 'update-is-visible' | 'created-is-listed',
): Promise<Places | undefined> {
  const { records, first } = places;
  const [own, ...others] = records;
  if (!own) return undefined;
  const isThere = (each: ListedPages) => others.every((one) => findListed(one, each));
  const isKept = (each: ListedPages) =>
    !keepsOrder(sequence, step.operation) || inOrder(places, others, each).every((one, index) => one === others[index]);
  const isRight = (each: ListedPages) => placeOf(places, own, each) === first && isThere(each) && isKept(each);
  const listed = await listNow(sequence, places, isRight);
  const last = listed?.steps.at(-1);
  if (!listed || !last || isRight(listed)) return listed && { ...places, records: inOrder(places, records, listed) };
  const place = placeOf(places, own, listed);
  const { name } = sequence.type;
  const isWrong = isThere(listed) && place !== undefined && place !== first;
  const lost = isThere(listed) ? `other ${name} records are in another order` : `another ${name} is no longer listed`;
  if (isWrong || !isThere(listed) || place === first)
    sequence.report(isWrong ? check : 'others-are-untouched', step, {
      records,
      steps: [step, ...listed.steps],
      message: isWrong ? `${withArticle(name)} is not at the place that it was given` : `${lost} after one was placed`,
      expected: isWrong ? `${places.pointer}: ${first}` : 'the others as before',
      actual: records.map((each) => placeOf(places, each, listed) ?? 'none').join(', '),
    });
  return undefined;
}

function keepsOrder({ contract }: Sequence, { pointer }: Operation): boolean {
  return ['summary', 'description'].some((keyword) => SHIFTS.test(textAt(contract.document, pointer, keyword)));
}
