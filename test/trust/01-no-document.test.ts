import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { InputError } from '../../harness/core/errors.ts';
import { startMock } from '../../harness/mock/mock.ts';
import { verify } from '../../harness/runner/verify.ts';
import { contractHere } from '../e2e/program.ts';
import { document, folder } from '../openapi/documents.ts';

const COMMANDS = ['verify', 'mock', 'prove', 'show', 'lint'] as const;

/** A document that is distinguished from others by its operation. */
const named = (id: string) => document().replace('get:', `get:\n      operationId: ${id}`);

describe('without a document', () => {
  test.each(COMMANDS)('%s names the three ways to pass one and exits with 2', async (command) => {
    const { code, out, err } = await contractHere([command], { cwd: folder({}) });
    expect([code, out]).toEqual([2, '']);
    expect(err).toBe(
      `No OpenAPI document found: pass a file (contract ${command} FILE), --spec FILE, or set spec in contract.yaml. ` +
        'Looked for spec/openapi.yaml, openapi.yaml, openapi.yml, openapi.json.\n',
    );
  });

  test('a target does not make the packaged sample the document', async () => {
    const { code, err } = await contractHere(['verify', 'http://127.0.0.1:9'], { cwd: folder({}) });
    expect([code, err]).toEqual([2, expect.stringContaining('No OpenAPI document found')]);
  });

  describe('the library', () => {
    let cwd: string;
    beforeEach(() => {
      cwd = folder({});
      vi.spyOn(process, 'cwd').mockReturnValue(cwd);
    });
    afterEach(() => vi.restoreAllMocks());

    test('verify rejects with InputError', async () => {
      await expect(verify()).rejects.toThrow(InputError);
      await expect(verify()).rejects.toThrow('No OpenAPI document found: set the option `spec`');
    });

    test('startMock rejects with InputError', async () => {
      await expect(startMock()).rejects.toThrow('No OpenAPI document found: set the option `spec`');
    });
  });
});

describe('the document is', () => {
  const show = async (args: string[], files: Record<string, string>, below = '') => {
    const root = folder(files);
    const cwd = join(root, below);
    mkdirSync(cwd, { recursive: true });
    const { out, err } = await contractHere(['show', ...args], { cwd });
    return out + err;
  };
  const everywhere = {
    'argument.yaml': named('fromArgument'),
    'option.yaml': named('fromOption'),
    'config.yaml': named('fromConfig'),
    'contract.yaml': 'spec: config.yaml\n',
    'spec/openapi.yaml': named('fromSpecFolder'),
    'openapi.yaml': named('fromYaml'),
    'openapi.yml': named('fromYml'),
    'openapi.json': named('fromJson'),
  };
  const without = (...names: (keyof typeof everywhere)[]) =>
    Object.fromEntries(Object.entries(everywhere).filter(([name]) => !names.some((each) => each === name)));

  test('the argument', async () => {
    expect(await show(['argument.yaml'], everywhere)).toContain('fromArgument:');
  });

  test('else that of --spec', async () => {
    expect(await show(['--spec', 'option.yaml'], everywhere)).toContain('fromOption:');
  });

  test('else that of contract.yaml', async () => {
    expect(await show([], everywhere)).toContain('fromConfig:');
  });

  test('else spec/openapi.yaml, openapi.yaml, openapi.yml or openapi.json', async () => {
    expect(await show([], without('contract.yaml'))).toContain('fromSpecFolder:');
    expect(await show([], without('contract.yaml', 'spec/openapi.yaml'))).toContain('fromYaml:');
    expect(await show([], without('contract.yaml', 'spec/openapi.yaml', 'openapi.yaml'))).toContain('fromYml:');
    expect(await show([], without('contract.yaml', 'spec/openapi.yaml', 'openapi.yaml', 'openapi.yml'))).toContain(
      'fromJson:',
    );
  });

  test('that of the contract.yaml of a parent folder within the repository', async () => {
    const files = { ...everywhere, '.git/HEAD': '' };
    expect(await show([], files, 'services/api')).toContain('fromConfig:');
  });

  test('not that of a contract.yaml outside of the repository', async () => {
    expect(await show([], { ...everywhere, 'services/.git/HEAD': '' }, 'services/api')).toContain(
      'No OpenAPI document',
    );
    expect(await show([], everywhere, 'services/api')).toContain('No OpenAPI document');
  });
});

describe('every command reads contract.yaml', () => {
  const files = { 'api.yaml': document(), 'contract.yaml': `spec: api.yaml\nheader: { X-Token: "\${TOKEN}" }\n` };

  test.each([['lint'], ['show']])('%s, without the variables that only verify needs', async (command) => {
    const { code, err } = await contractHere([command], { cwd: folder(files) });
    expect([code, err]).toEqual([0, '']);
  });

  test.each(COMMANDS)('%s rejects an unknown setting at its line', async (command) => {
    const { code, err } = await contractHere([command], {
      cwd: folder({ ...files, 'contract.yaml': 'spek: api.yaml\n' }),
    });
    expect([code, err]).toEqual([2, expect.stringMatching(/^contract\.yaml:1:1: unknown setting spek/)]);
  });
});

describe('an argument', () => {
  const cwd = () => folder({ 'api.yaml': document() });

  test.each<[args: string[], message: RegExp]>([
    [['verify', '--spec', 'api.yaml', '--spec', 'api.yaml'], /^--spec is given twice/],
    [['verify', 'api.yaml', '--spec', 'api.yaml'], /^--spec is given twice: api\.yaml is the document too/],
    [['verify', 'api.yaml', 'api.yaml'], /^unexpected api\.yaml/],
    [['show', 'api.yaml', 'api.yaml'], /^unexpected api\.yaml/],
    [
      ['show', 'http://127.0.0.1/api.yaml'],
      /^the document http:\/\/127\.0\.0\.1\/api\.yaml is a URL, but only files are read\. Save it first: curl -o openapi\.yaml 'http/,
    ],
    [
      ['verify', '--spec', 'https://user:secret@a.test/api.yaml'],
      /^spec https:\/\/\*{3}@a\.test\/api\.yaml is a URL, but only files are read\. Save it first: curl -o openapi\.yaml 'https/,
    ],
    [
      ['verify', 'http://127.0.0.1/openapi.yaml'],
      /^http:\/\/127\.0\.0\.1\/openapi\.yaml would be the target\. The document must be a file; if this is the target, pass it with --target/,
    ],
    [['verify', 'api.yaml', '127.0.0.1:80'], /^unexpected 127\.0\.0\.1:80\. Did you mean http:\/\/127\.0\.0\.1:80\?/],
    [['verify', 'api.yaml', '-t', 'http://a.test', 'http://b.test'], /^--target is given twice/],
  ])('%j is rejected', async (args, message) => {
    const { code, err } = await contractHere(args, { cwd: cwd() });
    expect([code, err.trimEnd().split('\n').length]).toEqual([2, 1]);
    expect(err).toMatch(message);
  });

  test('that is a URL is the target of verify, in any order', async () => {
    for (const args of [
      ['http://127.0.0.1:9', 'api.yaml'],
      ['api.yaml', 'http://127.0.0.1:9'],
    ])
      expect((await contractHere(['verify', ...args], { cwd: cwd() })).err).toContain('http://127.0.0.1:9');
  });
});
