import type { JsonValue } from '../../core/model.ts';
import { fnv1a } from '../../core/util/random.ts';
import type { Contract } from '../../openapi/contract.ts';
import { words } from '../../openapi/resources/names.ts';
import { type EffectiveSchema, effectiveSchema, firstKeyword } from '../../openapi/schema/effective-schema.ts';
import type { TypeName } from '../../openapi/schema/instance-types.ts';
import { UniqueValues } from '../requests/unique-values.ts';
import { canonicalValue } from '../values/canonical-value.ts';
import { impliedTypes } from '../values/implied-types.ts';
import type { SchemaRepair } from '../values/repair/repair-value.ts';
import { schemaExamples } from '../values/schema-examples.ts';
import { withAlternatives } from './alternatives.ts';
import { plausibleArray } from './array-builder.ts';
import { plausibleBoolean } from './booleans.ts';
import { plausibleNumbers } from './number-values.ts';
import { plausibleObject } from './object-builder.ts';
import type { Place } from './place.ts';
import { PropertySource } from './property-source.ts';
import type { SeededFaker } from './seeded-faker.ts';
import {
  fittedStrings,
  isConstantLike,
  isDistinguishing,
  isOwnIdentifier,
  knownString,
  likeExample,
  loremString,
  patternStrings,
} from './string-values.ts';
import { xFakerValue } from './x-faker.ts';

/** What all values of one contract are made from. */
export interface Sources {
  readonly contract: Contract;
  readonly fakers: SeededFaker;
  readonly repair: SchemaRepair;
  /** Midnight (UTC) of today, in milliseconds. */
  readonly today: number;
  /** Items of a list that a response is about. */
  readonly items: number | undefined;
  readonly isBrief: boolean;
  /** Called for `x-faker` that Faker cannot satisfy. */
  readonly onWarning: (message: string) => void;
}

/** Deeper values are not made. */
const MAX_DEPTH = 24;
/** Shares of the budget above which optional properties are present down to a depth. */
const ROOM: readonly (readonly [share: number, depth: number])[] = [
  [0.9, 8],
  [0.5, 4],
  [0.2, 3],
  [0, 1],
];
const MAX_NODES = 3000;
/** Levels of optional properties in a value that is brief. */
const BRIEF_DEPTH = 3;
/** Strings to try until one differs from those of other items. */
const DISTINCT_ATTEMPTS = 12;

/**
 * Which objects and arrays are checked while a value is made: all, so that the next candidate can take the place of an invalid one; or
 * only examples, since an object that is checked with all that is around it is checked once for each level.
 */
export type PartChecks = 'all' | 'examples';

/** Makes one plausible value; every part is valid against its schema, if all are checked. */
export class ValueBuilder {
  readonly sources: Sources;
  private readonly checked: PartChecks;
  private remaining = MAX_NODES;

  constructor(sources: Sources, checked: PartChecks) {
    this.sources = sources;
    this.checked = checked;
  }

  /** Returns whether objects at this depth have optional properties. */
  isRoomy(depth: number): boolean {
    if (this.sources.isBrief && depth >= BRIEF_DEPTH) return false;
    const share = this.remaining / MAX_NODES;
    return ROOM.some(([min, max]) => share > min && depth < max);
  }

  effective(pointer: string): EffectiveSchema {
    return effectiveSchema(this.sources.contract.document, pointer, 'response');
  }

  isValid(pointer: string, value: JsonValue): boolean {
    return this.sources.repair.isValid(pointer, value);
  }

  /** Returns a plausible value, else any valid one. @returns undefined if none is found */
  required(pointer: string, place: Place): JsonValue | undefined {
    const { repair, contract } = this.sources;
    const made = this.value([pointer], place) ?? repair.nearest(pointer, undefined);
    if (made !== undefined) return made;
    const unique = new UniqueValues(fnv1a(place.key));
    const canonical = canonicalValue(contract, unique, pointer, { direction: 'response', properties: 'all' });
    return canonical !== undefined && this.isValid(pointer, canonical) ? canonical : undefined;
  }

  /** Returns a value that is valid against all schemas; a word if there are none. @returns undefined if none is found */
  valueOfAll(pointers: readonly string[], place: Place): JsonValue | undefined {
    const [first, ...others] = pointers;
    if (first === undefined) return this.source(place, 0).faker.lorem.word();
    const made = this.value(pointers, place);
    if (made !== undefined) return made;
    return others.reduce<JsonValue | undefined>(
      (value, pointer) => value && this.sources.repair.nearest(pointer, value),
      this.required(first, place),
    );
  }

  /** @returns undefined if no plausible value is valid against all schemas */
  value(pointers: readonly string[], place: Place): JsonValue | undefined {
    this.remaining--;
    if (place.depth > MAX_DEPTH) return undefined;
    let fallback: JsonValue | undefined;
    for (const pointer of pointers) {
      const effective = this.effective(pointer);
      for (const candidate of this.candidates(effective, place)) {
        if (this.isChecked(effective, candidate) && !pointers.every((each) => this.isValid(each, candidate))) continue;
        if (isListed(effective) || typeof candidate !== 'string' || !place.taken?.has(candidate))
          return this.take(place, candidate);
        fallback ??= candidate;
      }
    }
    return fallback;
  }

