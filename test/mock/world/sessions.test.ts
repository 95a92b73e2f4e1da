import { afterEach, expect, test } from 'vitest';
import type { JsonValue } from '../../../harness/core/model.ts';
import { closeMocks, fields, openMock, type TestMock } from './client.ts';

afterEach(closeMocks);

const text = { type: 'string' };
const object = (properties: object, required = Object.keys(properties)) => ({ type: 'object', required, properties });
const json = (schema: object) => ({ description: 'ok', content: { 'application/json': { schema } } });
const body = (schema: object) => ({ required: true, ...json(schema) });
const error = json(object({ message: text }));
const user = object({ id: { type: 'string', format: 'uuid', readOnly: true }, email: { ...text, format: 'email' } });
const pair = object({ accessToken: text, refreshToken: text, expiresIn: { type: 'integer' } });
const credentials = object({ email: { ...text, format: 'email' }, password: text });
const gone = { '204': { description: 'gone' }, '401': error };
const open = { security: [] };

/** Users whom only `/me` shows, with refresh tokens. */
const SERVICE = {
  openapi: '3.1.0',
  info: { title: 'Service', version: '1' },
  security: [{ token: [] }],
  components: { securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
  paths: {
    '/register': { post: { ...open, requestBody: body(credentials), responses: { '201': json(user) } } },
    '/login': { post: { ...open, requestBody: body(credentials), responses: { '200': json(pair), '401': error } } },
    '/token/refresh': {
      post: {
        ...open,
        requestBody: body(object({ refreshToken: text })),
        responses: { '200': json(pair), '401': error },
      },
    },
    '/logout': { post: { responses: gone } },
    '/logout-all': { post: { responses: gone } },
    '/logs/logOutput': { post: { operationId: 'logOutput', responses: gone } },
    '/me': { get: { responses: { '200': json(user), '401': error } } },
  },
};

const as = (token: JsonValue | undefined) => ({ authorization: `Bearer ${String(token)}` });
const ADA = { email: 'ada@example.com', password: 'secret' };

async function signIn(mock: TestMock, sent = ADA) {
  return fields((await mock.send('POST', '/login', sent)).body);
}

async function seen(mock: TestMock, token: JsonValue | undefined) {
  const { status, body: shown } = await mock.send('GET', '/me', undefined, as(token));
  return status === 200 ? fields(shown)['email'] : status;
}

test('a sign-out ends the tokens of its session, and those of no other one', async () => {
  const mock = await openMock({ spec: SERVICE });
  const [first, second] = [await signIn(mock), await signIn(mock)];
  expect((await mock.send('POST', '/logout', undefined, as(first['accessToken']))).status).toBe(204);
  expect(await seen(mock, first['accessToken'])).toBe(401);
  expect(await seen(mock, second['accessToken'])).toBe(ADA.email);
  const sent = { refreshToken: first['refreshToken'] ?? null };
  expect((await mock.send('POST', '/token/refresh', sent)).status).toBe(401);
  expect((await mock.send('POST', '/login', ADA, as(first['accessToken']))).status).toBe(200);
  expect((await mock.send('POST', '/logout', undefined, as(first['accessToken']))).status).toBe(401);
});

test('a sign-out of all ends every session of the user', async () => {
  const mock = await openMock({ spec: SERVICE });
  const [first, second] = [await signIn(mock), await signIn(mock)];
  const other = await signIn(mock, { ...ADA, email: 'bob@example.com' });
  await mock.send('POST', '/logout-all', undefined, as(first['accessToken']));
  const tokens = [first, second, other].map((each) => each['accessToken']);
  expect(await Promise.all(tokens.map((each) => seen(mock, each)))).toEqual([401, 401, 'bob@example.com']);
});

test('a refresh token gives new tokens of the same user', async () => {
  const mock = await openMock({ spec: SERVICE });
  const first = await signIn(mock);
  const { status, body: next } = await mock.send('POST', '/token/refresh', {
    refreshToken: first['refreshToken'] ?? null,
  });
  expect(status).toBe(200);
  const tokens = [first, fields(next)].flatMap((each) => [each['accessToken'], each['refreshToken']]);
  expect(new Set(tokens).size).toBe(4);
  expect(await seen(mock, fields(next)['accessToken'])).toBe(ADA.email);
  const strict = await openMock({ spec: SERVICE, strictState: true });
  expect((await strict.send('POST', '/token/refresh', { refreshToken: 'unknown' })).status).toBe(401);
});

test('a token is good as long as the response says', async () => {
  const mock = await openMock({ spec: SERVICE });
  const { accessToken, expiresIn } = await signIn(mock);
  const claims = JSON.parse(Buffer.from(String(accessToken).split('.')[1] ?? '', 'base64url').toString());
  expect(claims.exp - claims.iat).toBe(expiresIn);
  expect(Number(expiresIn)).toBeGreaterThanOrEqual(600);
});

test('a session ends at the time that the response says, a day from now where it says no lifetime', async () => {
  const spec = structuredClone(SERVICE);
  const ends = object({ accessToken: text, refreshToken: text, expiresAt: { ...text, format: 'date-time' } });
  Reflect.set(spec.paths['/login'].post.responses, '200', json(ends));
  const { accessToken, expiresAt } = await signIn(await openMock({ spec }));
  const { exp } = JSON.parse(Buffer.from(String(accessToken).split('.')[1] ?? '', 'base64url').toString());
  expect(Math.abs(Date.parse(String(expiresAt)) / 1000 - exp)).toBeLessThan(5);
});

test('users whom only their own record shows have different ids', async () => {
  const mock = await openMock({ spec: SERVICE });
  const ids = [];
  for (const name of ['ada', 'bob', 'eve']) {
    const sent = { email: `${name}@example.com`, password: 'secret' };
    ids.push(fields((await mock.send('POST', '/register', sent)).body)['id']);
    const { accessToken } = await signIn(mock, sent);
    expect(fields((await mock.send('GET', '/me', undefined, as(accessToken))).body)['id']).toBe(ids.at(-1));
  }
  ids.push(fields((await mock.send('GET', '/me', undefined, as('any'))).body)['id']);
  expect(new Set(ids).size).toBe(4);
});

test('what is only named like a sign-out, a token of nobody and a mock without credentials end nothing', async () => {
  const mock = await openMock({ spec: SERVICE });
  const { accessToken } = await signIn(mock);
  await mock.send('POST', '/logs/logOutput', undefined, as(accessToken));
  expect(await seen(mock, accessToken)).toBe(ADA.email);
  await mock.send('POST', '/logout', undefined, as('placeholder'));
  expect((await mock.send('GET', '/me', undefined, as('placeholder'))).status).toBe(200);
  const lenient = await openMock({ spec: SERVICE, auth: false });
  const { accessToken: token } = await signIn(lenient);
  await lenient.send('POST', '/logout', undefined, as(token));
  expect((await lenient.send('GET', '/me', undefined, as(token))).status).toBe(200);
});

test('where sessions are cookies, a sign-in sets one, and a sign-out ends it', async () => {
  const { '/me': me, '/logout': logout } = SERVICE.paths;
  const spec = {
    ...SERVICE,
    components: { securitySchemes: { token: { type: 'apiKey', in: 'cookie', name: 'sid' } } },
    paths: {
      '/login': {
        post: { ...open, requestBody: body(credentials), responses: { '204': { description: 'ok' }, '401': error } },
      },
      '/me': me,
      '/logout': logout,
    },
  };
  const mock = await openMock({ spec });
  const { status, headers } = await mock.send('POST', '/login', ADA);
  expect(status).toBe(204);
  const cookie = String(headers.get('set-cookie')).split(';')[0] ?? '';
  expect(cookie).toMatch(/^sid=.{20}/);
  const own = async () => mock.send('GET', '/me', undefined, { cookie });
  expect(fields((await own()).body)['email']).toBe(ADA.email);
  await mock.send('POST', '/logout', undefined, { cookie });
  expect((await own()).status).toBe(401);
});

test('a session needs no user', async () => {
  const { '/login': login, '/logout': logout } = SERVICE.paths;
  const things = { get: { responses: { '200': json({ type: 'array', items: text }), '401': error } } };
  const mock = await openMock({
    spec: { ...SERVICE, paths: { '/login': login, '/logout': logout, '/things': things } },
  });
  const tokens = [(await signIn(mock))['accessToken'], (await signIn(mock))['accessToken']];
  expect(tokens[0]).not.toBe(tokens[1]);
  await mock.send('POST', '/logout', undefined, as(tokens[0]));
  const statuses = tokens.map(async (each) => (await mock.send('GET', '/things', undefined, as(each))).status);
  expect(await Promise.all(statuses)).toEqual([401, 200]);
});
