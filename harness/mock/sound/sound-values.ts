import type { Contract } from '../../contract/contract.ts';
import { isObject } from '../../contract/json.ts';
import { join } from '../../contract/pointer.ts';
import type { TypeName } from '../../contract/schema/types.ts';
import { keyword, readShape, type Shape } from '../../contract/shape.ts';
import type { Json } from '../../model.ts';
import { type Branch, branchLists, type Name, ownName } from './discriminator.ts';
import { numbers, type TextSource, texts } from './leaves.ts';
import { namesFit } from './names-fit.ts';
import { arrays } from './sound-array.ts';
import { objects } from './sound-object.ts';

/** What the makers of objects and arrays ask of the rest. */
export interface Maker {
  /** A value for the place, as much like `base` as it can be; undefined where none is found in so many levels. */
  value(place: string, base: Json | undefined, levels: number): Json | undefined;
  /** What the `enum` of a place lists. */
  choices(place: string): readonly Json[];
  /** True near the top of a value, where members are welcome that need not be there. */
  isRich(levels: number): boolean;
  /** Whether a member or an item of `base` may go that cannot be mended. */
  readonly mayDrop: boolean;
}

/** Levels of nesting in which a value is looked for: the fewest in which there is one keeps a schema finite that holds itself. */
const LEVELS = [3, 6, 12, 24];
const RICH_LEVELS = 2;

/** Values that keep their schema, as near as can be to one that does not. */
export class SoundValues implements Maker {
  private readonly contract: Contract;
  private readonly textSource: TextSource;
  private readonly made = new Map<string, Json | undefined>();
  private allowed = 0;
  mayDrop = false;

  constructor(contract: Contract, textSource: TextSource) {
    this.contract = contract;
    this.textSource = textSource;
  }

  /** `base`, with what breaks the schema replaced; undefined where no finite value was found. */
  nearest(schema: string, base: Json | undefined): Json | undefined {
    for (const mayDrop of [false, true])
      for (const levels of LEVELS) {
        this.mayDrop = mayDrop;
        this.allowed = levels;
        const value = this.value(schema, base, levels);
        if (value !== undefined) return value;
      }
    return undefined;
  }

  /** True for a value that keeps its schema, and whose discriminators name what it is. */
  keeps(schema: string, value: Json): boolean {
    return this.contract.schemas.accepts(schema, value, 'response') && namesFit(this.contract, schema, value);
  }

  isRich(levels: number): boolean {
    return levels > this.allowed - RICH_LEVELS;
  }

  choices(place: string): readonly Json[] {
    const listed = keyword(readShape(this.contract.document, place, 'response'), 'enum');
    return Array.isArray(listed) ? listed : [];
  }

  value(place: string, base: Json | undefined, levels: number): Json | undefined {
    if (base !== undefined && this.keeps(place, base)) return base;
    if (levels < 0) return undefined;
    if (base !== undefined) {
      const mended = this.firstOf(place, base, levels);
      return mended !== undefined || !this.mayDrop ? mended : this.value(place, undefined, levels);
    }
    const key = `${place} ${levels} ${this.allowed}`;
    if (!this.made.has(key)) this.made.set(key, this.firstOf(place, undefined, levels));
    return this.made.get(key);
  }

  private firstOf(place: string, base: Json | undefined, levels: number): Json | undefined {
    for (const candidate of this.candidates(place, base, levels)) if (this.keeps(place, candidate)) return candidate;
    return undefined;
  }

  private *candidates(place: string, base: Json | undefined, levels: number): Generator<Json> {
    const shape = readShape(this.contract.document, place, 'response');
    const constant = keyword(shape, 'const');
    const listed = keyword(shape, 'enum') ?? (constant === undefined ? undefined : [constant]);
    if (Array.isArray(listed)) {
      yield* listed;
      return;
    }
    if (base === undefined) yield* examplesOf(shape);
    const branches = branchLists(this.contract.document, shape);
    const name = ownName(this.contract.document, shape);
    for (const own of this.own(shape, base, levels, branches.length > 0))
      for (const whole of this.choose(branches, own, levels)) {
        yield* namings(whole, name);
        yield* this.conditional(shape, whole, levels);
      }
    if (shape.types.includes('null')) yield null;
  }

