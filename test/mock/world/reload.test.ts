import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { JsonObject } from '../../../harness/core/model.ts';
import { type Mock, startMock } from '../../../harness/mock/mock.ts';
import { loadContract } from '../../../harness/openapi/load.ts';
import { parseSource } from '../../../harness/openapi/source/yaml-source.ts';

const NOTES = 'fixtures/crud/documents/notes.yaml';

let mock: Mock;
beforeEach(async () => {
  mock = await startMock({ spec: NOTES });
});
afterEach(() => mock.close());

async function send(method: string, path: string, body?: JsonObject): Promise<{ status: number; json: JsonObject }> {
  const response = await fetch(mock.url + path, {
    method,
    ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  return { status: response.status, json: text === '' ? {} : JSON.parse(text) };
}

/** Serves the document with a part of its text replaced. */
function reload(file: string, pattern = '', replacement = ''): void {
  const text = readFileSync(file, 'utf8');
  if (!text.includes(pattern)) throw new Error(`${file} has no ${pattern}`);
  const edited = pattern === '' ? text : text.replaceAll(pattern, replacement);
  mock.reload(loadContract(parseSource(Buffer.from(edited), file).root as object));
}

test('a reload keeps what was created, changed and deleted', async () => {
  const { json: created } = await send('POST', '/notes', { title: 'created' });
  await send('PUT', '/notes/71', { title: 'changed' });
  await send('GET', '/notes/72');
  await send('DELETE', '/notes/72');
  const before = await send('GET', '/notes');
  reload(NOTES);
  expect(await send('GET', '/notes')).toEqual(before);
  expect((await send('GET', `/notes/${created['id']}`)).json).toEqual(created);
  expect((await send('GET', '/notes/71')).json).toMatchObject({ id: 71, title: 'changed' });
  expect((await send('GET', '/notes/72')).status).toBe(404);
  const { json: next } = await send('POST', '/notes', { title: 'next' });
  expect(next['id']).not.toBe(created['id']);
});

test('a record that the changed document forbids is made valid', async () => {
  const { json: created } = await send('POST', '/notes', { title: 'a title', priority: 5 });
  reload(
    NOTES,
    'priority: { type: integer, minimum: 1, maximum: 5 }',
    'priority: { type: integer, minimum: 1, maximum: 2 }',
  );
  const { json } = await send('GET', `/notes/${created['id']}`);
  expect(json).toMatchObject({ id: created['id'], title: 'a title' });
  expect(json['priority']).toBeLessThanOrEqual(2);
});

test('records outlast a document that does not have their type, and reloads before a request', async () => {
  const { json: created } = await send('POST', '/notes', { title: 'created' });
  reload(NOTES, '/notes', '/other');
  expect((await send('GET', '/notes')).status).toBe(404);
  reload(NOTES);
  reload(NOTES);
  expect((await send('GET', `/notes/${created['id']}`)).json).toEqual(created);
});

test('a reset after a reload restores the first records', async () => {
  const first = await send('GET', '/notes');
  await send('POST', '/notes', { title: 'created' });
  reload(NOTES);
  mock.reset();
  expect(await send('GET', '/notes')).toEqual(first);
});

test('records that replaced all others stay alone', async () => {
  await mock.state.replace({ note: [{ id: 7, title: 'the only one' }] });
  reload(NOTES);
  expect((await send('GET', '/notes')).json).toMatchObject({ total: 1, items: [{ id: 7, title: 'the only one' }] });
});
