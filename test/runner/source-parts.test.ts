import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { verify } from '../../harness/index.ts';

test('a report has the text of a large JSON file in parts, none of which ends within a character', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'source-')), 'openapi.json');
  const paths = { '/notes': { get: { responses: { 204: { description: 'ok' } } } } };
  const info = { title: 'é😀"\n,'.repeat(40_000), version: '1' };
  const text = JSON.stringify({ openapi: '3.1.0', info, paths });
  writeFileSync(file, text);
  const { sources } = await verify({
    spec: file,
    app: () => new Response(null, { status: 204 }),
    suites: ['examples'],
  });
  const [source] = sources;
  const parts = [...(source?.parts?.() ?? [])];
  expect(parts.length).toBeGreaterThan(2);
  expect(Math.max(...parts.map(({ length }) => length))).toBeLessThan(100_000);
  expect(parts.join('')).toBe(text);
  expect(source?.text).toBe(text);
});