  /** What the schema itself says of a value, without its alternatives. */
  private *own(
    shape: Shape,
    base: Json | undefined,
    levels: number,
    hasBranches: boolean,
  ): Generator<Json | undefined> {
    const types = typesOf(shape);
    if (types.length === 0 && hasBranches) yield base;
    else if (types.length === 0) yield base ?? 'string';
    for (const type of preferring(types, base)) yield* this.typed(shape, type, base, levels);
  }

  private typed(shape: Shape, type: TypeName, base: Json | undefined, levels: number): Iterable<Json> {
    switch (type) {
      case 'object':
        return objects(this, shape, base, levels);
      case 'array':
        return arrays(this, shape, base, levels);
      case 'string':
        return texts(shape, this.textSource);
      case 'integer':
      case 'number':
        return numbers(shape);
      case 'boolean':
        return [true, false];
      case 'null':
        return [null];
    }
  }

  /** One branch of each list, laid over what there is. */
  private *choose(lists: readonly (readonly Branch[])[], own: Json | undefined, levels: number): Generator<Json> {
    const [list, ...others] = lists;
    if (!list) {
      if (own !== undefined) yield own;
      return;
    }
    for (const { place, name } of list) {
      const chosen = this.value(place, own, levels - 1);
      if (chosen === undefined) continue;
      const laid = isObject(own) && isObject(chosen) ? { ...own, ...chosen } : chosen;
      for (const named of namings(laid, name)) yield* this.choose(others, named, levels);
    }
  }

  /** The value as `then`, `else` or a dependent schema wants it. */
  private *conditional(shape: Shape, value: Json, levels: number): Generator<Json> {
    for (const { pointer, schema } of shape.parts) {
      const dependent = isObject(schema['dependentSchemas']) ? Object.keys(schema['dependentSchemas']) : [];
      const places = [
        ...['then', 'else'].filter((name) => schema[name] !== undefined).map((name) => join(pointer, name)),
        ...dependent.map((name) => join(pointer, 'dependentSchemas', name)),
      ];
      for (const place of places) {
        const changed = this.value(place, value, levels - 1);
        if (changed !== undefined && changed !== value) yield changed;
      }
    }
  }
}

/** The value with its name first, where it has one. */
function namings(value: Json, name: Name | undefined): Json[] {
  return name && isObject(value) ? [{ ...value, [name.member]: name.value }, value] : [value];
}

/** What a schema itself gives as examples. */
function examplesOf(shape: Shape): Json[] {
  return shape.parts.flatMap(({ schema: { example, examples, default: usual } }) =>
    [example, ...(Array.isArray(examples) ? examples : []), usual].filter((value) => value !== undefined),
  );
}

/** The types that a value may have: those named, else the one of which the schema says something; none where it says nothing. */
function typesOf({ typed, types, properties, required, items, prefixItems, parts }: Shape): readonly TypeName[] {
  const says = (...names: readonly string[]) =>
    parts.some(({ schema }) => names.some((name) => schema[name] !== undefined));
  if (typed) return types.filter((type) => type !== 'null');
  if (properties.size > 0 || required.size > 0 || says('additionalProperties', 'minProperties')) return ['object'];
  if (items !== undefined || prefixItems.length > 0 || says('minItems', 'contains')) return ['array'];
  if (says('minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf')) return ['number'];
  return says('pattern', 'format', 'minLength', 'maxLength') ? ['string'] : [];
}

/** The type of `base` first. */
function preferring(types: readonly TypeName[], base: Json | undefined): readonly TypeName[] {
  const own = Array.isArray(base) ? 'array' : isObject(base) ? 'object' : typeof base;
  return types.toSorted((a, b) => Number(b === own) - Number(a === own));
}
