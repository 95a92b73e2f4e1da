import { expect, test } from 'vitest';
import { type Call, errorsOf, operationOf, type Reply, serveCalls, verifyDocument } from '../establish/books.ts';

const document = (required: string) => `openapi: 3.0.3
info: { title: Orders, version: '1' }
paths:
  /orders:
    post:
      operationId: createOrder
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [item${required}]
              properties: { item: { type: string, maxLength: 40 }, region: { type: string, maxLength: 40 } }
      responses:
        '201': { description: created }
        default: { description: error, content: { application/json: { schema: { type: object } } } }
`;

/** Regions are no resource of the document; the service knows one. */
const orders =
  (isRequired: boolean) =>
  ({ body }: Call): Reply => {
    const { item, region } = body ?? {};
    const texts = [item, region].filter((each) => each !== undefined);
    const isValid = texts.every((each) => typeof each === 'string' && [...each].length <= 40);
    if (typeof item !== 'string' || !isValid) return { status: 400, body: {} };
    if (region === undefined) return { status: isRequired ? 400 : 201, ...(isRequired ? { body: {} } : {}) };
    if (region === 'EMEA') return { status: 201 };
    return { status: 422, body: { message: `The region "${String(region)}" does not exist.` } };
  };

const verifyOrders = async (required: string, values = {}) =>
  verifyDocument(document(required), await serveCalls(orders(required !== '')), { values });

test('a value that the service says it does not have is no violation, and the advice says which', async () => {
  const report = await verifyOrders(', region');
  expect([errorsOf(report), report.verdict]).toEqual([[], 'unverified']);
  expect(operationOf(report, 'createOrder').reason).toBe(
    'no valid request was accepted; /region names what the service does not have (422): give one that it has in values',
  );
  const known = await verifyOrders(', region', { createOrder: { region: 'EMEA' } });
  expect([errorsOf(known), known.verdict]).toEqual([[], 'passed']);
});

test('an optional one is left out of all other requests', async () => {
  const report = await verifyOrders('');
  expect([errorsOf(report), report.verdict]).toEqual([[], 'passed']);
  expect(operationOf(report, 'createOrder').accepted).toBeGreaterThan(10);
});

test.each([
  [
    'ids',
    'no valid request was accepted; ids names what the service does not have (404): give one that it has in values',
  ],
  ['amounts', 'no valid request was accepted'],
])('a 404 to a body with %s', async (name, reason) => {
  const spec = document('').replaceAll(
    'item: { type: string, maxLength: 40 }',
    `${name}: { type: array, items: { type: integer } }`,
  );
  const target = await serveCalls(() => ({ status: 404, body: { message: 'No user found' } }));
  const report = await verifyDocument(spec.replace('[item]', `[${name}]`), target);
  expect(report.verdict).toBe(name === 'ids' ? 'unverified' : 'failed');
  expect(operationOf(report, 'createOrder').reason).toBe(reason);
});
