import { afterEach, expect, test } from 'vitest';
import type { JsonValue } from '../../../harness/core/model.ts';
import { verify } from '../../../harness/index.ts';
import { closeMocks, each, fields, openMock, type TestMock } from './client.ts';

afterEach(closeMocks);

const text = { type: 'string' };
const integer = { type: 'integer' };
const object = (properties: object, required = Object.keys(properties)) => ({ type: 'object', required, properties });
const listOf = (items: object) => ({ type: 'array', items });
const json = (schema: object) => ({ description: 'ok', content: { 'application/json': { schema } } });
const body = (schema: object) => ({ required: true, ...json(schema) });
const inPath = (name: string) => ({ parameters: [{ name, in: 'path', required: true, schema: integer }] });
const done = { description: 'done' };
const missing = { '401': { description: 'not signed in' }, '404': { description: 'missing' } };
const get = (schema: object) => ({ get: { responses: { '200': json(schema), ...missing } } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const user = ref('User');
const cart = ref('Cart');
const product = ref('Product');
const order = ref('Order');
const address = ref('Address');
const quantity = { ...integer, minimum: 1 };
const settings = object({ theme: { ...text, enum: ['light', 'dark'] }, volume: integer });
const schemas = {
  User: object({ id: integer, email: { ...text, format: 'email' } }),
  Address: object({ id: integer, street: text }),
  Item: object({ id: integer, productId: integer, quantity }),
  Cart: object({ items: listOf(ref('Item')), itemCount: integer }),
  Product: object({ id: integer, name: text }),
  Order: object({ id: integer, items: listOf(ref('Item')), status: { ...text, enum: ['new', 'sent'] } }),
};
const credentials = object({ email: { ...text, format: 'email' }, password: text });
const post = (sent: object, status: string, given: object) => ({
  post: { requestBody: body(sent), responses: { [status]: json(given), ...missing } },
});
const put = { put: { requestBody: body(settings), responses: { '200': json(settings), ...missing } } };
const open = { security: [] };
const session = object({ token: text, user });
const signing = {
  '/register': { post: { ...open, ...post(credentials, '201', session).post } },
  '/login': { post: { ...open, ...post(credentials, '200', session).post } },
};
const own = {
  '/me': get(user),
  '/me/addresses': { ...get(listOf(address)), ...post(object({ street: text }), '201', address) },
  '/me/addresses/{addressId}': {
    ...inPath('addressId'),
    ...get(address),
    delete: { responses: { '204': done, ...missing } },
  },
  '/settings': { ...get(settings), ...put },
  '/cart': get(cart),
  '/cart/items': post(object({ productId: integer, quantity }), '201', cart),
  '/cart/items/{itemId}': { ...inPath('itemId'), delete: { responses: { '204': done, ...missing } } },
  '/cart/checkout': { post: { responses: { '201': json(order), ...missing } } },
  '/wishlist': { ...get(listOf(product)), ...post(object({ productId: integer }), '201', product) },
  '/wishlist/{productId}': { ...inPath('productId'), delete: { responses: { '204': done, ...missing } } },
  '/orders': { get: { summary: 'Your orders', responses: { '200': json(listOf(order)), ...missing } } },
  '/orders/{orderId}': { ...inPath('orderId'), ...get(order) },
  '/products': get(listOf(product)),
  '/products/{productId}': { ...inPath('productId'), ...get(product) },
};
const TOKEN = { token: { type: 'http', scheme: 'bearer' } };

function service(paths: object, securitySchemes: object = TOKEN) {
  const security = [Object.fromEntries(Object.keys(securitySchemes).map((name) => [name, []]))];
  return {
    openapi: '3.1.0',
    info: { title: 'Shop', version: '1' },
    security,
    components: { schemas, securitySchemes },
    paths,
  };
}

const bearer = (token: JsonValue | undefined) => ({ authorization: `Bearer ${String(token)}` });
const READ = ['/me', '/me/addresses', '/settings', '/cart', '/wishlist', '/orders'];

async function sign(mock: TestMock, path: string, email: string) {
  const { body: given } = await mock.send('POST', path, { email, password: 'secret' });
  return bearer(fields(given)['token']);
}

type Headers = Readonly<Record<string, string>>;

async function readAll(mock: TestMock, headers: Headers) {
  const responses = await Promise.all(READ.map((path) => mock.send('GET', path, undefined, headers)));
  return Object.fromEntries(responses.map(({ body: shown }, at) => [READ[at], shown]));
}

/** Changes all that a user has, and returns the identifier of the new address. */
async function changeAll(mock: TestMock, headers: Headers) {
  await mock.send('PUT', '/settings', { theme: 'dark', volume: 77 }, headers);
  const { body: added } = await mock.send('POST', '/me/addresses', { street: 'Elm St' }, headers);
  await mock.send('POST', '/cart/items', { productId: 2, quantity: 3 }, headers);
  const { body: products } = await mock.send('GET', '/products', undefined, headers);
  const last = each(products, '/id').at(-1) ?? null;
  await mock.send('DELETE', `/wishlist/${String(last)}`, undefined, headers);
  return fields(added)['id'];
}

test('what belongs to one who is signed in stays as it is when another one changes the own', async () => {
  const mock = await openMock({ spec: service({ ...signing, ...own }) });
  const [ada, bob] = [
    await sign(mock, '/login', 'ada@example.com'),
    await sign(mock, '/login', 'bob@example.com'),
  ] as const;
  await readAll(mock, ada);
  const before = await readAll(mock, bob);
  const added = await changeAll(mock, ada);
  expect(await readAll(mock, bob)).toEqual(before);
  const { '/cart': filled, '/settings': changed, '/me/addresses': addresses } = await readAll(mock, ada);
  expect(filled).not.toEqual(before['/cart']);
  expect(changed).toEqual({ theme: 'dark', volume: 77 });
  expect(each(addresses, '/id')).toContain(added);
  const path = `/me/addresses/${String(added)}`;
  expect((await mock.send('DELETE', path, undefined, bob)).status).toBe(404);
  const { body: bought } = await mock.send('POST', '/cart/checkout', undefined, ada);
  const { '/cart': kept, '/orders': orders } = await readAll(mock, bob);
  expect(kept).toEqual(before['/cart']);
  expect(orders).not.toContainEqual(bought);
  const { '/cart': emptied, '/orders': listed } = await readAll(mock, ada);
  expect(emptied).toEqual({ items: [], itemCount: 0 });
  expect(listed).toContainEqual(bought);
});

test('the first who signs in has the first records, and those who sign up after that have none', async () => {
  const mock = await openMock({ spec: service({ ...signing, ...own }) });
  const none = await readAll(mock, bearer('unknown'));
  const first = await readAll(mock, await sign(mock, '/register', 'ada@example.com'));
  expect({ ...first, '/me': none['/me'] }).toEqual(none);
  const second = await readAll(mock, await sign(mock, '/register', 'bob@example.com'));
  expect(second).toMatchObject({ '/me/addresses': [], '/cart': { items: [], itemCount: 0 }, '/wishlist': [] });
  expect(second['/orders']).toEqual([]);
  mock.reset();
  expect(await readAll(mock, await sign(mock, '/register', 'cleo@example.com'))).toMatchObject({
    '/cart': none['/cart'] ?? null,
  });
});

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
const jwt = (sub: string, exp: number) => bearer(`${encode({ alg: 'none' })}.${encode({ sub, exp })}.x`);
const basic = (pair: string) => ({ authorization: `Basic ${Buffer.from(pair).toString('base64')}` });
const key = (value: string) => ({ 'x-api-key': value });
const KEY = { key: { type: 'apiKey', in: 'header', name: 'X-API-Key' } };

test.each<[string, object, Headers, Headers, Headers]>([
  ['bearer tokens', TOKEN, bearer('one'), bearer('one'), bearer('two')],
  ['JWTs, by their subjects', TOKEN, jwt('ada', 1), jwt('ada', 2), jwt('bob', 1)],
  ['API keys', KEY, key('one'), key('one'), key('two')],
  ['user names', { basic: { type: 'http', scheme: 'basic' } }, basic('ada:x'), basic('ada:y'), basic('bob:x')],
  [
    'tokens beside the key of an app',
    { ...KEY, ...TOKEN },
    { ...key('app'), ...bearer('one') },
    { ...key('other'), ...bearer('one') },
    { ...key('app'), ...bearer('two') },
  ],
])('without a sign-in, users are told by their %s', async (_, schemes, ada, again, bob) => {
  const mock = await openMock({ spec: service(own, schemes) });
  await readAll(mock, ada);
  const before = await readAll(mock, bob);
  expect(before['/me']).not.toEqual((await readAll(mock, ada))['/me']);
  await changeAll(mock, ada);
  expect(await readAll(mock, bob)).toEqual(before);
  expect((await readAll(mock, again))['/settings']).toEqual({ theme: 'dark', volume: 77 });
});

test('what the document says is of all, and the account of a company, are the same for everybody', async () => {
  const shared = { summary: 'Settings of the workspace' };
  const paths = {
    ...signing,
    '/settings': { get: { ...shared, ...get(settings).get }, put: { ...shared, ...put.put } },
    '/admin/preferences': { ...get(settings), ...put },
    '/account/plan': { ...get(settings), ...put },
    '/account/members': get(listOf(user)),
    '/account/members/{memberId}': { ...inPath('memberId'), ...get(user) },
  };
  const mock = await openMock({ spec: service(paths) });
  const [ada, bob] = [
    await sign(mock, '/login', 'ada@example.com'),
    await sign(mock, '/login', 'bob@example.com'),
  ] as const;
  for (const path of ['/settings', '/admin/preferences', '/account/plan']) {
    await mock.send('GET', path, undefined, bob);
    await mock.send('PUT', path, { theme: 'dark', volume: 77 }, ada);
    expect((await mock.send('GET', path, undefined, bob)).body).toEqual({ theme: 'dark', volume: 77 });
  }
});

test('what is created with the identifier of another record has it, also among those of another user', async () => {
  const mock = await openMock({ spec: service({ ...signing, ...own }) });
  await readAll(mock, await sign(mock, '/login', 'ada@example.com'));
  const bob = await sign(mock, '/register', 'bob@example.com');
  const { body: products } = await mock.send('GET', '/products', undefined, bob);
  const [first] = products as JsonValue[];
  const id = fields(first)['id'] ?? 0;
  expect((await mock.send('POST', '/wishlist', { productId: id }, bob)).body).toEqual(first);
  expect((await readAll(mock, bob))['/wishlist']).toEqual([first]);
});

test.each(['a sign-in', 'none'])(
  'a mock of records that each user has, with %s, keeps its own contract',
  async (kind) => {
    const spec = service(kind === 'none' ? own : { ...signing, ...own });
    const report = await verify({ spec, effort: 'quick' });
    expect(report.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  },
);
