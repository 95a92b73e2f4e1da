import { expect, test } from 'vitest';
import { resourceModel } from '../../../../harness/openapi/resources/infer.ts';
import { listsOwn } from '../../../../harness/openapi/resources/prose/own-list.ts';
import { load } from '../../documents.ts';
import { operationOf, typeOf } from '../api.ts';

function isOwn(description: string, path = '/orders'): boolean {
  const order = { type: 'object', properties: { id: { type: 'integer' }, customerId: { type: 'integer' } } };
  const gives = (schema: object) => ({ 200: { description: 'ok', content: { 'application/json': { schema } } } });
  const parameters = [{ name: 'orderId', in: 'path', required: true, schema: { type: 'integer' } }];
  const paths = {
    [path]: { get: { description, responses: gives({ type: 'array', items: order }) } },
    '/orders/{orderId}': { get: { parameters, responses: gives(order) } },
  };
  const text = JSON.stringify({ openapi: '3.1.0', info: { title: 'A', version: '1' }, paths });
  const contract = load({ 'spec.yaml': text });
  const model = resourceModel(contract);
  return listsOwn(contract.document, typeOf(model, 'order'), operationOf(model, `GET ${path}`));
}

test.each([
  'Your orders',
  'List my orders',
  'The orders of the signed-in customer, newest first.',
  'Returns all orders of the current user',
  'Get orders placed by the authenticated user.',
])('a list is of whoever sends the request: %s', (description) => {
  expect(isOwn(description)).toBe(true);
});

test.each([
  'Orders of a customer',
  'Your orders and those of your team',
  'Orders that the current user can see',
  'Your order history can be filtered by status',
  'Orders shared with the signed-in customer',
  "Your orders' invoices",
  'All orders. Your orders come first.',
  'Orders of the current user, or of all users for admins',
  'Your favourite orders',
  'Orders assigned to the current user',
  'Your orders. Admins get those of all users.',
])('a list is of others, too, or need not be of whoever sends the request: %s', (description) => {
  expect(isOwn(description)).toBe(false);
});

test('a list below the account of whoever sends the request is of that user, if it is of what people make', () => {
  expect(isOwn('List orders', '/me/orders')).toBe(true);
  expect(isOwn('List orders', '/users/me/orders')).toBe(true);
  expect(isOwn('List orders that are shared with the team', '/me/orders')).toBe(false);
  expect(isOwn('List orders', '/shop/orders')).toBe(false);
});
