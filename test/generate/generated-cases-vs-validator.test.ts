import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { formatPart } from '../../harness/core/clause-part.ts';
import { toDoubles } from '../../harness/core/json/index.ts';
import type { Case } from '../../harness/core/model.ts';
import { boundaryCases } from '../../harness/generate/boundary/boundary-cases.ts';
import { randomCases } from '../../harness/generate/random/random-cases.ts';
import { UniqueValues } from '../../harness/generate/requests/unique-values.ts';
import type { Contract } from '../../harness/openapi/contract.ts';
import { contractOf, only } from './documents.ts';

const PET =
  '{ type: object, required: [id], properties: { id: { type: integer, maximum: 99 }, tag: { type: string } } }';
const DOG = '{ type: object, required: [kind, bark], properties: { kind: { const: Dog }, bark: { type: boolean } } }';
const CAT = '{ type: object, required: [kind, lives], properties: { kind: { const: Cat }, lives: { type: string } } }';
const REF = (name: string) => `$ref: "#/components/schemas/${name}"`;

/** Schemas in YAML by the keyword that they are about; they name no format and no number that a double rounds, which Ajv validates otherwise. */
const SCHEMAS: Readonly<Record<string, string>> = {
  'unevaluatedProperties over allOf': `{ allOf: [{ ${REF('Pet')} }, { properties: { own: { type: string } } }], unevaluatedProperties: false }`,
  'unevaluatedProperties beside $ref': `{ ${REF('Pet')}, properties: { own: { type: string } }, required: [own], unevaluatedProperties: false }`,
  'unevaluatedProperties over oneOf':
    '{ type: object, oneOf: [{ required: [x], properties: { k: { const: a }, x: { type: string } } }, { required: [y], properties: { k: { const: b }, y: { type: boolean } } }], required: [k], properties: { k: { enum: [a, b] } }, unevaluatedProperties: false }',
  'unevaluatedProperties over a condition':
    '{ type: object, required: [k], properties: { k: { type: boolean } }, if: { properties: { k: { const: true } } }, then: { properties: { t: { type: string } } }, else: { required: [e], properties: { e: { type: string } } }, unevaluatedProperties: false }',
  'unevaluatedProperties below':
    '{ type: object, properties: { list: { type: array, items: { type: object, allOf: [{ required: [z], properties: { z: { type: string } } }], unevaluatedProperties: false } } } }',
  'unevaluatedItems over allOf':
    '{ type: array, minItems: 1, allOf: [{ prefixItems: [{ type: string }] }, { prefixItems: [{ minLength: 2 }, { type: boolean }] }], unevaluatedItems: false }',
  'unevaluatedItems by a schema':
    '{ type: array, prefixItems: [{ type: string }], unevaluatedItems: { type: boolean } }',
  'items that are ruled out': '{ type: array, prefixItems: [{ type: string }, { type: boolean }], items: false }',
  'a tuple and the rest': '{ type: array, minItems: 3, prefixItems: [{ type: string }], items: { type: boolean } }',
  dependentSchemas:
    '{ type: object, properties: { card: { type: string } }, dependentSchemas: { card: { required: [to], properties: { to: { type: string, minLength: 3 } } } } }',
  'if, then, else':
    '{ type: object, required: [k], properties: { k: { enum: [a, b] } }, if: { required: [k], properties: { k: { const: a } } }, then: { required: [size], properties: { size: { type: string, minLength: 3 } } }, else: { required: [note], properties: { note: { type: boolean } } } }',
  'a condition for each kind':
    '{ type: object, required: [k], properties: { k: { enum: [a, b, c] } }, allOf: [{ if: { properties: { k: { const: a } } }, then: { required: [x], properties: { x: { type: string } } } }, { if: { properties: { k: { const: b } } }, then: { required: [y], properties: { y: { type: boolean } } } }] }',
  'a condition on the type': '{ if: { type: string }, then: { minLength: 3 }, else: { type: boolean } }',
  contains: '{ type: array, items: { type: string }, contains: { maxLength: 2 } }',
  'minContains and maxContains':
    '{ type: array, items: { type: [boolean, string] }, contains: { type: string }, minContains: 2, maxContains: 3 }',
  propertyNames:
    '{ type: object, minProperties: 1, propertyNames: { pattern: "^[a-z]{2,4}$" }, additionalProperties: { type: boolean } }',
  patternProperties:
    '{ type: object, required: [x-a], properties: { n: { type: string } }, patternProperties: { "^x-": { type: boolean } }, additionalProperties: false }',
  not: '{ type: object, required: [a, b], properties: { a: { type: string, not: { enum: [x] } }, b: { not: { type: string } } }, not: { required: [c] } }',
  'boolean schemas':
    '{ type: object, required: [any], properties: { any: true, none: false, list: { type: array, items: false } } }',
  'keywords beside $ref': `{ ${REF('Pet')}, required: [tag], properties: { tag: { maxLength: 3 }, id: { minimum: 3 } } }`,
  'several types':
    '{ type: object, required: [a], properties: { a: { type: [string, boolean], minLength: 2 }, b: { type: [object, "null"], required: [x], properties: { x: { type: string } } } } }',
  const:
    '{ type: object, required: [s], properties: { s: { const: abc }, o: { const: { a: [1] } }, z: { const: null }, l: { const: [] } } }',
  discriminator: `{ oneOf: [{ ${REF('Dog')} }, { ${REF('Cat')} }], discriminator: { propertyName: kind } }`,
};

