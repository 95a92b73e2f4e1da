import { type Arbitrary, constantFrom } from 'fast-check';
import type { Direction, JsonValue } from '../../../core/model.ts';
import type { Contract } from '../../../openapi/contract.ts';
import type { OpenApiDocument } from '../../../openapi/document.ts';
import { effectiveSchema } from '../../../openapi/schema/effective-schema.ts';
import type { TypeName } from '../../../openapi/schema/instance-types.ts';
import { impliedTypes } from '../implied-types.ts';
import { schemaExamples } from '../schema-examples.ts';
import { BoundedFilterArbitrary, RetryBudget, RootFilterArbitrary } from './arbitraries/bounded-filter.ts';
import { OneofArbitrary } from './arbitraries/oneof.ts';
import { arrayArbitrary } from './array.ts';
import type { CharacterSet } from './characters.ts';
import { isSatisfiable } from './generate.ts';
import { type MergedSchema, mergeSchemas, resolveAlternative } from './merge-schemas.ts';
import { numberArbitrary } from './number.ts';
import { objectArbitrary } from './object.ts';
import { MAX_DEPTH, REQUIRED_ONLY_DEPTH, type SchemaGenerator, type SizedArbitrary } from './schema-generator.ts';
import { stringArbitrary } from './string.ts';

/**
 * Valid values of the schema at a pointer, with those mixed in at which services break in practice.
 * @param repertoire `open` draws also what the contract does not bound: no service needs to accept those values
 * @returns undefined where no value is found that keeps the schema
 */
export function schemaArbitrary(
  contract: Contract,
  pointer: string,
  direction: Direction,
  repertoire: CharacterSet = 'text',
): Arbitrary<JsonValue> | undefined {
  const bridge = bridgeOf(contract, direction, repertoire);
  const built = bridge.values([pointer], 0);
  const isValid = (value: JsonValue) => bridge.isValid([pointer], value);
  const valid = built && new RootFilterArbitrary(built.arbitrary, isValid, bridge.budget);
  if (valid && isSatisfiable(valid)) return valid;
  const examples = schemaExamples(effectiveSchema(contract.document, pointer, direction));
  const given = examples.filter((value) => contract.schemas.accepts(pointer, value, direction));
  return given.length === 0 ? undefined : constantFrom(...given);
}

const createBridges = () => new Map<string, SchemaBridge>();

/** One bridge for each use of a contract, so that what its operations share is built once. */
function bridgeOf(contract: Contract, direction: Direction, repertoire: CharacterSet): SchemaBridge {
  const own = contract.derived(createBridges);
  const key = `${direction} ${repertoire}`;
  const bridge = own.get(key) ?? new SchemaBridge(contract, direction, repertoire);
  own.set(key, bridge);
  return bridge;
}

/** Keywords that are not built in but judged: a value is drawn again until it keeps them. */
const JUDGED = [
  'pattern',
  'not',
  'if',
  'oneOf',
  'anyOf',
  'contains',
  'uniqueItems',
  'minProperties',
  'maxProperties',
  'patternProperties',
  'propertyNames',
  'dependentRequired',
  'dependentSchemas',
  'unevaluatedProperties',
  'unevaluatedItems',
];

class SchemaBridge implements SchemaGenerator {
  readonly document: OpenApiDocument;
  readonly characters: CharacterSet;
  readonly budget = new RetryBudget();
  private readonly contract: Contract;
  private readonly direction: Direction;
  private readonly cache = new Map<string, SizedArbitrary | undefined>();

  constructor(contract: Contract, direction: Direction, repertoire: CharacterSet) {
    this.contract = contract;
    this.document = contract.document;
    this.direction = direction;
    this.characters = repertoire;
  }

  values(places: readonly string[], depth: number): SizedArbitrary | undefined {
    if (depth > MAX_DEPTH || places.some((place) => this.document.resolve(place).value === false)) return undefined;
    return places.length === 0
      ? this.anything()
      : this.build(mergeSchemas(this.document, places, this.direction), depth);
  }

  isValid(places: readonly string[], value: JsonValue): boolean {
    return places.every((place) => this.contract.schemas.accepts(place, value, this.direction));
  }

  private build(demands: MergedSchema, depth: number): SizedArbitrary | undefined {
    const key = JSON.stringify([
      demands.schemaPointers,
      demands.resolvedAlternatives,
      demands.discriminatorValues,
      depth,
    ]);
    if (this.cache.has(key)) return this.cache.get(key);
    const built = this.enumerated(demands) ?? this.describedBy(demands, depth);
    const judged = built === 'none' ? undefined : this.validated(demands, built);
    this.cache.set(key, judged);
    return judged;
  }

