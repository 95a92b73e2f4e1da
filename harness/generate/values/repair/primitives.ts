import { isNumber } from '../../../core/json/decimal.ts';
import type { JsonValue } from '../../../core/model.ts';
import { type EffectiveSchema, firstKeyword } from '../../../openapi/schema/effective-schema.ts';
import { lowerBounds, upperBounds } from '../../../openapi/schema/keywords/number.ts';

/** Generates strings for a pattern, format and lengths; they need not all be valid. */
export type StringSource = (schema: Readonly<Record<string, JsonValue>>) => Iterable<string>;

/** Remembers strings: each level of nesting tries them again, and a pattern may reject hundreds before one is found, or none. */
export function memoized(source: StringSource): StringSource {
  const known = new Map<string, readonly string[]>();
  return (schema) => {
    const key = JSON.stringify(schema);
    const strings = known.get(key) ?? [...source(schema)];
    known.set(key, strings);
    return strings;
  };
}

/** What an arbitrary of strings reads. */
export const STRING_KEYWORDS = ['pattern', 'format', 'minLength', 'maxLength'];
const MAX_STRING_LENGTH = 1_000_000;
/** Strings of a format that read as what they are, from the hosts and addresses reserved for examples. */
const FORMATTED: ReadonlyMap<JsonValue | undefined, string> = new Map([
  ['date-time', '2026-01-15T09:30:00Z'],
  ['date', '2026-01-15'],
  ['email', 'user@example.com'],
  ['hostname', 'www.example.com'],
  ['ipv4', '192.0.2.1'],
  ['ipv6', '2001:db8::1'],
  ['uri', 'https://example.com/'],
  ['url', 'https://example.com/'],
]);

/** Yields strings that may be valid, the simplest first; the last one before those of the source is Base64. */
export function* stringCandidates(effective: EffectiveSchema, source: StringSource): Generator<string> {
  const min = Math.min(Number(firstKeyword(effective, 'minLength') ?? 0), MAX_STRING_LENGTH);
  const max = Number(firstKeyword(effective, 'maxLength') ?? MAX_STRING_LENGTH);
  const formatted = FORMATTED.get(firstKeyword(effective, 'format'));
  if (formatted !== undefined) yield formatted;
  for (const plain of ['string', 'c3RyaW5n']) {
    const size = Math.min(Math.max(plain.length, min), max);
    yield plain.repeat(Math.ceil(size / plain.length)).slice(0, size);
  }
  const said = STRING_KEYWORDS.map((name) => [name, firstKeyword(effective, name)] as const);
  const schema = Object.fromEntries(said.filter((each): each is [string, JsonValue] => each[1] !== undefined));
  if (Object.keys(schema).length > 0) yield* source({ type: 'string', ...schema });
}

/** Yields numbers that may be valid: simple ones, then those at and next to the bounds. */
export function* numberCandidates(effective: EffectiveSchema): Generator<JsonValue> {
  yield* [1, 0, 10, 0.5];
  const step = firstKeyword(effective, 'multipleOf');
  const size = isNumber(step) ? Number(step) : 1;
  const bounds = effective.schemas.flatMap(({ schema }) => [...lowerBounds(schema), ...upperBounds(schema)]);
  for (const { value } of bounds) {
    const limit = Number(value);
    yield value;
    yield* [limit + 1, limit - 1, Math.ceil(limit / size) * size, (Math.floor(limit / size) + 1) * size];
    yield* [Math.floor(limit / size) * size, (Math.ceil(limit / size) - 1) * size];
  }
  const [one, other] = bounds.map(({ value }) => Number(value));
  if (one !== undefined && other !== undefined) yield (one + other) / 2;
  if (isNumber(step)) yield step;
}
