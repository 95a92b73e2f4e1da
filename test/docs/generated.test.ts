import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readBlock } from './blocks.ts';
import { generatedBlocks } from './generated.ts';
import { BUG } from './samples.ts';

const root = join(import.meta.dirname, '../..');
const page = (file: string) => readFileSync(join(root, file), 'utf8');

test.each(generatedBlocks.filter(({ isSlow }) => isSlow !== true))(
  '$file is up to date: `make docs` would not change its part $name',
  async ({ file, name, content, normalize = (text) => text }) => {
    const shown = readBlock(page(file), name);
    expect(normalize(shown ?? '')).toBe(normalize((await content()).trim()));
  },
);

test.each(generatedBlocks)('$file has a place for $name', ({ file, name }) => {
  expect(readBlock(page(file), name)).toBeDefined();
});

test('the README describes the bug that its sample shows, in the file that it names', () => {
  expect(page('README.md')).toContain(`s/${BUG.before}/${BUG.after}/" fixtures/service/${BUG.file}.ts`);
  expect(page(`fixtures/service/${BUG.file}.ts`)).toContain(BUG.before);
});
