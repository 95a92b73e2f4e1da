import { isNumber } from '../../../core/json/decimal.ts';
import type { JsonValue } from '../../../core/model.ts';
import { type EffectiveSchema, firstKeyword } from '../../../openapi/schema/effective-schema.ts';
import { lowerBounds, upperBounds } from '../../../openapi/schema/keywords/number.ts';

/** Makes texts of a plain schema: its pattern, format and lengths. Not every one of them needs to fit. */
export type StringSource = (schema: Readonly<Record<string, JsonValue>>) => Iterable<string>;

const TEXT_KEYWORDS = ['pattern', 'format', 'minLength', 'maxLength'];
const LONGEST = 1_000_000;

/** Texts that may fit a shape, the plainest first; the second is Base64. */
export function* stringCandidates(shape: EffectiveSchema, source: StringSource): Generator<string> {
  const least = Math.min(Number(firstKeyword(shape, 'minLength') ?? 0), LONGEST);
  const most = Number(firstKeyword(shape, 'maxLength') ?? LONGEST);
  for (const plain of ['string', 'c3RyaW5n']) {
    const size = Math.min(Math.max(plain.length, least), most);
    yield plain.repeat(Math.ceil(size / plain.length)).slice(0, size);
  }
  const said = TEXT_KEYWORDS.map((name) => [name, firstKeyword(shape, name)] as const);
  const schema = Object.fromEntries(said.filter((each): each is [string, JsonValue] => each[1] !== undefined));
  if (Object.keys(schema).length > 0) yield* source({ type: 'string', ...schema });
}

/** Numbers that may fit a shape: plain ones, and those at and beside its bounds. */
export function* numberCandidates(shape: EffectiveSchema): Generator<JsonValue> {
  yield* [1, 0, 10, 0.5];
  const step = firstKeyword(shape, 'multipleOf');
  const size = isNumber(step) ? Number(step) : 1;
  const bounds = shape.schemas.flatMap(({ schema }) => [...lowerBounds(schema), ...upperBounds(schema)]);
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
