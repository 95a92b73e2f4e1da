import { afterEach, expect, test } from 'vitest';
import { verify } from '../../../harness/index.ts';
import { closeMocks, fields, openMock, type TestMock } from './client.ts';

afterEach(closeMocks);

const text = { type: 'string' };
const integer = { type: 'integer' };
const object = (properties: object, required = Object.keys(properties)) => ({ type: 'object', required, properties });
const json = (schema: object, description = 'ok') => ({ description, content: { 'application/json': { schema } } });
const body = (schema: object) => ({ required: true, ...json(schema) });
const inPath = (name: string) => ({ parameters: [{ name, in: 'path', required: true, schema: integer }] });
const error = json(object({ message: text }));
const failures = { '400': error, '401': error, '404': error, '415': error, '422': error };
const product = object({ id: integer, name: text });
const review = object({ id: integer, rating: integer });
const user = object({ id: integer, email: { ...text, format: 'email' } });
const credentials = object({ email: { ...text, format: 'email' }, password: text });
const list = (items: object) => ({ get: { responses: { '200': json({ type: 'array', items }), ...failures } } });
const read = (schema: object) => ({ get: { responses: { '200': json(schema), ...failures } } });
const login = {
  security: [],
  requestBody: body(credentials),
  responses: { '200': json(object({ token: text, user })), ...failures },
};
const SPEC = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  security: [{ token: [] }],
  components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  paths: {
    '/login': { post: login },
    '/me': read(user),
    '/products': list(product),
    '/products/{productId}': { ...inPath('productId'), ...read(product) },
    '/products/{productId}/reviews': {
      ...inPath('productId'),
      ...list(review),
      post: {
        description: 'A user may review a product only once.',
        requestBody: body(object({ rating: integer })),
        responses: { '201': json(review), '409': error, ...failures },
      },
    },
    '/reviews/{reviewId}': {
      ...inPath('reviewId'),
      delete: { responses: { '204': { description: 'gone' }, ...failures } },
    },
  },
};

async function signIn(mock: TestMock, email: string) {
  const { body: given } = await mock.send('POST', '/login', { email, password: 'x' });
  const headers = { authorization: `Bearer ${String(fields(given)['token'])}` };
  return (id: number) => mock.send('POST', `/products/${id}/reviews`, { rating: 5 }, headers);
}

test('what a user may create once is a conflict the second time, for the same record and the same user', async () => {
  const mock = await openMock({ spec: SPEC });
  const [ada, bob] = [await signIn(mock, 'ada@example.com'), await signIn(mock, 'bob@example.com')] as const;
  const { status, body: made } = await ada(1);
  expect(status).toBe(201);
  const second = await ada(1);
  expect(second).toMatchObject({ status: 409, body: { message: expect.stringContaining('review') } });
  expect([(await ada(2)).status, (await bob(1)).status]).toEqual([201, 201]);
  await mock.send('DELETE', `/reviews/${String(fields(made)['id'])}`, undefined, { authorization: 'Bearer x' });
  expect((await ada(1)).status).toBe(201);
});

test('whoever has not signed in at the mock may be anybody', async () => {
  const mock = await openMock({ spec: SPEC });
  const headers = { authorization: 'Bearer any' };
  for (let count = 0; count < 2; count++)
    expect((await mock.send('POST', '/products/1/reviews', { rating: 5 }, headers)).status).toBe(201);
  const { findings, operations } = await verify({ spec: SPEC, effort: 'quick' });
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(operations.filter(({ verified }) => !verified)).toEqual([]);
});
