import { expect, test } from 'vitest';
import { Contract } from '../../../../harness/openapi/contract.ts';
import { OpenApiDocument } from '../../../../harness/openapi/document.ts';
import { emptyStatus } from '../../../../harness/openapi/resources/prose/emptiness.ts';

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
