import { copyObject, isObject, setProperty } from '../../../core/json/index.ts';
import { getAt, hasParent, onlyToken, parsePointer, removeAt, replaceAt } from '../../../core/json/pointer.ts';
import type { JsonObject, JsonValue } from '../../../core/model.ts';
import type { SchemaRepair } from '../../../generate/values/repair/repair-value.ts';
import type { Contract } from '../../../openapi/contract.ts';
import { averagedBy } from '../../../openapi/resources/averages.ts';
import { topName } from '../../../openapi/resources/names.ts';
import { toldInitial } from '../../../openapi/resources/prose/initial.ts';
import type { ToldSum } from '../../../openapi/resources/prose/sums.ts';
import { DistinctValues } from './distinct-values.ts';
import type { Draft, Made, PlacedValue } from './draft.ts';
import { EventTimes } from './event-times.ts';
import { followingValue, mayFollow, withSums } from './following-values.ts';
import { firstListed, initialValue } from './initial-value.ts';
import { nextNumber } from './next-number.ts';
import { ordered, withExamples } from './readable-record.ts';
import { recordDefaults } from './record-defaults.ts';
import { RecordSchemas } from './record-schemas.ts';
import { type RecordShape, type Stamp, topPointer } from './record-shape.ts';
import { SelfLinks } from './self-links.ts';
import { stampValues } from './stamp-values.ts';
import { withToldSums } from './told-sums.ts';

/** Makes whole, valid records from what is known of them. */
export class RecordMaker {
  private readonly contract: Contract;
  private readonly shape: RecordShape;
  private readonly schemas: RecordSchemas;
  private readonly repair: SchemaRepair;
  /** An example of a record, for what nobody sent. */
  private readonly template: JsonObject;
  private readonly defaults: readonly PlacedValue[];
  private readonly selfLinks: SelfLinks;
  private readonly eventTimes: EventTimes;
  private readonly identifier: string | undefined;
  /** Pointers of what may follow from other values. */
  private readonly following: ReadonlySet<string>;
  /** What only the service sets; what follows from other values comes last. */
  private readonly serverSet: readonly string[];
  private readonly initial = new Map<string, { readonly value: JsonValue | undefined }>();
  private readonly sums: readonly ToldSum[];
  private readonly distinct: DistinctValues;
  private numbered = 0;

  constructor(contract: Contract, shape: RecordShape, repair: SchemaRepair, template: JsonObject) {
    this.contract = contract;
    this.shape = shape;
    this.sums = shape.sums();
    this.repair = repair;
    this.template = template;
    this.distinct = new DistinctValues(template);
    this.schemas = new RecordSchemas(contract, shape, template);
    this.defaults = recordDefaults(contract, shape, (...place) => this.schemas.isValidAt(...place));
    this.following = new Set(shape.serverSet.filter((pointer) => mayFollow(parsePointer(pointer)[0] ?? '', template)));
    this.serverSet = [...shape.serverSet].sort((a, b) => Number(this.following.has(a)) - Number(this.following.has(b)));
    this.eventTimes = new EventTimes(shape, {
      isValidAt: (...place) => this.schemas.isValidAt(...place),
      isRequired: (name) => this.schemas.required.includes(name) || shape.required.creation.includes(name),
      listedAt: (pointer) => this.schemas.listedAt(pointer),
    });
    this.identifier = [...shape.representation.identifiers.values()].at(-1);
    const own = this.identifier === undefined ? undefined : getAt(template, this.identifier);
    this.selfLinks = new SelfLinks(template, own);
  }

  /** Begins the numbers of new records anew. */
  restart(): void {
    this.numbered = 0;
    this.distinct.restart();
  }

