import { itemSchemas, tupleLength } from '../../openapi/schema/applicable-schemas.ts';
import type { Contract } from '../../openapi/contract.ts';
import { isNumber } from '../../core/json/decimal.ts';
import { isObject, setMember, writeJson } from '../../core/json/index.ts';
import { lowerBounds, upperBounds } from '../../openapi/schema/keywords/number.ts';
import type { TypeName } from '../../openapi/schema/instance-types.ts';
import { keyword, readShape, type Shape } from '../../openapi/schema/effective-schema.ts';
import type { Direction, Json, JsonObject } from '../../core/model.ts';
import { drawn } from './random-value.ts';
import { exampleValues } from './schema-examples.ts';
import type { Fresh } from '../requests/unique-values.ts';
import { levelsOf } from './min-depth.ts';

export interface SampleOptions {
  readonly direction: Direction;
  /** Which optional members are there. */
  readonly members: 'required' | 'all';
}

/** Down to this depth optional members are there, where that does not make the value large. */
const MAX_DEPTH = 6;
/** Those of the outermost object are there in any case, also where it is an alternative. */
const MIN_DEPTH = 2;
/** Larger values go less deep: members that hold each other multiply with each level, and every place of a value is varied. */
const PATIENCE = 500;

/** Of so many random values, the one with the most or the fewest members is taken. */
const DRAWS = 12;

/**
 * A valid value of the schema at `pointer`, plain and small; identifying values come from `fresh`.
 * Where plain values do not do, the schema's own examples are tried, then random ones.
 * @returns undefined where none was found
 */
export function sample(contract: Contract, fresh: Fresh, pointer: string, options: SampleOptions): Json | undefined {
  for (let depth = MAX_DEPTH; ; depth--) {
    const sampler = new Sampler(contract, fresh, options, depth);
    const value = sampler.value(pointer, 0, '');
    if (sampler.isOver() && depth > MIN_DEPTH) continue;
    return contract.schemas.accepts(pointer, value, options.direction) ? value : undefined;
  }
}

class Sampler {
  private readonly contract: Contract;
  private readonly fresh: Fresh;
  private readonly options: SampleOptions;
  private readonly deepest: number;
  private patience = PATIENCE;

  constructor(contract: Contract, fresh: Fresh, options: SampleOptions, deepest: number) {
    this.contract = contract;
    this.fresh = fresh;
    this.options = options;
    this.deepest = deepest;
  }

  /** Whether more values were made than a plain one should have. */
  isOver(): boolean {
    return this.patience < 0;
  }

  value(pointer: string, depth: number, name: string): Json {
    this.patience--;
    const plain = this.plain(pointer, depth, name);
    return this.accepts(pointer, plain) ? plain : (this.found(pointer) ?? plain);
  }

  private accepts(pointer: string, value: Json): boolean {
    return this.contract.schemas.accepts(pointer, value, this.options.direction);
  }

  private found(pointer: string): Json | undefined {
    if (this.isOver()) return undefined;
    const { direction, members } = this.options;
    const examples = exampleValues(readShape(this.contract.document, pointer, direction));
    const example = examples.find((value) => this.accepts(pointer, value));
    if (example !== undefined) return example;
    const random = drawn(this.contract, this.fresh, pointer, direction, DRAWS);
    const sorted = random.sort((a, b) => writeJson(a).length - writeJson(b).length);
    return sorted.at(members === 'all' ? -1 : 0);
  }

  private plain(pointer: string, depth: number, name: string): Json {
    const shape = readShape(this.contract.document, pointer, this.options.direction);
    const fixed = keyword(shape, 'const') ?? firstOf(keyword(shape, 'enum'));
    if (fixed !== undefined) return fixed;
    const chosen = shape.alternatives.map((list) => this.alternative(shape, list, depth, name));
    const type = shape.types.find((each) => each !== 'null') ?? 'null';
    if (chosen.length > 0 && !(type === 'object' && chosen.every((value) => isObject(value)))) return chosen[0] ?? null;
    const own = this.typed(shape, shape.typed || shape.properties.size === 0 ? type : 'object', depth, name);
    return isObject(own) ? Object.assign(own, ...chosen.filter((value) => isObject(value))) : own;
  }

  /** The first branch that does; the others are tried after it, but for those that end only in more levels than there are left. */
  private alternative(shape: Shape, list: readonly string[], depth: number, name: string): Json {
    let first: Json | undefined;
    for (const pointer of this.soonEnding(list, depth)) {
      const value = this.value(pointer, depth + 1, name);
      if (this.accepts(shape.pointer, value)) return value;
      first ??= value;
      if (this.isOver()) break;
    }
    return first ?? null;
  }

  /** Where no optional members are there, what ends in the fewest levels comes first. */
  private soonEnding(list: readonly string[], depth: number): readonly string[] {
    const { document } = this.contract;
    const left = 2 * MAX_DEPTH - depth - 1;
    const levels = new Map(list.map((each) => [each, levelsOf(document, each, this.options.direction, left)]));
    const ending = list.filter((each) => (levels.get(each) ?? left) <= left);
    const sorted = ending.toSorted((a, b) => (levels.get(a) ?? 0) - (levels.get(b) ?? 0));
    const isRoomy = this.options.members === 'all' && depth < this.deepest;
    return ending.length === 0 ? list : isRoomy ? ending : sorted;
  }

