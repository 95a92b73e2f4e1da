import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../e2e/build.ts';

test('what is loaded and never called of large packages is in no bundle', () => {
  const notices = readFileSync(join(root, 'dist/THIRD-PARTY-NOTICES.txt'), 'utf8');
  const held = [...notices.matchAll(/^(\S+) \d\S* \(.*\)$/gm)].map(([, name]) => name);
  expect(held).toEqual(expect.arrayContaining(['dredd', 'gavel', '@stoplight/prism-http', '@cypress/request']));
  const unused = [
    'ajv',
    'chai',
    'esprima',
    'form-data',
    'glob',
    'http-signature',
    'markdown-it',
    'node-fetch',
    'pino',
    'proxyquire',
    'ramda',
    'tough-cookie',
    'tr46',
    'tunnel-agent',
    'winston',
  ];
  expect(held.filter((name = '') => unused.includes(name))).toEqual([]);
});

test.each(['worker', 'evaluation-thread'])('the thread %s loads no file of the program', (name) => {
  const source = readFileSync(join(root, `dist/bundle/worker/${name}.cjs`), 'utf8');
  expect(source).toContain('node:worker_threads');
  expect(source).not.toMatch(/require\(["'`]\./);
});
