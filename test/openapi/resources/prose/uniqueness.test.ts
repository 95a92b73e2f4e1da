import { expect, test } from 'vitest';
import { ignoresCase, toldUnique } from '../../../../harness/openapi/resources/prose/uniqueness.ts';
import { contractOf, item, items } from './below-document.ts';

/** Whether a name in other letters is the same, as the description of a creation says. */
function ignores(description: string, conflict = 'The name is taken.', general = '') {
  const name = { name: { type: 'string' } };
  const { get, post } = items(name);
  const responses = { ...Object(post).responses, 409: { description: conflict } };
  const paths = {
    '/groups': { get: get ?? null, post: { ...Object(post), description, responses } },
    '/groups/{groupId}': item(name),
  };
  const { model, contract } = contractOf(paths, general);
  const create = model.types.flatMap(({ operations }) => operations).find(({ creates }) => creates);
  return create && ignoresCase(contract, create);
}

test.each([
  ['Names are saved with case, but the name is compared regardless of case.', true],
  ['409 on a duplicate, ignoring case.', true],
  ['Attribute names are case-insensitive.', false],
  ['The country code is case-insensitive.', false],
  ['In any case, the change is applied at once.', false],
])('%s', (description, expected) => {
  expect(ignores(description)).toBe(expected);
});

test('what a response says of a conflict is about its values', () => {
  expect(ignores('', 'The name is taken, whatever the case.')).toBe(true);
});

test.each([
  ['**Names** are compared without regard to case.', true],
  ['Names are compared case-insensitively; times are UTC.', true],
  ['Names are compared without regard to case in searches.', false],
  ['Names are compared without regard to case if `folded` is set.', false],
  ['Labels are compared without regard to case.', false],
  ['Names are compared by code point.', false],
  ['Names of days are case-insensitive.', false],
])('%s is said of all records', (general, expected) => {
  expect(ignores('', undefined, general)).toBe(expected);
});

/** The properties of a line of an order that no two lines have in common, as the response 409 says. */
function once(conflict: string) {
  const line = { productId: { type: 'string' }, note: { type: 'string' } };
  const { get, post } = items(line);
  const creation = Object(post);
  const schema = creation.requestBody.content['application/json'].schema;
  const requestBody = { content: { 'application/json': { schema: { ...schema, required: ['productId'] } } } };
  const named = { name: { type: 'string' } };
  const { model, contract } = contractOf({
    '/products': items(named),
    '/products/{productId}': item(named),
    '/orders': items(named),
    '/orders/{orderId}': item(named),
    '/orders/{orderId}/lines': {
      get: get ?? null,
      post: { requestBody, responses: { ...creation.responses, 409: { description: conflict } } },
    },
    '/orders/{orderId}/lines/{lineId}': item(line),
  });
  const create = model.types.find(({ parent }) => parent === 'order')?.operations.find(({ creates }) => creates);
  return create && toldUnique(contract, create);
}

test.each([
  ['The order is not a draft, or has a line with the product.', ['productId']],
  ['The order has a line for this product already.', ['productId']],
  ['The product is already on the order.', ['productId']],
  ['The order has no line with the product.', []],
  ['The order has a line with the product that is out of stock.', []],
  ['The product is already on another order.', []],
  ['The order has a note with the product.', []],
])('%s: each line has %j of its own', (conflict, expected) => {
  expect(once(conflict)).toEqual(expected);
});
