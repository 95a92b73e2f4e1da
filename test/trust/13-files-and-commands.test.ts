import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { lint } from '../../harness/cli/commands/lint.ts';
import { verify } from '../../harness/cli/commands/verify.ts';
import { loadContract } from '../../harness/openapi/load.ts';
import { ONE_REQUEST, PETS, runCommand, serveRecorded } from '../cli/petstore.ts';
import { contract } from '../e2e/program.ts';

const SCHEMA = 'type: object\n';

/** Creates files below a temporary folder. */
function createFiles(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'contract-refs-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return root;
}

const documentWith = (reference: string): string => `openapi: 3.0.3
info: { title: T, version: '1' }
paths:
  /a:
    get:
      operationId: a
      responses:
        '200':
          description: ok
          content:
            application/json:
              schema:
                $ref: ${JSON.stringify(reference)}
`;

describe('a $ref', () => {
  test.each<[string, string]>([
    ['a file beside the document', 'schema.yaml'],
    ['a file in a folder below', 'schemas/schema.yaml'],
    ['a file below, by a detour within the folder', 'schemas/../schema.yaml'],
  ])('may name %s', (_, reference) => {
    const root = createFiles({
      'api/openapi.yaml': documentWith(reference),
      'api/schema.yaml': SCHEMA,
      'api/schemas/schema.yaml': SCHEMA,
    });
    expect(loadContract(join(root, 'api/openapi.yaml')).operations).toHaveLength(1);
  });

  test.each<[string, (root: string) => string]>([
    ['a parent folder', () => '../outside.yaml'],
    ['a parent folder, percent-encoded', () => '%2e%2e/outside.yaml'],
    ['an absolute path', (root) => join(root, 'outside.yaml')],
    ['a symbolic link to a file outside', () => 'link.yaml'],
    ['a file below a symbolic link to a folder outside', () => 'folder/outside.yaml'],
  ])('that leaves the folder by %s is rejected with its location', (_, referenceOf) => {
    const root = createFiles({ 'outside.yaml': SCHEMA, 'api/.keep': '' });
    symlinkSync(join(root, 'outside.yaml'), join(root, 'api/link.yaml'));
    symlinkSync(root, join(root, 'api/folder'));
    const spec = join(root, 'api/openapi.yaml');
    writeFileSync(spec, documentWith(referenceOf(root)));
    expect(() => loadContract(spec)).toThrow(
      /openapi\.yaml:13:17: \$ref \S+ leads out of \S+\. If you trust it, pass --allow-refs \S+$/,
    );
    expect(loadContract(spec, [], { allowRefs: [root] }).operations).toHaveLength(1);
  });

  test('may leave the folder of the document within a repository', () => {
    const root = createFiles({
      'common/schema.yaml': SCHEMA,
      'api/openapi.yaml': documentWith('../common/schema.yaml'),
    });
    mkdirSync(join(root, '.git'));
    expect(loadContract(join(root, 'api/openapi.yaml')).operations).toHaveLength(1);
  });

  test('to a missing file outside does not reveal that it is missing', () => {
    const root = createFiles({ 'api/openapi.yaml': documentWith('../missing.yaml') });
    expect(() => loadContract(join(root, 'api/openapi.yaml'))).toThrow(/leads out of/);
  });

  test('is allowed on the command line with --allow-refs', async () => {
    const root = createFiles({ 'outside.yaml': SCHEMA, 'api/openapi.yaml': documentWith('../outside.yaml') });
    const spec = ['--spec', join(root, 'api/openapi.yaml')];
    await expect(runCommand(lint, spec)).rejects.toThrow('leads out of');
    expect((await runCommand(lint, [...spec, '--allow-refs', root])).out).toContain('0 errors');
  });
});

describe('a $ref that leads to no file', () => {
  test.each([
    ['a circle of links', 'loop.yaml'],
    ['a name with a null character', 'x%00.yaml'],
    ['a name that is too long', `${'x'.repeat(5000)}.yaml`],
    ['a file below a file', 'openapi.yaml/x.yaml'],
  ])('is rejected at its line: %s', (_, reference) => {
    const root = createFiles({ 'openapi.yaml': documentWith(reference) });
    symlinkSync('loop.yaml', join(root, 'loop.yaml'));
    expect(() => loadContract(join(root, 'openapi.yaml'))).toThrow(/openapi\.yaml:13:17: \$ref \S+: cannot read file/);
  });
});

describe('a special file is never read', () => {
  test.each([['merge'], ['verify', '--hooks'], ['mock', '--port=0', '--handlers'], ['verify', '--examples']])(
    'by contract %s',
    async (...args) => {
      const pipe = join(createFiles({}), 'pipe.mjs');
      execFileSync('mkfifo', [pipe]);
      const { code, err } = await contract([...args, pipe, ...(args[0] === 'merge' ? [] : ['--spec', PETS])]);
      expect([code, err.trimEnd().split('\n').length], err).toEqual([2, 1]);
    },
  );

  test.each([['check'], ['mock', '--port=0', '--replay']])(
    'and a pipe that nobody writes to is empty for contract %s',
    async (...args) => {
      const pipe = join(createFiles({}), 'traffic.har');
      execFileSync('mkfifo', [pipe]);
      const { code, err } = await contract([...args, pipe, '--spec', PETS]);
      expect([code, err.includes(`${pipe} is empty`)], err).toEqual([2, true]);
    },
  );

  test.each<[string, (path: string) => void]>([
    ['a named pipe', (path) => void execFileSync('mkfifo', [path])],
    ['a device', (path) => symlinkSync('/dev/zero', path)],
    ['a folder', (path) => mkdirSync(path)],
  ])('%s as the document, and as the target of a $ref', (_, create) => {
    const root = createFiles({ 'api/openapi.yaml': documentWith('special.yaml') });
    create(join(root, 'api/special.yaml'));
    expect(() => loadContract(join(root, 'api/special.yaml'))).toThrow(/(not a regular file|is a folder)/);
    expect(() => loadContract(join(root, 'api/openapi.yaml'), [], { allowRefs: ['/'] })).toThrow(
      /openapi\.yaml:13:17: .*(not a regular file|is a folder)/,
    );
  });

  test('a device as a certificate', async () => {
    const run = runCommand(verify, ['https://127.0.0.1:1', ...ONE_REQUEST, '--ca', '/dev/zero']);
    await expect(run).rejects.toThrow('cannot read --ca /dev/zero: not a regular file');
  });
});

