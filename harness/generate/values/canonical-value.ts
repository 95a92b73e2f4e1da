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
import { minNestingDepth } from './min-depth.ts';
import { randomValues } from './random-value.ts';
import { schemaExamples } from './schema-examples.ts';

export interface CanonicalValueOptions {
  readonly direction: Direction;
  /** Which optional members are there. */
  readonly properties: 'required' | 'all';
}

/** Down to this depth optional members are there, where that does not make the value large. */
const MAX_DEPTH = 6;
/** Those of the outermost object are there in any case, also where it is an alternative. */
const MIN_DEPTH = 2;
/** Larger values go less deep: members that hold each other multiply with each level, and every place of a value is varied. */
const MAX_NODES = 500;

/** Of so many random values, the one with the most or the fewest members is taken. */
const RANDOM_ATTEMPTS = 12;

/**
 * A valid value of the schema at `pointer`, plain and small; identifying values come from `fresh`.
 * Where plain values do not do, the schema's own examples are tried, then random ones.
 * @returns undefined where none was found
 */
export function canonicalValue(
  contract: Contract,
  unique: UniqueValues,
  pointer: string,
  options: CanonicalValueOptions,
): JsonValue | undefined {
  if (isTooLarge(contract.document, pointer, options.direction)) return undefined;
  for (let depth = MAX_DEPTH; ; depth--) {
    const sampler = new Sampler(contract, unique, options, depth);
    const value = sampler.value(pointer, 0, '');
    if (sampler.isOver() && depth > MIN_DEPTH) continue;
    return contract.schemas.accepts(pointer, value, options.direction) ? value : undefined;
  }
}

class Sampler {
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

  /** Whether more values were made than a plain one should have. */
  isOver(): boolean {
    return this.remaining < 0;
  }

  value(pointer: string, depth: number, name: string): JsonValue {
    this.remaining--;
    const plain = this.plain(pointer, depth, name);
    return this.accepts(pointer, plain) ? plain : (this.example(pointer) ?? plain);
  }

  private accepts(pointer: string, value: JsonValue): boolean {
    return this.contract.schemas.accepts(pointer, value, this.options.direction);
  }

  private example(pointer: string): JsonValue | undefined {
    if (this.isOver()) return undefined;
    const { direction, properties } = this.options;
    const examples = schemaExamples(effectiveSchema(this.contract.document, pointer, direction));
    const example = examples.find((value) => this.accepts(pointer, value));
    if (example !== undefined) return example;
    const random = randomValues(this.contract, this.unique, pointer, direction, RANDOM_ATTEMPTS);
    const sorted = random.sort((a, b) => stringifyJson(a).length - stringifyJson(b).length);
    return sorted.at(properties === 'all' ? -1 : 0);
  }

  private plain(pointer: string, depth: number, name: string): JsonValue {
    const shape = effectiveSchema(this.contract.document, pointer, this.options.direction);
    const fixed = firstKeyword(shape, 'const') ?? firstOf(firstKeyword(shape, 'enum'));
    if (fixed !== undefined) return fixed;
    const chosen = shape.alternatives.map((list) => this.alternative(shape, list, depth, name));
    const type = shape.types.find((each) => each !== 'null') ?? 'null';
    if (chosen.length > 0 && !(type === 'object' && chosen.every((value) => isObject(value)))) return chosen[0] ?? null;
    const own = this.typed(shape, shape.hasType || shape.properties.size === 0 ? type : 'object', depth, name);
    return isObject(own) ? Object.assign(own, ...chosen.filter((value) => isObject(value))) : own;
  }

  /** The first branch that does; the others are tried after it, but for those that end only in more levels than there are left. */
  private alternative(shape: EffectiveSchema, list: readonly string[], depth: number, name: string): JsonValue {
    let first: JsonValue | undefined;
    for (const pointer of this.shallowest(list, depth)) {
      const value = this.value(pointer, depth + 1, name);
      if (this.accepts(shape.pointer, value)) return value;
      first ??= value;
      if (this.isOver()) break;
    }
    return first ?? null;
  }

  /** Where no optional members are there, what ends in the fewest levels comes first. */
  private shallowest(list: readonly string[], depth: number): readonly string[] {
    const { document } = this.contract;
    const left = 2 * MAX_DEPTH - depth - 1;
    const levels = new Map(list.map((each) => [each, minNestingDepth(document, each, this.options.direction, left)]));
    const ending = list.filter((each) => (levels.get(each) ?? left) <= left);
    const sorted = ending.toSorted((a, b) => (levels.get(a) ?? 0) - (levels.get(b) ?? 0));
    const isRoomy = this.options.properties === 'all' && depth < this.maxDepth;
    return ending.length === 0 ? list : isRoomy ? ending : sorted;
  }

  private typed(shape: EffectiveSchema, type: TypeName, depth: number, name: string): JsonValue {
    switch (type) {
      case 'object':
        return this.object(shape, depth);
      case 'array':
        return this.array(shape, depth, name);
      case 'string':
        return this.string(shape, name);
      case 'integer':
      case 'number':
        return this.number(shape, name);
      case 'boolean':
        return true;
      case 'null':
        return null;
    }
  }

