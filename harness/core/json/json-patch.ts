import { jsonEqual } from './equal.ts';
import { getOwn, isObject, setProperty } from './index.ts';
import { getAt, parsePointer, removeAt } from './pointer.ts';
import type { JsonObject, JsonValue } from './value.ts';

/** A patch that does not fit the value (RFC 6902 section 5). */
export class JsonPatchError extends Error {
  override readonly name = 'JsonPatchError';
}

/**
 * Applies a JSON Patch (RFC 6902) to a copy.
 * @throws {JsonPatchError} for a patch that is malformed, or that the value does not allow
 */
export function applyJsonPatch(target: JsonValue, patch: JsonValue): JsonValue {
  if (!Array.isArray(patch)) throw new JsonPatchError('a JSON Patch must be an array');
  return patch.reduce<JsonValue>((value, operation, index) => {
    if (!isObject(operation)) throw new JsonPatchError(`operation ${index} must be an object`);
    return applyOperation(value, operation, index);
  }, target);
}

function applyOperation(target: JsonValue, operation: JsonObject, index: number): JsonValue {
  const path = pointerOf(operation, 'path', index);
  switch (getOwn(operation, 'op')) {
    case 'add':
      return addAt(target, parsePointer(path), operandOf(operation, index));
    case 'replace':
      return addAt(without(target, path), parsePointer(path), operandOf(operation, index));
    case 'remove':
      return without(target, path);
    case 'move': {
      const from = pointerOf(operation, 'from', index);
      if (path.startsWith(`${from}/`)) throw new JsonPatchError(`cannot move ${from} into itself`);
      return addAt(without(target, from), parsePointer(path), existing(target, from));
    }
    case 'copy':
      return addAt(target, parsePointer(path), existing(target, pointerOf(operation, 'from', index)));
    case 'test':
      if (jsonEqual(existing(target, path), operandOf(operation, index))) return target;
      throw new JsonPatchError(`the value at ${path} is another one`);
    default:
      throw new JsonPatchError(`operation ${index} must have op add, remove, replace, move, copy or test`);
  }
}

function pointerOf(operation: JsonObject, name: string, index: number): string {
  const pointer = getOwn(operation, name);
  if (typeof pointer === 'string' && /^(\/|$)/.test(pointer)) return pointer;
  throw new JsonPatchError(`${name} of operation ${index} must be a JSON Pointer`);
}

function operandOf(operation: JsonObject, index: number): JsonValue {
  const value = getOwn(operation, 'value');
  if (value === undefined) throw new JsonPatchError(`operation ${index} must have a value`);
  return value;
}

function existing(target: JsonValue, pointer: string): JsonValue {
  const value = getAt(target, pointer);
  if (value === undefined) throw new JsonPatchError(`there is nothing at ${pointer}`);
  return value;
}

function without(target: JsonValue, pointer: string): JsonValue {
  existing(target, pointer);
  return pointer === '' ? null : removeAt(target, pointer);
}

function addAt(node: JsonValue, [token, ...rest]: readonly string[], value: JsonValue): JsonValue {
  if (token === undefined) return value;
  if (Array.isArray(node)) {
    const index = token === '-' && rest.length === 0 ? node.length : indexOf(token);
    if (index > node.length || (rest.length > 0 && index === node.length))
      throw new JsonPatchError(`there is no item ${token}`);
    if (rest.length === 0) return [...node.slice(0, index), value, ...node.slice(index)];
    return node.map((item, each) => (each === index ? addAt(item, rest, value) : item));
  }
  if (!isObject(node)) throw new JsonPatchError(`there is no object or array to hold ${token}`);
  const child = getOwn(node, token);
  if (rest.length > 0 && child === undefined) throw new JsonPatchError(`there is no property ${token}`);
  const copy: JsonObject = {};
  for (const [name, each] of Object.entries(node)) setProperty(copy, name, each);
  setProperty(copy, token, rest.length === 0 ? value : addAt(child ?? null, rest, value));
  return copy;
}

function indexOf(token: string): number {
  if (/^(0|[1-9]\d*)$/.test(token)) return Number(token);
  throw new JsonPatchError(`${token} is no index of an array`);
}
