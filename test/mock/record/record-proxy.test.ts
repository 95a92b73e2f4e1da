import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { checkTraffic, startMock } from '../../../harness/index.ts';
import { PETS, serveRecorded } from '../../cli/petstore.ts';
import { findingsOf } from '../../runner/traffic/exchanges.ts';

/** What a backend sends for each request in turn. */
const RESPONSES = ['{"id":1,"name":"Ida"}', '{"id":9223372036854775808,"name":"Ida"}', '{"id":2}'];

test('what passes through the proxy is recorded with its exact bodies, decoded, and validated as it was sent', async () => {
  const record = join(mkdtempSync(join(tmpdir(), 'proxied-')), 'session.har');
  let sent = 0;
  const { url } = await serveRecorded((_, response) => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    response.writeHead(200, headers).end(gzipSync(RESPONSES[sent++] ?? ''));
  });
  const mock = await startMock({ spec: PETS, proxy: url, record });
  for (const _ of RESPONSES) {
    const body = '{"id":1,"name":"Ida"}';
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${mock.url}/pets`, { method: 'POST', headers, body });
    await response.arrayBuffer();
  }
  const shown = mock.requests.flatMap(({ violations }) => violations);
  await mock.close();
  const report = await checkTraffic({ spec: PETS, files: [record] });
  expect(report.suites[0]).toMatchObject({ pass: 1, fail: 2 });
  expect(findingsOf(report)).toEqual([
    expect.stringContaining('/name of the 200 response body is required'),
    expect.stringContaining('/id of the 200 response body must be in the range of int64'),
  ]);
  for (const { message } of report.findings) expect(shown).toContain(message);
});
