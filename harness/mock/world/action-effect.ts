import { isObject } from '../../core/json/index.ts';
import { replaceAt } from '../../core/json/pointer.ts';
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
const NO_DEEDS = new Set(['mark', 'set', 'all', 'as']);

/** True for an action on all records of a collection, such as `POST /notifications/read-all`. */
export function isOnAll({ operation }: ResourceOperation): boolean {
  return actionWords(operation.path).includes('all');
}

/**
 * Returns a record as an action leaves it, by its name: `cancel` sets a status that is enumerated as `cancelled`,
 * `favorite` sets a boolean `favorited` and the time `favoritedAt`, and a DELETE of it, `unfavorite` or `deactivate` sets it to false.
 */
export function withEffect(
  contract: Contract,
  { operation }: ResourceOperation,
  shape: RecordShape,
  before: JsonObject,
): JsonObject {
  const verb = actionWords(operation.path).find((word) => !NO_DEEDS.has(word)) ?? '';
  const isUndone = operation.method === 'DELETE' || /^un./.test(verb);
  const after = changedBy(contract, shape, before, { ...verbOf(verb), isUndone });
  // `deactivate` is no `deliver`.
  const [, opposite] = after === before ? (/^de(.{4,})$/.exec(verb) ?? []) : [];
  if (opposite === undefined) return after;
  return changedBy(contract, shape, before, { verb, isUndone: true, stem: stemOf(opposite) });
}

/** Returns a record as its deletion leaves it where deleted ones are shown: with `deletedAt`, `isTrashed` or a status for it, if it has one. */
export function asDeleted(contract: Contract, shape: RecordShape, record: JsonObject): JsonObject {
  const verbs = ['delete', 'trash', 'remove'];
  return verbs.reduce((before, verb) => changedBy(contract, shape, before, verbOf(verb)), record);
}

function changedBy(
  contract: Contract,
  shape: RecordShape,
  before: JsonObject,
  { stem, verb, isUndone }: Verb,
): JsonObject {
  if (stem.length < MIN_STEM_LENGTH) return before;
  return shape.representation.properties.reduce((record, { pointer }) => {
    const value =
      topName(pointer) === undefined ? undefined : effectOn(contract, shape, pointer, { stem, verb, isUndone });
    const changed = value === undefined ? record : replaceAt(record, pointer, value);
    return isObject(changed) ? changed : record;
  }, before);
}

interface Verb {
  readonly stem: string;
  readonly verb: string;
  readonly isUndone: boolean;
}

function effectOn(
  contract: Contract,
  shape: RecordShape,
  pointer: string,
  { stem, verb, isUndone }: Verb,
): JsonValue | undefined {
  const { document } = contract;
  const schemas = shape.representation.schemas.flatMap((whole) =>
    schemasAt(document, { whole, pointer, direction: 'response' }),
  );
  const [property] = schemas.map((schema) => effectiveSchema(document, schema, 'response'));
  if (!property) return undefined;
  const listed = firstKeyword(property, 'enum');
  if (Array.isArray(listed)) {
    const wanted = verb.startsWith('un') ? verb : stem;
    return isUndone && wanted === stem
      ? undefined
      : listed.find((each) => typeof each === 'string' && words(each).join('').startsWith(wanted));
  }
  const time = timeOf(property, topName(pointer) ?? '', { stem, isUndone });
  if (time !== undefined) return time;
  const isFlag = property.hasType && property.types.includes('boolean') && !property.types.includes('string');
  return isFlag &&
    words(topName(pointer) ?? '')
      .join('')
      .replace(/^is/, '')
      .startsWith(stem)
    ? !isUndone
    : undefined;
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