describe('a contract.yaml from a pull request', () => {
  test('cannot run commands with --no-setup', async () => {
    const { url } = await serveRecorded();
    const root = createFiles({});
    const marker = join(root, 'ran');
    const config = join(root, 'contract.yaml');
    const [setup, teardown] = [`touch ${marker}-setup`, `touch ${marker}-teardown`];
    writeFileSync(config, JSON.stringify({ spec: PETS, suite: ['examples'], setup, teardown }));
    const args = [url, '--config', config, '--no-setup', '--seed', '1', '--allow-refs', dirname(PETS)];
    const { code } = await runCommand(verify, args);
    expect([code, existsSync(`${marker}-setup`), existsSync(`${marker}-teardown`)]).toEqual([0, false, false]);
  });

  test.each<[string, object]>([
    ['spec', { spec: '../outside.yaml' }],
    ['overlay', { overlay: ['/etc/passwd'] }],
    ['examples', { examples: ['link/examples.yaml'] }],
    ['report', { report: { html: '../../.bashrc' } }],
    ['report', { report: { html: 'link/new.html' } }],
    ['baseline', { baseline: '../known.json' }],
    ['key', { key: '/etc/ssl/private/key.pem', cert: 'cert.pem' }],
  ])('cannot name files outside of its repository with --no-setup: %s %o', async (name, settings) => {
    const { url, requests } = await serveRecorded();
    const root = createFiles({ 'outside.yaml': 'x', 'repository/.git': '' });
    symlinkSync(root, join(root, 'repository/link'));
    const config = join(root, 'repository/contract.yaml');
    writeFileSync(config, JSON.stringify({ spec: PETS, ...settings }));
    const args = [url, '--config', config, '--seed', '1', '--suite', 'examples', '--allow-refs', dirname(PETS)];
    const run = runCommand(verify, [...args, '--no-setup']);
    await expect(run).rejects.toThrow(new RegExp(`contract\\.yaml:1:\\d+: ${name} \\S+ leads out of .*repository`));
    expect(requests).toHaveLength(0);
  });

  test('a folder of examples has no link out of its repository, but with --allow-refs', async () => {
    const { url, requests } = await serveRecorded();
    const root = createFiles({ 'outside/own.yaml': '{}', 'repository/.git': '', 'repository/examples/a.yaml': '{}' });
    symlinkSync(join(root, 'outside/own.yaml'), join(root, 'repository/examples/b.yaml'));
    const args = [url, '--spec', PETS, '--seed', '1', '--examples', join(root, 'repository/examples')];
    await expect(runCommand(verify, args)).rejects.toThrow(/examples\/b\.yaml leads out of .*repository\./);
    const trusted = runCommand(verify, [...args, '--allow-refs', join(root, 'outside')]);
    await expect(trusted).rejects.toThrow(/`operation` is missing/);
    expect(requests).toHaveLength(0);
  });

  test('a document that nobody names is no link out of its repository', async () => {
    const root = createFiles({ 'outside.yaml': documentWith('#/x'), 'repository/.git': '' });
    symlinkSync(join(root, 'outside.yaml'), join(root, 'repository/openapi.yaml'));
    const { code, err } = await contract(['lint'], { cwd: join(root, 'repository') });
    expect([code, err]).toEqual([2, expect.stringMatching(/openapi\.yaml is a link to \S+outside\.yaml, out of \./)]);
  });

  test('cannot choose another target than --allow-target', async () => {
    const { url, requests } = await serveRecorded();
    const { host, hostname } = new URL(url);
    const config = join(createFiles({ 'contract.yaml': JSON.stringify({ spec: PETS, target: url }) }), 'contract.yaml');
    const runWith = (allowed: string) =>
      runCommand(verify, ['--config', config, '--suite', 'examples', '--seed', '1', '--allow-target', allowed]);
    await expect(runWith('staging.example')).rejects.toThrow(
      `the target ${url} is not allowed; --allow-target names staging.example`,
    );
    expect(requests).toHaveLength(0);
    expect((await runWith(hostname)).code).toBe(0);
    expect((await runWith(host)).code).toBe(0);
  });

  test('cannot widen its own permissions', async () => {
    const root = createFiles({ 'contract.yaml': '{ "allow-refs": ["/"] }', 'b.yaml': '{ "allow-target": ["x"] }' });
    for (const file of ['contract.yaml', 'b.yaml'])
      await expect(runCommand(verify, ['--config', join(root, file)])).rejects.toThrow('unknown setting allow-');
  });
});
