import type { Contract } from '../../../openapi/contract.ts';
import { isObject } from '../../../core/json/index.ts';
import { join } from '../../../core/json/pointer.ts';
import type { TypeName } from '../../../openapi/schema/instance-types.ts';
import { keyword, readShape, type Shape } from '../../../openapi/schema/effective-schema.ts';
import type { Json } from '../../../core/model.ts';
import { type Branch, branchLists, type Name, ownName } from './discriminator.ts';
import { numbers, type TextSource, texts } from './primitives.ts';
import type { Maker } from './value-repairer.ts';
import { isName, namesFor } from './property-names.ts';
import { namesFit } from './names-fit.ts';
import { examplesOf, preferring, typesOf } from './said.ts';
import { arrays } from './array.ts';
import { objects } from './object.ts';

/** Levels of nesting in which a value is looked for. */
const LEVELS = 24;
/** Places that are mended one by one; beyond them the smallest value will do, for alternatives multiply with each level. */
const PATIENCE = 2000;

/** Values that keep their schema, as near as can be to one that does not. */
export class SoundValues implements Maker {
  private readonly contract: Contract;
  private readonly textSource: TextSource;
  private readonly made = new Map<string, Json | undefined>();
  private patience = 0;
  mayDrop = false;

  constructor(contract: Contract, textSource: TextSource) {
    this.contract = contract;
    this.textSource = textSource;
  }

  /** `base`, with what breaks the schema replaced; undefined where no finite value was found. */
  nearest(schema: string, base: Json | undefined): Json | undefined {
    if (base === undefined) return this.furnished(schema);
    for (const mayDrop of [false, true]) {
      this.mayDrop = mayDrop;
      this.patience = PATIENCE;
      const value = this.value(schema, base, LEVELS);
      if (value !== undefined) return value;
    }
    return this.furnished(schema);
  }

  /** True for a value that keeps its schema, and whose discriminators name what it is. */
  keeps(schema: string, value: Json): boolean {
    return this.contract.schemas.accepts(schema, value, 'response') && namesFit(this.contract, schema, value);
  }

  names(shape: Shape): Iterable<string> {
    return namesFor(this.contract, shape, this.textSource);
  }

  isName(shape: Shape, name: string): boolean {
    return isName(this.contract, shape, name);
  }

  choices(place: string): readonly Json[] {
    const listed = keyword(readShape(this.contract.document, place, 'response'), 'enum');
    return Array.isArray(listed) ? listed : [];
  }

  value(place: string, base: Json | undefined, levels: number): Json | undefined {
    if (base === undefined || levels < 0) return this.smallest(place, levels);
    if (this.keeps(place, base)) return base;
    if (this.patience-- <= 0) return this.smallest(place, levels);
    const mended = this.firstOf(place, base, levels);
    return mended !== undefined || !this.mayDrop ? mended : this.smallest(place, levels);
  }

  /** The value with the fewest levels, which keeps a schema finite that holds itself. */
  private smallest(place: string, most: number): Json | undefined {
    for (let levels = 0; levels <= most; levels++) {
      const key = `${place} ${levels}`;
      if (!this.made.has(key)) this.made.set(key, this.firstOf(place, undefined, levels));
      const value = this.made.get(key);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  /** The smallest value with a first item, or with the members that need not be there. */
  private furnished(schema: string): Json | undefined {
    const value = this.smallest(schema, LEVELS);
    const { items, properties, oneWay } = readShape(this.contract.document, schema, 'response');
    const item = items === undefined ? undefined : this.smallest(items, LEVELS);
    if (Array.isArray(value) && value.length === 0 && item !== undefined && this.keeps(schema, [item])) return [item];
    if (!isObject(value)) return value;
    let furnished = value;
    for (const [name, [place]] of properties) {
      if (Object.hasOwn(value, name) || oneWay.has(name) || place === undefined) continue;
      const member = this.smallest(place, LEVELS);
      const more = member === undefined ? furnished : { ...furnished, [name]: member };
      if (this.keeps(schema, more)) furnished = more;
    }
    return furnished;
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
    for (const { place, name } of this.nearestFirst(list, own)) {
      const chosen = this.value(place, own, levels - 1);
      if (chosen === undefined) continue;
      const laid = isObject(own) && isObject(chosen) ? { ...own, ...chosen } : chosen;
      for (const named of namings(laid, name)) yield* this.choose(others, named, levels);
    }
  }

  /** The branches of which the value breaks the least first. */
  private nearestFirst(list: readonly Branch[], value: Json | undefined): readonly Branch[] {
    if (value === undefined) return list;
    const broken = new Map(
      list.map((branch) => [branch, this.contract.schemas.validate(branch.place, value, 'response').length]),
    );
    return list.toSorted((a, b) => (broken.get(a) ?? 0) - (broken.get(b) ?? 0));
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