  /** Returns the record that the draft describes, with everything that the service sets, valid against the document. */
  make({ value, placed, previous, trust }: Draft): Made {
    let record = this.withDefaults(value);
    if (trust !== 'example') {
      for (const pointer of this.serverSet) record = this.withServerSet(record, pointer, previous);
      const now = new Date();
      for (const stamp of this.shape.stamps)
        if (trust === undefined || getAt(value, stamp.pointer) === undefined)
          record = this.withStamp(record, stamp, now, previous);
      record = this.eventTimes.update(record, { value, previous }, now);
    }
    for (const [pointer, each] of placed) record = this.withPlaced(record, pointer, each);
    if (trust === undefined) {
      const { creation, change } = this.shape.required;
      record = this.withRequired(record, previous ? change : creation);
    }
    if (trust !== 'example' && this.identifier !== undefined)
      record = this.selfLinks.update(record, getAt(record, this.identifier));
    const valid = this.valid(record);
    const whole = isObject(valid) && trust !== 'example' ? this.withToldSums(valid) : valid;
    return {
      value: ordered(isObject(whole) ? whole : this.template, this.shape.representation.names),
      isValid: isObject(whole),
    };
  }

  /** A copy with the documented defaults of what it leaves out. */
  withDefaults(value: JsonObject): JsonValue {
    let record: JsonValue = copyObject(value);
    for (const [pointer, each] of this.defaults)
      if (getAt(record, pointer) === undefined && hasParent(record, pointer)) record = place(record, pointer, each);
    return record;
  }

  /** The record with the sums of what it shows now of others. */
  withSums(record: JsonObject): JsonObject {
    return this.withToldSums(
      withSums(record, this.following, this.template, (...place) => this.schemas.isValidAt(...place)),
    );
  }

  private withToldSums(record: JsonObject): JsonObject {
    return withToldSums(record, this.sums, (each) => this.schemas.isValid(each));
  }

  /**
   * The values of a client without those that only the service sets.
   * @param previous keeps what cannot be changed
   */
  fromClient(sent: JsonObject, previous: JsonObject = {}): JsonObject {
    const { readOnly, fixed } = this.shape;
    let value: JsonValue = sent;
    for (const pointer of readOnly) if (getAt(value, pointer) !== undefined) value = removeAt(value, pointer);
    for (const name of fixed)
      if (Object.hasOwn(previous, name)) value = replaceAt(value, topPointer(name), previous[name] ?? null);
    return isObject(value) ? value : {};
  }

  private withServerSet(record: JsonValue, pointer: string, previous: JsonObject | undefined): JsonValue {
    const own = getAt(record, pointer);
    const isStale = previous && this.following.has(pointer) && own === getAt(previous, pointer);
    if (own !== undefined && !isStale) return record;
    const others = previous ?? this.template;
    const before = getAt(others, pointer);
    if (before === undefined || !hasParent(record, pointer)) return record;
    const follows = this.following.has(pointer) ? this.followingAt(pointer, record, others) : undefined;
    if (follows !== undefined && this.schemas.isValidAt(pointer, follows)) return place(record, pointer, follows);
    const begun = previous ? before : this.initialAt(pointer, before);
    if (begun !== undefined) return place(record, pointer, begun);
    if (this.shape.unsaid.has(pointer)) return record;
    return place(record, pointer, this.distinctAt(pointer, record, before) ?? this.numberedAt(pointer, before));
  }

  private distinctAt(pointer: string, record: JsonValue, example: JsonValue): JsonValue | undefined {
    const value = this.distinct.next(pointer, record, example);
    return value !== undefined && this.schemas.isValidAt(pointer, value) ? value : undefined;
  }

  /** The number of a new record, such as `ORD-1002`, which no other one has. */
  private numberedAt(pointer: string, before: JsonValue): JsonValue {
    const next = nextNumber(pointer, before, this.numbered + 1);
    if (next === undefined || !this.schemas.isValidAt(pointer, next)) return before;
    this.numbered++;
    return next;
  }

  private followingAt(pointer: string, record: JsonValue, others: JsonObject): JsonValue | undefined {
    const [name = '', ...rest] = parsePointer(pointer);
    return rest.length === 0 && isObject(record) ? followingValue(name, record, others) : undefined;
  }

