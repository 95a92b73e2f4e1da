import { afterEach, describe, expect, test } from 'vitest';
import { deafUrl } from '../../servers.ts';
import { closeMocks, each, fields, openMock } from '../world/client.ts';
import { NOTES, recordingBackend, respondJson } from './backend.ts';

afterEach(closeMocks);

describe('what passes to a backend and back', () => {
  test('is checked by the document and shown, and passes all the same', async () => {
    const { url, received } = await recordingBackend(respondJson(201, { id: 'one' }));
    const mock = await openMock({ spec: NOTES, proxy: url });
    expect(await mock.send('POST', '/notes', { text: 1 })).toMatchObject({ status: 201, body: { id: 'one' } });
    expect(received).toHaveLength(1);
    const { body } = await mock.send('GET', '/__mock/requests');
    expect(body).toMatchObject({
      requests: [
        {
          source: 'backend',
          status: 201,
          operation: 'createNote',
          problems: [expect.stringMatching(/text must be a string/)],
          violations: expect.arrayContaining([expect.stringMatching(/id of the 201 response body must be an integer/)]),
        },
      ],
    });
  });

  test('is no violation where the document says nothing of it', async () => {
    const { url } = await recordingBackend(respondJson(200, { any: 1 }));
    const mock = await openMock({ spec: NOTES, proxy: url });
    expect((await mock.send('GET', '/elsewhere')).body).toEqual({ any: 1 });
    expect(mock.requests[0]).toMatchObject({ operation: undefined, violations: [], source: 'backend' });
    expect(mock.requests[0]?.problems[0]).toMatch(/no operation GET \/elsewhere/);
  });

  test('with validate: error is rejected: an invalid request before the backend sees it', async () => {
    const { url, received } = await recordingBackend(respondJson(201, { id: 1, text: 'a' }));
    const mock = await openMock({ spec: NOTES, proxy: url, validate: 'error' });
    expect((await mock.send('POST', '/notes', {})).status).toBe(422);
    expect(received).toHaveLength(0);
    expect(await mock.send('POST', '/notes', { text: 'a' })).toMatchObject({ status: 201 });
  });

  test('with validate: error is rejected: an invalid response becomes a 502 with what is wrong', async () => {
    const { url } = await recordingBackend(respondJson(200, [{ id: 'one', text: 'a' }]));
    const mock = await openMock({ spec: NOTES, proxy: url, validate: 'error' });
    const { status, body } = await mock.send('GET', '/notes');
    expect(status).toBe(502);
    expect(body).toMatchObject({
      violations: [expect.stringMatching(/\/0\/id of the 200 response body must be an integer/)],
    });
  });
});

describe('which operations a backend responds to', () => {
  test('is up to selectors: those named, or all but those', async () => {
    const { url, received } = await recordingBackend(respondJson(200, [{ id: 7, text: 'real' }]));
    const real = { status: 200, body: [{ id: 7, text: 'real' }] };
    const only = await openMock({ spec: NOTES, proxy: { url, only: ['listNotes'] } });
    expect(await only.send('GET', '/notes')).toMatchObject(real);
    await only.send('POST', '/notes', { text: 'mine' });
    expect(received).toHaveLength(1);
    const except = await openMock({ spec: NOTES, proxy: { url, except: ['POST'] } });
    expect((await except.send('POST', '/notes', { text: 'mine' })).body).toMatchObject({ text: 'mine' });
    expect(await except.send('GET', '/notes')).toMatchObject(real);
  });

  test('is checked: a selector that names none, and a URL that is none, are errors', async () => {
    await expect(openMock({ spec: NOTES, proxy: { url: 'http://127.0.0.1:1', only: ['listNote'] } })).rejects.toThrow(
      '--proxy-only: "listNote" matches no operation. Did you mean listNotes?',
    );
    await expect(openMock({ spec: NOTES, proxy: 'localhost:80' })).rejects.toThrow(/--proxy takes the base URL/);
  });

  test('never includes overrides, nor the control interface', async () => {
    const { url, received } = await recordingBackend(respondJson(200, []));
    const mock = await openMock({ spec: NOTES, proxy: url });
    mock.once('listNotes', { status: 503 });
    expect((await mock.send('GET', '/notes')).status).toBe(503);
    expect((await mock.send('GET', '/__mock/info')).status).toBe(200);
    expect(received).toHaveLength(0);
    expect((await mock.send('GET', '/notes')).status).toBe(200);
    expect(received).toHaveLength(1);
  });

  test('excludes the mock itself: a request never goes in circles', async () => {
    const first = await openMock({ spec: NOTES, proxy: await deafUrl() });
    const { port } = first;
    await first.close();
    const mock = await openMock({ spec: NOTES, port, proxy: `http://127.0.0.1:${port}` });
    expect((await mock.send('GET', '/notes')).status).toBe(200);
    expect(mock.requests.map(({ source }) => source)).toEqual(['mock', 'backend']);
  });
});