  private typed(shape: Shape, type: TypeName, depth: number, name: string): Json {
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

  private object(shape: Shape, depth: number): JsonObject {
    const object: JsonObject = {};
    const { members } = this.options;
    for (const [name, pointers] of shape.properties) {
      if (shape.oneWay.has(name)) continue;
      const isRoomy = depth === 0 || (depth < this.deepest && !this.isOver());
      const wanted = shape.required.has(name) || (members === 'all' && isRoomy);
      if (wanted && depth < 2 * MAX_DEPTH) setMember(object, name, this.member(pointers, depth, name));
    }
    for (const name of shape.required)
      if (!Object.hasOwn(object, name)) setMember(object, name, this.unnamed(shape, depth, name));
    const least = Math.max(Number(keyword(shape, 'minProperties') ?? 0), this.isMap(shape, depth) ? 1 : 0);
    for (let index = 1; Object.keys(object).length < least; index++) {
      const name = [...shape.properties.keys()].find((each) => !Object.hasOwn(object, each)) ?? `member${index}`;
      const declared = shape.properties.get(name);
      setMember(object, name, declared ? this.member(declared, depth, name) : this.unnamed(shape, depth, name));
    }
    return object;
  }

  /** An object that declares no members but what others must be: with none of them it would show nothing of that. */
  private isMap(shape: Shape, depth: number): boolean {
    const isShown = this.options.members === 'all' && depth < this.deepest;
    return isShown && shape.properties.size === 0 && typeof shape.additional === 'string';
  }

  /** A member or item that several schemas of an `allOf` describe has to keep them all. */
  private member(pointers: readonly string[], depth: number, name: string): Json {
    const values = pointers.map((pointer) => this.value(pointer, depth + 1, name));
    const whole = values.find((value) => pointers.every((pointer) => this.accepts(pointer, value)));
    return whole ?? values[0] ?? null;
  }

  private unnamed(shape: Shape, depth: number, name: string): Json {
    return typeof shape.additional === 'string' ? this.value(shape.additional, depth + 1, name) : this.fresh.word();
  }

  private array(shape: Shape, depth: number, name: string): Json[] {
    const least = Number(keyword(shape, 'minItems') ?? 0);
    const most = Number(keyword(shape, 'maxItems') ?? Number.POSITIVE_INFINITY);
    const wanted = depth > this.deepest ? least : Math.min(most, Math.max(least, tupleLength(shape.parts), 1));
    const items: Json[] = [];
    for (let index = 0; index < wanted; index++) {
      const pointers = itemSchemas(shape.parts, index);
      items.push(pointers.length > 0 ? this.member(pointers, depth, name) : this.fresh.word());
    }
    return keyword(shape, 'uniqueItems') === true ? this.distinct(items, shape) : items;
  }

  /** Items of an enum repeat when drawn alike; its members in turn do not. */
  private distinct(items: Json[], shape: Shape): Json[] {
    const pointer = shape.items;
    const allowed = pointer
      ? keyword(readShape(this.contract.document, pointer, this.options.direction), 'enum')
      : undefined;
    return Array.isArray(allowed) ? allowed.slice(0, items.length) : items;
  }

  private string(shape: Shape, name: string): string {
    const format = String(keyword(shape, 'format') ?? '');
    const formatted = this.formatted(format);
    if (formatted !== undefined) return formatted;
    const least = Number(keyword(shape, 'minLength') ?? 0);
    const most = Number(keyword(shape, 'maxLength') ?? Number.POSITIVE_INFINITY);
    const word = `${name || 'text'} ${this.fresh.word()}`.padEnd(least, 'x');
    return word.slice(Math.max(0, word.length - most));
  }

  private formatted(format: string): string | undefined {
    const word = () => this.fresh.word();
    const makers: Record<string, () => string> = {
      uuid: () => this.fresh.uuid(),
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

  private number(shape: Shape, name: string): Json {
    const bounds = shape.parts.flatMap(({ schema }) => [...lowerBounds(schema), ...upperBounds(schema)]);
    const candidates = [
      ...(isIdentifier(name) ? [this.fresh.integer()] : []),
      ...[10, 1, 0],
      ...bounds.map(({ value }) => value),
      ...[keyword(shape, 'multipleOf')].filter(isNumber),
    ];
    return candidates.find((value) => this.accepts(shape.pointer, value)) ?? 10;
  }
}

/** True for a member name that by custom identifies a record. */
export function isIdentifier(name: string): boolean {
  return /(^|[_-])(id|uuid|guid|key|number|no)$/i.test(name) || /[a-z](Id|ID|Uuid|Key|Number|No)$/.test(name);
}

function firstOf(list: Json | undefined): Json | undefined {
  return Array.isArray(list) ? list[0] : undefined;
}
