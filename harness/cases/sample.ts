import { sample as drawn, stringMatching } from 'fast-check';
import type { Contract } from '../contract/contract.ts';
import { compare, decimal, fromBigInt, INTEGER_FORMATS, isNumber } from '../contract/decimal.ts';
import { isObject, setMember } from '../contract/json.ts';
import { lowerBounds, upperBounds } from '../contract/schema/number.ts';
import type { TypeName } from '../contract/schema/types.ts';
import { keyword, readShape, type Shape } from '../contract/shape.ts';
import type { Direction, Json, JsonObject } from '../model.ts';
import type { Fresh } from './fresh.ts';

export interface SampleOptions {
  readonly direction: Direction;
  /** Which optional members are there. */
  readonly members: 'required' | 'all';
}

const MAX_DEPTH = 6;

/**
 * A valid value of the schema at `pointer`, plain and small; identifying values come from `fresh`.
 * @returns undefined where none was found
 */
export function sample(contract: Contract, fresh: Fresh, pointer: string, options: SampleOptions): Json | undefined {
  const value = new Sampler(contract, fresh, options).value(pointer, 0, '');
  if (contract.schemas.accepts(pointer, value, options.direction)) return value;
  const shape = readShape(contract.document, pointer, options.direction);
  return exampleValues(shape).find((example) => contract.schemas.accepts(pointer, example, options.direction));
}

/** What a schema itself gives as examples: `example`, `examples` and `default`. */
export function exampleValues(shape: Shape): Json[] {
  return shape.parts.flatMap(({ schema }) => {
    const list = schema['examples'];
    return [schema['example'], ...(Array.isArray(list) ? list : []), schema['default']].filter(
      (value) => value !== undefined,
    );
  });
}

class Sampler {
  private readonly contract: Contract;
  private readonly fresh: Fresh;
  private readonly options: SampleOptions;

  constructor(contract: Contract, fresh: Fresh, options: SampleOptions) {
    this.contract = contract;
    this.fresh = fresh;
    this.options = options;
  }

  value(pointer: string, depth: number, name: string): Json {
    const shape = readShape(this.contract.document, pointer, this.options.direction);
    const fixed = keyword(shape, 'const') ?? firstOf(keyword(shape, 'enum'));
    if (fixed !== undefined) return fixed;
    const chosen = shape.alternatives.map((list) => this.alternative(shape, list, depth, name));
    const type = shape.types.find((each) => each !== 'null') ?? 'null';
    if (chosen.length > 0 && !(type === 'object' && chosen.every((value) => isObject(value)))) return chosen[0] ?? null;
    const own = this.typed(shape, shape.typed || shape.properties.size === 0 ? type : 'object', depth, name);
    return isObject(own) ? Object.assign(own, ...chosen.filter((value) => isObject(value))) : own;
  }

  private alternative(shape: Shape, list: readonly string[], depth: number, name: string): Json {
    const schemas = this.contract.schemas;
    const values = list.map((pointer) => this.value(pointer, depth + 1, name));
    const whole = values.find((value) => schemas.accepts(shape.pointer, value, this.options.direction));
    return whole ?? values[0] ?? null;
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
        return this.number(shape, type === 'integer', name);
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
      const wanted = shape.required.has(name) || (members === 'all' && depth < MAX_DEPTH);
      if (wanted && depth < 2 * MAX_DEPTH) setMember(object, name, this.value(pointers[0] ?? '', depth + 1, name));
    }
    for (const name of shape.required)
      if (!Object.hasOwn(object, name)) setMember(object, name, this.unnamed(shape, depth, name));
    const least = Number(keyword(shape, 'minProperties') ?? 0);
    for (let index = 1; Object.keys(object).length < least; index++) {
      const name = [...shape.properties.keys()].find((each) => !Object.hasOwn(object, each)) ?? `member${index}`;
      const declared = shape.properties.get(name)?.[0];
      object[name] = declared ? this.value(declared, depth + 1, name) : this.unnamed(shape, depth, name);
    }
    return object;
  }

  private unnamed(shape: Shape, depth: number, name: string): Json {
    return typeof shape.additional === 'string' ? this.value(shape.additional, depth + 1, name) : this.fresh.word();
  }

  private array(shape: Shape, depth: number, name: string): Json[] {
    const least = Number(keyword(shape, 'minItems') ?? 0);
    const most = Number(keyword(shape, 'maxItems') ?? Number.POSITIVE_INFINITY);
    const wanted = depth > MAX_DEPTH ? least : Math.min(most, Math.max(least, shape.prefixItems.length, 1));
    const items: Json[] = [];
    for (let index = 0; index < wanted; index++) {
      const pointer = shape.prefixItems[index] ?? shape.items;
      items.push(pointer ? this.value(pointer, depth + 1, name) : this.fresh.word());
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
    const pattern = keyword(shape, 'pattern');
    const least = Number(keyword(shape, 'minLength') ?? 0);
    const most = Number(keyword(shape, 'maxLength') ?? Number.POSITIVE_INFINITY);
    if (typeof pattern === 'string') return matching(pattern, least, most, this.fresh.integer());
    const word = `${name || 'text'} ${this.fresh.word()}`;
    return word.length < least ? word.padEnd(least, 'x') : word.slice(-Math.max(most, 0));
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

  private number(shape: Shape, integer: boolean, name: string): Json {
    const low = shape.parts.flatMap(({ schema }) => lowerBounds(schema))[0];
    const high = shape.parts.flatMap(({ schema }) => upperBounds(schema))[0];
    const step = keyword(shape, 'multipleOf');
    const range = INTEGER_FORMATS[String(keyword(shape, 'format') ?? '')];
    const unit = isNumber(step) ? Number(step) : 1;
    if (!low && !high && !isNumber(step)) {
      if (!isIdentifier(name)) return 10;
      return range && range.max < 2n ** 31n - 1n
        ? fromBigInt(BigInt(this.fresh.integer()) % range.max)
        : this.fresh.integer();
    }
    const [least, most] = [Number(low?.value ?? 0), Number(high?.value ?? 0)];
    const round = (value: number) => (integer || isNumber(step) ? Math.ceil(value / unit) * unit : value);
    const candidates = [10, 1, 0, least, least + unit, most, most - unit, (least + most) / 2].map(round);
    const fits = (value: number) =>
      (!low || compare(decimal(value), low.limit) >= (low.exclusive ? 1 : 0)) &&
      (!high || compare(decimal(value), high.limit) <= (high.exclusive ? -1 : 0));
    return candidates.find(fits) ?? 10;
  }
}

/** True for a member name that by custom identifies a record. */
export function isIdentifier(name: string): boolean {
  return /(^|[_-])(id|uuid|guid|key|number|no)$/i.test(name) || /[a-z](Id|ID|Uuid|Key|Number|No)$/.test(name);
}

function firstOf(list: Json | undefined): Json | undefined {
  return Array.isArray(list) ? list[0] : undefined;
}

function matching(pattern: string, least: number, most: number, seed: number): string {
  const candidates = drawn(stringMatching(new RegExp(pattern, 'u')), { numRuns: 50, seed });
  return candidates.find(({ length }) => length >= least && length <= most) ?? candidates[0] ?? '';
}
