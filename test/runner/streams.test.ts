import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { verify } from '../../harness/runner/verify.ts';
import { STREAMS } from '../mock/streams/documents.ts';
import { serve } from '../servers.ts';

/** Verifies a service whose events are written by a function. */
async function verifyEvents(write: (response: ServerResponse) => void, streamTime = 100) {
  const folder = mkdtempSync(join(tmpdir(), 'streams-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const spec = join(folder, 'openapi.json');
  writeFileSync(spec, JSON.stringify(STREAMS));
  const target = await serve((request, response) => {
    if (request.url !== '/events') {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    write(response);
  });
  return verify({
    spec,
    target,
    suites: ['generated'],
    include: ['events'],
    effort: 'quick',
    streamTime,
    streamItems: 5,
  });
}

const event = (data: string) => `data: ${data}\n\n`;
const GOOD = event('{"count":1,"unit":"s"}');

/** Writes events without end. */
function endlessly(write: (count: number) => string) {
  return (response: ServerResponse) => {
    let count = 0;
    const next = () => {
      if (!response.destroyed) response.write(write(++count), () => setImmediate(next));
    };
    next();
  };
}

test('an endless stream is read in part: it passes, and its items are covered', async () => {
  const report = await verifyEvents(endlessly(() => GOOD));
  expect(report.verdict).toBe('passed');
  expect(report.coverage.filter(({ clause }) => clause.instancePath.startsWith('/*/data/'))).toHaveLength(3);
  expect(
    report.coverage.filter(({ clause, state }) => clause.instancePath.startsWith('/*/data') && state !== 'covered'),
  ).toEqual([]);
});

test('a finding names the item', async () => {
  const report = await verifyEvents(endlessly((count) => (count === 3 ? event('{"count":-1,"unit":"s"}') : GOOD)));
  expect(report.findings.map(({ check, message }) => `${check}: ${message}`)).toEqual([
    'response-schema: /data/count of item 3 of the 200 stream must be at least 0, got -1',
  ]);
});

test('data that the document calls JSON is JSON', async () => {
  const report = await verifyEvents((response) => response.end(event('one')));
  expect(report.findings.map(({ message }) => message)).toEqual([
    '/data of item 1 of the 200 stream must be JSON: expected a value, found "o" at offset 0',
  ]);
});

test('a stream that is something else is a finding about its framing', async () => {
  const report = await verifyEvents((response) => response.end('{"count":1,"unit":"s"}\n'));
  expect(report.findings.map(({ check, severity }) => `${check} ${severity}`)).toEqual(['stream-framing error']);
});

test('a stream without items in time is no finding, and the report says that none was checked', async () => {
  const report = await verifyEvents((response) => response.write(': welcome\n\n'), 50);
  expect(report.verdict).toBe('passed');
  expect(report.notes).toContain(
    'no item of the stream of events came in time, so none was checked (--stream-time reads for longer)',
  );
});

test('an event that the service does not end is a warning', async () => {
  const report = await verifyEvents((response) => response.end(`${GOOD}data: {}`));
  expect([report.verdict, ...report.findings.map(({ severity }) => severity)]).toEqual(['passed', 'warning']);
});
