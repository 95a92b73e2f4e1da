import { isNumber } from '../../core/json/decimal.ts';
import { isObject, setProperty, stringifyJson } from '../../core/json/index.ts';
import type { Direction, JsonObject, JsonValue } from '../../core/model.ts';
import type { Contract } from '../../openapi/contract.ts';
import { prefixItemsCount, schemasOfItem } from '../../openapi/schema/applicable-schemas.ts';
import { type EffectiveSchema, effectiveSchema, firstKeyword } from '../../openapi/schema/effective-schema.ts';
import type { TypeName } from '../../openapi/schema/instance-types.ts';
import { lowerBounds, upperBounds } from '../../openapi/schema/keywords/number.ts';
import { isTooLarge } from '../../openapi/schema/smallest-size.ts';
import type { UniqueValues } from '../requests/unique-values.ts';
import { encodedContent } from './encoded-content.ts';
import { canonicalFormatValue } from './format-value.ts';
import { looksLikeIdentifier } from './identifier-names.ts';
import { textFormat } from './implied-format.ts';
import { impliedTypes } from './implied-types.ts';
import { shallowestFirst } from './min-depth.ts';
import { nameAlternative, nameSubtype, subtypeValue } from './named-alternatives.ts';
import { randomValues } from './random-value.ts';
import { schemaExamples } from './schema-examples.ts';
import { separateBranches } from './separate-branches.ts';

export interface CanonicalValueOptions {
  readonly direction: Direction;
  /** Which properties the objects have. */
  readonly properties: 'required' | 'all';
  /** Name of the parameter that the value is for. */
  readonly name?: string | undefined;
}

/** Objects below this depth have required properties only. */
const MAX_DEPTH = 6;
/** The depth to which optional properties are present even if the value gets large. */
const MIN_DEPTH = 2;
/** A value with more nodes is made again with less depth: its size multiplies with each level, and every node gets mutated. */
const MAX_NODES = 500;

/** The largest or smallest of this many random values is returned. */
const RANDOM_ATTEMPTS = 12;

/**
 * Returns a small and unremarkable valid value of the schema at `pointer`, with identifiers from `unique`.
 * Falls back on the examples of the schema, then on random values.
 * @returns undefined if no valid value was found
 */
export function canonicalValue(
  contract: Contract,
  unique: UniqueValues,
  pointer: string,
  options: CanonicalValueOptions,
): JsonValue | undefined {
  if (isTooLarge(contract.document, pointer, options.direction)) return undefined;
  for (let depth = MAX_DEPTH; ; depth--) {
    const sampler = new CanonicalValueBuilder(contract, unique, options, depth);
    const value = sampler.value(pointer, 0, '');
    if (sampler.isOver() && depth > MIN_DEPTH) continue;
    return contract.schemas.accepts(pointer, value, options.direction) ? value : undefined;
  }
}

class CanonicalValueBuilder {
  private readonly contract: Contract;
  private readonly unique: UniqueValues;
  private readonly options: CanonicalValueOptions;
  private readonly maxDepth: number;
  private remaining = MAX_NODES;

  constructor(contract: Contract, unique: UniqueValues, options: CanonicalValueOptions, deepest: number) {
    this.contract = contract;
    this.unique = unique;
    this.options = options;
    this.maxDepth = deepest;
  }

  /** Returns whether the value has more than `MAX_NODES` nodes. */
  isOver(): boolean {
    return this.remaining < 0;
  }

  value(pointer: string, depth: number, name: string): JsonValue {
    this.remaining--;
    const plain = this.simplestValue(pointer, depth, name);
    return this.accepts(pointer, plain) ? plain : (this.exampleOrRandom(pointer) ?? plain);
  }

  private accepts(pointer: string, value: JsonValue): boolean {
    return this.contract.schemas.accepts(pointer, value, this.options.direction);
  }

