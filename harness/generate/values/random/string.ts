import { type Arbitrary, stringMatching } from 'fast-check';
import { isNumber } from '../../../core/json/decimal.ts';
import type { JsonObject } from '../../../core/model.ts';
import { codePoints } from '../../../openapi/schema/keywords/string.ts';
import { compilePattern } from '../../../openapi/schema/pattern/pattern.ts';
import { BoundedFilterArbitrary } from './arbitraries/bounded-filter.ts';
import { StringArbitrary } from './arbitraries/string.ts';
import { WithConstantsArbitrary } from './arbitraries/with-constants.ts';
import type { CharacterSet } from './characters.ts';
import { EDGE_CASE_STRINGS } from './edge-case-strings.ts';
import { formatArbitrary } from './format.ts';

/** Longer text is an everyday one only where the schema demands it. */
const EVERYDAY_LENGTH = 40;
const OPEN_LENGTH = 400;
/** Room above a great `minLength`. */
const ROOM = 8;
const MAX_LENGTH = 100_000;

/** Strings of schemas that all hold; undefined where they leave no length. */
export function stringArbitrary(
  schemas: readonly JsonObject[],
  repertoire: CharacterSet,
): Arbitrary<string> | undefined {
  const bounds = lengths(schemas, repertoire === 'open' ? OPEN_LENGTH : EVERYDAY_LENGTH);
  if (!bounds) return undefined;
  const { min, max } = bounds;
  const fits = (text: string) => codePoints(text) >= min && codePoints(text) <= max;
  const [format] = schemas.flatMap((schema) => (typeof schema['format'] === 'string' ? [schema['format']] : []));
  const shaped = format === undefined ? undefined : formatArbitrary(format);
  if (shaped) return new BoundedFilterArbitrary(shaped, fits);
  const patterns = schemas.flatMap((schema) => (typeof schema['pattern'] === 'string' ? [schema['pattern']] : []));
  const text = new WithConstantsArbitrary(
    new StringArbitrary(repertoire, min, max),
    troublesome(repertoire).filter(fits),
    3,
  );
  const [pattern, ...others] = patterns;
  if (pattern === undefined) return text;
  const matches = (value: string) => others.every((source) => compilePattern(source)?.test(value) !== false);
  return new BoundedFilterArbitrary(matching(pattern, min, max, repertoire), (value) => fits(value) && matches(value));
}

function lengths(schemas: readonly JsonObject[], usual: number): { min: number; max: number } | undefined {
  const given = (name: string) => schemas.flatMap((schema) => (isNumber(schema[name]) ? [Number(schema[name])] : []));
  const least = Math.max(0, ...given('minLength'));
  const most = Math.min(Math.max(usual, least + ROOM), ...given('maxLength'));
  return least <= most && least <= MAX_LENGTH ? { min: least, max: most } : undefined;
}

function troublesome(repertoire: CharacterSet): readonly string[] {
  return repertoire === 'token' ? EDGE_CASE_STRINGS.filter((text) => /^[\w.-]+$/.test(text)) : EDGE_CASE_STRINGS;
}

/** fast-check writes text for most patterns; for those with assertions it cannot, plain text is tried. */
function matching(source: string, least: number, most: number, repertoire: CharacterSet): Arbitrary<string> {
  const pattern = compilePattern(source);
  if (!pattern) return new StringArbitrary(repertoire, least, most);
  const printable = (text: string) => repertoire === 'open' || !SILENT.test(text);
  const plain = () => {
    const floor = Math.min(most, Math.max(least, EVERYDAY_LENGTH >> 1));
    return new BoundedFilterArbitrary(
      new StringArbitrary(repertoire, floor, most),
      (text) => pattern.test(text) === true,
    );
  };
  const { expression } = pattern;
  if (!expression || !pattern.canGenerate(most)) return plain();
  try {
    return new BoundedFilterArbitrary(
      stringMatching(expression, { maxLength: Math.min(most, MAX_LENGTH), size: least > ROOM ? 'medium' : 'small' }),
      printable,
    );
  } catch {
    return plain();
  }
}

/** Control characters, lone surrogates and noncharacters (Unicode, section 23.7), which a negated class may bring. */
const SILENT = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u;
