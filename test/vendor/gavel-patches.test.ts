import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { GAVEL_PATCHES } from '../../harness/vendor/gavel-patches.ts';

const requireInDredd = createRequire(createRequire(import.meta.url).resolve('dredd'));
const source = readFileSync(requireInDredd.resolve('gavel'), 'utf8');

test.each(GAVEL_PATCHES.map(([piece]) => [piece]))(
  'the installed gavel has the piece that is patched, once: %s',
  (piece) => {
    expect(source.split(piece)).toHaveLength(2);
  },
);
