import type { Json } from '../model.ts';
import { isObject } from './json.ts';

/** Escapes one reference token (RFC 6901 section 3). */
export function escapeToken(token: string): string {
  return token.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** `pointer` with further tokens appended. */
export function join(pointer: string, ...tokens: readonly (string | number)[]): string {
  return pointer + tokens.map((token) => `/${escapeToken(String(token))}`).join('');
}

/** The tokens of a JSON Pointer, with or without a leading `#` (RFC 6901 sections 4 and 6). */
export function tokens(pointer: string): string[] {
  const text = pointer.startsWith('#') ? decodeFragment(pointer.slice(1)) : pointer;
  return text
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** The member or item of a value; undefined where there is none. */
export function child(value: Json | undefined, token: string): Json | undefined {
  if (Array.isArray(value)) return /^(0|[1-9][0-9]*)$/.test(token) ? value[Number(token)] : undefined;
  if (isObject(value)) return Object.hasOwn(value, token) ? value[token] : undefined;
  return undefined;
}

/** The value at a pointer; undefined where it leads nowhere. */
export function at(root: Json, pointer: string): Json | undefined {
  return tokens(pointer).reduce<Json | undefined>(child, root);
}
