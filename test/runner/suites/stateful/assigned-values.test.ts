import { expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';
import { findingsOnMock } from './on-mock.ts';
import { orderNumbersDocument } from './order-numbers-document.ts';

/** @param numberOf the number of an order, by how many there were before */
async function found(description: string, numberOf: (count: number) => string) {
  const orders = new Map<string, object>();
  let count = 0;
  const app = async (request: Request): Promise<Response> => {
    const id = new URL(request.url).pathname.split('/')[2];
    const order = orders.get(id ?? '');
    if (id !== undefined && !order) return new Response(null, { status: 404 });
    if (request.method === 'GET') return Response.json(order ?? [...orders.values()]);
    const { note } = Object(await request.json().catch(() => ({})));
    if (typeof note !== 'string' || note === '' || note.length > 40) return new Response(null, { status: 400 });
    const made = { id: crypto.randomUUID(), number: numberOf(count++), customerNumber: 'C-1', note };
    orders.set(made.id, made);
    return Response.json(made, { status: 201 });
  };
  const options = { suites: ['stateful'], consistency: 0, runs: 0, seed: 1 } as const;
  const { findings } = await verify({ spec: orderNumbersDocument(description), app, ...options });
  return findings.map(({ check, message }) => `${check}: ${message}`);
}

const TWICE = 'values-stay-unique: it gives an order the number of another, which the document calls unique';

test("a number that the service gives is no other record's, where the document calls it unique", async () => {
  expect(await found('Unique.', (count) => `PO-${count}`)).toEqual([]);
  expect(await found('Unique.', (count) => `PO-${count % 3 === 2 ? count - 1 : count}`)).toEqual([TWICE]);
  expect(await found('The unique number, as it is printed', () => 'PO-1')).toEqual([TWICE]);
});

test.each([
  'Unique within the customer.',
  'Unique for each day',
  'Number of the batch.',
  'Usually unique.',
  'Not unique: orders of a series share it.',
])('%s does not say that each has its own', async (description) => {
  expect(await found(description, () => 'PO-1')).toEqual([]);
});

test('the mock gives each record a number of its own', async () => {
  for (const type of ['string', 'integer'])
    expect(await findingsOnMock(orderNumbersDocument('Unique.', type))).toEqual([]);
});
