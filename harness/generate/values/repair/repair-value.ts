import { isObject } from '../../../core/json/index.ts';
import { inOtherType } from '../../../core/json/other-type.ts';
import { appendTokens } from '../../../core/json/pointer.ts';
import type { JsonValue } from '../../../core/model.ts';
import { runStep, TIMED_OUT } from '../../../core/util/deadline.ts';
import type { Contract } from '../../../openapi/contract.ts';
import { type EffectiveSchema, effectiveSchema, firstKeyword } from '../../../openapi/schema/effective-schema.ts';
import type { TypeName } from '../../../openapi/schema/instance-types.ts';
import { isTooLarge } from '../../../openapi/schema/smallest-size.ts';
import { impliedTypes } from '../implied-types.ts';
import { schemaExamples } from '../schema-examples.ts';
import { separateBranches } from '../separate-branches.ts';
import { type Alternative, alternativeLists, type DiscriminatorValue, ownDiscriminatorValue } from './alternatives.ts';
import { repairArrays } from './array.ts';
import { discriminatorsMatch } from './names-fit.ts';
import { repairObjects } from './object.ts';
import { memoized, numberCandidates, type StringSource, stringCandidates } from './primitives.ts';
import { isAllowedPropertyName, propertyNamesFor } from './property-names.ts';
import type { ValueRepairer } from './value-repairer.ts';

/** Maximum nesting depth of repaired values. */
const MAX_DEPTH = 24;
/** Locations repaired one by one; further ones get the smallest value, since alternatives multiply with each level. */
const MAX_REPAIRS = 2000;

/** Makes up a text of a schema by the name of its property. */
export type NamedText = (pointer: string, name: string) => JsonValue | undefined;

/** Finds valid values close to invalid ones. */
export class SchemaRepair implements ValueRepairer {
  private readonly contract: Contract;
  private readonly textSource: StringSource;
  private readonly repairs = new Map<string, JsonValue | undefined>();
  private remaining = 0;
  private checksNames = true;
  isDroppable = false;

  /** Pointers of the schemas for which no value was found in time. */
  private readonly timedOut = new Set<string>();

  private readonly namedText: NamedText | undefined;

  /** @param namedText makes up a text for a property by its name */
  constructor(contract: Contract, textSource: StringSource, namedText?: NamedText) {
    this.contract = contract;
    this.namedText = namedText;
    this.textSource = memoized(textSource);
  }

  /** Returns `base` with everything invalid replaced; undefined if no finite value was found. */
  nearest(schema: string, base: JsonValue | undefined): JsonValue | undefined {
    if (isTooLarge(this.contract.document, schema, 'response') || this.timedOut.has(schema)) return undefined;
    const value = runStep(() => this.search(schema, base));
    if (value !== TIMED_OUT) return value;
    this.timedOut.add(schema);
    return undefined;
  }

  /** Tries again without discriminators if they contradict the schemas, e.g. by an `enum` without the name of its schema. */
  private search(schema: string, base: JsonValue | undefined): JsonValue | undefined {
    this.checksNames = true;
    const named = this.searchValid(schema, base);
    if (named !== undefined) return named;
    this.checksNames = false;
    return this.searchValid(schema, base);
  }

  private searchValid(schema: string, base: JsonValue | undefined): JsonValue | undefined {
    if (base === undefined) return this.withRequired(schema);
    for (const isDroppable of [false, true]) {
      this.isDroppable = isDroppable;
      this.remaining = MAX_REPAIRS;
      const value = this.value(schema, base, MAX_DEPTH);
      if (value !== undefined) return value;
    }
    return this.withRequired(schema);
  }

  /** Returns whether a value is valid and, if they are checked, its discriminators name its schemas. */
  isValid(schema: string, value: JsonValue): boolean {
    const { contract, checksNames } = this;
    if (!contract.schemas.accepts(schema, value, 'response')) return false;
    return !checksNames || discriminatorsMatch(contract, schema, value);
  }

  missing(pointer: string, name: string): JsonValue | undefined {
    if (!this.namedText) return undefined;
    const effective = effectiveSchema(this.contract.document, pointer, 'response');
    const isText = effective.hasType && effective.types.join() === 'string';
    if (!isText || ['enum', 'const', 'pattern', 'format'].some((each) => firstKeyword(effective, each) !== undefined))
      return undefined;
    const [example] = schemaExamples(effective);
    const made = example ?? this.namedText(pointer, name);
    return made !== undefined && this.isValid(pointer, made) ? made : undefined;
  }

  names(effective: EffectiveSchema): Iterable<string> {
    return propertyNamesFor(this.contract, effective, this.textSource);
  }

  isName(effective: EffectiveSchema, name: string): boolean {
    return isAllowedPropertyName(this.contract, effective, name);
  }

  choices(pointer: string): readonly JsonValue[] {
    const constants = firstKeyword(effectiveSchema(this.contract.document, pointer, 'response'), 'enum');
    return Array.isArray(constants) ? constants : [];
  }

  value(pointer: string, base: JsonValue | undefined, levels: number): JsonValue | undefined {
    if (base === undefined || levels < 0) return this.smallestValue(pointer, levels);
    if (this.isValid(pointer, base)) return base;
    if (this.remaining-- <= 0) return this.smallestValue(pointer, levels);
    const repaired = this.firstOf(pointer, base, levels);
    return repaired !== undefined || !this.isDroppable ? repaired : this.smallestValue(pointer, levels);
  }

