import { expect, test } from 'vitest';
import { type Call, errorsOf, operationOf, type Reply, serveCalls, verifyDocument } from '../establish/books.ts';

const error = '{ description: error, content: { application/json: { schema: { type: object } } } }';
const order =
  'content: { application/json: { schema: { type: object, required: [id], properties: { id: { type: string } } } } }';
const DOCUMENT = `openapi: 3.0.3
info: { title: Orders, version: '1' }
paths:
  /orders:
    post:
      operationId: createOrder
      responses: { '201': { description: created, ${order} } }
  /orders/{orderId}:
    parameters: [{ name: orderId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: readOrder
      responses: { '200': { description: one, ${order} }, '404': ${error} }
  /orders/{orderId}/transitions:
    parameters: [{ name: orderId, in: path, required: true, schema: { type: string } }]
    post:
      operationId: transitionOrder
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [action]
              properties: { action: { type: string, enum: [place, pay, cancel] }, note: { type: string, maxLength: 10 } }
      responses: { '200': { description: changed, ${order} }, '400': ${error}, '404': ${error}, '409': ${error} }
`;

/** A new order cannot be placed, because it has no lines, nor paid: it can be cancelled. */
function orders({ method, path, body }: Call, known: Set<string>, isStrict: boolean): Reply {
  const [, , id = '', below] = path.split('/').map(decodeURIComponent);
  if (id === '') {
    const created = crypto.randomUUID();
    known.add(created);
    return { status: 201, body: { id: created } };
  }
  if (!known.has(id)) return { status: 404, body: {} };
  if (method === 'GET' || below === undefined) return { status: 200, body: { id } };
  const { action, note = 'none' } = body ?? {};
  const isValid = ['place', 'pay', 'cancel'].includes(String(action)) && typeof note === 'string';
  if (!isValid || [...note].length > 10) return { status: 400, body: {} };
  if (isStrict && note === '') return { status: 409, body: {} };
  return action === 'cancel' ? { status: 200, body: { id } } : { status: 409, body: {} };
}

async function verifyOrders(isStrict: boolean) {
  const known = new Set<string>();
  const url = await serveCalls((call) => orders(call, known, isStrict));
  return verifyDocument(DOCUMENT, url, {});
}

test('an action that a new record takes is found among those that are listed, and the others prove nothing', async () => {
  const report = await verifyOrders(false);
  expect(errorsOf(report)).toEqual([]);
  expect(operationOf(report, 'transitionOrder')).toMatchObject({ verified: true });
});

test('a conflict for another part of the request that was accepted is a finding', async () => {
  const report = await verifyOrders(true);
  expect(errorsOf(report).join()).toContain('/note');
});