/** Clauses of alternatives that no value violates by themselves: what violates them is valid against none of the schemas, and that is reported. */
const ONLY_TOGETHER = ['unevaluatedProperties over oneOf', 'discriminator'];

function contractWith(schema: string): Contract {
  const body =
    'requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/S" } } } }';
  const paths = `/things:\n  post:\n    operationId: create\n    ${body}\n    responses: { '201': { description: created }, default: { description: failed } }`;
  return contractOf(paths, `schemas:\n  S: ${schema}\n  Pet: ${PET}\n  Dog: ${DOG}\n  Cat: ${CAT}`);
}

/** Cases about the schema of the body, with their bodies; Ajv takes the member `__proto__` for one that was looked at. */
function evaluated(contract: Contract): { readonly testCase: Case; readonly body: unknown }[] {
  const operation = only(contract);
  const systematic = boundaryCases(contract, new UniqueValues(5), operation);
  if (!systematic) throw new Error('no valid request was found');
  return [...systematic, ...randomCases(contract, operation, { seed: 7, randomCases: 10 })]
    .filter(({ expectation, targets: [first], request }) => {
      const isAboutSchema = expectation === 'accept' || first?.schemaPointer.startsWith('#/components/') === true;
      return expectation !== 'any' && isAboutSchema && request.body !== undefined;
    })
    .map((testCase) => ({
      testCase,
      body: JSON.parse(String(testCase.request.body && Buffer.from(testCase.request.body))) as unknown,
    }))
    .filter(({ testCase }) => !/__proto__|double/.test(testCase.id));
}

describe.each(Object.entries(SCHEMAS))('%s', (name, schema) => {
  const contract = contractWith(schema);
  const components = toDoubles(contract.document.root['components'] ?? null);
  const ajv = new Ajv2020({ strict: false, validateFormats: false, validateSchema: false, ownProperties: true });
  const takes = ajv.compile({ components, $ref: '#/components/schemas/S' });
  const cases = evaluated(contract);

  test('Ajv takes what is to be accepted, and rejects what is to be rejected', () => {
    const wrong = cases.filter(({ testCase, body }) => takes(body) !== (testCase.expectation === 'accept'));
    expect(
      wrong.map(({ testCase, body }) => `${testCase.expectation} ${testCase.id}: ${JSON.stringify(body)}`),
    ).toEqual([]);
    for (const expectation of ['accept', 'reject'])
      expect(cases.some(({ testCase }) => testCase.expectation === expectation)).toBe(true);
  });

  test.skipIf(ONLY_TOGETHER.includes(name))('every demand of the schema is broken by some request', () => {
    const rejected = new Set(
      cases.flatMap(({ testCase }) => (testCase.expectation === 'reject' ? testCase.targets.map(({ id }) => id) : [])),
    );
    const assertions = contract.clauses.filter(
      ({ part, schemaPointer, id }) =>
        formatPart(part) === 'request body application/json' &&
        schemaPointer.startsWith('#/components/') &&
        !id.endsWith('optional'),
    );
    expect(assertions.filter(({ id }) => !rejected.has(id)).map(({ schemaPointer }) => schemaPointer)).toEqual([]);
  });
});
