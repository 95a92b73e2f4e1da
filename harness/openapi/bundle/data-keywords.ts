import type { JsonValue } from '../../core/model.ts';

/** Keywords whose properties bear names of the author's choice: in `properties`, `default` or `x-rate` is a name like any other. */
export const NAMED_MAPS: ReadonlySet<string> = new Set([
  ...['schemas', 'responses', 'parameters', 'examples', 'requestBodies', 'headers', 'securitySchemes', 'links'],
  ...['callbacks', 'pathItems', 'paths', 'webhooks', 'content', 'encoding', 'variables', 'mediaTypes'],
  ...['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions'],
]);

const DATA = new Set(['example', 'default', 'enum', 'const', 'value']);

/** True for a keyword whose value is data, in which `$ref` is not a reference (OpenAPI 3.0.3, Schema and Example Object). */
export function isDataKeyword(name: string, value: JsonValue): boolean {
  return DATA.has(name) || (name === 'examples' && Array.isArray(value));
}
