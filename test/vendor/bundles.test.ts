import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../e2e/build.ts';

test('what is loaded and never called of large packages is in no bundle', () => {
  const folder = join(root, 'dist/vendor');
  const held = readdirSync(folder).filter((name) =>
    /^\/\/ node_modules\/(\S+\/)?(node-fetch|tr46|esprima|http-signature)\//m.test(
      readFileSync(join(folder, name), 'utf8'),
    ),
  );
  expect(held).toEqual([]);
});
