import { afterEach, describe, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../../../harness/core/model.ts';
import { contractOf, listOf, record } from '../../openapi/resources/api.ts';
import { closeMocks, each, fields, openMock } from './client.ts';

afterEach(closeMocks);

const path = (name: string) => ({ [name]: { type: 'integer' } });
const product = record({ id: 'integer', name: 'string', price: 'number' }, ['id', 'name', 'price']);
const sent = { productId: 'integer', quantity: 'integer' };
const line = record(
  { ...sent, id: { type: 'string', format: 'uuid' }, name: 'string', unitPrice: 'number', lineTotal: 'number' },
  ['id', 'productId', 'quantity', 'unitPrice'],
);
const order = record({ id: 'integer', items: listOf(line), itemCount: 'integer', total: 'number' }, [
  ...['id', 'items', 'itemCount', 'total'],
]);
const takes = record({ items: listOf(record(sent, ['productId', 'quantity'])) }, ['items']);
const person = record({ id: 'integer', contacts: listOf(record({ id: 'integer', text: 'string' }, ['id', 'text'])) }, [
  ...['id', 'contacts'],
]);
const CONTRACT = contractOf({
  'GET /products': { gives: listOf(product) },
  'GET /products/{productId}': { gives: product, path: path('productId') },
  'GET /orders': { gives: listOf(order) },
  'POST /orders': { sends: takes, gives: order, status: '201' },
  'GET /orders/{orderId}': { gives: order, path: path('orderId') },
  'PUT /orders/{orderId}': { sends: takes, gives: order, path: path('orderId') },
  'POST /people': {
    sends: record({ contacts: listOf(record({ text: 'string' }, ['text'])) }, ['contacts']),
    gives: person,
    status: '201',
  },
  'GET /people/{personId}': { gives: person, path: path('personId') },
});

/** Expects an order whose lines show their products, and that costs what they do. */
function expectPriced(shown: JsonValue | undefined, products: readonly JsonObject[]) {
  const { items, itemCount, total } = fields(shown);
  const lines = (items as JsonValue[]).map(fields);
  let sum = 0;
  for (const { productId, quantity, name, unitPrice, lineTotal } of lines) {
    const product = products.find(({ id }) => String(id) === String(productId));
    expect({ name, unitPrice }).toEqual({ name: product?.['name'], unitPrice: product?.['price'] });
    expect(Number(lineTotal)).toBeCloseTo(Number(unitPrice) * Number(quantity), 5);
    sum += Number(lineTotal);
  }
  expect(Number(total)).toBeCloseTo(sum, 5);
  expect(Number(itemCount)).toBe(lines.length);
  expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length);
}

test('the lines of an order that a client sends show their products, and the order what they cost', async () => {
  const mock = await openMock({ contract: CONTRACT });
  const products = (await mock.send('GET', '/products')).body as JsonObject[];
  const items = [2, 1].map((productId) => ({ productId, quantity: 3 }));
  const { body: created } = await mock.send('POST', '/orders', { items });
  expect(fields(created)['items']).toMatchObject(items);
  expectPriced(created, products);
  const at = `/orders/${String(fields(created)['id'])}`;
  expect((await mock.send('GET', at)).body).toEqual(created);
  const { body: replaced } = await mock.send('PUT', at, { items: [{ productId: 3, quantity: 2 }] });
  expect(each(fields(replaced)['items'], '/productId').map(Number)).toEqual([3]);
  expectPriced(replaced, products);
});

test('so do those of orders that are made up', async () => {
  const mock = await openMock({ contract: CONTRACT });
  const products = (await mock.send('GET', '/products')).body as JsonObject[];
  const { body } = await mock.send('GET', '/orders');
  expect(body).toHaveLength(3);
  for (const each of body as JsonObject[]) expectPriced(each, products);
  expectPriced((await mock.send('GET', '/orders/77')).body, products);
});

