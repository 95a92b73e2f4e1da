import { expect, test } from 'vitest';
import { Contract } from '../../../../harness/openapi/contract.ts';
import { OpenApiDocument } from '../../../../harness/openapi/document.ts';
import { resourceModel } from '../../../../harness/openapi/resources/infer.ts';
import { toldOverlap } from '../../../../harness/openapi/resources/prose/overlaps.ts';

/** What a rental takes of these things, as its description says. */
function taken(path: string, property: string, description: string, more = {}): readonly string[] | undefined {
  const content = (schema: object) => ({ 'application/json': { schema } });
  const text = { type: 'string' };
  const [Thing, Rental] = [
    { type: 'object', properties: { id: text, name: text } },
    {
      type: 'object',
      required: [property, 'start', 'end'],
      properties: {
        id: { ...text, readOnly: true },
        [property]: text,
        start: { ...text, format: 'date' },
        end: { ...text, format: 'date' },
        ...more,
      },
    },
  ];
  const gives = (schema: object) => ({ description: 'ok', content: content(schema) });
  const items = (schema: object) => ({
    post: { requestBody: { content: content(schema) }, responses: { 201: gives(schema), 409: { description: 'no' } } },
  });
  const item = (schema: object) => ({
    parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
    get: { responses: { 200: gives(schema), 404: { description: 'no' } } },
  });
  const rentals = items(Rental);
  const root = {
    openapi: '3.1.0',
    info: { title: 'Rentals', version: '1' },
    paths: {
      [path]: items(Thing),
      [`${path}/{id}`]: item(Thing),
      '/rentals': { post: { ...rentals.post, description } },
      '/rentals/{id}': item(Rental),
    },
  };
  const contract = new Contract(new OpenApiDocument('rentals.json', JSON.parse(JSON.stringify(root))));
  const operation = resourceModel(contract).operations.get('POST /rentals');
  return operation && toldOverlap(contract, operation)?.taken.map(({ resource }) => resource);
}

test.each([
  ["A boat can't be rented twice for the same day (409).", ['boat']],
  ['A boat that is not available in this period is a conflict (409).', ['boat']],
  ['Rentals that overlap are a conflict (409).', []],
])('%s', (description, expected) => {
  expect(taken('/boats', 'boatId', description)).toEqual(expected);
});

test('a time at which nothing is left need not be that of one other record', () => {
  expect(
    taken('/boats', 'boatId', '409 if nothing is available, or it is unavailable in this period.'),
  ).toBeUndefined();
});

test.each([
  ['/boat-types', 'boatTypeId', 'A boat type that is not available in this period is a conflict (409).'],
  ['/products', 'productId', 'A product that is taken at this time already is a conflict (409).'],
])('there may be several of %s', (path, property, description) => {
  expect(taken(path, property, description)).toBeUndefined();
});

test('a client may choose that records overlap', () => {
  const description = 'The scheduled time overlaps with an existing rental of the boat (409).';
  expect(taken('/boats', 'boatId', description)).toEqual(['boat']);
  expect(taken('/boats', 'boatId', description, { allow_overlapping: { type: 'boolean' } })).toBeUndefined();
  expect(taken('/boats', 'boatId', description, { is_paid: { type: 'boolean' } })).toEqual(['boat']);
});
