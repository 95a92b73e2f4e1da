import { expect, test } from 'vitest';
import { Contract } from '../../../../harness/openapi/contract.ts';
import { OpenApiDocument } from '../../../../harness/openapi/document.ts';
import { emptyStatus } from '../../../../harness/openapi/resources/prose/emptiness.ts';

function statusOf(description: string, rejection: string, resource: string): number | undefined {
  const responses = { 201: { description: 'ordered' }, 409: { description: rejection } };
  const paths = { '/orders': { post: { operationId: 'order', description, responses } } };
  const root = { openapi: '3.1.0', info: { title: 'Shop', version: '1' }, paths };
  const contract = new Contract(new OpenApiDocument('shop.json', root));
  const [operation] = contract.operations;
  if (!operation) throw new Error('no operation');
  return emptyStatus(contract, operation, [resource]);
}

test.each([
  ['An empty cart cannot be ordered.', 409],
  ['The cart must not be empty.', 409],
  ['If no lines are sent, an empty cart is created.', undefined],
  ['If the cart is empty, nothing happens.', undefined],
])('an operation says of what is empty that it is rejected: %s', (description, expected) => {
  expect(statusOf(description, 'Conflict', 'cart')).toBe(expected);
});

test('what is empty is the record of which the document says so, whichever is asked for first', () => {
  const responses = { 201: { description: 'ordered' }, 409: { description: 'The cart is empty' } };
  const paths = { '/orders': { post: { operationId: 'order', responses } } };
  const root = { openapi: '3.1.0', info: { title: 'Shop', version: '1' }, paths };
  const contract = new Contract(new OpenApiDocument('shop.json', root));
  const [operation] = contract.operations;
  if (!operation) throw new Error('no operation');
  expect(emptyStatus(contract, operation, ['customer'])).toBeUndefined();
  expect(emptyStatus(contract, operation, ['cart'])).toBe(409);
});