test('each object in a list of a record has an identifier of its own', async () => {
  const mock = await openMock({ contract: CONTRACT });
  const { body } = await mock.send('POST', '/people', { contacts: [{ text: 'a' }, { text: 'b' }, { text: 'c' }] });
  const contacts = fields(body)['contacts'];
  expect(each(contacts, '/text')).toEqual(['a', 'b', 'c']);
  expect(new Set(each(contacts, '/id').map(String)).size).toBe(3);
});

const ownLine = record({ id: 'string', productId: 'integer', quantity: 'integer' }, ['id', 'productId', 'quantity']);
const basket = record({ id: 'integer', note: 'string', lines: listOf(ownLine) }, ['id', 'note', 'lines']);
const BASKETS = contractOf({
  'GET /products': { gives: listOf(product) },
  'GET /products/{productId}': { gives: product, path: path('productId') },
  'POST /baskets': {
    sends: record({ note: 'string', lines: listOf(record(sent)) }, ['note']),
    gives: basket,
    status: '201',
  },
  'GET /baskets/{basketId}': { gives: basket, path: path('basketId') },
  'PATCH /baskets/{basketId}': {
    sends: record({ note: 'string', lines: listOf(record(sent)) }),
    gives: basket,
    path: path('basketId'),
  },
  'POST /baskets/{basketId}/lines': { sends: record(sent), gives: ownLine, path: path('basketId'), status: '201' },
  'GET /baskets/{basketId}/lines/{lineId}': {
    gives: ownLine,
    path: { ...path('basketId'), lineId: { type: 'string' } },
  },
});

test('lines that a client sends within their basket have paths of their own, and those that are added there are in it', async () => {
  const mock = await openMock({ contract: BASKETS });
  const linesOf = (body: JsonValue | undefined) => fields(body)['lines'] as JsonObject[];
  const lines = [1, 2].map((productId) => ({ productId, quantity: 3 }));
  const { body: created } = await mock.send('POST', '/baskets', { note: 'new', lines });
  expect(linesOf(created)).toMatchObject(lines);
  const at = `/baskets/${String(fields(created)['id'])}`;
  expect((await mock.send('GET', at)).body).toEqual(created);
  for (const each of linesOf(created))
    expect((await mock.send('GET', `${at}/lines/${String(each['id'])}`)).body).toMatchObject(each);
  await mock.send('POST', `${at}/lines`, { productId: 3, quantity: 1 });
  expect(each(linesOf((await mock.send('GET', at)).body), '/productId').map(Number)).toEqual([1, 2, 3]);
  await mock.send('PATCH', at, { note: 'changed' });
  expect(linesOf((await mock.send('GET', at)).body)).toHaveLength(3);
  const { body: patched } = await mock.send('PATCH', at, { lines: [{ productId: 2, quantity: 5 }] });
  expect(linesOf(patched)).toMatchObject([{ productId: 2, quantity: 5 }]);
  expect((await mock.send('GET', at)).body).toEqual(patched);
});

