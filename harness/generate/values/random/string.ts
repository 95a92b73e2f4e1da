import { type Arbitrary, noBias, stringMatching } from 'fast-check';
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
import { generatableExpression, namedControls } from './generatable-expression.ts';

/** Longer strings may exceed limits of a service, unless the schema requires them. */
const DEFAULT_MAX_LENGTH = 40;
const UNSPECIFIED_MAX_LENGTH = 400;
/** Extra length allowed above a large `minLength`. */
const EXTRA_LENGTH = 8;
/** The same above twice the shortest match of a pattern: what is repeated in it may be long. */
const EXTRA_PATTERN_LENGTH = 60;
const MAX_LENGTH = 100_000;

/** Returns an arbitrary of strings valid against all schemas; undefined if their lengths exclude each other. */
export function stringArbitrary(
  schemas: readonly JsonObject[],
  characters: CharacterSet,
): Arbitrary<string> | undefined {
  const patterns = schemas.flatMap((schema) => (typeof schema['pattern'] === 'string' ? [schema['pattern']] : []));
  const shortest = Math.max(0, ...patterns.map((source) => compilePattern(source)?.lengths?.shortest ?? 0));
  const usual = characters === 'open' ? UNSPECIFIED_MAX_LENGTH : DEFAULT_MAX_LENGTH;
  const bounds = lengths(schemas, shortest === 0 ? usual : Math.max(usual, 2 * shortest + EXTRA_PATTERN_LENGTH));
  if (!bounds) return undefined;
  const { min, max } = bounds;
  const fits = (text: string) => codePoints(text) >= min && codePoints(text) <= max;
  const [format] = schemas.flatMap((schema) => (typeof schema['format'] === 'string' ? [schema['format']] : []));
  const shaped = format === undefined ? undefined : formatArbitrary(format);
  if (shaped) return new BoundedFilterArbitrary(shaped, fits);
  const text = new WithConstantsArbitrary(
    new StringArbitrary(characters, min, max),
    // Services may trim text before they look at its length.
    edgeCaseStrings(characters).filter((each) => fits(each) && codePoints(each.trim()) >= min),
    3,
  );
  const [pattern, ...others] = patterns;
  if (pattern === undefined) return text;
  const matches = (value: string) => others.every((source) => compilePattern(source)?.test(value) !== false);
  return new BoundedFilterArbitrary(
    patternArbitrary(pattern, min, max, characters),
    (value) => fits(value) && matches(value),
  );
}

function lengths(schemas: readonly JsonObject[], defaultMax: number): { min: number; max: number } | undefined {
  const declared = (name: string) =>
    schemas.flatMap((schema) => (isNumber(schema[name]) ? [Number(schema[name])] : []));
  const min = Math.max(0, ...declared('minLength'));
  const max = Math.min(Math.max(defaultMax, min + EXTRA_LENGTH), ...declared('maxLength'));
  return min <= max && min <= MAX_LENGTH ? { min, max } : undefined;
}

function edgeCaseStrings(characters: CharacterSet): readonly string[] {
  return characters === 'token' ? EDGE_CASE_STRINGS.filter((text) => /^[\w.-]+$/.test(text)) : EDGE_CASE_STRINGS;
}

/** Generates strings by the pattern; filters random strings if fast-check does not support it, e.g. assertions. */
function patternArbitrary(source: string, min: number, max: number, characters: CharacterSet): Arbitrary<string> {
  const pattern = compilePattern(source);
  if (!pattern) return new StringArbitrary(characters, min, max);
  const filtered = () => {
    const floor = Math.min(max, Math.max(min, DEFAULT_MAX_LENGTH >> 1));
    return new BoundedFilterArbitrary(
      new StringArbitrary(characters, floor, max),
      (text) => pattern.test(text) === true,
    );
  };
  const { expression } = pattern;
  if (!expression || !pattern.canGenerate(max)) return filtered();
  try {
    const { expression: generatable, isNarrower } = generatableExpression(expression);
    const size = sizeFor(min, pattern.lengths?.longestGenerated ?? 0);
    const texts = matchingTexts(generatable, Math.min(max, MAX_LENGTH), size);
    const isPrintable = characters === 'open' ? () => true : printableBy(expression);
    const matches = (text: string) => isNarrower || pattern.test(text) === true;
    // A bias towards small values would be one towards texts that are too short.
    const unbiased = size === 'small' ? texts : noBias(texts);
    return new BoundedFilterArbitrary(unbiased, (text) => isPrintable(text) && matches(text));
  } catch {
    return filtered();
  }
}

type Size = 'small' | 'medium' | 'large' | 'xlarge';

/** fast-check takes milliseconds to read an expression, and a document has the same one in many places. */
function matchingTexts(expression: RegExp, maxLength: number, size: Size): Arbitrary<string> {
  const key = `${size} ${maxLength} ${expression}`;
  const known = matching.get(key);
  if (known) return known;
  const texts = stringMatching(expression, { maxLength, size });
  if (matching.size >= MAX_MATCHING) matching.clear();
  matching.set(key, texts);
  return texts;
}

const matching = new Map<string, Arbitrary<string>>();
const MAX_MATCHING = 1000;

/** The size of fast-check whose repetitions are long enough; nested ones of a larger size exceed any limit, again and again. */
function sizeFor(min: number, longestOfSmall: number): Size {
  if (min <= EXTRA_LENGTH || longestOfSmall >= 2 * min) return 'small';
  if (min <= 40) return 'medium';
  return min <= 300 ? 'large' : 'xlarge';
}

/** True for a text without unspecified characters but those that the pattern names. */
function printableBy(expression: RegExp): (text: string) => boolean {
  const named = namedControls(expression);
  const isUnspecified = (character: string) => UNSPECIFIED_CHARACTER.test(character) && !named.has(character);
  return (text) => ![...text].some(isUnspecified);
}

/** Control characters, lone surrogates and noncharacters (Unicode 23.7), which a negated class may match. */
const UNSPECIFIED_CHARACTER = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u;
