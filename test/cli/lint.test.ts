import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lint } from '../../harness/cli/commands/lint.ts';
import { parseOptions } from '../../harness/cli/options/options.ts';
import { folder } from '../openapi/documents.ts';

async function lintFile(text: string, ...args: string[]) {
  const spec = join(folder({ 'spec.yaml': text }), 'spec.yaml');
  const lines: string[] = [];
  const out = (line: string) => lines.push(line.replace(spec, 'spec.yaml').trimEnd());
  const terminal = { out, err: () => {}, color: false, columns: 80, env: {} };
  const options = parseOptions(['--spec', spec, ...args], lint.options);
  return { code: await lint.run(options, terminal, new AbortController().signal), lines };
}

const head = "openapi: 3.1.0\ninfo: { title: A, version: '1' }\n";

test('lint counts one error as one', async () => {
  const parameter = "{ name: q, in: query, schema: { type: string, pattern: '(' } }";
  const paths = `paths: { /: { get: { parameters: [${parameter}], responses: { '200': { description: ok } } } } }\n`;
  const { code, lines } = await lintFile(`${head}${paths}`);
  expect(code).toBe(1);
  expect(lines.at(-1)).toBe('1 error, 0 warnings in spec.yaml');
});

test('lint lists the first problems of each rule and counts the others', async () => {
  const names = Array.from({ length: 25 }, (_, index) => `    A${index}: { type: integer, default: a }\n`);
  const paths = "paths: { /: { get: { responses: { '200': { description: ok } } } } }\n";
  const document = `${head}${paths}components:\n  schemas:\n${names.join('')}`;
  const { code, lines } = await lintFile(document);
  expect(code).toBe(0);
  expect(lines.slice(20)).toEqual([
    'and 5 more warnings (example-fits-its-schema); --all lists them',
    '0 errors, 25 warnings in spec.yaml',
  ]);
  expect((await lintFile(document, '--all')).lines).toHaveLength(26);
});

test('lint gives the pointer of a problem far to the right, as in a minified document', async () => {
  const schema = { type: 'integer', description: 'x'.repeat(200), default: 'a' };
  const root = {
    openapi: '3.1.0',
    info: { title: 'A', version: '1' },
    paths: {},
    components: { schemas: { A: schema } },
  };
  const { lines } = await lintFile(JSON.stringify(root));
  expect(lines).toEqual([
    expect.stringContaining('(no-operations)'),
    expect.stringMatching(/^spec.yaml:1:\d+: warning: .* at #\/components\/schemas\/A\/default$/),
    '0 errors, 2 warnings in spec.yaml',
  ]);
});

test('what is wrong with a document of one line has its pointer, also what nothing can be read beyond', async () => {
  const schema = (reference: string) =>
    `{"openapi":"3.1.0","info":{"title":"A","version":"1"},"paths":{},"components":{"schemas":{"A":{"tpye":1},"B":${reference}}}}`;
  const { lines } = await lintFile(schema('{}'));
  expect(lines).toContainEqual(
    expect.stringMatching(/Did you mean type .*\(struct\) at #\/components\/schemas\/A\/tpye$/),
  );
  await expect(lintFile(schema('{"$ref":"#/C"}'))).rejects.toThrow(
    /spec\.yaml:1:\d+ at #\/components\/schemas\/B: \$ref #\/C cannot be resolved/,
  );
  const mapping = '{"discriminator":{"propertyName":"k","mapping":{"a":"gone.yaml"}}}';
  await expect(lintFile(schema(mapping))).rejects.toThrow(
    /spec\.yaml:1:\d+ at #\/components\/schemas\/B\/discriminator\/mapping\/a: discriminator mapping gone\.yaml: cannot read/,
  );
});

test.each([
  'webhooks: { created: { post: {} } }\n',
  'components: { schemas: { A: { type: string } } }\n',
  'paths: {}\n',
])('a document without operations can be linted: %j', async (rest) => {
  const { code, lines } = await lintFile(`${head}${rest}`);
  expect(code).toBe(0);
  expect(lines.join()).toContain('no operations below `paths`: it can be neither served nor tested. (no-operations)');
});
