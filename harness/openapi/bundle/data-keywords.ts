import type { JsonValue } from '../../core/model.ts';

const DATA = new Set(['example', 'default', 'enum', 'const', 'value']);

/** Whether a member holds data, in which a `$ref` is no reference (OpenAPI 3.0.3, Schema, Media Type and Example Object). */
export function isDataKeyword(name: string, member: JsonValue): boolean {
  return DATA.has(name) || (name === 'examples' && Array.isArray(member));
}
