import { afterEach, expect, test } from 'vitest';
import type { JsonValue } from '../../../harness/core/model.ts';
import { contractOf, listOf, record } from '../../openapi/resources/api.ts';
import { closeMocks, each, fields, openMock } from './client.ts';

afterEach(closeMocks);

const integer = { type: 'integer' };
const price = { type: 'number', minimum: 1 };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const Product = record({ id: integer, name: 'string', price }, ['id', 'name', 'price']);
const quantity = { ...integer, minimum: 1 };
const Line = record({ productId: integer, unitPrice: price, quantity, lineTotal: 'number' }, [
  ...['productId', 'unitPrice', 'quantity', 'lineTotal'],
]);
const amounts = { subtotal: 'number', tax: 'number', shippingFee: 'number', discount: 'number', total: 'number' };
const Order = record({ id: integer, lines: { ...listOf(ref('Line')), minItems: 1 }, ...amounts }, [
  ...['id', 'lines', ...Object.keys(amounts)],
]);
const path = { productId: integer, orderId: integer };
const contract = contractOf(
  {
    'GET /products': { gives: listOf(ref('Product')) },
    'GET /products/{productId}': { gives: ref('Product'), path },
    'GET /orders': { gives: listOf(ref('Order')) },
    'GET /orders/{orderId}': { gives: ref('Order'), path },
  },
  { Product, Line, Order },
);

test('lines of made-up orders cost what they say, and the total has what is added to the subtotal', async () => {
  const mock = await openMock({ contract });
  const { body: orders } = await mock.send('GET', '/orders');
  const numbers = (value: JsonValue | undefined, ...names: string[]) =>
    names.map((name) => Number(fields(value)[name]));
  for (const order of [...(Array.isArray(orders) ? orders : []), (await mock.send('GET', '/orders/4711')).body]) {
    const lines = fields(order)['lines'];
    const totals = each(lines, '/lineTotal').map(Number);
    for (const [index, line] of (Array.isArray(lines) ? lines : []).entries()) {
      const [unitPrice = 0, count = 0] = numbers(line, 'unitPrice', 'quantity');
      expect(totals[index]).toBeCloseTo(unitPrice * count, 5);
    }
    const [subtotal = 0, tax = 0, shipping = 0, discount = 0, total = 0] = numbers(order, ...Object.keys(amounts));
    expect(subtotal).toBeCloseTo(
      totals.reduce((a, b) => a + b, 0),
      5,
    );
    if (subtotal + tax + shipping >= discount) expect(total).toBeCloseTo(subtotal + tax + shipping - discount, 5);
  }
});
