import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseDelay, parseProbability } from '../../harness/cli/commands/mock-options.ts';
import { bannerLines, formatRequestLine } from '../../harness/cli/commands/mock-output.ts';
import { type Mock, type MockDocument, startMock } from '../../harness/mock/mock.ts';
import {
  type RunningMock,
  startMockWithWatch,
  type WatchEvent,
  type WatchModeConfig,
} from '../../harness/mock/watch-mode.ts';
import type { Contract } from '../../harness/openapi/contract.ts';
import { loadContract } from '../../harness/openapi/load.ts';
import { contractOf } from '../generate/documents.ts';
import { exchange, type RequestParts, requestBytes, send } from './raw-http.ts';

const SPEC = 'spec/openapi.yaml';
const RECORD: RequestParts = {
  target: '/turtles',
  headers: { 'content-type': 'application/json' },
  body: '{"id":1,"name":"Mia"}',
};

describe('scripts of other origins', () => {
  let mock: Mock;
  beforeEach(async () => {
    mock = await startMock({ spec: SPEC });
  });
  afterEach(() => mock.close());

  test('can send any method and header, with credentials', async () => {
    const headers = {
      origin: 'https://app.example.com',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type, x-anything',
      'access-control-request-private-network': 'true',
    };
    const response = await send(mock.port, { method: 'OPTIONS', target: '/turtles', headers });
    expect(response.status).toBe(204);
    expect(response.headers).toMatchObject({
      'access-control-allow-origin': 'https://app.example.com',
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'content-type, x-anything',
      'access-control-allow-credentials': 'true',
      'access-control-allow-private-network': 'true',
    });
    expect(response.headers['vary']).toContain('origin');
  });

  test('can read errors and their headers', async () => {
    const response = await send(mock.port, { ...RECORD, method: 'PUT', headers: { origin: 'null' } });
    expect(response.status).toBe(405);
    expect(response.headers).toMatchObject({
      'access-control-allow-origin': 'null',
      'access-control-expose-headers': 'allow',
      vary: 'origin',
    });
  });

  test('are rejected by the browser if CORS is disabled', async () => {
    const closed = await startMock({ spec: SPEC, cors: false });
    const headers = { origin: 'https://app.example.com', 'access-control-request-method': 'POST' };
    const response = await send(closed.port, { method: 'OPTIONS', target: '/turtles', headers });
    await closed.close();
    expect(Object.keys(response.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

describe('recorded requests', () => {
  test('contain what was sent and why it was rejected', async () => {
    const mock = await startMock({ spec: SPEC });
    await send(mock.port, { ...RECORD, target: '/animals?limit=x' });
    await mock.close();
    const [request] = mock.requests;
    expect(request).toMatchObject({
      method: 'POST',
      path: '/animals?limit=x',
      operation: 'createAnimal',
      status: 422,
      problems: ['query parameter limit must be an integer, got "x"', 'query parameter tags is required'],
    });
    expect(request?.json()).toEqual({ id: 1, name: 'Mia' });
    expect(request?.headers['content-type']).toBe('application/json');
  });

  test('are limited in number', async () => {
    const mock = await startMock({ spec: SPEC });
    await exchange(mock.port, Buffer.concat(Array.from({ length: 1500 }, () => requestBytes(RECORD))), 1500);
    await mock.close();
    expect(mock.requests.length).toBeLessThanOrEqual(500);
    expect(mock.requests.length).toBeGreaterThanOrEqual(375);
  });

  test('are limited in memory', async () => {
    const mock = await startMock({ spec: SPEC });
    const large = { ...RECORD, body: `{"id":1,"name":"${'x'.repeat(6_000_000)}"}` };
    for (let index = 0; index < 4; index++) await send(mock.port, large);
    await mock.close();
    expect(mock.requests).toHaveLength(2);
  });

  test('are logged with method, path, status, time and reason, without control characters', async () => {
    const lines: string[] = [];
    const mock = await startMock({ spec: SPEC, log: (request) => lines.push(formatRequestLine(request)) });
    await send(mock.port, RECORD);
    await send(mock.port, { ...RECORD, body: '{"id":"\\u001b[2J","name":"Mia"}' });
    await mock.close();
    expect(lines[0]).toMatch(/^POST \/turtles 200 \d+\.\d ms$/);
    expect(lines[1]).toMatch(
      /^POST \/turtles 422 \d+\.\d ms {2}body property id must be an integer, got "\\u001b\[2J"$/,
    );
    expect(formatRequestLine({ ...mock.requests[0], path: '/\u001b' } as never)).toContain('/\\u{1b} 200');
  });
});

const AT = { url: 'http://127.0.0.1:4010' };
async function bannerOf(contract: Contract, curlOf: Parameters<typeof bannerLines>[1]): Promise<string> {
  const lines: string[] = [];
  for await (const line of bannerLines(
    { ...AT, controlUrl: `${AT.url}/__mock`, documents: [served(contract)] },
    curlOf,
  ))
    lines.push(line);
  return lines.join('\n');
}
const served = (contract: Contract) => ({ ...AT, path: '/', contract }) as MockDocument;

test('the banner lists each operation with a curl command', async () => {
  const banner = await bannerOf(loadContract(SPEC), (_, { path }) => `curl http://127.0.0.1:4010${path}`);
  expect(banner).toContain('Mocking spec/openapi.yaml at http://127.0.0.1:4010');
  expect(banner).toContain('POST /animals  Create an animal\n    curl http://127.0.0.1:4010/animals\n');
  expect(banner).toContain('Prefer: code=503');
});

test('the banner of a large document lists its first operations', async () => {
  const paths = Array.from({ length: 1000 }, (_, index) => `/p${index}: { get: { responses: {} } }`);
  let curls = 0;
  const banner = await bannerOf(contractOf(paths.join('\n')), () => `curl ${++curls}`);
  expect(curls).toBe(30);
  expect(banner).toContain('and 970 more operations: contract show\n');
  expect(banner, 'without a summary').toContain('  GET /p0\n    curl 1\n');
});

test('what arrives while the banner is made is read before its next line', async () => {
  let turns = 0;
  const next = () => setImmediate(() => ++turns);
  const seen: number[] = [];
  const paths = ['a', 'b', 'c'].map((name) => `/${name}: { get: { responses: {} } }`);
  await bannerOf(contractOf(paths.join('\n')), () => {
    seen.push(turns);
    next();
    return 'curl';
  });
  expect(seen).toEqual([0, 1, 2]);
});

describe('closing', () => {
  test('finishes open requests', async () => {
    const mock = await startMock({ spec: SPEC, delay: { min: 50, max: 50 } });
    const under = exchange(mock.port, requestBytes(RECORD));
    await new Promise<void>((resolve) => {
      const look = () => (mock.requests.length === 0 ? setImmediate(look) : resolve());
      void exchange(mock.port, requestBytes(RECORD)).then(look);
    });
    await Promise.all([under, mock.close()]);
    expect((await under).map(({ status }) => status)).toEqual([200]);
    await expect(send(mock.port, RECORD)).rejects.toThrow('ECONNREFUSED');
  });

  test('aborts requests that do not end', async () => {
    const mock = await startMock({ spec: SPEC });
    const half = exchange(mock.port, requestBytes({ ...RECORD, headers: { 'content-length': '99' } }));
    await send(mock.port, RECORD);
    await mock.close();
    expect(await half).toEqual([]);
  });
});

describe('on the command line', () => {
  let folder: string;
  let running: RunningMock | undefined;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'mock-'));
    cpSync(SPEC, join(folder, 'openapi.yaml'));
  });
  afterEach(async () => {
    await running?.close();
    running = undefined;
    rmSync(folder, { recursive: true });
  });

  const file = () => join(folder, 'openapi.yaml');
  const config = (more: Partial<WatchModeConfig> = {}): WatchModeConfig => ({
    documents: { spec: file(), overlays: [] },
    port: 0,
    watch: false,
    ...more,
  });

  test('the error for a port in use suggests another one', async () => {
    running = await startMockWithWatch(config(), () => {});
    const { port } = running.mock;
    await expect(startMockWithWatch(config({ port }), () => {})).rejects.toThrow(
      `Port ${port} on 127.0.0.1 is in use. Choose another one, e.g. --port ${port + 1}, or --port 0 for a free one.`,
    );
  });

  test('the error for an address of another machine names it', async () => {
    await expect(startMockWithWatch(config({ host: '192.0.2.1' }), () => {})).rejects.toThrow('--host');
  });

  test('a changed document is reloaded; if it is unusable, the previous one stays live', async () => {
    const notices: WatchEvent[] = [];
    let heard: () => void = () => {};
    const next = () =>
      new Promise<void>((resolve) => {
        heard = resolve;
      });
    running = await startMockWithWatch(config({ watch: true }), (notice) => {
      notices.push(notice);
      heard();
    });
    const text = readFileSync(file(), 'utf8');
    const { port } = running.mock;

    let reported = next();
    writeFileSync(file(), text.replaceAll('/turtles:', '/tortoises:'));
    await reported;
    expect(notices.at(-1)?.type).toBe('reloaded');
    expect((await send(port, { ...RECORD, target: '/tortoises' })).status).toBe(200);
    expect((await send(port, RECORD)).status).toBe(404);

    reported = next();
    writeFileSync(file(), 'openapi: [');
    await reported;
    expect(notices.at(-1)).toMatchObject({ type: 'reload-failed', error: { name: 'InputError' } });
    expect((await send(port, { ...RECORD, target: '/tortoises' })).status).toBe(200);

    reported = next();
    writeFileSync(file(), text);
    await reported;
    expect((await send(port, RECORD)).status).toBe(200);
  });

  test.each([
    ['200', { min: 200, max: 200 }],
    ['50-400', { min: 50, max: 400 }],
  ])('--delay %s is accepted', (text, delay) => expect(parseDelay(text)).toEqual(delay));

  test.each(['', '-5', '400-50', '1s', '1e3'])('--delay %s is rejected', (text) =>
    expect(() => parseDelay(text)).toThrow('--delay takes milliseconds like 200'),
  );

  test.each([
    ['0', 0],
    ['1', 1],
    ['0.1', 0.1],
    ['.25', 0.25],
  ])('--fail %s is understood', (text, share) => expect(parseProbability(text)).toBe(share));

  test.each(['', '2', '-1', '10%'])('--fail %s is rejected', (text) =>
    expect(() => parseProbability(text)).toThrow('--fail takes a fraction from 0 to 1'),
  );
});
