import { getAt } from '../../../../core/json/pointer.ts';
import type { JsonValue } from '../../../../core/model.ts';
import type { Contract } from '../../../../openapi/contract.ts';
import type { ResourceOperation } from '../../../../openapi/resources/model.ts';
import { topName, words } from '../../../../openapi/resources/names.ts';
import { actionWords, participles } from '../../../../openapi/resources/operations/verbs.ts';
import { effectiveSchema, firstKeyword } from '../../../../openapi/schema/effective-schema.ts';
import { schemasAt } from '../../../../openapi/schema/schemas-at.ts';

/** What an action gives a property, by the verb in its path. */
export interface ActionEffect {
  /** JSON Pointer below the envelope of a read. */
  readonly pointer: string;
  readonly value: JsonValue;
}

/** A time that `POST /orders/{id}/cancel` is to give a property that has none: `cancelledAt`. */
export const SOME_TIME = 'a time';

/** The properties that are to show what `POST /orders/{id}/cancel` did: a status `cancelled`, `cancelled: true`, a time `cancelledAt`. */
export function actionEffects(
  contract: Contract,
  action: ResourceOperation,
  reader: ResourceOperation,
  before: JsonValue,
): ActionEffect[] {
  const [verb, ...rest] = actionWords(action.operation.path);
  if (verb === undefined) return [];
  const isUndoing = action.operation.method === 'DELETE';
  const keysOf = (of: string | undefined) =>
    new Set(of === undefined ? [] : participles(of).map((each) => [each, ...rest].join('')));
  const names = keysOf(isUndoing ? undefined : verb);
  const undone = keysOf(isUndoing ? verb : UNDOING.exec(verb)?.[1]);
  const effects: ActionEffect[] = [];
  for (const { pointer, types, enumerated, format } of reader.response?.properties ?? []) {
    const name = topName(pointer);
    if (name === undefined) continue;
    const old = getAt(before, pointer);
    const key = words(name).join(' ').replace(/^is /, '').replaceAll(' ', '');
    if (types.includes('boolean') && old === false && names.has(key)) effects.push({ pointer, value: true });
    if (types.includes('boolean') && old === true && undone.has(key)) effects.push({ pointer, value: false });
    // `archivedAt`, and `archiveTime` (AIP-148).
    const event = key.replace(/(at|on|date|time)$/, '');
    const isOfEvent = names.has(event) || (!isUndoing && event !== key && event === [verb, ...rest].join(''));
    if (format?.startsWith('date') && old === null && isOfEvent) effects.push({ pointer, value: SOME_TIME });
    const values = enumerated ? listed(contract, reader, pointer) : [];
    const isIn = (participle: ReadonlySet<string>) => (each: JsonValue) => participle.has(words(String(each)).join(''));
    // Of two states, what leaves one leads to the other.
    const other = values.length === 2 && isIn(undone)(old ?? '') ? values.find((each) => each !== old) : undefined;
    const value = values.find(isIn(names)) ?? other;
    if (value !== undefined && old !== undefined && old !== value) effects.push({ pointer, value });
  }
  return effects;
}

/** `deactivate` ends what `activate` began, `unpublish` what `publish` did. */
const UNDOING = /^(?:de|un)(.{4,})$/;

function listed(contract: Contract, { response }: ResourceOperation, pointer: string): string[] {
  return (response?.schemas ?? []).flatMap((schema) => {
    const [own] = schemasAt(contract.document, { whole: schema, pointer, direction: 'response' });
    const values = own && firstKeyword(effectiveSchema(contract.document, own, 'response'), 'enum');
    return Array.isArray(values) ? values.filter((each) => typeof each === 'string') : [];
  });
}