  private exampleOrRandom(pointer: string): JsonValue | undefined {
    if (this.isOver()) return undefined;
    const { direction, properties } = this.options;
    const examples = schemaExamples(effectiveSchema(this.contract.document, pointer, direction));
    const example = examples.find((value) => this.accepts(pointer, value));
    if (example !== undefined && (this.unique.takesExamples || typeof example !== 'string')) return example;
    const random = randomValues(this.contract, this.unique, pointer, direction, RANDOM_ATTEMPTS);
    const sorted = random.sort((a, b) => stringifyJson(a).length - stringifyJson(b).length);
    return sorted.at(properties === 'all' ? -1 : 0) ?? example;
  }

  private simplestValue(pointer: string, depth: number, name: string): JsonValue {
    const effective = effectiveSchema(this.contract.document, pointer, this.options.direction);
    const fixed = firstKeyword(effective, 'const') ?? firstOf(firstKeyword(effective, 'enum'));
    if (fixed !== undefined) return fixed;
    const subtype = this.subtype(effective, depth, name);
    if (subtype !== undefined) return subtype;
    const chosen = effective.alternatives.map((list) => this.alternative(effective, list, depth, name));
    const types = effective.hasType ? effective.types : [...impliedTypes(effective), ...effective.types];
    const type = types.find((each) => each !== 'null') ?? 'null';
    if (chosen.length > 0 && !(type === 'object' && chosen.every((value) => isObject(value)))) return chosen[0] ?? null;
    const own = this.typed(effective, type, depth, name);
    if (!isObject(own)) return own;
    const named = nameSubtype(this.contract.document, effective, own);
    return Object.assign(
      this.accepts(effective.pointer, named) ? named : own,
      ...chosen.filter((value) => isObject(value)),
    );
  }

  private subtype(effective: EffectiveSchema, depth: number, name: string): JsonValue | undefined {
    if (depth >= MAX_DEPTH || this.isOver()) return undefined;
    const make = (pointer: string) => this.value(pointer, depth + 1, name);
    return subtypeValue(this.contract.document, effective, make, (value) => this.accepts(effective.pointer, value));
  }

  /** Returns a value of the first alternative that validates, of those that end within the remaining depth. */
  private alternative(effective: EffectiveSchema, list: readonly string[], depth: number, name: string): JsonValue {
    let first: JsonValue | undefined;
    const { document } = this.contract;
    const { direction, properties } = this.options;
    const left = 2 * MAX_DEPTH - depth - 1;
    const isRoomy = properties === 'all' && depth < this.maxDepth;
    for (const pointer of shallowestFirst(document, list, direction, left, isRoomy)) {
      const value = this.value(pointer, depth + 1, name);
      const named = nameAlternative(document, effective, pointer, value);
      if (this.accepts(effective.pointer, named)) return named;
      if (this.accepts(effective.pointer, value)) return value;
      const separated = separateBranches(this.contract, direction, pointer, list, value);
      if (separated !== value && this.accepts(effective.pointer, separated)) return separated;
      first ??= value;
      if (this.isOver()) break;
    }
    return first ?? null;
  }

  private typed(effective: EffectiveSchema, type: TypeName, depth: number, name: string): JsonValue {
    switch (type) {
      case 'object':
        return this.object(effective, depth);
      case 'array':
        return this.array(effective, depth, name);
      case 'string':
        return this.string(effective, name);
      case 'integer':
      case 'number':
        return this.number(effective, name);
      case 'boolean':
        return true;
      case 'null':
        return null;
    }
  }

  private object(effective: EffectiveSchema, depth: number): JsonObject {
    const object: JsonObject = {};
    const { properties } = this.options;
    for (const [name, pointers] of effective.properties) {
      if (effective.otherDirectionOnly.has(name)) continue;
      const isRoomy = depth === 0 || (depth < this.maxDepth && !this.isOver());
      const wanted = effective.required.has(name) || (properties === 'all' && isRoomy);
      if (wanted && depth < 2 * MAX_DEPTH) setProperty(object, name, this.property(pointers, depth, name));
    }
    for (const name of effective.required)
      if (!Object.hasOwn(object, name)) setProperty(object, name, this.undeclaredProperty(effective, depth, name));
    const min = Math.max(Number(firstKeyword(effective, 'minProperties') ?? 0), this.isMap(effective, depth) ? 1 : 0);
    const absent = [...effective.properties.keys()].filter((name) => !Object.hasOwn(object, name));
    for (let index = 1, count = Object.keys(object).length; count < min; index++) {
      const name = absent.shift() ?? `property${index}`;
      if (!Object.hasOwn(object, name)) count++;
      const declared = effective.properties.get(name);
      setProperty(
        object,
        name,
        declared ? this.property(declared, depth, name) : this.undeclaredProperty(effective, depth, name),
      );
    }
    return object;
  }

