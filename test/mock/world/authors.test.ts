import { afterEach, expect, test } from 'vitest';
import type { JsonObject } from '../../../harness/core/model.ts';
import { closeMocks, each, fields, openMock, type TestMock } from './client.ts';

afterEach(closeMocks);

const text = { type: 'string' };
const integer = { type: 'integer' };
const object = (properties: object, required = Object.keys(properties)) => ({ type: 'object', required, properties });
const json = (schema: object) => ({ description: 'ok', content: { 'application/json': { schema } } });
const body = (schema: object) => ({ required: true, ...json(schema) });
const error = json(object({ message: text }));
const user = object({ id: integer, email: { ...text, format: 'email' }, displayName: text });
const credentials = object({ email: { ...text, format: 'email' }, password: text });
const summary = object({ id: integer, displayName: text });
const parameters = [{ name: 'id', in: 'path', required: true, schema: integer }];

/** A service with posts of which `shown` is what they show, and `sent` what clients send. */
function service(shown: object, sent: object = { title: text }, required: string[] = ['title']) {
  const post = object({ id: integer, title: text, ...shown });
  return {
    openapi: '3.1.0',
    info: { title: 'Service', version: '1' },
    security: [{ token: [] }],
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    paths: {
      '/login': {
        post: {
          security: [],
          requestBody: body(credentials),
          responses: { '200': json(object({ token: text, user })), '401': error },
        },
      },
      '/users': { get: { responses: { '200': json({ type: 'array', items: user }) } } },
      '/users/{id}': { parameters, get: { responses: { '200': json(user), '404': error } } },
      '/posts': {
        get: { responses: { '200': json({ type: 'array', items: post }) } },
        post: { requestBody: body(object(sent, required)), responses: { '201': json(post) } },
      },
      '/posts/{id}': { parameters, get: { responses: { '200': json(post), '404': error } } },
    },
  };
}

async function signIn(mock: TestMock, email = 'zoe@example.com') {
  const shown = fields((await mock.send('POST', '/login', { email, password: 'x' })).body);
  return { own: fields(shown['user']), headers: { authorization: `Bearer ${String(shown['token'])}` } };
}

test('a new record shows whose token created it, by an id, a name or an object', async () => {
  const shown = { createdBy: integer, author: summary, ownerName: text, postedBy: text, userId: integer };
  const mock = await openMock({ spec: service(shown) });
  for (const email of ['zoe@example.com', 'ada@example.com']) {
    const { own, headers } = await signIn(mock, email);
    const { id = null, displayName = null } = own;
    const made = fields((await mock.send('POST', '/posts', { title: 'Hi' }, headers)).body);
    const about = { createdBy: id, author: { id, displayName }, ownerName: displayName, postedBy: displayName };
    expect(made).toMatchObject({ ...about, userId: id });
    expect((await mock.send('GET', `/posts/${String(made['id'])}`, undefined, headers)).body).toEqual(made);
  }
});

test('without a token of a sign-in it is the first user', async () => {
  const mock = await openMock({ spec: service({ createdBy: integer }) });
  const headers = { authorization: 'Bearer any' };
  const [first] = (await mock.send('GET', '/users', undefined, headers)).body as object[];
  const made = await mock.send('POST', '/posts', { title: 'Hi' }, headers);
  expect(made.body).toMatchObject({ createdBy: Reflect.get(first ?? {}, 'id') });
});

test('what a client says of the author stays, and what it cannot say is not taken from it', async () => {
  const open = await openMock({ spec: service({ createdBy: integer }, { title: text, createdBy: integer }) });
  const { own, headers } = await signIn(open);
  const said = await open.send('POST', '/posts', { title: 'Hi', createdBy: 77 }, headers);
  expect(said.body).toMatchObject({ createdBy: 77 });
  const unsaid = await open.send('POST', '/posts', { title: 'Hi' }, headers);
  expect(unsaid.body).toMatchObject({ createdBy: own['id'] });
});

