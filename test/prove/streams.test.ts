import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isPassing } from '../../harness/prove/report.ts';
import { STREAMS } from '../mock/streams/documents.ts';
import { document, mutationReport, problems } from './helpers.ts';

test('every mutant of streams in all formats is killed, and no permitted framing is reported', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'streams-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const spec = join(folder, 'openapi.json');
  writeFileSync(spec, JSON.stringify(STREAMS));
  const report = await mutationReport({ ...document('pages'), spec, rounds: () => true });
  expect(problems(report)).toEqual([]);
  expect(isPassing(report)).toBe(true);
  const item = 'events response 200 body text/event-stream item';
  // The fields of an event are strings, and without data there is none.
  expect(report.withoutMutants.map(({ clause }) => clause.id)).toEqual([
    `${item} type`,
    `${item} /data required`,
    `${item} /id type`,
    `${item} /data type`,
  ]);
});
