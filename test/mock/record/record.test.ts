import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { checkTraffic, type Mock, type MockOptions, startMock } from '../../../harness/index.ts';
import { readRecording } from '../../../harness/mock/record/recording.ts';
import { PETS, write } from '../../cli/petstore.ts';
import { findingsOf } from '../../runner/traffic/exchanges.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

async function start(options: MockOptions): Promise<Mock> {
  const mock = await startMock({ spec: PETS, ...options });
  onTestFinished(() => mock.close().catch(() => undefined));
  return mock;
}

function newFile(): string {
  return join(mkdtempSync(join(tmpdir(), 'record-')), 'session.har');
}

const post = (url: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
  fetch(`${url}/pets`, { method: 'POST', headers: { ...JSON_TYPE, ...headers }, body });

describe('recording', () => {
  test('writes the exact bodies once the mock is closed, and conforms to the document', async () => {
    const record = newFile();
    const mock = await start({ record });
    await post(mock.url, '{ "id": 9223372036854775807, "name": "Zoë 😀" }');
    await post(mock.url, new Uint8Array([0x7b, 0xff, 0x00]));
    expect(existsSync(record)).toBe(false);
    await mock.close();
    const [first, second] = await readRecording(record);
    expect(Buffer.from(first?.request.body.bytes ?? []).toString()).toBe(
      '{ "id": 9223372036854775807, "name": "Zoë 😀" }',
    );
    expect(Buffer.from(first?.response?.body.bytes ?? []).toString()).toContain('9223372036854775807');
    expect([...(second?.request.body.bytes ?? [])]).toEqual([0x7b, 0xff, 0x00]);
    const report = await checkTraffic({ spec: PETS, files: [record] });
    expect(report).toMatchObject({ verdict: 'passed', operations: [{ sent: 2, accepted: 1, rejected: 1 }] });
  });

  test('masks credentials and secret fields, wherever they are repeated, unless configured otherwise', async () => {
    const body = '{"id":1,"name":"sees t0p-s3cret","token":"t0p-s3cret"}';
    const recordings = await Promise.all(
      [false, true].map(async (recordSecrets) => {
        const record = newFile();
        const mock = await start({ record, recordSecrets });
        await post(mock.url, body, { authorization: 'Bearer b34rer-value', cookie: 'sid=c00kie-value' });
        await mock.close();
        return { text: readFileSync(record, 'utf8'), record };
      }),
    );
    const secrets = /t0p-s3cret|b34rer-value|c00kie-value/;
    expect(recordings[0]?.text).not.toMatch(secrets);
    expect(recordings[1]?.text).toMatch(secrets);
    const report = await checkTraffic({ spec: PETS, files: recordings.map(({ record }) => record) });
    expect(findingsOf(report)).toEqual([]);
  });

  test('leaves nothing behind if the mock cannot start', async () => {
    const mock = await start({});
    const record = newFile();
    await expect(startMock({ spec: PETS, port: mock.port, record })).rejects.toThrow('EADDRINUSE');
    expect(readdirSync(join(record, '..'))).toEqual([]);
    await expect(startMock({ spec: PETS, record: join(PETS, 'a.har') })).rejects.toThrow('cannot record to');
  });
});

describe('replaying', () => {
  /** Records the responses of a mock whose handler counts. */
  async function recordCounted(bodies: readonly string[]): Promise<string> {
    const record = newFile();
    let count = 0;
    const handlers = { createPet: () => ({ status: 200, body: { id: ++count, name: 'recorded' } }) };
    const mock = await start({ record, handlers });
    for (const body of bodies) await post(mock.url, body);
    await mock.close();
    return record;
  }

  test('gives the responses of the same request in their order, and keeps the last', async () => {
    const replay = await recordCounted(['{"id":7,"name":"a"}', '{"name":"a","id":7}', '{"id":8,"name":"b"}']);
    const mock = await start({ replay });
    const ids = async (body: string, times: number) => {
      const received: unknown[] = [];
      for (let index = 0; index < times; index++)
        received.push(((await (await post(mock.url, body)).json()) as { id: number }).id);
      return received;
    };
    expect(await ids('{"id":7, "name":"a"}', 3)).toEqual([1, 2, 2]);
    expect(await ids('{"id":8,"name":"b"}', 1)).toEqual([3]);
    mock.reset();
    expect(await ids('{"id":7,"name":"a"}', 1)).toEqual([1]);
  });

  test('says that another request was not recorded, and responds to it by the document', async () => {
    const mock = await start({ replay: await recordCounted(['{"id":7,"name":"a"}']) });
    const response = await post(mock.url, '{"id":9007199254740993,"name":"a"}');
    expect(response.headers.get('x-mock-note')).toBe('the recording has no such request');
    expect(await response.text()).toContain('9007199254740993');
    const recorded = await post(mock.url, '{"id":7,"name":"a"}');
    expect(recorded.headers.get('x-mock-note')).toBeNull();
  });

  test('finds a request by its masked secrets', async () => {
    const mock = await start({ replay: await recordCounted(['{"id":7,"name":"a","password":"secret-1"}']) });
    const response = await post(mock.url, '{"id":7,"name":"a","password":"secret-2"}');
    expect(await response.json()).toEqual({ id: 1, name: 'recorded' });
  });

  test('rejects a recording of which nothing fits the document', async () => {
    const replay = write(mkdtempSync(join(tmpdir(), 'replay-')), 'a.har', '{"log":{"entries":[]}}');
    await expect(startMock({ spec: PETS, replay })).rejects.toThrow('no exchange of the recording');
  });
});