test('other people, and numbers of users, are not whoever creates a record', async () => {
  const shown = { assigneeId: integer, approvedBy: integer, userCount: integer, authorization: text, owner: text };
  const mock = await openMock({ spec: service({ ...shown, owner: { ...text, enum: ['us', 'them'] } }) });
  const { own, headers } = await signIn(mock);
  const made = fields((await mock.send('POST', '/posts', { title: 'Hi' }, headers)).body);
  const others = [made];
  for (let count = 0; count < 9; count++)
    others.push(fields((await mock.send('POST', '/posts', { title: 'Hi' }, headers)).body));
  for (const name of ['assigneeId', 'approvedBy', 'userCount'])
    expect(others.every((other) => other[name] === own['id'])).toBe(false);
  expect(['us', 'them']).toContain(made['owner']);
  expect(made['authorization']).not.toBe(own['displayName']);
});

test('a record about somebody whom the request names is not about whoever sends it', async () => {
  const sent = { email: { ...text, format: 'email' }, title: text };
  const spec = service({ userId: integer, invitedBy: integer }, sent, ['email']);
  const mock = await openMock({ spec });
  const { own, headers } = await signIn(mock);
  const made = fields((await mock.send('POST', '/posts', { email: 'bob@example.com' }, headers)).body);
  expect(made['userId']).not.toBe(own['id']);
  expect(made['invitedBy']).toBe(own['id']);
});

test('the authors of the first records are users who are there', async () => {
  const mock = await openMock({ spec: service({ author: summary, createdBy: summary }) });
  const headers = { authorization: 'Bearer any' };
  const users = (await mock.send('GET', '/users', undefined, headers)).body as JsonObject[];
  const known = users.map(({ id = null, displayName = null }) => ({ id, displayName }));
  for (const post of (await mock.send('GET', '/posts', undefined, headers)).body as JsonObject[]) {
    expect(known).toContainEqual(post['author']);
    expect(known).toContainEqual(post['createdBy']);
  }
});

test('a list that is of whoever sends the request, as the document says, has no records that others created', async () => {
  const spec = service({ createdBy: integer });
  const { get, post } = spec.paths['/posts'];
  const own = { ...spec, paths: { ...spec.paths, '/posts': { get: { ...get, summary: 'Your posts' }, post } } };
  const titlesOf = async (mock: TestMock, headers: Record<string, string>) =>
    each((await mock.send('GET', '/posts', undefined, headers)).body, '/title');
  for (const [document, isOwn] of [
    [own, true],
    [spec, false],
  ] as const) {
    const mock = await openMock({ spec: document });
    const [ada, bob] = [await signIn(mock, 'ada@example.com'), await signIn(mock, 'bob@example.com')];
    await mock.send('POST', '/posts', { title: 'Of Ada' }, ada.headers);
    await mock.send('POST', '/posts', { title: 'Of Bob' }, bob.headers);
    expect(await titlesOf(mock, ada.headers)).toContain('Of Ada');
    expect((await titlesOf(mock, ada.headers)).includes('Of Bob')).toBe(!isOwn);
    expect((await titlesOf(mock, bob.headers)).includes('Of Ada')).toBe(!isOwn);
  }
});

test('where only /me shows users, a property with the name of what it shows is whoever creates a record, unless the request names another', async () => {
  const spec = service({ guest: summary }, { title: text, guestId: integer });
  const { '/users': _, '/users/{id}': __, ...paths } = spec.paths;
  const guest = { $ref: '#/components/schemas/Guest' };
  const login = { ...paths['/login'].post, responses: { '200': json(object({ token: text, user: guest })) } };
  const components = { ...spec.components, schemas: { Guest: user } };
  const me = { get: { responses: { '200': json(guest) } } };
  const mock = await openMock({
    spec: { ...spec, components, paths: { ...paths, '/login': { post: login }, '/me': me } },
  });
  const { own, headers } = await signIn(mock);
  const made = fields((await mock.send('POST', '/posts', { title: 'Hi' }, headers)).body);
  expect(made['guest']).toEqual({ id: own['id'], displayName: own['displayName'] });
  const other = fields((await mock.send('POST', '/posts', { title: 'Hi', guestId: 77 }, headers)).body);
  expect(fields(other['guest'])['id']).not.toBe(own['id']);
});
