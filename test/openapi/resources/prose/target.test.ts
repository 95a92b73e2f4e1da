import { expect, test } from 'vitest';
import { targetOf } from '../../../../harness/openapi/resources/prose/target.ts';
import { modelOf, record, typeOf } from '../api.ts';

const item = record({ id: 'string', status: 'string' });
const own = typeOf(
  modelOf({ 'POST /order-items': { sends: item, gives: item }, 'GET /order-items/{orderItemId}': { gives: item } }),
  'order-item',
);

test.each<[owner: string | undefined, isFound: boolean]>([
  [undefined, true],
  ['order item', true],
  ['order-item', true],
  ['order_item', true],
  ['open order item', true],
  ['order', false],
  ['item group', false],
])('the owner of a property as a text names it: %s', (owner, isFound) => {
  const target = targetOf({ property: 'status', owner, change: { value: 'open' } }, own, new Map());
  expect(target !== undefined).toBe(isFound);
});
