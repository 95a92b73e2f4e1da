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

test('a map and an array of listed values have several entries, where the schema permits them', () => {
  const events = { type: 'array', items: { type: 'string', enum: ['created', 'changed', 'deleted', 'read'] } };
  const text = { type: 'string', maxLength: 20 };
  const tags = { type: 'object', additionalProperties: text };
  const one = { ...tags, maxProperties: 1 };
  const own = contractOf(
    { 'POST /hooks': { gives: { $ref: '#/components/schemas/Hook' } } },
    { Hook: record({ events, few: { ...events, maxItems: 2 }, tags, one }) },
  );
  let count = 0;
  const options = { isLong: false, isUnicode: false, hasOffset: false, word: () => `word${++count}` };
  const hook = { events: ['deleted'], few: ['read'], tags: { color: 'red' }, one: { color: 'red' } };
  expect(tellingValue(own, '/components/schemas/Hook', hook, options)).toEqual({
    events: ['deleted', 'created', 'changed'],
    few: ['read', 'created'],
    tags: { color: 'red', word1: 'word2', word3: 'word4' },
    one: { color: 'red' },
  });
});
