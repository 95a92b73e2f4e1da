import { afterEach, describe, expect, test } from 'vitest';
import { verify } from '../../../harness/index.ts';
import { closeMocks, fields, openMock, SHOP, type TestMock } from './client.ts';

afterEach(closeMocks);

const json = (schema: object) => ({ 'application/json': { schema } });
const page = {
  type: 'object',
  required: ['title'],
  properties: { id: { type: 'integer', readOnly: true }, title: { type: 'string', maxLength: 40 } },
};
const etag = { headers: { ETag: { schema: { type: 'string' } } } };
const shown = (headers: object = {}) => ({ description: 'the page', content: json(page), ...headers });
const error = {
  description: 'an error',
  content: json({ type: 'object', properties: { message: { type: 'string' } } }),
};
const header = (name: string) => ({ name, in: 'header', schema: { type: 'string' } });
const body = { required: true, content: json(page) };
const id = { name: 'pageId', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } };

const ERRORS = { 400: error, 404: error };

interface Declared {
  readonly headers?: object;
  readonly parameters?: readonly object[];
  readonly failures?: object;
  readonly errors?: object;
  readonly properties?: object;
}

function pages({ headers = etag, parameters = [], failures = {}, properties = {}, errors = ERRORS }: Declared) {
  const schema = { ...page, properties: { ...page.properties, ...properties } };
  const one = { ...shown(headers), content: json(schema) };
  return {
    openapi: '3.1.0',
    info: { title: 'Pages', version: '1' },
    paths: {
      '/pages': {
        get: {
          operationId: 'list',
          parameters: [header('If-None-Match')],
          responses: {
            200: { description: 'all', content: json({ type: 'array', items: schema }), ...headers },
            304: { description: 'the same' },
          },
        },
        post: { operationId: 'create', requestBody: body, responses: { 201: one, ...errors } },
      },
      '/pages/{pageId}': {
        parameters: [id],
        get: { operationId: 'read', responses: { 200: one, 304: { description: 'the same' }, ...errors } },
        put: {
          operationId: 'replace',
          parameters,
          requestBody: body,
          responses: { 200: one, 201: one, ...errors, ...failures },
        },
        patch: {
          operationId: 'change',
          parameters,
          requestBody: { required: true, content: json({ type: 'object', properties: page.properties }) },
          responses: { 200: one, ...errors, ...failures },
        },
        delete: {
          operationId: 'remove',
          parameters,
          responses: { 204: { description: 'gone' }, ...errors, ...failures },
        },
      },
    },
  };
}

const conditional = pages({ parameters: [header('If-Match'), header('If-None-Match')], failures: { 412: error } });

async function created(mock: TestMock): Promise<{ readonly path: string; readonly tag: string }> {
  const response = await mock.send('POST', '/pages', { title: 'first' });
  return { path: `/pages/${fields(response.body)['id']}`, tag: response.headers.get('etag') ?? '' };
}

