import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { configTemplate } from '../../harness/cli/commands/init-templates.ts';
import { parseRunConfig } from '../../harness/cli/commands/verify-options.ts';
import { resolveArguments } from '../../harness/cli/document.ts';
import { configOptions } from '../../harness/cli/options/config-options.ts';
import { parseOptions } from '../../harness/cli/options/options.ts';
import { PETS } from '../cli/petstore.ts';

const CLI = join(import.meta.dirname, '../../dist/bundle/cli.cjs');

function repository(files: Record<string, string> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'init-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

function init(cwd: string, ...args: string[]): string {
  return execFileSync(process.execPath, [CLI, 'init', ...args], { cwd, encoding: 'utf8' });
}

test('init writes settings that can be read, and a job for GitHub', () => {
  const folder = repository({ 'openapi.yaml': readFileSync(PETS, 'utf8') });
  const out = init(folder, '--target', 'http://127.0.0.1:3000', '--setup', 'npm start -- "quoted"');
  expect(out).toContain('Created contract.yaml\nCreated .github/workflows/contract.yml\n');
  const args = resolveArguments(
    parseOptions(['--config', join(folder, 'contract.yaml')], configOptions),
    configOptions,
    {},
  );
  expect(args.string('setup')).toBe('npm start -- "quoted"');
  expect(parseRunConfig(args, {})).toMatchObject({
    spec: join(folder, 'openapi.yaml'),
    target: 'http://127.0.0.1:3000',
    waitMs: 30_000,
  });
  const job = parse(readFileSync(join(folder, '.github/workflows/contract.yml'), 'utf8'));
  expect(job.jobs.contract.steps.map(({ run }: { run?: string }) => run).join('')).toMatch(
    /contract-harness@\d.* contract verify --seed 1$/,
  );
});

test('init overwrites nothing, and says so', () => {
  const folder = repository({ 'openapi.yaml': '', 'contract.yaml': '# mine\n', '.gitlab-ci.yml': '' });
  const out = init(folder);
  expect(out).toContain('contract.yaml exists, not overwritten\nCreated .gitlab/contract.gitlab-ci.yml\n');
  expect(out).toContain('include: [{ local: .gitlab/contract.gitlab-ci.yml }]');
  expect(readFileSync(join(folder, 'contract.yaml'), 'utf8')).toBe('# mine\n');
  expect(parse(readFileSync(join(folder, '.gitlab/contract.gitlab-ci.yml'), 'utf8')).contract.artifacts.when).toBe(
    'always',
  );
});

test('init without a document asks for its name', () => {
  expect(() => init(repository())).toThrow(/No OpenAPI document found .*: pass it with --spec FILE/);
});

test('what settings show as comments can be taken as it is', () => {
  const shown = configTemplate({ spec: 'a.yaml', target: 'http://a.test', setup: undefined, credentials: undefined });
  const uncommented = shown.replace(/^# (?=setup|header| {2}Auth|baseline:)/gm, '');
  expect(parse(uncommented)).toMatchObject({
    setup: 'npm start',
    header: { Authorization: expect.stringMatching(/^Bearer \$\{API_TOKEN\}$/) },
  });
});

const schemeDocument = (scheme: object) => JSON.stringify({ components: { securitySchemes: { key: scheme } } });

test.each([
  [{ type: 'http', scheme: 'Bearer' }, { 'bearer-env': 'API_TOKEN' }, 'API_TOKEN'],
  [{ type: 'oauth2', flows: {} }, { 'bearer-env': 'API_TOKEN' }, 'API_TOKEN'],
  [{ type: 'http', scheme: 'basic' }, { 'basic-env': 'API_LOGIN' }, 'API_LOGIN'],
  [{ type: 'apiKey', in: 'header', name: 'X-Key' }, { header: { 'X-Key': `\${API_KEY}` } }, 'API_KEY'],
])(
  'init passes the credentials of the security scheme %o from the secrets of the repository',
  (scheme, config, secret) => {
    const folder = repository({ 'openapi.json': schemeDocument(scheme) });
    expect(init(folder)).toContain(`The workflow needs these secrets: ${secret}\n`);
    expect(parse(readFileSync(join(folder, 'contract.yaml'), 'utf8'))).toMatchObject(config);
    const job = parse(readFileSync(join(folder, '.github/workflows/contract.yml'), 'utf8')).jobs.contract;
    expect(job.steps.find(({ env }: { env?: object }) => env).env).toEqual({ [secret]: `\${{ secrets.${secret} }}` });
  },
);

test('init passes the variables of a contract.yaml that exists already', () => {
  const config = `target: http://127.0.0.1:8080\nheader: { X-Tenant: "a \${TENANT}" }\nbearer-env: TOKEN\nvalues:\n  login: { password: "\${WORD}" }\nauth:\n  key: { env: KEY }\n`;
  const folder = repository({ 'openapi.yaml': '', 'contract.yaml': config });
  expect(init(folder)).toContain('The workflow needs these secrets: TOKEN, KEY, TENANT, WORD\n');
});

test.each([
  ['package-lock.json', 'npm ci'],
  ['pnpm-lock.yaml', 'corepack enable && pnpm install --frozen-lockfile'],
  ['yarn.lock', 'corepack enable && yarn install'],
])('a job of a repository with a %s installs by %s', (lockFile, command) => {
  const folder = repository({ 'openapi.yaml': '', 'package.json': '{}', [lockFile]: '' });
  init(folder);
  expect(readFileSync(join(folder, '.github/workflows/contract.yml'), 'utf8')).toContain(`- run: ${command}\n`);
});

test('a job of a repository without a package.json says where to install what the service needs', () => {
  const folder = repository({ 'openapi.yaml': '' });
  init(folder);
  const job = readFileSync(join(folder, '.github/workflows/contract.yml'), 'utf8');
  expect(job).toContain('# Install here what the service needs.');
  expect(parse(job).jobs.contract.steps).toHaveLength(4);
});
