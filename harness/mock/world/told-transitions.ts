import { jsonEqual } from '../../core/json/equal.ts';
import { getAt, replaceAt } from '../../core/json/pointer.ts';
import type { JsonObject, JsonValue } from '../../core/model.ts';
import { listsStatus } from '../../core/operation.ts';
import type { RequestProblem } from '../../core/received-request.ts';
import type { Contract } from '../../openapi/contract.ts';
import type { ResourceOperation } from '../../openapi/resources/model.ts';
import { isRestoring } from '../../openapi/resources/operations/trash.ts';
import { conflictText, isConflictIn } from '../../openapi/resources/prose/conflicts.ts';
import { flowOf } from '../../openapi/resources/prose/flow.ts';
import {
  changeText,
  isConflictAfter,
  isConflictAfterDeed,
  isOnce,
  restoresGoneOnly,
} from '../../openapi/resources/prose/transitions.ts';
import { type StateProperty, stateChoice, stateProperty } from '../../openapi/resources/state-property.ts';
import { isBinding } from './conflicts.ts';
import type { WorldRequest } from './plan.ts';
import type { StoredRecord } from './records/stored-record.ts';
import { conflictOfTree } from './trees.ts';
import type { TypeWorld } from './type-world.ts';
import type { World } from './world.ts';

/** The last action on a record. */
const last = new WeakMap<StoredRecord, ResourceOperation>();

export function noteAction(record: StoredRecord, operation: ResourceOperation): void {
  last.set(record, operation);
}

/** An operation that is a conflict after the last action on its record, as the document says in words: a second time, or once it is `revoked`. */
export function conflictAfterAction(
  contract: Contract,
  world: World,
  { operation }: ResourceOperation,
  { type, ignoresConditions }: TypeWorld,
  record: StoredRecord,
): RequestProblem | undefined {
  const done = last.get(record)?.operation;
  const text = done && isBinding(world, record) && !ignoresConditions ? conflictText(contract, operation) : undefined;
  if (!done || !text) return undefined;
  const isAgain = done.path === operation.path && operation.method !== 'DELETE';
  const isConflict = isAgain
    ? isOnce(done.path, text)
    : isConflictAfter(done.path, text) || isConflictAfterDeed(type, conflictText(contract, done), text);
  return isConflict ? { status: 409, message: `${done.id} was done to the ${type.name} already` } : undefined;
}

/** The restoration of a record that was not deleted, which the document calls a conflict. */
export function conflictOfRestoring(
  contract: Contract,
  world: World,
  operation: ResourceOperation,
  { type, ignoresConditions }: TypeWorld,
  record: StoredRecord,
): RequestProblem | undefined {
  const isHeld = isRestoring(operation) && isBinding(world, record) && !ignoresConditions;
  const text = isHeld ? conflictText(contract, operation.operation) : undefined;
  return text && restoresGoneOnly(text) ? { status: 409, message: `the ${type.name} is not deleted` } : undefined;
}

/** A change that the document rejects in words: of what is closed, to a state that is none of its ways, or to be below itself. */
export function conflictOfChange(
  contract: Contract,
  world: World,
  { operation, types, body }: Pick<WorldRequest, 'operation' | 'types' | 'body'>,
  record: StoredRecord,
  changed: JsonObject = record.value,
): RequestProblem | undefined {
  const cycle = conflictOfTree(contract, { operation, types }, record, changed);
  if (cycle) return cycle;
  const { shape, type, ignoresConditions } = types;
  const isHeld = isBinding(world, record) && !ignoresConditions;
  const states = isHeld ? stateProperty(contract, shape.representation.schemas) : undefined;
  const state = states && getAt(record.value, states.pointer);
  if (!states || typeof state !== 'string') return undefined;
  const flow = flowOf(contract, operation.operation, states.listed);
  const to = chosenState(contract, operation, states, body);
  const text = operation.role === 'action' ? undefined : changeText(contract, operation);
  const isLocked = text !== undefined && isConflictIn(state, states.listed, text) && !jsonEqual(changed, record.value);
  if (!isLocked && !(to !== undefined && flow?.isForbidden(state, to))) return undefined;
  const status = listsStatus(operation.operation, 409) ? 409 : 422;
  return { status, message: `the ${type.name} is ${state}` };
}

/** The state that the body of a request names. */
function chosenState(
  contract: Contract,
  operation: ResourceOperation,
  states: StateProperty,
  body: JsonValue | undefined,
): string | undefined {
  const choice = stateChoice(contract, operation, states);
  const to = choice && body !== undefined ? getAt(body, choice.at) : undefined;
  return typeof to === 'string' && choice?.choices.includes(to) ? to : undefined;
}

/** A record in the state that the body of an action names: `POST /issues/{id}/transitions` with `{ to: closed }`. */
export function withChosenState(
  contract: Contract,
  { operation, types, body }: Pick<WorldRequest, 'operation' | 'types' | 'body'>,
  value: JsonObject,
): JsonObject {
  const states = stateProperty(contract, types.shape.representation.schemas);
  const to = states && chosenState(contract, operation, states, body);
  return states && to !== undefined ? (replaceAt(value, states.pointer, to) as JsonObject) : value;
}
