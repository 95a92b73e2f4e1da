import fc from 'fast-check';

/**
 * Random schemas over a small alphabet, so that random values keep them about as often as they break them. `$ref`s lead to `#A` and `#B`.
 * Without what Ajv 8.20 gets wrong itself: `contains` takes `[]` inside of `items` and beside `prefixItems`, and for
 * `unevaluatedProperties` branches that failed have evaluated members.
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

const { schema: anySchema } = fc.letrec<{ schema: unknown; below: unknown }>((tie) => {
  const schema = tie('schema');
  const below = tie('below');
  const list = fc.array(schema, { minLength: 1, maxLength: 3 });
  const map = (key: fc.Arbitrary<string>, inner: fc.Arbitrary<unknown>) =>
    fc.dictionary(key, inner, { maxKeys: 3, noNullPrototype: true });
  const applicators: { [keyword: string]: fc.Arbitrary<unknown> } = {
    properties: map(name, below),
    patternProperties: map(pattern, below),
    additionalProperties: below,
    propertyNames: schema,
    dependentSchemas: map(name, schema),
    items: below,
    allOf: list,
    anyOf: list,
    oneOf: list,
    not: schema,
    if: schema,
    // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
    then: schema,
    else: schema,
  };
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
});

/** A schema that refers to itself and to the other only through members and items; `A` also to `B` in place. */
export const pair: fc.Arbitrary<{ A: unknown; B: unknown }> = fc
  .tuple(anySchema, anySchema, fc.boolean())
  .map(([A, B, joined]) => ({ A: joined && typeof A === 'object' ? { ...A, $ref: '#B' } : A, B }));
