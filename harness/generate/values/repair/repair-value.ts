import { isObject } from '../../../core/json/index.ts';
import { appendTokens } from '../../../core/json/pointer.ts';
import type { JsonValue } from '../../../core/model.ts';
import type { Contract } from '../../../openapi/contract.ts';
import { type EffectiveSchema, effectiveSchema, firstKeyword } from '../../../openapi/schema/effective-schema.ts';
import type { TypeName } from '../../../openapi/schema/instance-types.ts';
import { isTooLarge } from '../../../openapi/schema/smallest-size.ts';
import { impliedTypes } from '../implied-types.ts';
import { schemaExamples } from '../schema-examples.ts';
import { type Alternative, alternativeLists, type DiscriminatorValue, ownDiscriminatorValue } from './alternatives.ts';
import { repairArrays } from './array.ts';
import { discriminatorsMatch } from './names-fit.ts';
import { repairObjects } from './object.ts';
import { numberCandidates, type StringSource, stringCandidates } from './primitives.ts';
import { isAllowedPropertyName, propertyNamesFor } from './property-names.ts';
import type { ValueRepairer } from './value-repairer.ts';

/** Levels of nesting in which a value is looked for. */
const MAX_DEPTH = 24;
/** Places that are mended one by one; beyond them the smallest value will do, for alternatives multiply with each level. */
const MAX_REPAIRS = 2000;

/** Values that keep their schema, as near as can be to one that does not. */
export class SchemaRepair implements ValueRepairer {
  private readonly contract: Contract;
  private readonly textSource: StringSource;
  private readonly repairs = new Map<string, JsonValue | undefined>();
  private remaining = 0;
  isDroppable = false;

  constructor(contract: Contract, textSource: StringSource) {
    this.contract = contract;
    this.textSource = textSource;
  }

  /** `base`, with what breaks the schema replaced; undefined where no finite value was found. */
  nearest(schema: string, base: JsonValue | undefined): JsonValue | undefined {
    if (isTooLarge(this.contract.document, schema, 'response')) return undefined;
    if (base === undefined) return this.withRequired(schema);
    for (const isDroppable of [false, true]) {
      this.isDroppable = isDroppable;
      this.remaining = MAX_REPAIRS;
      const value = this.value(schema, base, MAX_DEPTH);
      if (value !== undefined) return value;
    }
    return this.withRequired(schema);
  }

  /** True for a value that keeps its schema, and whose discriminators name what it is. */
  isValid(schema: string, value: JsonValue): boolean {
    return (
      this.contract.schemas.accepts(schema, value, 'response') && discriminatorsMatch(this.contract, schema, value)
    );
  }

  names(shape: EffectiveSchema): Iterable<string> {
    return propertyNamesFor(this.contract, shape, this.textSource);
  }

  isName(shape: EffectiveSchema, name: string): boolean {
    return isAllowedPropertyName(this.contract, shape, name);
  }

  choices(place: string): readonly JsonValue[] {
    const listed = firstKeyword(effectiveSchema(this.contract.document, place, 'response'), 'enum');
    return Array.isArray(listed) ? listed : [];
  }

  value(place: string, base: JsonValue | undefined, levels: number): JsonValue | undefined {
    if (base === undefined || levels < 0) return this.smallestValue(place, levels);
    if (this.isValid(place, base)) return base;
    if (this.remaining-- <= 0) return this.smallestValue(place, levels);
    const mended = this.firstOf(place, base, levels);
    return mended !== undefined || !this.isDroppable ? mended : this.smallestValue(place, levels);
  }