describe('the entity tag of a record', () => {
  test('is the same in every response that shows one state of it, and another after each change', async () => {
    const mock = await openMock({ spec: conditional });
    const { path, tag } = await created(mock);
    expect(tag).toMatch(/^"[^"]+"$/);
    const tagBy = async (method: string, sent?: object) =>
      (await mock.send(method, path, sent as never)).headers.get('etag');
    expect(await tagBy('GET')).toBe(tag);
    expect(await tagBy('HEAD')).toBe(tag);
    const replaced = await tagBy('PUT', { title: 'second' });
    expect(await tagBy('GET')).toBe(replaced);
    const changed = await tagBy('PATCH', { title: 'third' });
    expect(await tagBy('GET')).toBe(changed);
    expect(new Set([tag, replaced, changed]).size).toBe(3);
    const other = await created(mock);
    expect(other.tag).not.toBe(tag);
  });

  test('of a list changes with its records', async () => {
    const mock = await openMock({ spec: conditional });
    const tag = async () => (await mock.send('GET', '/pages')).headers.get('etag');
    const before = await tag();
    expect(await tag()).toBe(before);
    const { path } = await created(mock);
    const after = await tag();
    expect(after).not.toBe(before);
    await mock.send('PATCH', path, { title: 'other' });
    expect(await tag()).not.toBe(after);
  });

  test.each([
    [{ schema: { type: 'string', pattern: '^W/"[^"]*"$' } }, /^W\/"\w+"$/],
    [{ schema: { type: 'string', pattern: '^[0-9a-f]+$' } }, /^\w+$/],
    [{ schema: { type: 'string' }, example: 'W/"1"' }, /^W\/"\w+"$/],
  ])('has the form of %j', async (declared, form) => {
    const mock = await openMock({
      spec: pages({
        headers: { headers: { ETag: declared } },
        parameters: [header('If-Match')],
        failures: { 412: error },
      }),
    });
    const { path, tag } = await created(mock);
    expect(tag).toMatch(form);
    expect((await mock.send('PATCH', path, { title: 'a' }, { 'if-match': tag })).status).toBe(200);
    expect((await mock.send('PATCH', path, { title: 'b' }, { 'if-match': tag })).status).toBe(412);
  });

  test('is that which the record has in a property', async () => {
    const mock = await openMock({ spec: pages({ properties: { etag: { type: 'string', readOnly: true } } }) });
    const { path, tag } = await created(mock);
    const own = async () => {
      const { headers, body: shownPage } = await mock.send('GET', path);
      return [headers.get('etag'), `"${fields(shownPage)['etag']}"`];
    };
    expect(await own()).toEqual([tag, tag]);
    await mock.send('PATCH', path, { title: 'other' });
    const [changed, shownTag] = await own();
    expect(changed).toBe(shownTag);
    expect(changed).not.toBe(tag);
  });
});

