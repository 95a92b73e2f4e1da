import { afterEach, expect, test } from 'vitest';
import { getAt } from '../../../harness/core/json/pointer.ts';
import { verify } from '../../../harness/index.ts';
import { closeMocks, each, fields, openMock } from './client.ts';

afterEach(closeMocks);

const member = (slug: string, id: string) => ({
  id,
  type: 'member',
  attributes: { slug, name: slug.toUpperCase(), bio: null, createdAt: '2025-10-15T13:51:07.962Z', visits: 2 },
});
const ok = (example: unknown, type = 'application/json') => ({ description: 'ok', content: { [type]: { example } } });
const slug = { name: 'member_slug', in: 'path', required: true, schema: { type: 'string' } };
const name = { type: 'string', minLength: 1 };
const sends = {
  requestBody: {
    required: true,
    content: {
      'application/json': { schema: { type: 'object', required: ['name'], properties: { name, bio: name } } },
    },
  },
};

/** Members of whom the document has examples, and no schemas. */
const spec = {
  openapi: '3.0.3',
  info: { title: 'Members', version: '1' },
  paths: {
    '/members': {
      get: { responses: { 200: ok({ data: [member('josh', 'a1'), member('ann', 'b2')], note: null }) } },
      post: { ...sends, responses: { 201: ok({ data: member('josh', 'a1') }), 422: ok({ error: 'invalid' }) } },
    },
    '/members/{member_slug}': {
      parameters: [slug],
      get: { responses: { 200: ok({ data: member('josh', 'a1') }), 404: { description: 'none' } } },
      put: { ...sends, responses: { 200: ok({ data: member('josh', 'a1') }), 404: { description: 'none' } } },
      delete: { responses: { 204: { description: 'gone' }, 404: { description: 'none' } } },
    },
    '/motto': { get: { responses: { 200: ok('Be kind') } } },
    '/page': { get: { responses: { 200: ok('<p>Hello</p>', 'text/html') } } },
  },
};

test('records are kept of what the document has examples of, and no schema', async () => {
  const mock = await openMock({ spec });
  const list = async () => each(getAt((await mock.send('GET', '/members')).body ?? null, '/data'), '/attributes/slug');
  expect(await list()).toEqual(['josh', 'ann']);
  const created = (await mock.send('POST', '/members', { name: 'Eve', bio: 'Lives here' })).body ?? null;
  expect(created).toMatchObject({ data: { type: 'member', attributes: { name: 'Eve', bio: 'Lives here' } } });
  expect(getAt(created, '/data/attributes/createdAt')).not.toBe('2025-10-15T13:51:07.962Z');
  const own = String(getAt(created, '/data/attributes/slug'));
  expect(await list()).toEqual(['josh', 'ann', own]);
  expect((await mock.send('PUT', `/members/${own}`, { name: 'Eva' })).status).toBe(200);
  const read = await mock.send('GET', `/members/${own}`);
  expect(read.body).toMatchObject({ data: { attributes: { slug: own, name: 'Eva' } } });
  await mock.send('DELETE', `/members/${own}`);
  expect((await mock.send('GET', `/members/${own}`)).status).toBe(404);
  expect(await list()).toEqual(['josh', 'ann']);
});

test('the document that is served, and what is no object, are as they were', async () => {
  const mock = await openMock({ spec });
  expect((await mock.send('GET', '/openapi.json')).body).toEqual(spec);
  expect((await mock.send('GET', '/motto')).body).toBe('Be kind');
  expect(await (await fetch(`${mock.url}/page`)).text()).toBe('<p>Hello</p>');
  const unknown = await mock.send('POST', '/members', {});
  expect([unknown.status, unknown.body]).toMatchObject([422, { error: expect.stringContaining('name') }]);
});

test('without records, the examples are the responses', async () => {
  const mock = await openMock({ spec, stateless: true });
  expect((await mock.send('GET', '/members/eve')).body).toEqual({ data: member('josh', 'a1') });
});

test('what the examples do not say is no violation', async () => {
  const { findings } = await verify({ spec, suites: ['generated', 'stateful'] });
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
});

test('a value that is null or of two types in the examples may be anything', async () => {
  const row = (value: unknown, more: object = {}) => ({ id: 1, value, ...more });
  const rows = [row('a', { score: 1 }), { ...row(2, { score: 1.5 }), id: 2 }, { ...row(null), id: 3 }];
  const document = {
    ...spec,
    paths: {
      '/rows': {
        get: { responses: { 200: ok(rows) } },
        post: {
          requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
          responses: { 201: ok(row(null)) },
        },
      },
      '/rows/{id}': {
        parameters: [{ ...slug, name: 'id', schema: { type: 'integer' } }],
        get: { responses: { 200: ok(row(null)) } },
      },
    },
  };
  const mock = await openMock({ spec: document });
  expect(each((await mock.send('GET', '/rows')).body, '/id')).toEqual([1, 2, 3]);
  for (const value of ['text', 5, [1], { a: true }]) {
    const { body } = await mock.send('POST', '/rows', { value });
    expect(fields(body)).toMatchObject({ value });
    expect((await mock.send('GET', `/rows/${String(fields(body)['id'])}`)).body).toMatchObject({ value });
  }
});