  private object(shape: EffectiveSchema, depth: number): JsonObject {
    const object: JsonObject = {};
    const { properties } = this.options;
    for (const [name, pointers] of shape.properties) {
      if (shape.otherDirectionOnly.has(name)) continue;
      const isRoomy = depth === 0 || (depth < this.maxDepth && !this.isOver());
      const wanted = shape.required.has(name) || (properties === 'all' && isRoomy);
      if (wanted && depth < 2 * MAX_DEPTH) setProperty(object, name, this.property(pointers, depth, name));
    }
    for (const name of shape.required)
      if (!Object.hasOwn(object, name)) setProperty(object, name, this.unnamed(shape, depth, name));
    const least = Math.max(Number(firstKeyword(shape, 'minProperties') ?? 0), this.isMap(shape, depth) ? 1 : 0);
    for (let index = 1; Object.keys(object).length < least; index++) {
      const name = [...shape.properties.keys()].find((each) => !Object.hasOwn(object, each)) ?? `member${index}`;
      const declared = shape.properties.get(name);
      setProperty(object, name, declared ? this.property(declared, depth, name) : this.unnamed(shape, depth, name));
    }
    return object;
  }

  /** An object that declares no members but what others must be: with none of them it would show nothing of that. */
  private isMap(shape: EffectiveSchema, depth: number): boolean {
    const isShown = this.options.properties === 'all' && depth < this.maxDepth;
    return isShown && shape.properties.size === 0 && typeof shape.additionalProperties === 'string';
  }

  /** A member or item that several schemas of an `allOf` describe has to keep them all. */
  private property(pointers: readonly string[], depth: number, name: string): JsonValue {
    const values = pointers.map((pointer) => this.value(pointer, depth + 1, name));
    const whole = values.find((value) => pointers.every((pointer) => this.accepts(pointer, value)));
    return whole ?? values[0] ?? null;
  }

  private unnamed(shape: EffectiveSchema, depth: number, name: string): JsonValue {
    return typeof shape.additionalProperties === 'string'
      ? this.value(shape.additionalProperties, depth + 1, name)
      : this.unique.word();
  }

  private array(shape: EffectiveSchema, depth: number, name: string): JsonValue[] {
    const least = Number(firstKeyword(shape, 'minItems') ?? 0);
    const most = Number(firstKeyword(shape, 'maxItems') ?? Number.POSITIVE_INFINITY);
    const wanted = depth > this.maxDepth ? least : Math.min(most, Math.max(least, prefixItemsCount(shape.schemas), 1));
    const items: JsonValue[] = [];
    for (let index = 0; index < wanted; index++) {
      const pointers = schemasOfItem(shape.schemas, index);
      items.push(pointers.length > 0 ? this.property(pointers, depth, name) : this.unique.word());
    }
    return firstKeyword(shape, 'uniqueItems') === true ? this.uniqueItem(items, shape) : items;
  }

  /** Items of an enum repeat when drawn alike; its members in turn do not. */
  private uniqueItem(items: JsonValue[], shape: EffectiveSchema): JsonValue[] {
    const pointer = shape.items;
    const allowed = pointer
      ? firstKeyword(effectiveSchema(this.contract.document, pointer, this.options.direction), 'enum')
      : undefined;
    return Array.isArray(allowed) ? allowed.slice(0, items.length) : items;
  }

  private string(shape: EffectiveSchema, name: string): string {
    const format = String(firstKeyword(shape, 'format') ?? '');
    const formatted = this.formatted(format);
    if (formatted !== undefined) return formatted;
    const least = Number(firstKeyword(shape, 'minLength') ?? 0);
    const most = Number(firstKeyword(shape, 'maxLength') ?? Number.POSITIVE_INFINITY);
    const word = `${name || 'text'} ${this.unique.word()}`.padEnd(least, 'x');
    return word.slice(Math.max(0, word.length - most));
  }

  private formatted(format: string): string | undefined {
    const word = () => this.unique.word();
    const makers: Record<string, () => string> = {
      uuid: () => this.unique.uuid(),
      date: () => '2024-02-29',
      'date-time': () => '2024-02-29T12:30:45Z',
      time: () => '12:30:45Z',
      email: () => `${word()}@example.com`,
      uri: () => `https://example.com/${word()}`,
      hostname: () => `${word()}.example.com`,
      ipv4: () => '192.0.2.1',
      ipv6: () => '2001:db8::1',
      byte: () => Buffer.from(word()).toString('base64'),
    };
    return Object.hasOwn(makers, format) ? makers[format]?.() : undefined;
  }

  private number(shape: EffectiveSchema, name: string): JsonValue {
    const bounds = shape.schemas.flatMap(({ schema }) => [...lowerBounds(schema), ...upperBounds(schema)]);
    const candidates = [
      ...(looksLikeIdentifier(name) ? [this.unique.integer()] : []),
      ...[10, 1, 0],
      ...bounds.map(({ value }) => value),
      ...[firstKeyword(shape, 'multipleOf')].filter(isNumber),
    ];
    return candidates.find((value) => this.accepts(shape.pointer, value)) ?? 10;
  }
}

/** True for a member name that by custom identifies a record. */
export function looksLikeIdentifier(name: string): boolean {
  return /(^|[_-])(id|uuid|guid|key|number|no)$/i.test(name) || /[a-z](Id|ID|Uuid|Key|Number|No)$/.test(name);
}

function firstOf(list: JsonValue | undefined): JsonValue | undefined {
  return Array.isArray(list) ? list[0] : undefined;
}
