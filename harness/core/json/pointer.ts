import type { JsonValue } from '../model.ts';
import { copyObject, isObject, setProperty } from './index.ts';

/** Escapes one reference token (RFC 6901 section 3). */
export function escapeToken(token: string): string {
  return /[~/]/.test(token) ? token.replaceAll('~', '~0').replaceAll('/', '~1') : token;
}

/** Appends tokens to a pointer. */
export function appendTokens(pointer: string, ...tokens: readonly (string | number)[]): string {
  let appended = pointer;
  for (const token of tokens) appended += `/${typeof token === 'number' ? token : escapeToken(token)}`;
  return appended;
}

/** The tokens of pointers with a single one: V8 looks up a property by a new string ten times as slowly as by one that it has seen. */
const names = new Map<string, string>();
const MAX_NAMES = 10_000;
const MAX_NAME_LENGTH = 100;

function rememberName(pointer: string): string {
  const name = pointer.slice(1);
  if (names.size < MAX_NAMES && name.length <= MAX_NAME_LENGTH) names.set(pointer, name);
  return name;
}

/** Splits a JSON Pointer into its tokens, with or without a leading `#` (RFC 6901 section 4). */
export function parsePointer(pointer: string): string[] {
  const name = names.get(pointer);
  if (name !== undefined) return [name];
  // Most pointers have one token; splitting takes three times as long.
  if (pointer.startsWith('/') && !pointer.includes('/', 1) && !pointer.includes('~')) return [rememberName(pointer)];
  const tokens = pointer.split('/');
  tokens.shift();
  return pointer.includes('~') ? tokens.map(unescapeToken) : tokens;
}

/** Returns the only token of a pointer. @returns undefined if it has none, or several */
export function onlyToken(pointer: string): string | undefined {
  const name = names.get(pointer);
  if (name !== undefined) return name;
  const tokens = parsePointer(pointer);
  return tokens.length === 1 ? tokens[0] : undefined;
}

/** Reverses {@link escapeToken}. */
export function unescapeToken(token: string): string {
  return token.includes('~') ? token.replaceAll('~1', '/').replaceAll('~0', '~') : token;
}

/** Converts a `$ref` within the document to a pointer by decoding the URI fragment (RFC 6901 section 6). */
export function fragmentToPointer(reference: string): string {
  try {
    return `#${decodeURIComponent(reference.slice(1))}`;
  } catch {
    return reference; // a `%` that encodes nothing is literal
  }
}

/**
 * Returns the property or item of a value.
 * @returns undefined if there is none
 */
export function getChild(value: JsonValue | undefined, token: string): JsonValue | undefined {
  if (Array.isArray(value)) return /^(0|[1-9][0-9]*)$/.test(token) ? value[Number(token)] : undefined;
  if (isObject(value)) return Object.hasOwn(value, token) ? value[token] : undefined;
  return undefined;
}

/**
 * Returns the value at a pointer.
 * @returns undefined if there is none, or for an anchor such as `#name`
 */
export function getAt(root: JsonValue, pointer: string): JsonValue | undefined {
  if (pointer === '') return root;
  const name = names.get(pointer);
  if (name !== undefined) return getChild(root, name);
  if (!pointer.startsWith('/') && !/^#(\/|$)/.test(pointer)) return undefined;
  return parsePointer(pointer).reduce<JsonValue | undefined>(getChild, root);
}

/** Returns the values at a path in which `*` stands for every item or property, as in the path of a clause. */
export function getAllAt(value: JsonValue | undefined, [token, ...rest]: readonly string[]): JsonValue[] {
  if (value === undefined) return [];
  if (token === undefined) return [value];
  if (token !== '*') return getAllAt(getChild(value, token), rest);
  const inner = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : [];
  return inner.flatMap((each) => getAllAt(each, rest));
}

/** Returns the pointers that one with `*` for every item of an array stands for in a value. */
export function expandPointer(value: JsonValue, pointer: string): string[] {
  const [before = '', ...after] = pointer.split('/*');
  if (after.length === 0) return [pointer];
  const items = getAt(value, before);
  if (!Array.isArray(items)) return [];
  return items.flatMap((item, index) =>
    expandPointer(item, after.join('/*')).map((inner) => `${before}/${index}${inner}`),
  );
}

/** Copies a value with another one at a pointer; a missing property is added, a missing item is not. */
export function replaceAt(root: JsonValue, pointer: string, value: JsonValue): JsonValue {
  return changeAt(root, parsePointer(pointer), value) ?? null;
}

/** Copies a value without the property or item at a pointer, which must not be empty. */
export function removeAt(root: JsonValue, pointer: string): JsonValue {
  return changeAt(root, parsePointer(pointer), undefined) ?? null;
}

function changeAt(
  node: JsonValue,
  [token, ...rest]: readonly string[],
  value: JsonValue | undefined,
): JsonValue | undefined {
  if (token === undefined) return value;
  if (Array.isArray(node))
    return node.flatMap((item, index) => {
      const next = String(index) === token ? changeAt(item, rest, value) : item;
      return next === undefined ? [] : [next];
    });
  if (!isObject(node)) return node;
  const copy = copyObject(node);
  const next = changeAt(getChild(node, token) ?? null, rest, value);
  if (next === undefined) delete copy[token];
  else setProperty(copy, token, next);
  return copy;
}

/** Flattens a string: V8 keeps a concatenation as a tree of 32-byte nodes until one of its characters is read. */
export function flattenRope(text: string): string {
  return text.charCodeAt(text.length - 1) >= 0 ? text : '';
}

/** True if the object that has, or would have, the property at a pointer is there. */
export function hasParent(value: JsonValue, pointer: string): boolean {
  return isObject(names.has(pointer) ? value : getAt(value, pointer.slice(0, pointer.lastIndexOf('/'))));
}
