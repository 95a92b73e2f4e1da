import { isNumber } from '../../core/json/decimal.ts';
import { isObject, parseNumber } from '../../core/json/index.ts';
import { getAt, replaceAt } from '../../core/json/pointer.ts';
import type { JsonObject, JsonValue } from '../../core/model.ts';
import { eventOf } from '../../generate/plausible/events.ts';
import type { Contract } from '../../openapi/contract.ts';
import type { ResourceOperation } from '../../openapi/resources/model.ts';
import { topName, words } from '../../openapi/resources/names.ts';
import { actionWords, IRREGULAR_PARTICIPLES } from '../../openapi/resources/operations/verbs.ts';
import { type EffectiveSchema, effectiveSchema, firstKeyword } from '../../openapi/schema/effective-schema.ts';
import { schemasAt } from '../../openapi/schema/schemas-at.ts';
import type { RecordShape } from './records/record-shape.ts';

const MIN_STEM_LENGTH = 3;
/** What is around the deed in `mark-all-as-read`. */
const NO_DEEDS = new Set(['mark', 'set', 'all', 'as', 're']);
const AGAIN = /^re(open|activate|start|submit|enable|publish|assign|connect|confirm|issue|instate|send)$/;
/** What a verb undoes. */
const OPPOSITES: ReadonlyMap<string, string> = new Map([
  ['open', 'close'],
  ['enable', 'disable'],
  ['resume', 'pause'],
  ['show', 'hide'],
]);
/** What is begun, where no state has the name of the verb. */
const BEGUN: ReadonlyMap<string, readonly string[]> = new Map(
  ['start', 'begin', 'launch', 'run'].map((verb) => [verb, ['running', 'inprogress', 'ongoing', 'active', 'started']]),
);
/** `rescheduleCount`, `number of views`, `likes`; a `followingCount` is that of others. */
const COUNT = /^(\w+)(?<!ing) count$|^(?:number of|num|total) (\w+)$|^(\w+s)$/;

/** True for an action on all records of a collection, such as `POST /notifications/read-all`. */
export function isOnAll({ operation }: ResourceOperation): boolean {
  return actionWords(operation.path).includes('all');
}

/** True for an action that reads what is below a record, too: the messages of a thread. */
export function isReading(resource: ResourceOperation): boolean {
  return /^(read|seen|acknowledge)$/.test(deedOf(resource));
}

/**
 * Returns a record as an action leaves it, by its name: `cancel` sets a status that is enumerated as `cancelled`,
 * `favorite` sets a boolean `favorited` and the time `favoritedAt`, and a DELETE of it, `unfavorite` or `deactivate` sets it to false.
 */
export function withEffect(
  contract: Contract,
  resource: ResourceOperation,
  shape: RecordShape,
  before: JsonObject,
): JsonObject {
  const verb = deedOf(resource);
  const isUndone = resource.operation.method === 'DELETE' || /^un./.test(verb);
  const counts = resource.gives === undefined;
  const [, again = verb] = AGAIN.exec(verb) ?? [];
  const opposite = OPPOSITES.get(again) ?? /^de(.{4,})$/.exec(verb)?.[1];
  const readings: (Verb | undefined)[] = [
    { ...verbOf(verb), isUndone, counts },
    again === verb ? undefined : verbOf(again),
    // `deactivate` is no `deliver`.
    opposite === undefined ? undefined : { ...verbOf(opposite), isUndone: true },
  ];
  for (const reading of readings) {
    const after = reading ? changedBy(contract, shape, before, reading) : before;
    if (after !== before) return after;
  }
  return before;
}

/** What a request says of its action, where records have it under a longer name: the `reason` of `cancel` is their `cancelReason`. */
export function saidOf(
  resource: ResourceOperation,
  { representation }: RecordShape,
  sent: JsonObject | undefined,
): JsonObject {
  const deed = deedOf(resource);
  const isOfDeed = (word = '') =>
    [deed, stemOf(deed)].some((each) => each.length >= MIN_STEM_LENGTH && word.startsWith(each));
  const known = [...representation.names].map((name) => ({ name, phrase: words(name) }));
  const said = Object.entries(sent ?? {}).flatMap(([name, value]) => {
    const own = words(name).join(' ');
    const found = known.find(
      ({ phrase }) =>
        (isOfDeed(phrase[0]) && phrase.slice(1).join(' ') === own) ||
        (isOfDeed(phrase.at(-1)) && phrase.slice(0, -1).join(' ') === own),
    );
    return found && !representation.names.has(name) ? [[found.name, value] as const] : [];
  });
  return Object.fromEntries(said);
}

function deedOf({ operation }: ResourceOperation): string {
  return actionWords(operation.path).find((word) => !NO_DEEDS.has(word)) ?? '';
}

