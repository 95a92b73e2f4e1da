import { afterEach, expect, test } from 'vitest';
import { verify } from '../../../harness/index.ts';
import { closeMocks, each, fields, openMock, type TestMock } from './client.ts';

afterEach(closeMocks);

const text = { type: 'string' };
const uuid = { type: 'string', format: 'uuid' };
const count = { type: 'integer', minimum: 0 };
const object = (properties: object, required = Object.keys(properties)) => ({ type: 'object', required, properties });
const json = (schema: object) => ({ description: 'ok', content: { 'application/json': { schema } } });
const body = (schema: object) => ({ required: true, ...json(schema) });
const failures = Object.fromEntries(
  ['400', '401', '404', '409', '415', '422'].map((each) => [each, json(object({ message: text }))]),
);
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const inPath = (name: string) => ({ parameters: [{ name, in: 'path', required: true, schema: uuid }] });
const get = (schema: object) => ({ get: { responses: { '200': json(schema), ...failures } } });
const send = (sent: object, status: string, given: object) => ({
  requestBody: body(sent),
  responses: { [status]: json(given), ...failures },
});
const credentials = object({ email: { ...text, format: 'email' }, username: text, password: text }, [
  'email',
  'password',
]);
const open = { security: [] };
const SPEC = {
  openapi: '3.1.0',
  info: { title: 'Recipes', version: '1' },
  security: [{ token: [] }],
  components: {
    securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    schemas: {
      User: object({ id: uuid, username: text, displayName: text, avatarUrl: text, recipeCount: count }, [
        'id',
        'username',
        'displayName',
        'recipeCount',
      ]),
      Me: { allOf: [ref('User'), object({ email: { ...text, format: 'email' } })] },
      Author: object({ id: uuid, username: text, displayName: text }),
      Recipe: object({ id: uuid, title: text, author: ref('Author') }),
    },
  },
  paths: {
    '/signup': { post: { ...open, ...send(credentials, '201', object({ token: text, user: ref('Me') })) } },
    '/login': { post: { ...open, ...send(credentials, '200', object({ token: text, user: ref('Me') })) } },
    '/me': { ...get(ref('Me')), patch: send(object({ displayName: text }), '200', ref('Me')) },
    '/me/recipes': get({ type: 'array', items: ref('Recipe') }),
    '/users/{userId}': { ...inPath('userId'), ...get(ref('User')) },
    '/recipes': {
      ...get({ type: 'array', items: ref('Recipe') }),
      post: send(object({ title: text }), '201', ref('Recipe')),
    },
    '/recipes/{recipeId}': { ...inPath('recipeId'), ...get(ref('Recipe')) },
  },
};

async function signUp(mock: TestMock, username: string) {
  const sent = { email: `${username}@example.com`, username, password: 'secret' };
  const { token, user } = fields((await mock.send('POST', '/signup', sent)).body);
  return { me: fields(user), headers: { authorization: `Bearer ${String(token)}` } };
}

test('where /me shows more than others see, who is signed in is among the users, and the author of what they create', async () => {
  const mock = await openMock({ spec: SPEC });
  const [ada, bob] = [await signUp(mock, 'ada'), await signUp(mock, 'bob')] as const;
  const { id = null, username = null, displayName = null } = ada.me;
  const { body: made } = await mock.send('POST', '/recipes', { title: 'Soup' }, ada.headers);
  expect(made).toMatchObject({ author: { id, username, displayName } });
  const { email, ...seen } = ada.me;
  expect(email).toBe('ada@example.com');
  const { body: shown } = await mock.send('GET', `/users/${String(id)}`, undefined, bob.headers);
  expect(shown).toEqual({ ...seen, recipeCount: 1 });
  const ownOf = async (headers: Record<string, string>) =>
    (await mock.send('GET', '/me/recipes', undefined, headers)).body;
  expect([await ownOf(ada.headers), await ownOf(bob.headers)]).toEqual([[made], []]);
});

test('others see what a user changes', async () => {
  const mock = await openMock({ spec: SPEC });
  const { me, headers } = await signUp(mock, 'ada');
  await mock.send('POST', '/recipes', { title: 'Soup' }, headers);
  await mock.send('PATCH', '/me', { displayName: 'Ada L.' }, headers);
  const { body: shown } = await mock.send('GET', `/users/${String(me['id'])}`, undefined, headers);
  expect(shown).toMatchObject({ username: 'ada', displayName: 'Ada L.' });
  const { body: recipes } = await mock.send('GET', '/recipes', undefined, headers);
  expect(each(recipes, '/author').at(-1)).toEqual({ id: me['id'], username: 'ada', displayName: 'Ada L.' });
});

test('a mock whose users show less to others keeps its own contract', async () => {
  const { findings, operations } = await verify({ spec: SPEC, effort: 'quick' });
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(operations.filter(({ verified }) => !verified)).toEqual([]);
});
