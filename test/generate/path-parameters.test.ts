import { describe, expect, test } from 'vitest';
import { parseJsonBytes } from '../../harness/core/json/index.ts';
import { boundaryCases } from '../../harness/generate/boundary/boundary-cases.ts';
import { randomCases } from '../../harness/generate/random/random-cases.ts';
import { UniqueValues } from '../../harness/generate/requests/unique-values.ts';
import { contractOf, only } from './documents.ts';

const SCHEMAS: readonly (readonly [schema: string, style: string])[] = [
  ['{ type: string, pattern: "^[a-z.]+$" }', 'simple'],
  [`{ type: string, enum: ['', '..', list] }`, 'simple'],
  ['{ type: integer }', 'simple'],
  ['{ type: array, minItems: 1, items: { type: integer } }', 'simple'],
  ['{ type: object, required: [x], properties: { x: { type: integer } } }', 'simple'],
  ['{ type: array, minItems: 1, items: { type: integer } }', 'label'],
  ['{ type: object, required: [x], properties: { x: { type: integer } } }', 'label'],
  ['{ type: array, minItems: 1, items: { type: integer } }', 'matrix'],
];

function pathsOf(schema: string, style: string): string[] {
  const contract = contractOf(`
/pets/{pet}/tree:
  get:
    parameters: [{ name: pet, in: path, required: true, style: ${style}, schema: ${schema} }]
    responses: { '204': { description: ok }, '400': { description: bad } }`);
  const operation = only(contract);
  const random = [1, 2, 3].flatMap((seed) => [...randomCases(contract, operation, { seed, randomCases: 40 })]);
  const cases = [...(boundaryCases(contract, new UniqueValues(1), operation) ?? []), ...random];
  return cases.map(({ request }) => request.path);
}

test('a property of the body that has the name of a path parameter takes its value only where that is valid', () => {
  const contract = contractOf(`
/categories/{section}/{title}:
  patch:
    parameters:
      - { name: section, in: path, required: true, schema: { type: string, enum: [guides, reference] } }
      - { name: title, in: path, required: true, schema: { type: string } }
    requestBody:
      content:
        application/json:
          schema:
            type: object
            properties: { section: { type: string, enum: [guide, reference] }, title: { type: string } }
    responses: { '204': { description: ok }, '400': { description: bad } }`);
  const operation = only(contract);
  const random = [...randomCases(contract, operation, { seed: 1, randomCases: 40 })];
  const cases = [...(boundaryCases(contract, new UniqueValues(1), operation) ?? []), ...random];
  const schema = operation.requestBody?.content[0]?.schema ?? '';
  const bodies = cases.flatMap(({ expectation, request: { body } }) =>
    expectation === 'accept' && body !== undefined ? [parseJsonBytes(body)] : [],
  );
  expect(bodies.length).toBeGreaterThan(10);
  expect(bodies.filter((body) => !contract.schemas.accepts(schema, body, 'request'))).toEqual([]);
});

test('an example that names another operation is not sent', () => {
  const parameter = '{ name: name, in: path, required: true, example: mine, schema: { type: string } }';
  const responses = "responses: { '204': { description: ok }, '400': { description: bad } }";
  const contract = contractOf(`
/pets/mine:
  get: { ${responses} }
/pets/{name}:
  get: { operationId: getPet, parameters: [${parameter}], ${responses} }`);
  const operation = contract.operation('getPet');
  const cases = operation && [...(boundaryCases(contract, new UniqueValues(1), operation) ?? [])];
  const accepted = cases?.filter(({ expectation }) => expectation === 'accept').map(({ request }) => request.path);
  expect(accepted?.length).toBeGreaterThan(0);
  expect(accepted?.filter((path) => path === '/pets/mine')).toEqual([]);
});

describe('a request names the path of its operation, whatever is in the path', () => {
  test.each(SCHEMAS)('%s in style %s', (schema, style) => {
    const paths = pathsOf(schema, style);
    expect(paths.length).toBeGreaterThan(40);
    expect(paths.filter((path) => !/^\/pets\/(?!\.{0,2}\/)[^/]+\/tree$/.test(path))).toEqual([]);
  });
});
