import { InputError } from '../../core/errors.ts';
import { isObject } from '../../core/json/index.ts';
import type { JsonObject, JsonValue } from '../../core/model.ts';
import type { MockState } from '../types.ts';
import type { Controlled, ControlRoutes } from './control-types.ts';
import { DocumentsState } from './documents-state.ts';

/** The records of the mock, by resource type. */
export const STATE_ROUTES: ControlRoutes = {
  'GET state': (mock, { path: [type] }) => (type === undefined ? stateOf(mock).all() : stateOf(mock).list(type)),
  'PUT state': async (mock, { path: [type], body }) => {
    const state = stateOf(mock);
    const sent = body();
    if (type !== undefined) await state.replace({ [type]: sent ?? null });
    else if (isObject(sent)) await state.replace(sent);
    else throw new InputError('send a JSON object with an array of records for each resource type');
    return undefined;
  },
  'POST state': (mock, { path: [type], body }) => {
    if (type === undefined) throw new InputError('name the resource type in the path');
    return stateOf(mock).add(type, requireRecord(body()));
  },
  'DELETE state': async (mock, { path: [type] }) => {
    if (type === undefined) stateOf(mock).reset();
    else await stateOf(mock).replace({ [type]: [] });
    return undefined;
  },
};

/** The records of one document by type; of several, by document first. */
export function stateOf({ documents }: Pick<Controlled, 'documents'>): MockState {
  const [only] = documents;
  return only && documents.length === 1 ? only.state : new DocumentsState(documents);
}

function requireRecord(body: JsonValue | undefined): JsonObject {
  if (isObject(body)) return body;
  throw new InputError('send the record as a JSON object');
}