  private isChecked(effective: EffectiveSchema, candidate: JsonValue): boolean {
    const isLeaf = typeof candidate !== 'object' || candidate === null;
    return this.checked === 'all' || isLeaf || schemaExamples(effective).includes(candidate);
  }

  private take(place: Place, value: JsonValue): JsonValue {
    if (typeof value === 'string') place.taken?.add(value);
    return value;
  }

  private *candidates(effective: EffectiveSchema, place: Place): Generator<JsonValue> {
    const xFaker = firstKeyword(effective, 'x-faker');
    if (xFaker !== undefined) yield* this.xFaker(xFaker, place);
    const constant = firstKeyword(effective, 'const');
    const choices = firstKeyword(effective, 'enum') ?? (constant === undefined ? undefined : [constant]);
    if (Array.isArray(choices)) return yield* this.rotated(choices, place);
    if (place.prefersExamples) yield* schemaExamples(effective).filter((value) => value !== null);
    yield* withAlternatives(this, effective, place, () => this.typed(effective, place));
    yield* schemaExamples(effective);
    if (effective.types.includes('null')) yield null;
  }

  /** Yields the values of an enum, each item of a list beginning with another one; null last. */
  private rotated(choices: readonly JsonValue[], place: Place): JsonValue[] {
    const values = choices.filter((value) => value !== null);
    // Prices are in one currency, so that they can be added.
    const isCurrency = /(^| )currency( code)?$/.test(words(place.name).join(' '));
    const from = isCurrency ? this.sources.fakers.unit('currency') : this.sources.fakers.unit(place.stem);
    const start = Math.floor(from * values.length) + (isCurrency ? 0 : place.index);
    const rotated = values.map((_, index) => values[(start + index) % values.length] ?? null);
    return [...rotated, ...choices.filter((value) => value === null)];
  }

  private *xFaker(wanted: JsonValue, place: Place): Generator<JsonValue> {
    for (const attempt of [0, 1, 2]) {
      try {
        yield xFakerValue(this.source(place, attempt).faker, wanted);
      } catch (error) {
        this.sources.onWarning(`x-faker of ${place.name}: ${(error as Error).message}`);
        return;
      }
    }
  }

  private *typed(effective: EffectiveSchema, place: Place): Generator<JsonValue> {
    const declared = effective.hasType ? effective.types.filter((type) => type !== 'null') : impliedTypes(effective);
    const types: readonly TypeName[] = declared.length > 0 || hasAlternatives(effective) ? declared : ['string'];
    // An integer is a number, too.
    const distinct = types.includes('number') ? types.filter((type) => type !== 'integer') : types;
    for (const type of distinct) yield* this.ofType(effective, type, place);
  }

  private *ofType(effective: EffectiveSchema, type: TypeName, place: Place): Generator<JsonValue> {
    switch (type) {
      case 'object':
        return yield* plausibleObject(this, effective, place);
      case 'array':
        return yield* plausibleArray(this, effective, place);
      case 'string':
        return yield* this.strings(effective, place);
      case 'integer':
      case 'number':
        return yield* plausibleNumbers(effective, this.source(place, 0), type === 'integer');
      case 'boolean': {
        const usual = plausibleBoolean(this.source(place, 0));
        return yield* [usual, !usual];
      }
      case 'null':
        return yield null;
    }
  }

  private *strings(effective: EffectiveSchema, place: Place): Generator<string> {
    const attempts = place.taken ? DISTINCT_ATTEMPTS : 1;
    const plain = this.source(place, 0);
    const examples = schemaExamples(effective).filter((value) => typeof value === 'string');
    if (isConstantLike(plain.phrase)) yield* examples;
    const [sample] = isOwnIdentifier(plain) && firstKeyword(effective, 'format') === undefined ? examples : [];
    for (let attempt = 0; attempt < attempts; attempt++) {
      const source = this.source(place, attempt);
      const known = sample === undefined ? knownString(effective, source) : likeExample(sample, source);
      if (known === undefined) break;
      yield* fittedStrings(effective, known, source);
    }
    if (!isDistinguishing(plain.phrase)) yield* examples.slice(place.index % Math.max(1, examples.length));
    if (firstKeyword(effective, 'pattern') === undefined)
      for (let attempt = 0; attempt < attempts; attempt++) {
        const other = this.source(place, attempt);
        yield* fittedStrings(effective, loremString(effective, other), other);
      }
    yield* patternStrings(effective, place.key);
  }

  private source(place: Place, attempt: number): PropertySource {
    return new PropertySource(this.sources.fakers, place, this.sources.today, attempt);
  }
}

/** True if the schema lists its values, which several items may share. */
function isListed(effective: EffectiveSchema): boolean {
  return firstKeyword(effective, 'enum') !== undefined || firstKeyword(effective, 'const') !== undefined;
}

function hasAlternatives({ alternatives }: EffectiveSchema): boolean {
  return alternatives.length > 0;
}