describe('a request that is conditional on an entity tag', () => {
  test('changes nothing if the record has another one', async () => {
    const mock = await openMock({ spec: conditional });
    const { path, tag } = await created(mock);
    const send = (method: string, sent: object | undefined, value: string) =>
      mock.send(method, path, sent as never, { 'if-match': value });
    expect((await send('PUT', { title: 'second' }, tag)).status).toBe(200);
    const stale = await send('PUT', { title: 'third' }, tag);
    expect([stale.status, String(fields(stale.body)['message'])]).toEqual([
      412,
      expect.stringContaining('has changed'),
    ]);
    expect((await send('PATCH', { title: 'third' }, tag)).status).toBe(412);
    expect((await send('DELETE', undefined, tag)).status).toBe(412);
    expect(fields((await mock.send('GET', path)).body)['title']).toBe('second');
    expect(
      (await send('PATCH', { title: 'third' }, `"other", ${(await mock.send('GET', path)).headers.get('etag')}`))
        .status,
    ).toBe(200);
    expect((await send('DELETE', undefined, '*')).status).toBe(204);
  });

  test('creates only what is not there with If-None-Match: *, and changes only what is there with If-Match: *', async () => {
    const mock = await openMock({ spec: conditional });
    const put = (name: string) => mock.send('PUT', '/pages/77', { title: 'new' }, { [name]: '*' });
    expect((await put('if-match')).status).toBe(412);
    expect((await put('if-none-match')).status).toBe(201);
    expect((await put('if-none-match')).status).toBe(412);
    expect((await put('if-match')).status).toBe(200);
  });

  test('reads what has changed only', async () => {
    const mock = await openMock({ spec: conditional });
    const { path, tag } = await created(mock);
    for (const target of [path, '/pages']) {
      const current = (await mock.send('GET', target)).headers.get('etag') ?? '';
      for (const method of ['GET', 'HEAD']) {
        const same = await mock.send(method, target, undefined, { 'if-none-match': `"other", W/${current}` });
        expect([same.status, same.headers.get('etag'), same.body]).toEqual([304, current, undefined]);
      }
    }
    await mock.send('PATCH', path, { title: 'other' });
    expect((await mock.send('GET', path, undefined, { 'if-none-match': tag })).status).toBe(200);
  });

  test('must be one where 428 is documented', async () => {
    const mock = await openMock({
      spec: pages({ parameters: [header('If-Match')], failures: { 412: error, 428: error } }),
    });
    const { path, tag } = await created(mock);
    expect((await mock.send('DELETE', path)).status).toBe(428);
    expect((await mock.send('DELETE', path, undefined, { 'if-match': tag })).status).toBe(204);
  });

  test('fails with 409 where that is the documented one', async () => {
    const mock = await openMock({ spec: pages({ parameters: [header('If-Match')], failures: { 409: error } }) });
    const { path } = await created(mock);
    expect((await mock.send('DELETE', path, undefined, { 'if-match': '"other"' })).status).toBe(409);
  });

  test('fails although no status is documented for that, if the request may have it', async () => {
    const mock = await openMock({ spec: pages({ parameters: [header('If-Match')] }) });
    const { path, tag } = await created(mock);
    const stale = await mock.send('PATCH', path, { title: 'other' }, { 'if-match': '"other"' });
    expect(stale.status).toBe(400);
    expect((await mock.send('GET', path)).headers.get('etag')).toBe(tag);
    const unlisted = await openMock({ spec: pages({ parameters: [header('If-Match')], errors: {} }) });
    const other = await created(unlisted);
    const failed = await unlisted.send('PATCH', other.path, { title: 'other' }, { 'if-match': '"other"' });
    expect([failed.status, failed.headers.get('x-mock-note')]).toEqual([412, 'status 412 is not in the document']);
  });

  test('is an ordinary one where the document says nothing of it', async () => {
    const mock = await openMock({ spec: pages({}) });
    const { path } = await created(mock);
    expect((await mock.send('PATCH', path, { title: 'a' }, { 'if-match': '"other"' })).status).toBe(200);
    const plain = { ...pages({ headers: {} }).paths, '/pages': { post: pages({ headers: {} }).paths['/pages'].post } };
    plain['/pages/{pageId}'].get.responses = { ...plain['/pages/{pageId}'].get.responses, 304: undefined } as never;
    const without = await openMock({ spec: { ...conditional, paths: JSON.parse(JSON.stringify(plain)) } });
    const other = await created(without);
    expect(other.tag).toBe('');
    const read = await without.send('GET', other.path, undefined, { 'if-none-match': '*' });
    expect([read.status, read.headers.get('etag')]).toEqual([200, null]);
  });

  test('to try an operation with has the entity tag of its record', async () => {
    const mock = await openMock({
      spec: pages({ parameters: [{ ...header('If-Match'), required: true }], failures: { 412: error, 428: error } }),
    });
    const sample = await mock.documents[0]?.sampleRequest('change');
    expect(sample?.headers).toContainEqual([
      'If-Match',
      (await mock.send('GET', sample?.path ?? '')).headers.get('etag'),
    ]);
  });
});

test.each([
  ['optional conditions', conditional],
  ['required ones', pages({ parameters: [{ ...header('If-Match'), required: true }], failures: { 412: error } })],
  ['conditions that 428 asks for', pages({ parameters: [header('If-Match')], failures: { 412: error, 428: error } })],
  ['conditions without a status of their own', pages({ parameters: [header('If-Match')] })],
  ['conditions without an error in the document', pages({ parameters: [header('If-Match')], errors: {} })],
  ['tags in records', pages({ properties: { etag: { type: 'string', readOnly: true } } })],
])('verify passes on the mock with %s', { timeout: 120_000 }, async (_, spec) => {
  const report = await verify({ spec, effort: 'quick', suites: ['examples', 'generated', 'dredd', 'stateful'] });
  expect(report.findings).toEqual([]);
  expect(report.verdict).toBe('passed');
});

test('verify passes on the mock of a shop whose products have entity tags', { timeout: 120_000 }, async () => {
  const report = await verify({ spec: SHOP, effort: 'quick', suites: ['generated', 'stateful'] });
  expect(report.verdict).toBe('passed');
});
