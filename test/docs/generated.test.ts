import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readBlock } from './blocks.ts';
import { generatedBlocks } from './generated.ts';

const root = join(import.meta.dirname, '../..');

test.each(generatedBlocks)(
  '$file is up to date: `make docs` would not change its part `$name`',
  async ({ file, name, content }) => {
    expect(readBlock(readFileSync(join(root, file), 'utf8'), name)).toBe((await content()).trim());
  },
);
