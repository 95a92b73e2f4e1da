import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lint } from '../../harness/cli/commands/lint.ts';
import { parseOptions } from '../../harness/cli/options.ts';
import { folder } from '../openapi/documents.ts';

test('lint counts one error as one', async () => {
  const spec = join(
    folder({
      'spec.yaml': `openapi: 3.0.3
info: { title: A, version: '1' }
paths:
  /:
    get:
      parameters: [{ name: q, in: query, schema: { type: string, pattern: '(' } }]
      responses: { '200': { description: ok } }
`,
    }),
    'spec.yaml',
  );
  const lines: string[] = [];
  const terminal = { out: (text: string) => lines.push(text), err: () => {}, color: false, columns: 80, env: {} };
  const code = await lint.run(parseOptions(['--spec', spec], lint.options), terminal, new AbortController().signal);
  expect(code).toBe(1);
  expect(lines.at(-1)).toBe(`1 error, 0 warnings in ${spec}\n`);
});