describe('with a fallback, the mock responds', () => {
  const withBackend = async (respond: Parameters<typeof recordingBackend>[0]) =>
    openMock({ spec: NOTES, proxy: { url: (await recordingBackend(respond)).url, fallback: true } });

  test('while nothing listens', async () => {
    const mock = await openMock({ spec: NOTES, proxy: { url: await deafUrl(), fallback: true } });
    expect((await mock.send('POST', '/notes', { text: 'mine' })).body).toMatchObject({ text: 'mine' });
    expect(mock.requests[0]).toMatchObject({ source: 'mock', problems: [] });
  });

  test.each([405, 501])('to an undocumented %i', async (status) => {
    const mock = await withBackend(respondJson(status, { message: 'no' }));
    expect((await mock.send('POST', '/notes', { text: 'mine' })).body).toMatchObject({ text: 'mine' });
  });

  test('to a 404 that is the page of a framework, and not to the documented one', async () => {
    const page = await withBackend((_request, response) => {
      response.writeHead(404, { 'content-type': 'text/html' }).end('Cannot GET');
    });
    expect((await page.send('GET', '/notes/1')).status).toBe(200);
    const documented = await withBackend(respondJson(404, { message: 'no such note' }));
    expect(await documented.send('GET', '/notes/1')).toMatchObject({ status: 404, body: { message: 'no such note' } });
  });
});

describe('what the backend did is known beside it', () => {
  const mocked = { only: ['createNote', 'deleteNote'] };

  test('a record that it created is read and listed by the mock', async () => {
    const { url } = await recordingBackend(respondJson(201, { id: 4711, text: 'real' }));
    const mock = await openMock({ spec: NOTES, proxy: { url, ...mocked }, strictState: true });
    await mock.send('POST', '/notes', { text: 'real' });
    expect((await mock.send('GET', '/notes/4711')).body).toEqual({ id: 4711, text: 'real' });
    expect((await mock.send('GET', '/notes')).body).toContainEqual({ id: 4711, text: 'real' });
  });

  test('a record without a body is known by its Location, until it is deleted', async () => {
    const { url } = await recordingBackend((request, response) => {
      if (request.method === 'POST') response.writeHead(204, { location: `${url}/notes/12` }).end();
      else response.writeHead(204).end();
    });
    const mock = await openMock({ spec: NOTES, proxy: { url, ...mocked }, strictState: true });
    await mock.send('POST', '/notes', { text: 'real' });
    expect((await mock.send('GET', '/notes/12')).body).toEqual({ id: 12, text: 'real' });
    await mock.send('DELETE', '/notes/12');
    expect((await mock.send('GET', '/notes/12')).status).toBe(404);
  });

  test('a record that it does not have is not made up by the mock', async () => {
    const { url } = await recordingBackend(respondJson(404, { message: 'no such note' }));
    const mock = await openMock({ spec: NOTES, proxy: { url, only: ['getNote'] } });
    const listed = each((await mock.send('GET', '/notes')).body, '/id');
    const absent = listed[0];
    const created = fields((await mock.send('POST', '/notes', { text: 'mocked' })).body)['id'];
    for (const id of [absent, created, 700]) await mock.send('GET', `/notes/${id}`);
    expect(each((await mock.send('GET', '/notes')).body, '/id')).toEqual([...listed.slice(1), created]);
    expect((await mock.send('DELETE', '/notes/700')).status).toBe(404);
  });

  test('a creation that failed, or that violates the document, is not', async () => {
    const { url } = await recordingBackend(respondJson(201, { id: 5 }));
    const mock = await openMock({ spec: NOTES, proxy: { url, ...mocked }, strictState: true });
    await mock.send('POST', '/notes', { text: 'real' });
    expect((await mock.send('GET', '/notes/5')).status).toBe(404);
  });
});
