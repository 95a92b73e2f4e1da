import type { JsonObject } from '../../core/model.ts';
import { fnv1a } from '../../core/util/random.ts';
import { type EffectiveSchema, firstKeyword } from '../../openapi/schema/effective-schema.ts';
import { encodedContent } from '../values/encoded-content.ts';
import { looksLikeIdentifier } from '../values/identifier-names.ts';
import { createRandom, generate } from '../values/random/generate.ts';
import { stringArbitrary } from '../values/random/string.ts';
import { STRING_KEYWORDS } from '../values/repair/primitives.ts';
import { stringByFormat } from './formats.ts';
import { likeSample } from './like-sample.ts';
import { capitalized, slug } from './name-rules.ts';
import type { PropertySource } from './property-source.ts';
import { stringByName, url } from './string-rules.ts';

/** Strings that match a pattern, to try before the value is made by other means. */
const PATTERN_ATTEMPTS = 6;
const ID_LENGTH = 10;
/** Up to this length a text is one word. */
const MAX_WORD_LENGTH = 12;
const MAX_TEXT_LENGTH = 10_000;
const COUNTRY = /(^| )(country|nationality)$/;

/** Returns whether the property identifies its own record: `id`, or `bookId` of a book. */
export function isOwnIdentifier({ property, phrase }: PropertySource): boolean {
  const own = `${property.owner.words.join(' ')} id`;
  return /^(id|uuid|guid|key)$/.test(phrase) || phrase === own || phrase.replace(/ (uu|gu)id$/, ' id') === own;
}

/** Makes a string by format, by name or as an identifier. @returns undefined if nothing about it is known */
export function knownString(effective: EffectiveSchema, source: PropertySource): string | undefined {
  const format = firstKeyword(effective, 'format');
  if (Number(firstKeyword(effective, 'maxLength')) <= 3 && COUNTRY.test(source.phrase))
    return source.faker.location.countryCode(Number(firstKeyword(effective, 'maxLength')) < 3 ? 'alpha-2' : 'alpha-3');
  const encoded = encodedContent(effective, () => source.faker.lorem.words(3));
  if (encoded !== undefined) return encoded;
  const formatted = typeof format === 'string' ? stringByFormat(format, source) : undefined;
  if (formatted !== undefined) return formatted;
  if (isOwnIdentifier(source) || (looksLikeIdentifier(source.property.name) && / id$/.test(source.phrase)))
    return source.faker.string.alphanumeric({ length: ID_LENGTH, casing: 'lower' });
  return stringByName(source);
}

/** Makes an identifier in the style of the document's example. */
export function likeExample(example: string, { faker }: PropertySource): string {
  return likeSample(example, () => faker.number.float({ max: 0.999 }));
}

/** Yields the string, then forms of it that may fit the lengths and the pattern of the schema. */
export function* fittedStrings(effective: EffectiveSchema, text: string, source: PropertySource): Generator<string> {
  yield text;
  const min = Math.min(Number(firstKeyword(effective, 'minLength') ?? 0), MAX_TEXT_LENGTH);
  const max = Number(firstKeyword(effective, 'maxLength') ?? Number.POSITIVE_INFINITY);
  if (text.startsWith('data:')) yield url(source);
  const characters = [...text];
  if (characters.length > max) yield* shortened(text, max);
  if (characters.length < min) yield lengthened(text, min, max, source);
  if (firstKeyword(effective, 'pattern') === undefined) return;
  if (COUNTRY.test(source.phrase))
    yield* [source.faker.location.countryCode(), source.faker.location.countryCode('alpha-3')];
  for (const form of [text.toLowerCase(), text.toUpperCase(), slug(text), slug(text).replaceAll('-', '_')]) yield form;
  for (const form of [text.replace(/[^A-Za-z0-9]/g, ''), text.replace(/[^0-9]/g, ''), text.split(' ')[0] ?? ''])
    yield [...form].slice(0, max).join('');
}

/** Makes words without a meaning, for a property of which nothing is known. */
export function loremString(effective: EffectiveSchema, { faker }: PropertySource): string {
  const max = Number(firstKeyword(effective, 'maxLength') ?? Number.POSITIVE_INFINITY);
  if (max < 1) return '';
  return max <= MAX_WORD_LENGTH ? faker.lorem.word({ length: { min: 1, max } }) : capitalized(faker.lorem.words(3));
}

/** Yields random strings that match the pattern of a schema, the same for the same key. */
export function* patternStrings({ schemas }: EffectiveSchema, key: string): Generator<string> {
  yield* randomStrings(
    schemas.map(({ schema }) => schema),
    key,
  );
}

/** Yields random strings of a schema, as {@link patternStrings} does. */
export function* randomStrings(schemas: readonly JsonObject[], key: string): Generator<string> {
  const arbitrary = arbitraryOf(schemas);
  if (!arbitrary) return;
  const random = createRandom(fnv1a(key), 'plausible');
  for (let attempt = 0; attempt < PATTERN_ATTEMPTS; attempt++) {
    const made = generate(arbitrary, random);
    if (made) yield made.value;
  }
}

/** Compiling a pattern takes milliseconds; most strings have one schema, with a description beside its reference. */
const arbitraries = new WeakMap<JsonObject, ReturnType<typeof stringArbitrary>>();

function arbitraryOf(all: readonly JsonObject[]): ReturnType<typeof stringArbitrary> {
  const schemas = all.filter((schema) => STRING_KEYWORDS.some((keyword) => schema[keyword] !== undefined));
  const [only, ...others] = schemas;
  if (only === undefined || others.length > 0) return stringArbitrary(schemas, 'token');
  if (!arbitraries.has(only)) arbitraries.set(only, stringArbitrary(schemas, 'token'));
  return arbitraries.get(only);
}

function* shortened(text: string, max: number): Generator<string> {
  const cut = [...text].slice(0, max).join('');
  const atWord = cut.replace(/[\s,.-]+\S*$/, '');
  if (atWord.length > max / 2) yield atWord;
  yield cut;
}

function lengthened(text: string, min: number, max: number, { faker }: PropertySource): string {
  let longer = text;
  while ([...longer].length < min) longer += ` ${faker.lorem.words(4)}`;
  const characters = [...longer];
  return characters
    .slice(0, Math.max(min, Math.min(max, characters.length)))
    .join('')
    .trimEnd()
    .padEnd(min, '.');
}

/** True for a name whose values differ between the records of a list. */
export function isDistinguishing(phrase: string): boolean {
  // Records share these.
  if (/(^| )(currency|country|language|locale|status|region|state) code$/.test(phrase)) return false;
  return /(^| )(id|uuid|guid|key|name|title|e ?mail|slug|sku|code|number|label|headline|subject|handle|login|token|secret)$/.test(
    phrase,
  );
}

/** True for a name whose example is right for every record, such as the `type` of JSON:API. */
export function isConstantLike(phrase: string): boolean {
  return /(^| )(type|kind|class|object|version|unit|currency|locale|schema)$/.test(phrase);
}
