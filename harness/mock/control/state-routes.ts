import { InputError } from '../../core/errors.ts';
import { isObject } from '../../core/json/index.ts';
import type { JsonObject, JsonValue } from '../../core/model.ts';
import type { ControlRoutes } from './control-types.ts';

/** The records of the mock, by resource type. */
export const STATE_ROUTES: ControlRoutes = {
  'GET state': ({ state }, { path: [type] }) => (type === undefined ? state.all() : state.list(type)),
  'PUT state': async ({ state }, { path: [type], body }) => {
    const sent = body();
    if (type !== undefined) await state.replace({ [type]: sent ?? null });
    else if (isObject(sent)) await state.replace(sent);
    else throw new InputError('send a JSON object with an array of records for each resource type');
    return undefined;
  },
  'POST state': ({ state }, { path: [type], body }) => {
    if (type === undefined) throw new InputError('name the resource type in the path');
    return state.add(type, requireRecord(body()));
  },
  'DELETE state': async ({ state }, { path: [type] }) => {
    if (type === undefined) state.reset();
    else await state.replace({ [type]: [] });
    return undefined;
  },
};

function requireRecord(body: JsonValue | undefined): JsonObject {
  if (isObject(body)) return body;
  throw new InputError('send the record as a JSON object');
}
