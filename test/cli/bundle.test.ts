import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { bundle } from '../../harness/cli/commands/bundle.ts';
import { lint } from '../../harness/cli/commands/lint.ts';
import { verify } from '../../harness/cli/commands/verify.ts';
import { loadContract } from '../../harness/openapi/load.ts';
import { folder } from '../openapi/documents.ts';
import { runCommand } from './petstore.ts';

const SPEC = `openapi: 3.1.0
info: { title: A, version: '1' }
paths:
  /big:
    get: { responses: { '200': { description: ok, content: { application/json: { schema: { $ref: 'schemas/number.yaml' } } } } } }
  /list:
    $ref: 'paths/list.yaml'
`;
const FILES = {
  'spec.yaml': SPEC,
  'schemas/number.yaml': 'type: integer\nmaximum: 9007199254740993\nminimum: 9007199254740993\n',
  'paths/list.yaml': `get:
  responses:
    '200': { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '../schemas/number.yaml' } } } } }
`,
};

test.each(['all.yaml', 'dist/all.json'])(
  '%s holds all files, with exact numbers, and passes as they do',
  async (name) => {
    const at = folder(FILES);
    const [spec, out] = [join(at, 'spec.yaml'), join(at, name)];
    const written = await runCommand(bundle, ['--spec', spec, '--out', out]);
    expect(written).toMatchObject({ code: 0, out: `${out} holds 3 files\n` });
    expect(readFileSync(out, 'utf8')).toContain('9007199254740993');
    const clauses = (file: string) => loadContract(file).clauses.map(({ id }) => id);
    expect(clauses(out)).toEqual(clauses(spec));
    expect(await runCommand(lint, ['--spec', out])).toMatchObject({ code: 0 });
    expect(await runCommand(verify, ['--spec', out, '--quiet', '--runs', '2'])).toMatchObject({ code: 0 });
  },
);

test('without --out the bundle is printed', async () => {
  const { code, out } = await runCommand(bundle, ['--spec', join(folder(FILES), 'spec.yaml')]);
  expect([code, out.split('\n')[0]]).toEqual([0, 'openapi: 3.1.0']);
});

test('what is printed has no character that a terminal obeys, and means what the document has', async () => {
  const spec = join(
    folder({ ...FILES, 'spec.yaml': SPEC.replace('title: A', 'title: "a\u202eb\\n::error::c"') }),
    'spec.yaml',
  );
  const { out } = await runCommand(bundle, ['--spec', spec]);
  expect(out).toContain('title: "a\\U0000202eb\\n::error::c"');
  expect(parse(out).info.title).toBe('a\u202eb\n::error::c');
});

test('a file of the document is not overwritten', async () => {
  const at = folder(FILES);
  const run = runCommand(bundle, ['--spec', join(at, 'spec.yaml'), '--out', join(at, 'schemas/number.yaml')]);
  await expect(run).rejects.toThrow(/number\.yaml is a file of the document\. Choose another name\./);
  expect(readFileSync(join(at, 'schemas/number.yaml'), 'utf8')).toBe(FILES['schemas/number.yaml']);
});

test('a bundle may refer to further files', () => {
  const bundled = `${SPEC.slice(0, SPEC.indexOf('  /list:'))}x-bundled: { '0': { type: integer } }\n`;
  const at = folder({ ...FILES, 'spec.yaml': bundled });
  expect(loadContract(join(at, 'spec.yaml')).document.root['x-bundled']).toMatchObject({
    0: { type: 'integer' },
    1: {},
  });
});
