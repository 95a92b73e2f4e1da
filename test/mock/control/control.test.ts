import { afterEach, describe, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../../../harness/core/model.ts';
import { closeMocks, openMock } from '../world/client.ts';

const LIBRARY = 'fixtures/crud/documents/library.yaml';

afterEach(closeMocks);

describe('an override', () => {
  test('responds with the documented error of a status, as often as it says', async () => {
    const mock = await openMock({ spec: LIBRARY });
    const added = await mock.send('POST', '/__mock/overrides', { operation: 'getAuthor', status: 404, times: 1 });
    expect(added.body).toMatchObject({ operation: 'getAuthor', status: 404, times: 1 });
    expect((await mock.send('GET', '/authors/1')).status).toBe(404);
    expect((await mock.send('GET', '/authors/1')).status).toBe(200);
  });

  test('sends its body and headers as they are, and is removed by its id', async () => {
    const mock = await openMock({ spec: LIBRARY });
    const override = { operation: 'GET /authors', status: 200, headers: { 'X-Page': '1' }, body: { any: 'thing' } };
    const { body } = await mock.send('POST', '/__mock/overrides', override);
    const response = await mock.send('GET', '/authors');
    expect(response.body).toEqual({ any: 'thing' });
    expect(response.headers.get('x-page')).toBe('1');
    await mock.send('DELETE', `/__mock/overrides/${String((body as JsonObject)['id'])}`);
    expect((await mock.send('GET', '/authors')).body).toHaveProperty('total');
  });

  test('with a status that the document does not have says so in a header', async () => {
    const mock = await openMock({ spec: LIBRARY });
    mock.use('getAuthor', { status: 418 });
    const response = await mock.send('GET', '/authors/1');
    expect(response.status).toBe(418);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(response.headers.get('x-mock-note')).toBe('status 418 is not in the document');
  });

  test('can end the connection', async () => {
    const mock = await openMock({ spec: LIBRARY });
    mock.once('getAuthor', { abort: true });
    await expect(mock.send('GET', '/authors/1')).rejects.toThrow('fetch failed');
    expect((await mock.send('GET', '/authors/1')).status).toBe(200);
  });

  test('of a handler sees the parameters and the body, and may leave a request to the mock', async () => {
    const mock = await openMock({ spec: LIBRARY });
    mock.use('replaceAuthor', ({ parameters, body }) =>
      parameters['authorId'] === 1
        ? { status: 409, body: { code: 1, message: `not ${String((body as JsonObject)['name'])}` } }
        : undefined,
    );
    expect(await mock.send('PUT', '/authors/1', { name: 'Ann' })).toMatchObject({
      status: 409,
      body: { message: 'not Ann' },
    });
    expect(await mock.send('PUT', '/authors/2', { name: 'Ann' })).toMatchObject({ status: 200, body: { name: 'Ann' } });
  });

  test('for an operation that the document does not have is rejected with the nearest', async () => {
    const mock = await openMock({ spec: LIBRARY });
    expect(() => mock.use('getAuthr', { status: 404 })).toThrow(
      'the document has no operation getAuthr. Did you mean getAuthor?',
    );
    const response = await mock.send('POST', '/__mock/overrides', { operation: 'getAuthor', stauts: 404 });
    expect(response).toMatchObject({ status: 400, body: { detail: 'unknown property stauts. Did you mean status?' } });
  });

  test('has no header that HTTP cannot send', async () => {
    const mock = await openMock({ spec: LIBRARY });
    expect(() => mock.use('getAuthor', { headers: { 'X Y': 'a' } })).toThrow('HTTP cannot send the header "X Y"');
    const override = { operation: 'getAuthor', headers: { 'X-Y': 'a\nb' } };
    expect((await mock.send('POST', '/__mock/overrides', override)).status).toBe(400);
  });
});

describe('the history of requests', () => {
  test('has why each was rejected, and continues after an id', async () => {
    const mock = await openMock({ spec: LIBRARY });
    await mock.send('GET', '/authors/1');
    await mock.send('POST', '/authors', { name: '' });
    const { body } = await mock.send('GET', '/__mock/requests?after=1');
    const { requests, last } = body as { requests: JsonObject[]; last: JsonValue };
    expect(last).toBe(2);
    expect(requests).toMatchObject([{ id: 2, operation: 'createAuthor', status: 422, body: '{"name":""}' }]);
    expect(requests[0]?.['problems']).toEqual(['body property name must have at least 1 character, got ""']);
    await mock.send('DELETE', '/__mock/requests');
    expect(mock.requests).toEqual([]);
  });
});

describe('the state', () => {
  test('is read, replaced and reset by type', async () => {
    const mock = await openMock({ spec: LIBRARY });
    const before = await mock.send('GET', '/__mock/state');
    await mock.send('PUT', '/__mock/state', {
      author: [{ id: 3, name: 'Ann' }],
      book: [{ authorId: 3, title: 'Emma' }],
    });
    expect((await mock.send('GET', '/authors')).body).toMatchObject({ total: 1, items: [{ id: 3, name: 'Ann' }] });
    expect((await mock.send('GET', '/authors/3/books')).body).toMatchObject({
      total: 1,
      items: [{ title: 'Emma', authorId: 3 }],
    });
    await mock.send('DELETE', '/__mock/state');
    expect((await mock.send('GET', '/__mock/state')).body).toEqual(before.body);
  });

  test('takes a record with an id of its own', async () => {
    const mock = await openMock({ spec: LIBRARY });
    expect((await mock.send('POST', '/__mock/state/author', { id: 50, name: 'Ann' })).body).toMatchObject({ id: 50 });
    expect((await mock.send('GET', '/authors/50')).body).toMatchObject({ name: 'Ann' });
    expect(await mock.state.list('author')).toContainEqual(expect.objectContaining({ id: 50 }));
  });

  test('names the types for one that it does not have', async () => {
    const mock = await openMock({ spec: LIBRARY });
    const { status, body } = await mock.send('GET', '/__mock/state/auther');
    expect(status).toBe(400);
    expect((body as JsonObject)['detail']).toBe('the mock keeps no records of type auther. Did you mean author?');
  });
});

describe('settings', () => {
  test('change delays and failures until a reset', async () => {
    const mock = await openMock({ spec: LIBRARY });
    const changed = await mock.send('PATCH', '/__mock/settings', { fail: 1, delay: { min: 1, max: 2 } });
    expect(changed.body).toEqual({ delay: { min: 1, max: 2 }, fail: 1 });
    expect((await mock.send('GET', '/authors')).status).toBe(500);
    await mock.send('POST', '/__mock/reset');
    expect((await mock.send('GET', '/__mock/settings')).body).toEqual({ delay: null, fail: 0 });
    expect((await mock.send('GET', '/authors')).status).toBe(200);
  });
});
