import { afterEach, expect, test } from 'vitest';
import type { JsonValue } from '../../../harness/core/model.ts';
import { closeMocks, each, fields, openMock, type TestMock } from './client.ts';

const text = { type: 'string' };
const object = (properties: object, required = Object.keys(properties)) => ({ type: 'object', required, properties });
const json = (schema: object) => ({ description: 'ok', content: { 'application/json': { schema } } });
const body = (schema: object) => ({ required: true, ...json(schema) });
const error = json(object({ message: text }));
const email = { type: 'string', format: 'email' };
const user = object({ id: { type: 'integer', readOnly: true }, email, name: text });
const session = object({ token: text, user });
const credentials = object({ email, password: text });
const registration = object({ email, name: text, password: { ...text, minLength: 4 } });
const item = [{ name: 'userId', in: 'path', required: true, schema: { type: 'integer' } }];
const found = { '200': json(user), '404': error };

/** Users who sign up and in, are listed, and see their own record. */
const SERVICE = {
  openapi: '3.1.0',
  info: { title: 'Service', version: '1' },
  paths: {
    '/auth/register': { post: { requestBody: body(registration), responses: { '201': json(session), '409': error } } },
    '/auth/login': { post: { requestBody: body(credentials), responses: { '200': json(session), '401': error } } },
    '/me': {
      get: { responses: { '200': json(user), '401': error } },
      patch: { requestBody: body(object({ name: text, password: text }, [])), responses: { '200': json(user) } },
      delete: { responses: { '204': { description: 'gone' }, '404': error } },
    },
    '/users': { get: { responses: { '200': json({ type: 'array', items: user }) } } },
    '/users/{userId}': { parameters: item, get: { responses: found } },
  },
};

afterEach(closeMocks);

const as = (token: JsonValue | undefined) => ({ authorization: `Bearer ${String(token)}` });
const ADA = { email: 'ada@example.com', name: 'Ada', password: 'secret' };

async function signedIn(mock: TestMock, mail: string): Promise<JsonValue | undefined> {
  const { status, body: shown } = await mock.send('POST', '/auth/login', { email: mail, password: 'secret' });
  expect(status).toBe(200);
  expect(fields(fields(shown)['user'])['email']).toBe(mail);
  return fields(shown)['token'];
}

test('who signs up is a user, and each token shows its own', async () => {
  const mock = await openMock({ spec: SERVICE });
  const first = await mock.send('POST', '/auth/register', ADA);
  expect(first.status).toBe(201);
  const ada = fields(fields(first.body)['user']);
  expect(ada).toEqual({ id: ada['id'], email: ADA.email, name: 'Ada' });
  const bob = fields((await mock.send('POST', '/auth/register', { ...ADA, email: 'bob@example.com' })).body);
  const tokens = [fields(first.body)['token'], bob['token'], await signedIn(mock, ADA.email)];
  expect(new Set(tokens).size).toBe(3);
  const own = [];
  for (const token of tokens) own.push((await mock.send('GET', '/me', undefined, as(token))).body);
  expect(own).toEqual([ada, bob['user'], ada]);
  expect((await mock.send('GET', `/users/${String(ada['id'])}`)).body).toEqual(ada);
  expect(each((await mock.send('GET', '/users')).body, '/email')).toContain(ADA.email);
});

test('a change of the own record is one of the user, without the password', async () => {
  const mock = await openMock({ spec: SERVICE });
  await mock.send('POST', '/auth/register', ADA);
  const token = await signedIn(mock, ADA.email);
  const changed = await mock.send('PATCH', '/me', { name: 'Augusta', password: 'other' }, as(token));
  const id = fields(changed.body)['id'] ?? null;
  expect(changed.body).toEqual({ id, email: ADA.email, name: 'Augusta' });
  expect((await mock.send('GET', `/users/${String(id)}`)).body).toEqual(changed.body);
  expect((await mock.send('DELETE', '/me', undefined, as(token))).status).toBe(204);
  expect(each((await mock.send('GET', '/users')).body, '/email')).not.toContain(ADA.email);
  expect((await mock.send('GET', '/me')).status).toBe(200);
});

test('without a token of a sign-in, the own record is that of the first user', async () => {
  const mock = await openMock({ spec: SERVICE });
  const [first] = (await mock.send('GET', '/users')).body as JsonValue[];
  expect((await mock.send('GET', '/me', undefined, as('any'))).body).toEqual(first);
  expect((await mock.send('DELETE', '/me')).status).toBe(204);
  expect((await mock.send('GET', '/me')).status).toBe(404);
});

test('somebody unknown is made up, or rejected by a strict mock; an address is taken once', async () => {
  const lenient = await openMock({ spec: SERVICE });
  const token = await signedIn(lenient, 'zoe@example.com');
  const own = (await lenient.send('GET', '/me', undefined, as(token))).body;
  expect(fields(own)['email']).toBe('zoe@example.com');
  expect((await lenient.send('GET', '/me', undefined, as(await signedIn(lenient, 'zoe@example.com')))).body).toEqual(
    own,
  );
  await lenient.send('POST', '/auth/register', ADA);
  expect((await lenient.send('POST', '/auth/register', ADA)).status).toBe(409);
  const strict = await openMock({ spec: SERVICE, strictState: true });
  const rejected = await strict.send('POST', '/auth/login', { email: 'zoe@example.com', password: 'secret' });
  expect([rejected.status, fields(rejected.body)['message']]).toEqual([401, 'there is no user with this name']);
});

