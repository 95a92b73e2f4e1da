import { expect, test } from 'vitest';
import { resourceModel } from '../../../../harness/openapi/resources/infer.ts';
import { toldOnce } from '../../../../harness/openapi/resources/prose/once.ts';
import { load } from '../../documents.ts';
import { operationOf, typeOf } from '../api.ts';

interface Told {
  readonly description?: string;
  readonly conflict?: string;
  readonly collection?: string;
}

/** What a document of products and reviews says of how often somebody may create one. */
function told({ description = '', conflict = 'Conflict', collection = '/products/{productId}/reviews' }: Told) {
  const id = { type: 'integer' };
  const content = (schema: object) => ({ 'application/json': { schema } });
  const gives = (schema: object) => ({ description: 'ok', content: content(schema) });
  const inPath = (name: string) => ({ name, in: 'path', required: true, schema: id });
  const parameters = collection.includes('{productId}') ? [inPath('productId')] : [];
  const review = { type: 'object', properties: { id, productId: id, rating: id } };
  const sent = { type: 'object', required: ['productId', 'rating'], properties: { productId: id, rating: id } };
  const post = {
    description,
    requestBody: { content: content(sent) },
    responses: { 201: gives(review), 409: { description: conflict } },
  };
  const read = (name: string, schema: object) => ({
    get: { parameters: [inPath(name)], responses: { 200: gives(schema) } },
  });
  const product = { type: 'object', properties: { id, name: { type: 'string' } } };
  const paths = {
    '/products': { get: { responses: { 200: gives({ type: 'array', items: product }) } } },
    '/products/{productId}': read('productId', product),
    [collection]: { parameters, post, get: { responses: { 200: gives({ type: 'array', items: review }) } } },
    '/reviews/{reviewId}': read('reviewId', review),
  };
  const contract = load({
    'spec.yaml': JSON.stringify({ openapi: '3.1.0', info: { title: 'A', version: '1' }, paths }),
  });
  const model = resourceModel(contract);
  return toldOnce(contract, operationOf(model, `POST ${collection}`), typeOf(model, 'review'));
}

test.each([
  'You have already reviewed this product',
  'Already reviewed',
  'The customer has already reviewed this product.',
  'You have reviewed this product already',
  'Product already reviewed by this user',
  'You already have a review for this product',
  'A review by this user already exists',
  'Only one review per user and product',
])('a conflict is a second record of the same user: %s', (conflict) => {
  expect(told({ conflict })).toEqual({ at: [] });
});

test.each([
  'A user may review a product only once.',
  'Review a product. Each customer can review a product once.',
  'Only one review per user is allowed',
  'One review per product and customer.',
  'Users can submit only one review per product',
  'A product can be reviewed only once per user',
])('each user creates one: %s', (description) => {
  expect(told({ description })).toEqual({ at: [] });
});

test('what it is for may be named in the body', () => {
  const conflict = 'You have already reviewed this product';
  expect(told({ conflict, collection: '/reviews' })).toEqual({ at: ['/productId'] });
});

test.each<Told>([
  { conflict: 'The review has already been moderated' },
  { conflict: 'Reviews of this product are closed' },
  { conflict: 'A review with this title already exists' },
  { conflict: 'You have already reviewed this shop' },
  { conflict: 'You have already reviewed five products' },
  { description: 'Each customer can review a product once per order' },
  { description: 'A user may review a product once the order has arrived' },
  { description: 'A user may review a product only once. A second review replaces the first.' },
  { description: 'One review per user, unless the product has changed.' },
  { description: 'One review per page' },
])('it is something else, or has exceptions: %j', (said) => {
  expect(told(said)).toBeUndefined();
});