  /** The value with the fewest levels, which keeps a schema finite that holds itself. */
  private smallestValue(place: string, most: number): JsonValue | undefined {
    for (let levels = 0; levels <= most; levels++) {
      const key = `${place} ${levels}`;
      if (!this.repairs.has(key)) this.repairs.set(key, this.firstOf(place, undefined, levels));
      const value = this.repairs.get(key);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  /** The smallest value with a first item, or with the members that need not be there. */
  private withRequired(schema: string): JsonValue | undefined {
    const value = this.smallestValue(schema, MAX_DEPTH);
    const { items, properties, otherDirectionOnly } = effectiveSchema(this.contract.document, schema, 'response');
    const item = items === undefined ? undefined : this.smallestValue(items, MAX_DEPTH);
    if (Array.isArray(value) && value.length === 0 && item !== undefined && this.isValid(schema, [item])) return [item];
    if (!isObject(value)) return value;
    let furnished = value;
    for (const [name, [place]] of properties) {
      if (Object.hasOwn(value, name) || otherDirectionOnly.has(name) || place === undefined) continue;
      const member = this.smallestValue(place, MAX_DEPTH);
      const more = member === undefined ? furnished : { ...furnished, [name]: member };
      if (this.isValid(schema, more)) furnished = more;
    }
    return furnished;
  }

  private firstOf(place: string, base: JsonValue | undefined, levels: number): JsonValue | undefined {
    for (const candidate of this.candidates(place, base, levels)) if (this.isValid(place, candidate)) return candidate;
    return undefined;
  }

  private *candidates(place: string, base: JsonValue | undefined, levels: number): Generator<JsonValue> {
    const shape = effectiveSchema(this.contract.document, place, 'response');
    const constant = firstKeyword(shape, 'const');
    const listed = firstKeyword(shape, 'enum') ?? (constant === undefined ? undefined : [constant]);
    if (Array.isArray(listed)) {
      yield* listed;
      return;
    }
    if (base === undefined) yield* schemaExamples(shape);
    const branches = alternativeLists(this.contract.document, shape);
    const name = ownDiscriminatorValue(this.contract.document, shape);
    for (const own of this.ownCandidates(shape, base, levels, branches.length > 0))
      for (const whole of this.choose(branches, own, levels)) {
        yield* namings(whole, name);
        yield* this.conditional(shape, whole, levels);
      }
    if (shape.types.includes('null')) yield null;
  }

  /** What the schema itself says of a value, without its alternatives. */
  private *ownCandidates(
    shape: EffectiveSchema,
    base: JsonValue | undefined,
    levels: number,
    hasBranches: boolean,
  ): Generator<JsonValue | undefined> {
    const types = shape.hasType ? shape.types.filter((type) => type !== 'null') : impliedTypes(shape);
    if (types.length === 0 && hasBranches) yield base;
    else if (types.length === 0) yield base ?? 'string';
    for (const type of preferType(types, base)) yield* this.typed(shape, type, base, levels);
  }

  private typed(
    shape: EffectiveSchema,
    type: TypeName,
    base: JsonValue | undefined,
    levels: number,
  ): Iterable<JsonValue> {
    switch (type) {
      case 'object':
        return repairObjects(this, shape, base, levels);
      case 'array':
        return repairArrays(this, shape, base, levels);
      case 'string':
        return stringCandidates(shape, this.textSource);
      case 'integer':
      case 'number':
        return numberCandidates(shape);
      case 'boolean':
        return [true, false];
      case 'null':
        return [null];
    }
  }

  /** One branch of each list, laid over what there is. */
  private *choose(
    lists: readonly (readonly Alternative[])[],
    own: JsonValue | undefined,
    levels: number,
  ): Generator<JsonValue> {
    const [list, ...others] = lists;
    if (!list) {
      if (own !== undefined) yield own;
      return;
    }
    for (const { pointer, name } of this.nearestFirst(list, own)) {
      const chosen = this.value(pointer, own, levels - 1);
      if (chosen === undefined) continue;
      const laid = isObject(own) && isObject(chosen) ? { ...own, ...chosen } : chosen;
      for (const named of namings(laid, name)) yield* this.choose(others, named, levels);
    }
  }

  /** The branches of which the value breaks the least first. */
  private nearestFirst(list: readonly Alternative[], value: JsonValue | undefined): readonly Alternative[] {
    if (value === undefined) return list;
    const broken = new Map(
      list.map((branch) => [branch, this.contract.schemas.validate(branch.pointer, value, 'response').length]),
    );
    return list.toSorted((a, b) => (broken.get(a) ?? 0) - (broken.get(b) ?? 0));
  }

  /** The value as `then`, `else` or a dependent schema wants it. */
  private *conditional(shape: EffectiveSchema, value: JsonValue, levels: number): Generator<JsonValue> {
    for (const { pointer, schema } of shape.schemas) {
      const dependent = isObject(schema['dependentSchemas']) ? Object.keys(schema['dependentSchemas']) : [];
      const places = [
        ...['then', 'else'].filter((name) => schema[name] !== undefined).map((name) => appendTokens(pointer, name)),
        ...dependent.map((name) => appendTokens(pointer, 'dependentSchemas', name)),
      ];
      for (const place of places) {
        const changed = this.value(place, value, levels - 1);
        if (changed !== undefined && changed !== value) yield changed;
      }
    }
  }
}

/** The value with its name first, where it has one. */
function namings(value: JsonValue, name: DiscriminatorValue | undefined): JsonValue[] {
  return name && isObject(value) ? [{ ...value, [name.property]: name.value }, value] : [value];
}

/** Returns the types with that of `base` first. */
function preferType(types: readonly TypeName[], base: JsonValue | undefined): readonly TypeName[] {
  const own = Array.isArray(base) ? 'array' : isObject(base) ? 'object' : typeof base;
  return types.toSorted((a, b) => Number(b === own) - Number(a === own));
}
