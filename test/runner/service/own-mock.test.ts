import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { loadContract } from '../../../harness/openapi/load.ts';
import { MockThread } from '../../../harness/runner/service/own-mock/mock-thread.ts';
import { startOwnMock } from '../../../harness/runner/service/own-mock/own-mock.ts';
import { resolveOptions } from '../../../harness/runner/settings/options.ts';
import type { VerifyOptions } from '../../../harness/runner/settings/verify-options.ts';

const NOTE = { type: 'object', required: ['text'], properties: { text: { type: 'string' } } };
const STORED = {
  allOf: [{ $ref: '#/components/schemas/Note' }, { required: ['id'], properties: { id: { type: 'integer' } } }],
};
const content = (schema: object) => ({ content: { 'application/json': { schema } } });
const stored = (status: number) => ({ [status]: { description: 'the note', ...content(STORED) } });
const folder = mkdtempSync(join(tmpdir(), 'own-mock-'));
const spec = join(folder, 'notes.json');
writeFileSync(
  spec,
  JSON.stringify({
    openapi: '3.0.3',
    info: { title: 'Notes', version: '1' },
    paths: {
      '/notes': { post: { requestBody: content({ $ref: '#/components/schemas/Note' }), responses: stored(201) } },
      '/notes/{noteId}': {
        parameters: [{ name: 'noteId', in: 'path', required: true, schema: { type: 'integer' } }],
        get: { responses: stored(200) },
      },
    },
    components: { schemas: { Note: NOTE } },
  }),
);
afterAll(() => rmSync(folder, { recursive: true }));

test('a thread that cannot read the document says why, and ends nothing else', async () => {
  const config = resolveOptions({ spec: join(folder, 'moved.json') }, {});
  await expect(startOwnMock(loadContract(spec), config, new MockThread())).rejects.toThrow('moved.json');
});

describe.each([
  ['in a thread of its own', true],
  ['in the same thread', false],
])('%s', (_, inThread) => {
  async function start(options: VerifyOptions = {}) {
    const thread = inThread ? new MockThread() : undefined;
    const mock = await startOwnMock(loadContract(spec), resolveOptions({ spec, ...options }, {}), thread);
    onTestFinished(() => mock.close().catch(() => undefined));
    return mock;
  }

  /** Creates a note and reads it. */
  async function storeAndRead(url: string): Promise<unknown> {
    const headers = { 'content-type': 'application/json' };
    const created = await fetch(`${url}/notes`, { method: 'POST', headers, body: '{"text":"remember the milk"}' });
    const { id } = (await created.json()) as { id: number };
    const { text } = (await (await fetch(`${url}/notes/${id}`)).json()) as { text: string };
    return text;
  }

  test('the mock of a run keeps the records of its document', async () => {
    expect(await storeAndRead((await start()).url)).toBe('remember the milk');
  });

  test('it takes the corrections of resource types', async () => {
    const { url } = await start({ resources: { note: { ignore: true } } });
    expect(await storeAndRead(url)).not.toBe('remember the milk');
  });

  test('once it is closed, nothing listens', async () => {
    const { url, close } = await start();
    await close();
    await expect(fetch(`${url}/notes/1`)).rejects.toThrow('fetch failed');
  });
});