test('a strict mock knows the user of the document, and who cannot be found by the name that is sent', async () => {
  const demo = {
    content: { 'application/json': { schema: credentials, example: { email: 'demo@example.com', password: 'x' } } },
  };
  const login = { ...SERVICE.paths['/auth/login'].post, requestBody: { required: true, ...demo } };
  const named = { ...login, requestBody: body(object({ username: text, password: text })) };
  const paths = { ...SERVICE.paths, '/auth/login': { post: login }, '/auth/sign-in': { post: named } };
  const mock = await openMock({ spec: { ...SERVICE, paths }, strictState: true });
  const send = async (path: string, sent: object) => (await mock.send('POST', path, { ...sent, password: 'x' })).status;
  expect(await send('/auth/login', { email: 'demo@example.com' })).toBe(200);
  expect(await send('/auth/login', { email: 'zoe@example.com' })).toBe(401);
  expect(await send('/auth/sign-in', { username: 'zoe' })).toBe(200);
});

test('a request to try names a user who is there', async () => {
  const mock = await openMock({ spec: SERVICE, strictState: true });
  const request = await mock.documents[0]?.sampleRequest('POST /auth/login');
  const [first] = each((await mock.send('GET', '/users')).body, '/email');
  expect(String(Buffer.from(request?.body ?? []))).toContain(String(first));
});

test('a reset forgets who is signed in', async () => {
  const mock = await openMock({ spec: SERVICE });
  const token = await signedIn(mock, 'zoe@example.com');
  await mock.reset();
  const own = (await mock.send('GET', '/me', undefined, as(token))).body;
  expect(fields(own)['email']).not.toBe('zoe@example.com');
});

/** RealWorld: the record of the signed-in user is the only one, and shows its token. */
const own = object({ user: object({ email, token: text, username: text, bio: { type: ['string', 'null'] } }) });
const CONDUIT = {
  openapi: '3.1.0',
  info: { title: 'Conduit', version: '1' },
  components: { securitySchemes: { Token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
  paths: {
    '/users': {
      post: {
        requestBody: body(object({ user: object({ email, username: text, password: text }) })),
        responses: { '201': json(own) },
      },
    },
    '/users/login': {
      post: { requestBody: body(object({ user: credentials })), responses: { '200': json(own) } },
    },
    '/user': {
      get: { responses: { '200': json(own) } },
      put: {
        requestBody: body(object({ user: object({ bio: text }, []) })),
        responses: { '200': json(own) },
      },
    },
  },
};

test('where only the own record is shown, each user has one, with the latest token', async () => {
  const mock = await openMock({ spec: CONDUIT });
  for (const name of ['ada', 'bob'])
    await mock.send('POST', '/users', { user: { email: `${name}@example.com`, username: name, password: 'secret' } });
  const tokens = [];
  for (const name of ['ada', 'bob']) {
    const sent = { user: { email: `${name}@example.com`, password: 'secret' } };
    const shown = fields(fields((await mock.send('POST', '/users/login', sent)).body)['user']);
    expect(shown).toMatchObject({ email: `${name}@example.com`, username: name });
    const [, claims = ''] = String(shown['token']).split('.');
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toHaveProperty('exp');
    tokens.push(shown['token']);
  }
  await mock.send('PUT', '/user', { user: { bio: 'Mathematician' } }, as(tokens[0]));
  const [ada, bob] = await Promise.all(tokens.map((token) => mock.send('GET', '/user', undefined, as(token))));
  expect(fields(ada?.body)['user']).toMatchObject({ username: 'ada', bio: 'Mathematician', token: tokens[0] ?? '' });
  expect(fields(bob?.body)['user']).toMatchObject({ username: 'bob', token: tokens[1] ?? '' });
  expect(fields(fields(bob?.body)['user'])['bio']).not.toBe('Mathematician');
});

test('who creates several users signs nobody up', async () => {
  const name = { type: 'string', minLength: 1 };
  const account = object({ username: name, password: name });
  const parameters = [{ name: 'username', in: 'path', required: true, schema: name }];
  const spec = {
    ...SERVICE,
    paths: {
      ...SERVICE.paths,
      '/accounts': { post: { requestBody: body(account), responses: { '200': json(account) } } },
      '/accounts/createWithList': {
        post: {
          operationId: 'createAccountsWithList',
          requestBody: body({ type: 'array', items: account }),
          responses: { '200': json(account) },
        },
      },
      '/accounts/{username}': { parameters, get: { responses: { '200': json(account), '404': error } } },
    },
  };
  const mock = await openMock({ spec });
  const several = ['ada', 'bob'].map((username) => ({ username, password: `of ${username}` }));
  expect((await mock.send('POST', '/accounts/createWithList', several)).status).toBe(200);
  for (const each of several) expect((await mock.send('GET', `/accounts/${each.username}`)).body).toEqual(each);
});