  /** Returns the valid value with the least nesting, so that recursive schemas end. */
  private smallestValue(pointer: string, max: number): JsonValue | undefined {
    for (let levels = 0; levels <= max; levels++) {
      const key = `${pointer} ${levels} ${this.checksNames}`;
      if (!this.repairs.has(key)) this.repairs.set(key, this.firstOf(pointer, undefined, levels));
      const value = this.repairs.get(key);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  /** Returns the smallest value, with a first item or with its optional properties. */
  private withRequired(schema: string): JsonValue | undefined {
    const value = this.smallestValue(schema, MAX_DEPTH);
    const { items, properties, otherDirectionOnly } = effectiveSchema(this.contract.document, schema, 'response');
    const item = items === undefined ? undefined : this.smallestValue(items, MAX_DEPTH);
    if (Array.isArray(value) && value.length === 0 && item !== undefined && this.isValid(schema, [item])) return [item];
    if (!isObject(value)) return value;
    let furnished = value;
    for (const [name, [pointer]] of properties) {
      if (Object.hasOwn(value, name) || otherDirectionOnly.has(name) || pointer === undefined) continue;
      const property = this.smallestValue(pointer, MAX_DEPTH);
      const more = property === undefined ? furnished : { ...furnished, [name]: property };
      if (this.isValid(schema, more)) furnished = more;
    }
    return furnished;
  }

  private firstOf(pointer: string, base: JsonValue | undefined, levels: number): JsonValue | undefined {
    for (const candidate of this.candidates(pointer, base, levels))
      if (this.isValid(pointer, candidate)) return candidate;
    return undefined;
  }

  private *candidates(pointer: string, base: JsonValue | undefined, levels: number): Generator<JsonValue> {
    const effective = effectiveSchema(this.contract.document, pointer, 'response');
    const constant = firstKeyword(effective, 'const');
    const constants = firstKeyword(effective, 'enum') ?? (constant === undefined ? undefined : [constant]);
    if (Array.isArray(constants)) {
      yield* constants;
      return;
    }
    if (base === undefined) yield* schemaExamples(effective);
    const branches = alternativeLists(this.contract.document, effective);
    const name = ownDiscriminatorValue(this.contract.document, effective);
    for (const own of this.ownCandidates(effective, base, levels, branches.length > 0))
      for (const chosen of this.choose(branches, own, levels)) {
        yield* withDiscriminator(chosen, name);
        yield* this.conditional(effective, chosen, levels);
      }
    if (effective.types.includes('null')) yield null;
  }

  /** Yields values for the keywords of the schema, without its alternatives. */
  private *ownCandidates(
    effective: EffectiveSchema,
    base: JsonValue | undefined,
    levels: number,
    hasBranches: boolean,
  ): Generator<JsonValue | undefined> {
    const types = effective.hasType ? effective.types.filter((type) => type !== 'null') : impliedTypes(effective);
    if (types.length === 0 && hasBranches) yield base;
    else if (types.length === 0) yield base ?? 'string';
    for (const type of preferType(types, base)) yield* this.typed(effective, type, base, levels);
  }

  private *typed(
    effective: EffectiveSchema,
    type: TypeName,
    base: JsonValue | undefined,
    levels: number,
  ): Iterable<JsonValue> {
    switch (type) {
      case 'object':
        return yield* repairObjects(this, effective, base, levels);
      case 'array':
        return yield* repairArrays(this, effective, base, levels);
      case 'string':
        yield* inOtherType(base);
        return yield* stringCandidates(effective, this.textSource);
      case 'integer':
      case 'number':
        yield* inOtherType(base);
        return yield* numberCandidates(effective);
      case 'boolean':
        return yield* [true, false];
      case 'null':
        yield null;
    }
  }

  /** Yields the value merged with one alternative of each list. */
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
      for (const named of withDiscriminator(laid, name)) yield* this.choose(others, named, levels);
      const pointers = list.map((branch) => branch.pointer);
      const separated = separateBranches(this.contract, 'response', pointer, pointers, laid);
      if (separated !== laid) yield* this.choose(others, separated, levels);
    }
  }

  /** Orders the alternatives by what of the value they would change, then by what they would add. */
  private nearestFirst(list: readonly Alternative[], value: JsonValue | undefined): readonly Alternative[] {
    if (value === undefined) return list;
    const distances = list.map((branch) => {
      const errors = this.contract.schemas.validate(branch.pointer, value, 'response');
      return { branch, errors: errors.length, changes: errors.filter(({ keyword }) => keyword !== 'required').length };
    });
    return distances.toSorted((a, b) => a.changes - b.changes || a.errors - b.errors).map(({ branch }) => branch);
  }

  /** Yields the value repaired by `then`, `else` or a dependent schema. */
  private *conditional(effective: EffectiveSchema, value: JsonValue, levels: number): Generator<JsonValue> {
    for (const { pointer, schema } of effective.schemas) {
      const dependent = isObject(schema['dependentSchemas']) ? Object.keys(schema['dependentSchemas']) : [];
      const pointers = [
        ...['then', 'else'].filter((name) => schema[name] !== undefined).map((name) => appendTokens(pointer, name)),
        ...dependent.map((name) => appendTokens(pointer, 'dependentSchemas', name)),
      ];
      for (const place of pointers) {
        const changed = this.value(place, value, levels - 1);
        if (changed !== undefined && changed !== value) yield changed;
      }
    }
  }
}

/** Returns the object with its discriminator value, if it has one, then without. */
function withDiscriminator(value: JsonValue, name: DiscriminatorValue | undefined): JsonValue[] {
  return name && isObject(value) ? [{ ...value, [name.property]: name.value }, value] : [value];
}

/** Returns the types with that of `base` first. */
function preferType(types: readonly TypeName[], base: JsonValue | undefined): readonly TypeName[] {
  const own = Array.isArray(base) ? 'array' : isObject(base) ? 'object' : typeof base;
  return types.toSorted((a, b) => Number(b === own) - Number(a === own));
}