  /** Returns whether the object declares only `additionalProperties`, or nothing: it gets one, to show their schema. */
  private isMap({ properties, additionalProperties, alternatives }: EffectiveSchema, depth: number): boolean {
    if (this.options.properties !== 'all' || depth >= this.maxDepth || properties.size > 0) return false;
    const isFree = depth === 0 && additionalProperties === undefined && alternatives.length === 0;
    return isFree || typeof additionalProperties === 'string';
  }

  /** Returns a value of a property or item that is valid against all of its schemas. */
  private property(pointers: readonly string[], depth: number, name: string): JsonValue {
    const values = pointers.map((pointer) => this.value(pointer, depth + 1, name));
    const result = values.find((value) => pointers.every((pointer) => this.accepts(pointer, value)));
    return result ?? values[0] ?? null;
  }

  private undeclaredProperty(effective: EffectiveSchema, depth: number, name: string): JsonValue {
    return typeof effective.additionalProperties === 'string'
      ? this.value(effective.additionalProperties, depth + 1, name)
      : this.unique.word();
  }

  private array(effective: EffectiveSchema, depth: number, name: string): JsonValue[] {
    const min = Number(firstKeyword(effective, 'minItems') ?? 0);
    const max = Number(firstKeyword(effective, 'maxItems') ?? Number.POSITIVE_INFINITY);
    const wanted = depth > this.maxDepth ? min : Math.min(max, Math.max(min, prefixItemsCount(effective.schemas), 1));
    const items: JsonValue[] = [];
    for (let index = 0; index < wanted; index++) {
      const pointers = schemasOfItem(effective.schemas, index);
      items.push(pointers.length > 0 ? this.property(pointers, depth, name) : this.unique.word());
    }
    if (firstKeyword(effective, 'uniqueItems') !== true || effective.items === undefined) return items;
    const item = effectiveSchema(this.contract.document, effective.items, this.options.direction);
    const allowed = firstKeyword(item, 'enum');
    return Array.isArray(allowed) ? allowed.slice(0, items.length) : items;
  }

  private string(effective: EffectiveSchema, name: string): string {
    const encoded = encodedContent(effective, () => this.unique.word());
    if (encoded !== undefined) return encoded;
    const said = name || this.options.name || '';
    const formatted = canonicalFormatValue(textFormat(effective, said), this.unique, said);
    if (formatted !== undefined && this.accepts(effective.pointer, formatted)) return formatted;
    const min = Number(firstKeyword(effective, 'minLength') ?? 0);
    const max = Number(firstKeyword(effective, 'maxLength') ?? Number.POSITIVE_INFINITY);
    const word = this.unique.word().padEnd(min, 'x');
    return word.slice(Math.max(0, word.length - max));
  }

  private number(effective: EffectiveSchema, name: string): JsonValue {
    const bounds = effective.schemas.flatMap(({ schema }) => [...lowerBounds(schema), ...upperBounds(schema)]);
    const candidates = [
      ...(looksLikeIdentifier(name) ? [this.unique.integer()] : []),
      ...[10, 1, 0],
      ...bounds.map(({ value }) => value),
      ...[firstKeyword(effective, 'multipleOf')].filter(isNumber),
    ];
    return candidates.find((value) => this.accepts(effective.pointer, value)) ?? 10;
  }
}

function firstOf(list: JsonValue | undefined): JsonValue | undefined {
  return Array.isArray(list) ? list[0] : undefined;
}
