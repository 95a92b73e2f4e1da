import { STATUS_CODES } from 'node:http';
import type { JsonValue } from '../../core/model.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { words } from '../../openapi/resources/names.ts';
import { effectiveSchema, firstKeyword } from '../../openapi/schema/effective-schema.ts';
import type { ErrorDetails } from './fill-error-body.ts';

const CODE = /^(error_?)?(code|type|kind|reason|status|error|id)$/i;
/** Words of the codes that suit a status; the last is for all others of its class. */
const WORDS: readonly (readonly [status: RegExp, words: RegExp])[] = [
  [/^401/, /unauth|authenticat|credential|token/i],
  [/^403/, /forbid|denied|permission|access/i],
  [/^404/, /not_?-? ?found|missing|unknown|no_?such/i],
  [/^405/, /method/i],
  [/^406/, /acceptable/i],
  [/^409/, /conflict|exist|duplicate/i],
  [/^410/, /gone|deleted/i],
  [/^413/, /large|size/i],
  [/^415/, /media|content_?type|unsupported/i],
  [/^429/, /rate|too_?many|limit|throttl/i],
  [/^503/, /unavailable|maintenance|overload/i],
  [/^4/, /valid|bad|malformed|unprocessable|client/i],
  [/^5/, /internal|server|unexpected|unknown/i],
];

/** Returns the code of an enum that suits the status, or one like the example. @returns undefined if the base stays, as where it was chosen */
export function errorCode(
  document: OpenApiDocument,
  pointer: string | undefined,
  name: string,
  base: JsonValue | undefined,
  { status, isGenerated = false }: ErrorDetails,
): JsonValue | undefined {
  if (!isGenerated || pointer === undefined || base === undefined || !CODE.test(name)) return undefined;
  const schema = effectiveSchema(document, pointer, 'response');
  const choices = firstKeyword(schema, 'enum');
  if (!Array.isArray(choices)) {
    const isFree = ['const', 'pattern', 'maxLength', 'format'].every(
      (each) => firstKeyword(schema, each) === undefined,
    );
    return isFree && typeof base === 'string' ? ownCode(base, status) : undefined;
  }
  const isOwn = (choice: JsonValue) => String(choice) === String(status);
  const words = WORDS.filter(([pattern]) => pattern.test(String(status))).map(([, pattern]) => pattern);
  const named = words.flatMap((pattern) => choices.filter((choice) => pattern.test(String(choice))));
  return choices.find(isOwn) ?? named[0] ?? base;
}

/** The code of a status in the manner of an example that is about another one: `not_found` beside `validation_failed`. */
function ownCode(example: string, status: number): string | undefined {
  const own = WORDS.find(([pattern]) => pattern.test(String(status)))?.[1];
  const [, separator = ''] = /^[a-z]+([_-])[a-z_-]+$/i.exec(example) ?? [];
  const title = STATUS_CODES[status];
  if (separator === '' || title === undefined || own?.test(example) !== false) return undefined;
  const code = words(title).join(separator);
  return example === example.toUpperCase() ? code.toUpperCase() : example === example.toLowerCase() ? code : undefined;
}
