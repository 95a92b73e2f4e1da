import { isObject, tryParseJson } from '../../core/json/index.ts';
import { requestMediaType } from '../../generate/requests/build-request.ts';
import { clauseParts } from '../../openapi/clauses/clauses.ts';
import { isJsonType } from '../../openapi/media-type.ts';
import { createMutant, type Mutant } from '../mutant.ts';
import type { MutationContext } from '../operation-context.ts';
import { acceptInvalid } from './mutate-validation.ts';

/** Lenient JSON parsers (RFC 8259), each as a repair after which the text is valid JSON. */
const JSON_REPAIRS: readonly (readonly [what: string, repair: (text: string) => string])[] = [
  ['a trailing comma', (text) => text.replace(/,(\s*[}\]])/g, '$1')],
  ['single quotes', (text) => text.replaceAll("'", '"')],
  ['comments', (text) => text.replace(/\/\*.*?\*\//gs, '')],
  ['unquoted property names', (text) => text.replace(/([{,]\s*)([A-Za-z_]\w*)\s*:/g, '$1"$2":')],
  ['a truncated body', (text) => `${text}}`],
  ['a missing comma', (text) => text.replace(/([^,:{]) "/, '$1,"')],
  ['a missing colon', (text) => text.replace(/([{,]"[^"]*") /, '$1:')],
  ['text after the value', (text) => text.replace(/\}[^}]*$/, '}')],
  ['a second value after the first', (text) => text.slice(0, text.length / 2)],
  ['a white-space body', (text) => text.trim() || 'null'],
  ['NaN', (text) => text.replaceAll('NaN', 'null')],
  ['Infinity', (text) => text.replace(/-?Infinity/g, 'null')],
  ['undefined', (text) => text.replaceAll('undefined', 'null')],
  ['hexadecimal numbers', (text) => text.replace(/\b0x[0-9a-f]+/gi, '1')],
  ['numbers with a leading zero', (text) => text.replace(/(^|:)0+([1-9])/g, '$1$2')],
  ['numbers with a plus sign', (text) => text.replaceAll(':+', ':')],
  ['numbers that end in a decimal point', (text) => text.replace(/(\d)\.(?!\d)/g, '$1')],
  ['invalid escapes', (text) => text.replace(/\\x/g, '')],
  ['invalid \\u escapes', (text) => text.replace(/\\u[0-9a-f]{2}G/gi, '')],
  ['line breaks in strings', (text) => text.replaceAll('\n', ' ')],
  ['NUL characters in strings', (text) => text.replaceAll('\u0000', '')],
  ['bytes that are not UTF-8', (text) => text.replaceAll('\ufffd', '')],
];

/** Texts that no repair makes JSON, but that a service may read as an empty object. */
const READ_AS_EMPTY_OBJECT: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['a word', /^\w+$/],
  ['HTML', /^<html/i],
  ['a form', /^\w+=\w+(&|$)/],
];

export function* lenientJsonMutants(context: MutationContext): Generator<Mutant> {
  const { contract, operation, allParts } = context;
  const type = requestMediaType(operation);
  if (!type || !isJsonType(type.type) || allParts?.body === undefined) return;
  const clause = contract.clauseAt(operation, clauseParts.requestBody(type.type), type.pointer);
  const one = (what: string, accepts: (text: string) => boolean): Mutant =>
    createMutant(operation, {
      clause,
      mutator: 'skip-validation',
      description: `accepts JSON with ${what}`,
      targetClause: clause,
      mutate: acceptInvalid(context, [clause], (_, { body }) => accepts(Buffer.from(body).toString())),
    });
  if (isObject(allParts.body))
    for (const [what, repair] of JSON_REPAIRS) yield one(what, (text) => !isJson(text, true) && isJson(repair(text)));
  for (const [what, pattern] of READ_AS_EMPTY_OBJECT) yield one(`${what} in its place`, (text) => pattern.test(text));
  yield one('any mistake', () => true);
}

/** @param strict whether replacement characters, which invalid UTF-8 is decoded to, are errors */
function isJson(text: string, strict = false): boolean {
  if (strict && text.includes('\ufffd')) return false;
  return 'value' in tryParseJson(text);
}
