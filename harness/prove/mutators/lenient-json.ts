import { isObject, tryParseJson } from '../../core/json/index.ts';
import { requestMediaType } from '../../generate/requests/build-request.ts';
import { clauseParts } from '../../openapi/clauses/clauses.ts';
import { isJsonType } from '../../openapi/media-type.ts';
import { createMutant, type Mutant } from '../mutant.ts';
import type { MutationContext } from '../operation-context.ts';
import { acceptInvalid } from './mutate-validation.ts';

/** Services whose JSON parser takes what is no JSON (RFC 8259): each is a text that reads well once it has been mended so. */
const MENDINGS: readonly (readonly [takes: string, mend: (text: string) => string])[] = [
  ['a comma too many', (text) => text.replace(/,(\s*[}\]])/g, '$1')],
  ['single quotes', (text) => text.replaceAll("'", '"')],
  ['comments', (text) => text.replace(/\/\*.*?\*\//gs, '')],
  ['member names without quotes', (text) => text.replace(/([{,]\s*)([A-Za-z_]\w*)\s*:/g, '$1"$2":')],
  ['a body that ends too early', (text) => `${text}}`],
  ['a missing comma', (text) => text.replace(/([^,:{]) "/, '$1,"')],
  ['a missing colon', (text) => text.replace(/([{,]"[^"]*") /, '$1:')],
  ['text behind the value', (text) => text.replace(/\}[^}]*$/, '}')],
  ['a second value behind the first', (text) => text.slice(0, text.length / 2)],
  ['a body of white space', (text) => text.trim() || 'null'],
  ['NaN', (text) => text.replaceAll('NaN', 'null')],
  ['Infinity', (text) => text.replace(/-?Infinity/g, 'null')],
  ['undefined', (text) => text.replaceAll('undefined', 'null')],
  ['hexadecimal numbers', (text) => text.replace(/\b0x[0-9a-f]+/gi, '1')],
  ['numbers with a leading zero', (text) => text.replace(/(^|:)0+([1-9])/g, '$1$2')],
  ['numbers with a plus sign', (text) => text.replaceAll(':+', ':')],
  ['numbers that end in a point', (text) => text.replace(/(\d)\.(?!\d)/g, '$1')],
  ['escapes that are none', (text) => text.replace(/\\x/g, '')],
  ['\\u escapes that are none', (text) => text.replace(/\\u[0-9a-f]{2}G/gi, '')],
  ['line breaks in strings', (text) => text.replaceAll('\n', ' ')],
  ['NUL characters in strings', (text) => text.replaceAll('\u0000', '')],
  ['bytes that are not UTF-8', (text) => text.replaceAll('\ufffd', '')],
];

/** Texts that no mending makes JSON, which a service may still take for an empty object. */
const TAKEN_FOR_EMPTY: readonly (readonly [takes: string, pattern: RegExp])[] = [
  ['a word', /^\w+$/],
  ['HTML', /^<html/i],
  ['a form', /^\w+=\w+(&|$)/],
];

export function* lenientJsonMutants(subject: MutationContext): Generator<Mutant> {
  const { contract, operation, allParts } = subject;
  const type = requestMediaType(operation);
  if (!type || !isJsonType(type.type) || allParts?.body === undefined) return;
  const clause = contract.clauseAt(operation, clauseParts.requestBody(type.type), type.pointer);
  const one = (takes: string, reads: (text: string) => boolean): Mutant =>
    createMutant(operation, {
      clause,
      kind: 'let in',
      description: `reads JSON with ${takes}`,
      targetClause: clause,
      mutate: acceptInvalid(subject, [clause], (_, { body }) => reads(Buffer.from(body).toString())),
    });
  if (isObject(allParts.body))
    for (const [takes, mend] of MENDINGS) yield one(takes, (text) => !isJson(text, true) && isJson(mend(text)));
  for (const [takes, pattern] of TAKEN_FOR_EMPTY) yield one(`${takes} in its place`, (text) => pattern.test(text));
  yield one('any mistake', () => true);
}

/** @param strict whether a replacement character tells of bytes that were not UTF-8 */
function isJson(text: string, strict = false): boolean {
  if (strict && text.includes('\ufffd')) return false;
  return 'value' in tryParseJson(text);
}
