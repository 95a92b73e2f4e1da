import { isObject } from '../../core/json/index.ts';
import { onlyToken, parsePointer } from '../../core/json/pointer.ts';
import type { JsonObject, JsonValue, Operation } from '../../core/model.ts';
import { keep } from '../../core/util/keep.ts';
import { requestMediaType } from '../../generate/requests/build-request.ts';
import type { Contract } from '../../openapi/contract.ts';
import type { ResourceOperation } from '../../openapi/resources/model.ts';
import { singularWords, words } from '../../openapi/resources/names.ts';
import { actionWords } from '../../openapi/resources/operations/verbs.ts';
import { successResponses } from '../../openapi/resources/representations/representation.ts';
import type { WorldRequest } from './plan.ts';
import { recordIn } from './sent-record.ts';
import type { TypeWorld } from './type-world.ts';

/** What the path of an operation that creates several records is called at its end. */
const CREATES = /^(batch|bulk|many|multiple|several|all|create|add|insert|import)$/;

/**
 * The records that a request to a collection creates at once: those of an array, alone or in a property, whose items are each what the
 * creation of one record takes; of an operation that responds with several records, or if only an array can create some, its objects.
 * @returns undefined if it creates none
 */
export function bulkRecords(contract: Contract, { types, operation, body }: WorldRequest): JsonObject[] | undefined {
  if (operation.operation.method !== 'POST' || (!isObject(body) && !Array.isArray(body))) return undefined;
  if (operation.role === 'create' && isObject(body)) {
    const plural = pluralOf(types, operation, body);
    if (plural) return plural;
    // Most creations are of one record.
    if (!givesSeveral(types, operation.operation)) return undefined;
  }
  const single = types.type.operations.find(({ role, scope }) => role === 'create' && scope === 'collection');
  if (!single && operation.scope === 'collection' && Array.isArray(body) && body.some(isObject))
    return body.filter(isObject);
  // What records show, such as the variants of a product, is part of one.
  const isOfOne = (name: string) => operation.role === 'create' && types.shape.representation.names.has(name);
  const arrays = arraysIn(body).filter(([name, array]) => array.length > 0 && !isOfOne(name));
  const schema = single && requestMediaType(single.operation)?.schema;
  const accepts = (item: JsonValue) => schema !== undefined && contract.schemas.accepts(schema, item, 'request');
  // What takes anything tells nothing.
  const accepted = accepts({}) ? undefined : arrays.find(([, array]) => array.every(accepts));
  const envelope = single?.request?.envelope ?? '';
  if (accepted) return accepted[1].map((item) => recordIn(item, envelope)).filter(isObject);
  if (!creates(operation) || !givesSeveral(types, operation.operation)) return undefined;
  const [found] = arrays.filter(
    ([name, array]) => !types.shape.representation.names.has(name) && array.every(isObject),
  );
  return found?.[1].filter(isObject);
}

/**
 * The records of the array beside the one that a creation takes, `transactions` beside `transaction`, or of the only array that it takes if
 * its response shows nothing.
 */
function pluralOf({ shape }: TypeWorld, { operation, request }: ResourceOperation, body: JsonObject) {
  const { envelope = '', properties = [] } = request ?? {};
  const one = onlyToken(envelope);
  const isPlural = (name: string) =>
    one !== undefined && name !== one && singularWords(words(name)).join(' ') === words(one).join(' ');
  const isOnly = (name: string) =>
    envelope === '' &&
    successResponses(operation).every(({ content }) => content.length === 0) &&
    properties.every(({ pointer }) => parsePointer(pointer)[0] === name) &&
    properties.some(({ pointer }) => parsePointer(pointer)[1] === '*');
  const named = arraysIn(body).find(
    ([name]) => isPlural(name) || (isOnly(name) && !shape.representation.names.has(name)),
  );
  const hasOne = one !== undefined && recordIn(body, envelope) !== undefined;
  return named && named[1].length > 0 && !hasOne && named[1].every(isObject) ? named[1].filter(isObject) : undefined;
}

/** True for a collection itself, or what is done to it that creates records: `/books/import`. */
function creates({ role, scope, operation }: ResourceOperation): boolean {
  return role === 'create' || scope === 'collection' || actionWords(operation.path).every((word) => CREATES.test(word));
}

function arraysIn(body: JsonValue): (readonly [name: string, array: readonly JsonValue[]])[] {
  const named = Array.isArray(body) ? [['', body] as const] : Object.entries(isObject(body) ? body : {});
  return named.flatMap(([name, value]) => (Array.isArray(value) ? [[name, value] as const] : []));
}

const several = new WeakMap<Operation, boolean>();

/** True if the first documented success shows an array of records. */
function givesSeveral(types: TypeWorld, operation: Operation): boolean {
  return several.get(operation) ?? keep(several, operation, readSeveral(types, operation));
}

function readSeveral({ type, shape }: TypeWorld, operation: Operation): boolean {
  const { representations } = shape;
  const contents = successResponses(operation).flatMap(({ content }) => content);
  return contents.some((each) => {
    const one = representations.read(type, each, false);
    // `{ data: { id, … }, included: [] }` shows one record, and what belongs to it.
    const isOne = one !== undefined && one.envelope !== '' && one.identifiers.size > 0;
    return !isOne && representations.readCreated(type, each)?.items !== undefined;
  });
}
