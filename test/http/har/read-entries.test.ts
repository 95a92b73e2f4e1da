import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type RecordedEntry, readEntries } from '../../../harness/http/har/read-entries.ts';
import { write } from '../../cli/petstore.ts';

const folder = mkdtempSync(join(tmpdir(), 'har-'));

async function read(text: string): Promise<RecordedEntry[]> {
  const entries: RecordedEntry[] = [];
  for await (const entry of readEntries(write(folder, 'recorded', text))) entries.push(entry);
  return entries;
}

test('the entries of a HAR file have their numbers and lines, whatever else the file has', async () => {
  const har = '\uFEFF{"log": {"pages": [{"id": {}}],\n"entries": [\n{"a": [1]},\n\n{"b": "\\n"}],\n"comment": ""}}\n';
  expect(await read(har)).toEqual([
    { value: { a: [1] }, number: 1, line: 3 },
    { value: { b: '\n' }, number: 2, line: 5 },
  ]);
});

test('NDJSON may have empty lines, and ends with or without a newline', async () => {
  const [first, second] = await read('{"a":1}\r\n\n{"b":2}');
  expect([first?.line, second?.line, second?.number]).toEqual([1, 3, 2]);
});

test('an exchange may be longer than the chunks in which a file is read', async () => {
  const text = 'é"\\'.repeat(400_000);
  const [first, second] = await read(JSON.stringify({ log: { entries: [{ text }, { b: 1 }] } }, null, 1));
  expect(first?.value).toEqual({ text });
  expect(second).toEqual({ value: { b: 1 }, number: 2, line: 7 });
});

test.each([
  ['{"log":{"entries":[\n{"a":1},\n{"b":2}', /recorded:3:1: .*after entry 2/],
  ['{"a":1}\n{"b":}', /recorded:2:1: .*after entry 1/],
  ['<html>', /recorded:1:1: not HAR/],
  ['', /is empty/],
])('what is no recording, or not a whole one, is rejected with its line: %s', async (text, message) => {
  await expect(read(text)).rejects.toThrow(message);
});

test('a file that is not there is rejected by its name', async () => {
  await expect(readEntries(join(folder, 'missing.har')).next()).rejects.toThrow('missing.har: no such file');
});