  /** The valid value with which a record begins; undefined if it is that of the example. */
  private initialAt(pointer: string, example: JsonValue): JsonValue | undefined {
    const known = this.initial.get(pointer);
    if (known) return known.value;
    const first = this.shape.unsaid.has(pointer)
      ? this.beginningWithout(pointer)
      : (toldInitial(this.contract, this.shape.representation, pointer) ??
        firstListed(this.schemas.listedAt(pointer)) ??
        initialValue(pointer, example));
    // What cannot be 0, such as a rating from 1 to 5, is not there yet.
    const value = (first === 0 ? [0, null] : [first]).find(
      (each) => each !== undefined && this.schemas.isValidAt(pointer, each),
    );
    this.initial.set(pointer, { value });
    return value;
  }

  /** Nothing; of an average that is always a number, 0. */
  private beginningWithout(pointer: string): JsonValue {
    const isAverage = averagedBy(topName(pointer) ?? '') !== undefined;
    return isAverage && !this.schemas.isValidAt(pointer, null) ? 0 : null;
  }

  /** The value of a property that a record must have, and that nobody gave it. */
  private beginningAt(name: string, record: JsonValue): JsonValue {
    const example = this.template[name] ?? null;
    const first = this.initialAt(topPointer(name), example);
    return first === undefined ? (this.distinctAt(topPointer(name), record, example) ?? example) : first;
  }

  private withStamp(record: JsonValue, stamp: Stamp, now: Date, previous: JsonObject | undefined): JsonValue {
    const { pointer, when } = stamp;
    if (!hasParent(record, pointer) || (when === 'created' && previous !== undefined)) return record;
    const before = previous && getAt(previous, pointer);
    for (const value of stampValues(stamp, { record, before, example: getAt(this.template, pointer), now }))
      if (this.schemas.isValidAt(pointer, value)) return place(record, pointer, value);
    return record;
  }

  private withPlaced(record: JsonValue, pointer: string, value: JsonValue): JsonValue {
    const fitting = this.schemas.shownAs(pointer, value);
    if (fitting === undefined) return record;
    if (hasParent(record, pointer)) return place(record, pointer, fitting);
    // The object around a nested identifier, e.g. of an owner, is that of the example.
    const owner = topPointer(parsePointer(pointer)[0] ?? '');
    return place(place(record, owner, getAt(this.template, owner) ?? {}), pointer, fitting);
  }

  /** True if the record can show an identifier of a path at a pointer: as it is, or as text or a number. */
  canShow(pointer: string, value: JsonValue): boolean {
    return this.schemas.shownAs(pointer, value) !== undefined;
  }

  private valid(record: JsonValue): JsonValue | undefined {
    if (this.schemas.isValid(record)) return record;
    const completed = this.withRequired(record, this.schemas.required);
    if (this.schemas.isValid(completed)) return completed;
    const exemplary = withExamples(completed, this.template, (...at) => this.schemas.isValidAt(...at));
    if (this.schemas.isValid(exemplary)) return exemplary;
    const [schema] = this.shape.representation.schemas;
    const repaired = schema && this.repair.nearest(schema, completed);
    return repaired !== undefined && this.schemas.isValid(repaired) ? repaired : undefined;
  }

  /** The record with those properties of the example that it must have. */
  private withRequired(record: JsonValue, required: readonly string[]): JsonValue {
    if (!isObject(record)) return record;
    let completed = record;
    for (const name of required) {
      if (Object.hasOwn(completed, name) || !Object.hasOwn(this.template, name)) continue;
      if (completed === record) completed = copyObject(record);
      setProperty(completed, name, this.beginningAt(name, completed));
    }
    return completed;
  }
}

/** Sets a value in a record that is being made: at its top in place, since nobody else has it yet; below in a copy. */
function place(record: JsonValue, pointer: string, value: JsonValue): JsonValue {
  const name = onlyToken(pointer);
  if (name === undefined || !isObject(record)) return replaceAt(record, pointer, value);
  setProperty(record, name, value);
  return record;
}
