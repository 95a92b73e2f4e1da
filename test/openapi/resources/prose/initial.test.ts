import { expect, test } from 'vitest';
import { initialIn } from '../../../../harness/openapi/resources/prose/initial.ts';

const told = (description: string, type: 'integer' | 'number' | 'boolean' | 'string', name = 'stock') =>
  initialIn(description, { pointer: `/${name}`, types: [type] });

test.each<[string, Parameters<typeof told>[1], number | boolean | undefined]>([
  ['Pieces in stock; 0 for a new product', 'integer', 0],
  ['Zero for new accounts', 'number', 0],
  ['A new product has 0', 'integer', 0],
  ['Initially false', 'boolean', false],
  ['True for every new account', 'boolean', true],
  ['Usually 0 for a new product', 'integer', undefined],
  ['0 for a new product if it has none', 'integer', undefined],
  ['0 for a new product', 'string', undefined],
  ['Initially false', 'integer', undefined],
  ['Position in the list, starts at 0', 'integer', undefined],
])('%j of a property that is %s says that a record begins with %j', (text, type, value) => {
  expect(told(text, type)).toBe(value);
});

test('what goes on by itself is not said to begin with anything', () => {
  expect(told('0 for a new job', 'integer', 'progressPercent')).toBeUndefined();
});
