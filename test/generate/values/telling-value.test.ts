import { expect, test } from 'vitest';
import { tellingValue } from '../../../harness/generate/values/telling-value.ts';
import { contractOf, record } from '../../openapi/resources/api.ts';

const money = { type: 'string', pattern: '^[0-9]+[.][0-9]{2}$' };
const contract = contractOf(
  { 'POST /prices': { gives: { $ref: '#/components/schemas/Price' } } },
  { Price: record({ amount: money, version: { ...money, enum: ['1.00', '2.00'] } }) },
);

test('an amount in a text has a fraction, where the schema permits one', () => {
  const options = { isLong: false, isUnicode: false, hasOffset: false, word: () => 'word' };
  const price = { amount: '12.00', version: '1.00' };
  expect(tellingValue(contract, '/components/schemas/Price', price, options)).toEqual({
    amount: '12.37',
    version: '1.00',
  });
});
