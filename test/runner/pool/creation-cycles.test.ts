import { expect, test } from 'vitest';
import { resourceModel } from '../../../harness/openapi/resources/infer.ts';
import { CreationCycles } from '../../../harness/runner/pool/creation/creation-cycles.ts';
import { contractOf } from '../../generate/documents.ts';

function resource(name: string, other: string): string {
  const schema = `{ type: object, properties: { id: { type: integer, readOnly: true }, ${other}Id: { type: integer } } }`;
  const content = `content: { application/json: { schema: ${schema} } }`;
  const ok = (status: number) => `responses: { ${status}: { description: ok, ${content} } }`;
  return `
/${name}s:
  post: { operationId: create-${name}, requestBody: { required: true, ${content} }, ${ok(201)} }
/${name}s/{${name}Id}:
  get:
    operationId: read-${name}
    parameters: [{ name: ${name}Id, in: path, required: true, schema: { type: integer } }]
    ${ok(200)}`;
}

test('of two types whose records name each other, one is created without the other', () => {
  const contract = contractOf(`${resource('order', 'customer')}${resource('customer', 'order')}`.trim());
  const model = resourceModel(contract);
  const [first, second] = model.types;
  if (!first || !second) throw new Error('two types are expected');
  const cycles = new CreationCycles(model);
  expect([cycles.isCut(first, second.name), cycles.isCut(second, first.name)]).toEqual([true, false]);
});

test('a type that needs none of those that need it is always created first', () => {
  const contract = contractOf(`${resource('author', 'name')}${resource('book', 'author')}`.trim());
  const model = resourceModel(contract);
  const book = model.types.find(({ name }) => name === 'book');
  if (!book) throw new Error('a type is expected');
  expect(new CreationCycles(model).isCut(book, 'author')).toBe(false);
});