test('lines whose name a client may send show that of their product without it, and net and gross amounts agree', async () => {
  const article = record({ id: 'integer', name: 'string', netUnitPrice: 'number' }, ['id', 'name', 'netUnitPrice']);
  const amounts = { netUnitAmount: 'number', netAmount: 'number', vatAmount: 'number', grossAmount: 'number' };
  const row = record({ ...sent, name: 'string', ...amounts }, ['name', 'quantity', ...Object.keys(amounts)]);
  const rows = { ...listOf(row), minItems: 1 };
  const invoice = record({ id: 'integer', items: rows, gross_total: 'number' }, ['id', 'items', 'gross_total']);
  const sends = record({ items: listOf(record({ ...sent, name: 'string' }, ['quantity'])) }, ['items']);
  const contract = contractOf({
    'GET /products': { gives: listOf(article) },
    'GET /products/{productId}': { gives: article, path: path('productId') },
    'GET /invoices': { gives: listOf(invoice) },
    'POST /invoices': { sends, gives: invoice, status: '201' },
    'GET /invoices/{invoiceId}': { gives: invoice, path: path('invoiceId') },
  });
  const mock = await openMock({ contract });
  const products = (await mock.send('GET', '/products')).body as JsonObject[];
  const items = [
    { productId: 2, quantity: 3 },
    { productId: 1, quantity: 1, name: 'Sample' },
  ];
  const created = fields((await mock.send('POST', '/invoices', { items })).body);
  expect(each(created['items'], '/name')).toEqual([products[1]?.['name'], 'Sample']);
  const listed = (await mock.send('GET', '/invoices')).body as JsonObject[];
  for (const { items: lines, gross_total: total } of listed) {
    const gross = each(lines, '/grossAmount').map(Number);
    expect(Number(total)).toBeCloseTo(
      gross.reduce((a, b) => a + b, 0),
      5,
    );
  }
  for (const each of listed)
    for (const line of (each['items'] as JsonObject[]).map(fields)) {
      const product = products.find(({ id }) => id === line['productId']);
      const [unit, net, vat, gross] = Object.keys(amounts).map((name) => Number(line[name]));
      if (each['id'] !== created['id'])
        expect([line['name'], line['netUnitAmount']]).toEqual([product?.['name'], product?.['netUnitPrice']]);
      expect(net).toBeCloseTo(Number(unit) * Number(line['quantity']), 5);
      expect(gross).toBeCloseTo(Number(net) + Number(vat), 5);
    }
});

describe('the tax on a line that only the service sets follows from the rate that is sent', () => {
  const amounts = { netUnitPrice: 'number', netAmount: 'number', vatAmount: 'number', grossAmount: 'number' };
  /** The line of an invoice with what a client sends of it: a quantity of 2 for 10 each. */
  async function lineWith(
    more: Parameters<typeof record>[0],
    values: JsonObject,
    also: Parameters<typeof record>[0] = {},
  ) {
    const own = { quantity: 'integer', netUnitPrice: 'number', ...more };
    const row = record({ ...own, ...amounts, ...also }, ['quantity', ...Object.keys(amounts)]);
    const invoice = record({ id: 'integer', items: { ...listOf(row), minItems: 1 } }, ['id', 'items']);
    const contract = contractOf({
      'GET /invoices': { gives: listOf(invoice) },
      'POST /invoices': { sends: record({ items: listOf(record(own)) }, ['items']), gives: invoice, status: '201' },
      'GET /invoices/{invoiceId}': { gives: invoice, path: path('invoiceId') },
    });
    const mock = await openMock({ contract });
    const items = [{ quantity: 2, netUnitPrice: 10, ...values }];
    const { body } = await mock.send('POST', '/invoices', { items });
    const [line = {}] = fields(body)['items'] as JsonObject[];
    return { ...line, ...Object.fromEntries(Object.keys(amounts).map((name) => [name, Number(String(line[name]))])) };
  }

  test.each<[string, string, JsonValue, number]>([
    ['a text in percent', 'vat', '27%', 5.4],
    ['a text with a decimal point', 'vat', '7.5 %', 1.5],
    ['a number in percent', 'vatRate', 19, 3.8],
    ['a part of 1', 'tax_rate', 0.19, 3.8],
    ['a text without a sign', 'taxPercent', '20', 4],
    ['no rate', 'vat', 'exempt', 0],
  ])('%s', async (_, name, value, tax) => {
    const line = await lineWith({ [name]: { type: typeof value } }, { [name]: value });
    expect(line).toMatchObject({ [name]: value, netAmount: 20, vatAmount: tax });
    expect(line.grossAmount).toBeCloseTo(20 + tax, 5);
  });

  test('nothing sent of it', async () => {
    expect(await lineWith({}, {})).toMatchObject({ netAmount: 20, vatAmount: 0, grossAmount: 20 });
  });

  test('an amount that a client may send stays', async () => {
    const line = await lineWith({ vatAmount: 'number', vatRate: 'number' }, { vatAmount: 3.99, vatRate: 20 });
    expect(line).toMatchObject({ vatAmount: 3.99 });
  });
});
