import { expect, test } from 'vitest';
import { distinctValue } from '../../../harness/generate/values/distinct-value.ts';
import { contractOf, record } from '../../openapi/resources/api.ts';

const contract = contractOf(
  { 'POST /prices': { gives: { $ref: '#/components/schemas/Price' } } },
  { Price: record({ amount: { type: 'number', minimum: 0, multipleOf: 0.01 }, count: 'integer' }) },
);
const distinct = (variant: number) =>
  distinctValue(contract, '/components/schemas/Price', { amount: 10, count: 10 }, variant) as {
    readonly amount: number;
    readonly count: number;
  };

test('numbers differ in two variants in a row, and have a fraction if the schema permits one', () => {
  for (const variant of [0, 1, 2, 3]) {
    const [one, next] = [distinct(variant), distinct(variant + 1)];
    expect(Number.isInteger(one.amount)).toBe(false);
    expect(Number.isInteger(one.count)).toBe(true);
    expect([one.amount === next.amount, one.count === next.count]).toEqual([false, false]);
  }
});
