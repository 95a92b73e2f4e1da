import { getAt, replaceAt } from '../../core/json/pointer.ts';
import type { JsonValue } from '../../core/model.ts';
import { findUniqueFields } from '../requests/find-unique-fields.ts';
import { mutateValue } from '../values/boundary/mutate-value.ts';
import type { BoundaryContext } from './case-spec.ts';

/** An escaped form of a character, and how to apply it to JSON text (RFC 8259 section 7). */
interface Escape {
  readonly id: string;
  readonly character: string;
  readonly write: (text: string) => string;
}

export const ESCAPES: readonly Escape[] = [
  // A slash occurs in strings only.
  { id: 'with a slash written \\/', character: '/', write: (text) => text.replaceAll('/', '\\/') },
  { id: 'with a slash written \\u002F', character: '/', write: (text) => text.replaceAll('/', '\\u002F') },
  {
    id: 'with a quotation mark written \\u0022',
    character: '"',
    write: (text) => escapeInStrings(text, '"', '\\u0022'),
  },
  { id: 'with a backslash written \\u005C', character: '\\', write: (text) => escapeInStrings(text, '\\', '\\u005C') },
  { id: 'with an astral character written as two \\u escapes', character: '😀', write: escapeNonAscii },
];

/** A valid body whose JSON text is to be escaped. */
export interface EscapedBody {
  readonly id: string;
  readonly body: JsonValue;
  /** JSON Pointer of the string under test. */
  readonly valueUnderTest: string;
}

/** Yields each escape once, in the first string that allows its character and is not a unique field. */
export function* jsonEscapeCases(
  { contract, unique, operation, allParts }: BoundaryContext,
  schema: string,
): Generator<EscapedBody> {
  if (allParts.body === undefined) return;
  const own = new Set(
    findUniqueFields(contract, operation, unique.learnedFor(operation.id)).map(({ pointer }) => pointer),
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
      yield { id: each.id, body, valueUnderTest: path };
    }
    if (wanted.size === 0) return;
  }
}

/** Replaces escapes pair by pair, because a backslash may be escaped right before a closing quotation mark. */
function escapeInStrings(text: string, character: string, as: string): string {
  return text.replace(/\\./g, (pair) => (pair === `\\${character}` ? as : pair));
}

function escapeNonAscii(text: string): string {
  return text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
