import type { JsonValue } from '../../core/model.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { effectiveSchema, firstKeyword } from '../../openapi/schema/effective-schema.ts';

const MESSAGE =
  /^(err(or)?_?)?(detail|details|description|reason|text|summary|explanation)$|(message|msg)$|^fault_?string$/i;
const SUCCESS = /^(is_?)?(ok|success|successful|succeeded)$/i;
/** Keywords of texts that an author chose, or that are no sentences. */
const CHOSEN = ['enum', 'const', 'default', 'example', 'examples', 'pattern', 'format', 'x-faker'];

/** True for a property of an error that says in words what is wrong. */
export function isMessageName(name: string): boolean {
  return MESSAGE.test(name);
}

/** True for words that were made up: in an error they would say something else than what is wrong. */
export function isMadeUpText(document: OpenApiDocument, pointer: string | undefined, value: JsonValue): boolean {
  if (typeof value !== 'string' || !/\s/.test(value) || pointer === undefined) return false;
  const schema = effectiveSchema(document, pointer, 'response');
  return CHOSEN.every((keyword) => firstKeyword(schema, keyword) === undefined);
}

/** True for a made-up flag which says that the request succeeded. */
export function isMadeUpSuccess(
  document: OpenApiDocument,
  pointer: string | undefined,
  name: string,
  value: JsonValue | undefined,
): boolean {
  if (value !== true || !SUCCESS.test(name) || pointer === undefined) return false;
  const schema = effectiveSchema(document, pointer, 'response');
  return ['enum', 'const'].every((keyword) => firstKeyword(schema, keyword) === undefined);
}