/** Returns a record as its deletion leaves it where deleted ones are shown: with `deletedAt`, `isTrashed` or a status for it, if it has one. */
export function asDeleted(contract: Contract, shape: RecordShape, record: JsonObject): JsonObject {
  const verbs = ['delete', 'trash', 'remove'];
  return verbs.reduce((before, verb) => changedBy(contract, shape, before, verbOf(verb)), record);
}

/** Returns a cart as it is once it has become an order: with `completedAt`, a status `converted` or the like, if it has one. */
export function asCheckedOut(contract: Contract, shape: RecordShape, record: JsonObject): JsonObject {
  const readings = ['checkout', 'complete', 'convert', 'order', 'purchase'].map((verb) =>
    changedBy(contract, shape, record, verbOf(verb)),
  );
  return readings.find((changed) => changed !== record) ?? record;
}

function changedBy(contract: Contract, shape: RecordShape, before: JsonObject, verb: Verb): JsonObject {
  if (verb.stem.length < MIN_STEM_LENGTH) return before;
  const effects = shape.representation.properties.flatMap(({ pointer }) => {
    const value = topName(pointer) === undefined ? undefined : effectOn(contract, shape, before, pointer, verb);
    return value === undefined ? [] : [{ pointer, value }];
  });
  // Who likes again what is liked is not counted again.
  const flags = effects.filter(({ value }) => typeof value === 'boolean');
  const isRepeated = flags.length > 0 && flags.every(({ pointer, value }) => getAt(before, pointer) === value);
  return effects.reduce((record, { pointer, value }) => {
    const changed = isRepeated && isNumber(value) ? record : replaceAt(record, pointer, value);
    return isObject(changed) ? changed : record;
  }, before);
}

interface Verb {
  readonly stem: string;
  readonly verb: string;
  readonly isUndone: boolean;
  /** Whether the number of times that it was done changes. */
  readonly counts?: boolean;
}

function effectOn(
  contract: Contract,
  shape: RecordShape,
  before: JsonObject,
  pointer: string,
  { stem, verb, isUndone, counts = false }: Verb,
): JsonValue | undefined {
  const { document } = contract;
  const schemas = shape.representation.schemas.flatMap((whole) =>
    schemasAt(document, { whole, pointer, direction: 'response' }),
  );
  const [property] = schemas.map((schema) => effectiveSchema(document, schema, 'response'));
  if (!property) return undefined;
  const name = topName(pointer) ?? '';
  const listed = firstKeyword(property, 'enum');
  if (Array.isArray(listed)) {
    const starting = (text: string) =>
      listed.filter((each) => typeof each === 'string' && words(each).join('').startsWith(text));
    if (!isUndone) return [stem, ...(BEGUN.get(verb) ?? [])].flatMap(starting)[0];
    const [opposite] = verb.startsWith('un') ? starting(verb) : [];
    // What is undone begins again.
    const done = starting(stem);
    const isDone = done.some((each) => each === getAt(before, pointer));
    return opposite ?? (isDone ? listed.find((each) => !done.includes(each)) : undefined);
  }
  const time = timeOf(property, name, { stem, isUndone });
  if (time !== undefined) return time;
  if (counts && property.types.includes('integer') && shape.serverSet.includes(pointer))
    return countAfter(getAt(before, pointer), name, { stem, isUndone });
  const isFlag = property.hasType && property.types.includes('boolean') && !property.types.includes('string');
  return isFlag && words(name).join('').replace(/^is/, '').startsWith(stem) ? !isUndone : undefined;
}

/** The number of times that something was done, once it is done again or undone. */
function countAfter(
  before: JsonValue | undefined,
  name: string,
  { stem, isUndone }: Pick<Verb, 'stem' | 'isUndone'>,
): JsonValue | undefined {
  const [, ...nouns] = COUNT.exec(words(name).join(' ')) ?? [];
  const count = isNumber(before) ? Number(String(before)) : Number.NaN;
  if (!nouns.some((noun) => noun?.startsWith(stem)) || !Number.isSafeInteger(count)) return undefined;
  return parseNumber(String(Math.max(0, count + (isUndone ? -1 : 1))));
}

/** The time of what an action does, in a property that is named after it. */
function timeOf(
  property: EffectiveSchema,
  name: string,
  { stem, isUndone }: Pick<Verb, 'stem' | 'isUndone'>,
): JsonValue | undefined {
  if (!eventOf(name)?.startsWith(stem) || !property.types.includes('string')) return undefined;
  if (isUndone) return property.types.includes('null') ? null : undefined;
  return firstKeyword(property, 'format') === 'date-time' ? new Date().toISOString() : undefined;
}

function verbOf(verb: string): Verb {
  return { verb, isUndone: false, stem: stemOf(verb.replace(/^un(?=.{3})/, '')) };
}

/** `cancel` for cancelled, `archiv` for archived, `activ` for active. */
function stemOf(verb: string): string {
  return IRREGULAR_PARTICIPLES.get(verb) ?? verb.replace(/(?<=.{4})ate$|e$/, '');
}
