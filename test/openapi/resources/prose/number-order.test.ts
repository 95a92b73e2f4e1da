import { expect, test } from 'vitest';
import { resourceModel } from '../../../../harness/openapi/resources/infer.ts';
import { saysNumeric } from '../../../../harness/openapi/resources/prose/number-order.ts';
import { load } from '../../documents.ts';

test.each<[text: string, isSaid: boolean]>([
  ['Prices are ordered as numbers.', true],
  ['The unit price is sorted numerically; other texts by code point.', false],
  ['The price is compared as a number', false],
  ['The price is sorted numerically.', true],
  ['Prices are not ordered as numbers.', false],
  ['Prices are ordered as numbers if `numeric` is set.', false],
  ['Names are ordered as numbers.', false],
  ['Versions are sorted numerically, prices as texts.', false],
  ['Prices may be sorted numerically or as texts.', false],
])('%j says whether prices that are texts are in the order of numbers', (description, isSaid) => {
  const offer = { type: 'object', properties: { id: { type: 'string' }, price: { type: 'string' } } };
  const content = { 'application/json': { schema: { type: 'array', items: offer } } };
  const sort = { name: 'sort', in: 'query', description, schema: { type: 'string', enum: ['price'] } };
  const get = { operationId: 'list', parameters: [sort], responses: { 200: { description: 'ok', content } } };
  const info = { title: 'offers', version: '1' };
  const contract = load({ 'spec.yaml': JSON.stringify({ openapi: '3.1.0', info, paths: { '/offers': { get } } }) });
  const { operation, response } = resourceModel(contract).operations.get('list') ?? {};
  const price = response?.properties.find(({ pointer }) => pointer === '/price');
  expect(operation && price && saysNumeric(contract.document, operation, price)).toBe(isSaid);
});
