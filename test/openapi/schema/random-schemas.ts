import fc from 'fast-check';

/**
 * Random schemas over a small alphabet, so that random values keep them about as often as they break them. `$ref`s lead to `#A` and `#B`.
 * Without what Ajv 8.20 gets wrong itself: `contains` takes `[]` inside of `items` and beside `prefixItems`, and for
 * `unevaluatedProperties` and `unevaluatedItems` branches that failed have evaluated something, `contains` every item.
 */

type Plain = { [keyword: string]: unknown };

const name = fc.constantFrom('a', 'b', 'ab', 'c/d');
const text = fc.constantFrom('', 'a', 'b', 'ab', 'aab', '😀', '1');
const number = fc.constantFrom(-1, 0, 1, 2, 3, 1.5, 4, 10);
const count = fc.integer({ min: 0, max: 3 });
const pattern = fc.constantFrom('^a', 'b$', '^$', '^.$', '[0-9]');
const type = fc.constantFrom('null', 'boolean', 'integer', 'number', 'string', 'array', 'object');

/** JSON values that all three understand alike: doubles only. */
export const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.oneof(fc.constant(null), fc.boolean(), number, text),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(name, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
}));

const assertions: { [keyword: string]: fc.Arbitrary<unknown> } = {
  type: fc.oneof(type, fc.uniqueArray(type, { minLength: 1, maxLength: 4 })),
  enum: fc.uniqueArray(value, {
    minLength: 1,
    maxLength: 3,
    comparator: (a, b) => JSON.stringify(a) === JSON.stringify(b),
  }),
  const: value,
  minimum: number,
  maximum: number,
  exclusiveMinimum: number,
  exclusiveMaximum: number,
  multipleOf: fc.constantFrom(1, 2, 3, 0.5),
  minLength: count,
  maxLength: count,
  pattern,
  required: fc.uniqueArray(name, { maxLength: 2 }),
  minProperties: count,
  maxProperties: count,
  dependentRequired: fc.dictionary(name, fc.uniqueArray(name, { maxLength: 2 }), { maxKeys: 2, noNullPrototype: true }),
  minItems: count,
  maxItems: count,
  uniqueItems: fc.boolean(),
};

type Schema = fc.Arbitrary<unknown>;

interface Inner {
  /** A schema of the same value. */
  readonly schema: Schema;
  /** A schema of something inside of the value, which may lead back to the outermost ones. */
  readonly below: Schema;
  readonly list: Schema;
  map(key: fc.Arbitrary<string>, inner: Schema): Schema;
}

const members = ({ below, schema, map }: Inner) => ({
  properties: map(name, below),
  patternProperties: map(pattern, below),
  additionalProperties: below,
  propertyNames: schema,
  dependentSchemas: map(name, schema),
});

const choices = ({ schema, below, list }: Inner) => ({
  items: below,
  allOf: list,
  anyOf: list,
  oneOf: list,
  not: schema,
  if: schema,
  // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
  then: schema,
  else: schema,
});

const closings = ({ schema, below, list }: Inner) => ({
  prefixItems: fc.array(below, { minLength: 1, maxLength: 3 }),
  items: below,
  allOf: list,
  unevaluatedProperties: fc.oneof(fc.constant(false), schema),
  unevaluatedItems: fc.oneof(fc.constant(false), schema),
});

/** Schemas of the keywords that make assertions, and of some that lead to further schemas. */
function schemasWith(applicatorsOf: (inner: Inner) => { [keyword: string]: Schema }): Schema {
  return fc.letrec<{ schema: unknown; below: unknown }>((tie) => {
    const schema = tie('schema');
    const applicators = applicatorsOf({
      schema,
      below: tie('below'),
      list: fc.array(schema, { minLength: 1, maxLength: 3 }),
      map: (key, inner) => fc.dictionary(key, inner, { maxKeys: 3, noNullPrototype: true }),
    });
    const keyword = fc
      .oneof(
        { arbitrary: fc.constantFrom(...Object.keys(assertions)), weight: 2 },
        { arbitrary: fc.constantFrom(...Object.keys(applicators)), weight: 3 },
      )
      .chain((key) => fc.tuple(fc.constant(key), applicators[key] ?? assertions[key] ?? fc.constant(true)));
    const leaf = fc.oneof(
      { arbitrary: type.map((only): Plain => ({ type: only })), weight: 5 },
      { arbitrary: fc.boolean(), weight: 1 },
    );
    return {
      schema: fc.oneof(
        { maxDepth: 4, withCrossShrink: true },
        leaf,
        fc.array(keyword, { minLength: 1, maxLength: 4 }).map((pairs): Plain => Object.fromEntries(pairs)),
      ),
      below: fc.oneof(
        { arbitrary: schema, weight: 4 },
        { arbitrary: fc.constantFrom<Plain>({ $ref: '#A' }, { $ref: '#B' }), weight: 1 },
      ),
    };
  }).schema;
}

/** A schema that refers to itself and to the other only through members and items; `A` also to `B` in place. */
function pairOf(anySchema: Schema): fc.Arbitrary<{ A: unknown; B: unknown }> {
  return fc
    .tuple(anySchema, anySchema, fc.boolean())
    .map(([A, B, joined]) => ({ A: joined && typeof A === 'object' ? { ...A, $ref: '#B' } : A, B }));
}

export const pair = pairOf(schemasWith((inner) => ({ ...members(inner), ...choices(inner) })));

/** Closed against what no part of them looks at, with parts that all must hold. */
export const closedPair = pairOf(schemasWith((inner) => ({ ...members(inner), ...closings(inner) })));
