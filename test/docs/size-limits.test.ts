import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SIZE_LIMITS } from '../../harness/openapi/size-limits.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/troubleshooting.md'), 'utf8');
const [, section = ''] = /## Limits of a document\n(.*?)\n## /s.exec(page) ?? [];
const rows = [...section.matchAll(/^\| (.*?) +\| ([\d,]+) +\|$/gm)].map(([, what = '', limit = '']) => ({
  what,
  names: [...what.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
  limit: Number(limit.replaceAll(',', '')),
}));

function documented(beginning: string): Record<string, number> {
  const own = rows.filter(({ what }) => what.startsWith(beginning) && !what.includes('any other'));
  return Object.fromEntries(own.flatMap(({ names, limit }) => names.map((name) => [name, limit])));
}

test('the documentation has all limits of a document', () => {
  const { other, ...entries } = SIZE_LIMITS.entries;
  expect(documented('the value of')).toEqual(SIZE_LIMITS.required);
  expect(documented('entries of')).toEqual(entries);
  expect(rows.find(({ what }) => what.startsWith('entries of any other'))?.limit).toBe(other);
  expect(rows.find(({ what }) => what.startsWith('digits'))?.limit).toBe(SIZE_LIMITS.digits);
});
