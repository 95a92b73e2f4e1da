import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../harness/core/model.ts';
import { Contract } from '../../../../harness/openapi/contract.ts';
import { OpenApiDocument } from '../../../../harness/openapi/document.ts';
import { sumsIn, toldSums } from '../../../../harness/openapi/resources/prose/sums.ts';

const integer = { type: 'integer' };

/** The sums of an order whose total is described so. */
function sumsOf(description: string, place: 'total' | 'lineTotal' = 'total', type = 'integer') {
  const described = { type, description };
  const line = {
    type: 'object',
    properties: { unitPrice: integer, quantity: integer, lineTotal: place === 'lineTotal' ? described : integer },
  };
  const properties = {
    lines: { type: 'array', items: line },
    subtotal: integer,
    shippingCost: integer,
    discount: integer,
    total: place === 'total' ? described : integer,
    note: { type: 'string' },
  };
  const schemas = { Order: { type: 'object', properties } };
  const info = { title: 'Orders', version: '1' };
  const root = { openapi: '3.1.0', info, paths: {}, components: { schemas } };
  const contract = new Contract(new OpenApiDocument('orders.json', JSON.parse(JSON.stringify(root))));
  return toldSums(contract, ['#/components/schemas/Order'], []);
}

const order: JsonObject = {
  lines: [
    { unitPrice: 5, quantity: 3, lineTotal: 15 },
    { unitPrice: 7, quantity: 2, lineTotal: 10 },
  ],
  subtotal: 25,
  shippingCost: 4,
  discount: 2,
  total: 1,
};

test.each([
  ['subtotal minus discount', 23],
  ['`subtotal` plus `shippingCost` minus `discount`.', 27],
  ['subtotal + shipping cost', 29],
  ['Sum of all lineTotals', 25],
  ['The sum of the line totals of all lines', 25],
  ['Total of all quantities of its items', 5],
  ['Sum of unitPrice times quantity of the lines', 29],
  ['The sum of the unit price × the quantity over all lines', 29],
])('%s', (text, expected) => {
  expect(sumsOf(text).flatMap((sum) => [...sumsIn(order, sum)])).toEqual([{ at: '/total', expected, actual: 1 }]);
});

test.each(['unitPrice times quantity', 'The unit price × the quantity', 'quantity multiplied by unitPrice'])(
  '%s is that of each line',
  (text) => {
    expect(sumsOf(text, 'lineTotal').flatMap((sum) => [...sumsIn(order, sum)])).toEqual([
      { at: '/lines/0/lineTotal', expected: 15, actual: 15 },
      { at: '/lines/1/lineTotal', expected: 14, actual: 10 },
    ]);
  },
);

test.each([
  'subtotal minus discount, with taxes',
  'subtotal minus discount, rounded down',
  'subtotal minus all discounts of the customer',
  'subtotal minus note',
  'Sum of all lineTotals in the last 30 days',
  'Sum of all lineTotals of the returns',
  'Sum of all payments',
  'percentOff of the subtotal',
  'Total of the order',
  '',
])('%j says nothing that is certain', (text) => {
  expect(sumsOf(text)).toEqual([]);
});

test('a sum of what is absent, or no integer, is not known', () => {
  const [sum] = sumsOf('subtotal minus discount', 'total', 'number');
  const places = (record: JsonObject) => (sum ? [...sumsIn(record, sum)] : undefined);
  expect(places({ subtotal: 3, total: 1 })).toEqual([]);
  expect(places({ subtotal: 3, discount: 0.5, total: 2.5 })).toEqual([]);
  expect(places({ subtotal: 3, discount: null, total: 3 })).toEqual([]);
});
