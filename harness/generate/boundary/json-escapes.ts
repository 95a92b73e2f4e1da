import { getAt, replaceAt } from '../../core/json/pointer.ts';
import type { JsonValue } from '../../core/model.ts';
import { findUniqueFields } from '../requests/unique-fields.ts';
import { mutateValue } from '../values/boundary/mutate-value.ts';
import type { BoundaryContext } from './case-spec.ts';

/** A way to write a character, and how to make it of JSON text that holds it as it is commonly written (RFC 8259 section 7). */
interface Escape {
  readonly id: string;
  readonly character: string;
  readonly write: (text: string) => string;
}

const ESCAPES: readonly Escape[] = [
  // A solidus stands nowhere but in strings.
  { id: 'with a slash spelt \\/', character: '/', write: (text) => text.replaceAll('/', '\\/') },
  { id: 'with a slash spelt \\u002F', character: '/', write: (text) => text.replaceAll('/', '\\u002F') },
  { id: 'with a quotation mark spelt \\u0022', character: '"', write: (text) => escapeInStrings(text, '"', '\\u0022') },
  { id: 'with a backslash spelt \\u005C', character: '\\', write: (text) => escapeInStrings(text, '\\', '\\u005C') },
  { id: 'with an astral character spelt as two \\u escapes', character: '😀', write: escapeNonAscii },
];

/** A body that its schema takes, with how it is to be written. */
export interface EscapedBody {
  readonly id: string;
  readonly body: JsonValue;
  /** JSON Pointer of the string. */
  readonly valueUnderTest: string;
  readonly write: (text: string) => string;
}

/** Each escape once, in the first string that may hold its character among others and identifies nothing. */
export function* jsonEscapeCases(
  { contract, unique, operation, allParts }: BoundaryContext,
  schema: string,
): Generator<EscapedBody> {
  if (allParts.body === undefined) return;
  const own = new Set(
    findUniqueFields(contract, operation, unique.learnedFor(operation.id)).map(({ name }) => `/${name}`),
  );
  const wanted = new Set(ESCAPES);
  for (const { violated, isUnspecified, path, value } of mutateValue(contract, schema, allParts.body, 'request')) {
    const [text, base] = [getAt(value, path), getAt(allParts.body, path)];
    if (typeof text !== 'string' || typeof base !== 'string' || violated.length > 0 || isUnspecified || own.has(path))
      continue;
    for (const each of wanted) {
      const body = replaceAt(allParts.body, path, `${base}${each.character}`);
      if (!text.includes(each.character) || !contract.schemas.accepts(schema, body, 'request')) continue;
      wanted.delete(each);
      yield { id: each.id, body, valueUnderTest: path, write: each.write };
    }
    if (wanted.size === 0) return;
  }
}

/** One by one, because a backslash may itself be escaped before a quotation mark that ends its string. */
function escapeInStrings(text: string, character: string, as: string): string {
  return text.replace(/\\./g, (pair) => (pair === `\\${character}` ? as : pair));
}

function escapeNonAscii(text: string): string {
  return text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