  private anything(): SizedArbitrary | undefined {
    const strings = leaf(stringArbitrary([], this.characters));
    return oneOf([strings, leaf(numberArbitrary(this.document, [], true, false)), fromList([false, true])], 0);
  }

  private describedBy(demands: MergedSchema, depth: number): SizedArbitrary | undefined {
    const [choice] = demands.alternatives;
    if (!choice)
      return oneOf(
        this.typesOf(demands).map((type) => this.typed(demands, type, depth)),
        depth,
      );
    const branches = choice.alternatives.map((alternative) =>
      this.build(resolveAlternative(this.document, demands, choice, alternative, this.direction), depth),
    );
    return oneOf(branches, depth);
  }

  private validated(
    { schemas, schemaPointers }: MergedSchema,
    built: SizedArbitrary | undefined,
  ): SizedArbitrary | undefined {
    const isJudged = schemas.some(({ schema }) => JUDGED.some((keyword) => schema[keyword] !== undefined));
    return built && isJudged
      ? {
          ...built,
          arbitrary: new BoundedFilterArbitrary(
            built.arbitrary,
            (value) => this.isValid(schemaPointers, value),
            this.budget,
          ),
        }
      : built;
  }

  /** The values of an `enum` or `const`; undefined without one, `none` where no value of it keeps the rest. */
  private enumerated({ schemas, schemaPointers }: MergedSchema): SizedArbitrary | 'none' | undefined {
    const lists = schemas.flatMap(({ schema }) => [
      ...(schema['const'] === undefined ? [] : [[schema['const']]]),
      ...(Array.isArray(schema['enum']) ? [schema['enum']] : []),
    ]);
    if (lists.length === 0) return undefined;
    return fromList((lists[0] ?? []).filter((value) => this.isValid(schemaPointers, value))) ?? 'none';
  }

  /** Returns the types to generate: the declared ones, else the one that the keywords imply. */
  private typesOf({ schemas, types, hasType }: MergedSchema): readonly TypeName[] {
    if (hasType) return types.includes('number') ? types.filter((type) => type !== 'integer') : types;
    const implied = impliedTypes({ schemas });
    return implied.length > 0 ? implied : ['string', 'integer', 'boolean'];
  }

  private typed(demands: MergedSchema, type: TypeName, depth: number): SizedArbitrary | undefined {
    switch (type) {
      case 'object':
        return objectArbitrary(this, demands, depth);
      case 'array':
        return arrayArbitrary(this, demands, depth);
      case 'string':
        return this.string(demands);
      case 'integer':
      case 'number':
        return leaf(numberArbitrary(this.document, demands.schemas, type === 'integer', this.characters === 'open'));
      case 'boolean':
        return fromList([false, true]);
      case 'null':
        return fromList([null]);
    }
  }

  /** Where a pattern cannot be written for, the schema's own examples help. */
  private string({ schemas, schemaPointers }: MergedSchema): SizedArbitrary | undefined {
    const strings = stringArbitrary(
      schemas.map(({ schema }) => schema),
      this.characters,
    );
    if (!strings || schemas.every(({ schema }) => schema['pattern'] === undefined)) return leaf(strings);
    const examples = schemaExamples(effectiveSchema(this.document, schemaPointers[0] ?? '', this.direction)).filter(
      (value) => this.isValid(schemaPointers, value),
    );
    if (examples.length === 0) return leaf(strings);
    const branches = [
      { weight: 9, arbitrary: strings as Arbitrary<JsonValue> },
      { weight: 1, arbitrary: constantFrom(...examples) },
    ];
    return leaf(new OneofArbitrary(branches));
  }
}

function leaf(arbitrary: Arbitrary<JsonValue> | undefined): SizedArbitrary | undefined {
  return arbitrary && { arbitrary, size: 1 };
}

function fromList(values: readonly JsonValue[]): SizedArbitrary | undefined {
  return values.length === 0 ? undefined : { arbitrary: constantFrom(...values), size: 1, choices: values };
}

/** One of those that have values; the smallest stand first, and below a certain depth alone. */
function oneOf(branches: readonly (SizedArbitrary | undefined)[], depth: number): SizedArbitrary | undefined {
  const sorted = branches.flatMap((branch) => branch ?? []).sort((a, b) => a.size - b.size);
  const [first] = sorted;
  if (!first || sorted.length === 1) return first;
  const allowed = depth < REQUIRED_ONLY_DEPTH ? sorted : sorted.filter(({ size }) => size === first.size);
  const arbitrary = new OneofArbitrary(
    allowed.map((branch) => ({ weight: isNull(branch) ? 1 : 4, arbitrary: branch.arbitrary })),
  );
  return { arbitrary, size: first.size };
}

function isNull({ choices }: SizedArbitrary): boolean {
  return choices?.length === 1 && choices[0] === null;
}
