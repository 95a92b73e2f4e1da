import { mkdtempSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runWithDeadline, TIMED_OUT } from '../../../harness/core/util/deadline.ts';
import { requireWhole } from '../../../harness/core/util/require-whole.ts';

test('a module whose load was ended by a deadline is loaded anew, with what it requires', () => {
  const folder = mkdtempSync(join(tmpdir(), 'half-loaded-'));
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write('outer.cjs', "exports.isBegun = true; exports.inner = require('./inner.cjs').value;");
  write(
    'inner.cjs',
    'exports.value = 1; const state = (process.ended ??= { count: 0 }); if (state.count++ === 0) for (;;); exports.value = 2;',
  );
  const require = createRequire(import.meta.url);
  const outer = join(folder, 'outer.cjs');
  expect(runWithDeadline(50, () => requireWhole(require, outer))).toBe(TIMED_OUT);
  expect(require(outer)).toEqual({ isBegun: true });
  expect(requireWhole(require, outer)).toEqual({ isBegun: true, inner: 2 });
});
