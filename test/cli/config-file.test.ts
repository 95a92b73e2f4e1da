import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, onTestFinished, test } from 'vitest';
import { verify } from '../../harness/cli/commands/verify.ts';
import { parseRunConfig } from '../../harness/cli/commands/verify-options.ts';
import { configSchema } from '../../harness/cli/config-schema.ts';
import { resolveArguments } from '../../harness/cli/document.ts';
import { configOptions } from '../../harness/cli/options/config-options.ts';
import { parseOptions } from '../../harness/cli/options/options.ts';
import { stringifyJson } from '../../harness/core/json/index.ts';
import { readSeverity } from '../../harness/runner/settings/read-severity.ts';
import { PETS, runCommand, serveRecorded, write } from './petstore.ts';

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'settings-'));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return made;
}

function configOf(settings: string, args: readonly string[] = [], env: Record<string, string> = {}) {
  const file = write(folder(), 'contract.yaml', settings);
  return parseRunConfig(
    resolveArguments(parseOptions([...args, '--config', file], configOptions), configOptions, env),
    env,
  );
}

const EVERYTHING = `
$schema: ./contract.schema.json
spec: ${PETS}
target: http://service.test/\${STAGE}
suite: [examples, generated]
include: createPet
header:
  X-Tenant: a
  Authorization: Bearer \${TOKEN}
insecure: true
timeout: 5s
wait: 1500
rate: 90/m
seed: 12
runs: 3
concurrency: 2
max-time: 2m
severity: { lossless-values: warning, dredd: off }
`;

describe('the settings file', () => {
  test('says what the flags say, by the same names', () => {
    expect(configOf(EVERYTHING, [], { TOKEN: 't', STAGE: 'test' })).toMatchObject({
      spec: PETS,
      target: 'http://service.test/test',
      suites: ['examples', 'generated'],
      selection: { include: ['createPet'], exclude: [], safeMethodsOnly: false },
      headers: [
        ['X-Tenant', 'a'],
        ['Authorization', 'Bearer t'],
      ],
      tls: { rejectUnauthorized: false },
      timeoutMs: 5000,
      waitMs: 1500,
      rate: 1.5,
      seed: 12,
      randomCases: 3,
      concurrency: 2,
      maxTimeMs: 120_000,
      severity: readSeverity({ 'lossless-values': 'warning', dredd: 'off' }),
    });
  });

  test('is won over by flags; maps are joined', () => {
    const env = { TOKEN: 't', STAGE: 'x' };
    const args = [
      'http://other.test',
      '--suite',
      'dredd',
      '--timeout',
      '1s',
      '-H',
      'x-tenant: b',
      '--severity',
      'dredd=error',
    ];
    expect(configOf(EVERYTHING, args, env)).toMatchObject({
      target: 'http://other.test',
      suites: ['dredd'],
      timeoutMs: 1000,
      headers: [
        ['x-tenant', 'b'],
        ['Authorization', 'Bearer t'],
      ],
      severity: readSeverity({ 'lossless-values': 'warning', dredd: 'error' }),
    });
  });

  test('has severities of one operation, which flags add to', () => {
    const text = 'severity:\n  dredd: off\n  createPet: { status-code: warning }\n';
    const { severity } = configOf(text, ['--severity', 'POST /pets:dredd=error', '--severity', 'createPet:dredd=off']);
    expect(severity).toEqual(
      readSeverity({
        dredd: 'off',
        createPet: { 'status-code': 'warning', dredd: 'off' },
        'POST /pets': { dredd: 'error' },
      }),
    );
  });

  test('has paths of its own folder', () => {
    const made = folder();
    const file = write(made, 'contract.yaml', 'examples: [cases]\nspec: api.yaml\nreport: { junit: out/report.xml }\n');
    const args = resolveArguments(parseOptions(['--config', file], configOptions), configOptions, {});
    expect(args.strings('examples')).toEqual([join(made, 'cases')]);
    expect(args.string('spec')).toBe(join(made, 'api.yaml'));
    expect(args.strings('report')).toEqual([`junit=${join(made, 'out/report.xml')}`]);
  });

  test('is named by --config, which has to exist', () => {
    expect(() =>
      resolveArguments(parseOptions(['--config', 'nowhere.yaml'], configOptions), configOptions, {}),
    ).toThrow('cannot read config file nowhere.yaml');
  });

  test('has known values with exact numbers, which flags add to and replace; both take variables', () => {
    const text = `values:\n  bookId: 12345678901234567890\n  login: { username: demo, password: "\${WORD}" }\n`;
    const args = ['--value', `login:username=\${NAME}`, '--value', 'isbn=978'];
    const { values } = configOf(text, args, { WORD: 'secret', NAME: 'other' });
    expect(stringifyJson(values)).toBe(
      '{"bookId":12345678901234567890,"login":{"username":"other","password":"secret"},"isbn":"978"}',
    );
    expect(() => configOf('', ['--value', 'x'])).toThrow('--value takes NAME=VALUE or OPERATION:NAME=VALUE, not "x"');
    expect(() => configOf('', ['--target', `http://\${HOST}`])).toThrow(
      '--target: the environment variable HOST is not set or empty',
    );
  });

  test('may be empty', () => {
    expect(configOf('# nothing yet\n').suites).toEqual(['examples', 'generated', 'dredd', 'stateful']);
  });
});

describe('what the settings file cannot say is rejected with its place and the nearest name', () => {
  test.each([
    ['\ntarggt: x', '2:1: unknown setting targgt. Did you mean target?'],
    ['shard: 1/2', '1:1: unknown setting shard. '],
    ['suite: [examples, fuz]', '1:19: suite cannot be "fuz". '],
    ['severity:\n  lossless-value: off', '2:3: unknown name lossless-value in severity. Did you mean lossless-values?'],
    ['severity:\n  createPet: { dred: off }', '2:16: unknown name dred in severity. Did you mean dredd?'],
    ['severity:\n  lossless-values: of', '2:3: severity cannot be "of". Did you mean off?'],
    ['report: { pdf: x }', '1:11: unknown name pdf in report. Known: junit'],
    ['insecure: maybe', '1:1: insecure takes true or false'],
    ['header: X', '1:1: header takes a map'],
    ['timeout: [1s]', '1:1: timeout takes one value, not a list'],
    ['timeout: {}', '1:1: timeout takes a string or a number'],
    ['resources: [book]', '1:1: resources takes a map'],
    ['resources:\n  book: { creat: x }', '2:11: unknown property creat in resources.book. Did you mean create?'],
    ['values: demo', '1:1: values takes a map'],
    ['resourcs: {}', '1:1: unknown setting resourcs. Did you mean resources?'],
    ['- x', '1:1: the config file must be a map'],
    ['a: 1\na: 2', '2:1: not valid YAML'],
  ])('%j', (settings, message) => {
    expect(() => configOf(settings)).toThrow(`contract.yaml:${message}`);
  });

  test.each([
    ['timeout: soon', 'contract.yaml:1:1: timeout takes a time like 500ms, 30s or 2m, not "soon"'],
    ['runs: 1.5', 'contract.yaml:1:1: runs takes an integer, not "1.5"'],
    ['header: { X-One: "1\\r\\nX-Two: 2" }', "contract.yaml:1:11: header takes 'Name: value' on one line"],
  ])('%j', (settings, message) => {
    expect(() => configOf(settings)).toThrow(message);
  });

  test('a variable that is not set or empty', () => {
    const message = 'contract.yaml:2:3: the environment variable TOKEN is not set or empty';
    for (const env of [{}, { TOKEN: '' }])
      expect(() => configOf(`header:\n  Authorization: Bearer \${TOKEN}`, [], env)).toThrow(message);
  });
});

describe('the JSON Schema of the settings', () => {
  const file = new URL('../../harness/cli/config.schema.json', import.meta.url);
  if (process.env['UPDATE_SCHEMA']) writeFileSync(file, `${JSON.stringify(configSchema(configOptions), null, 2)}\n`);
  const schema = JSON.parse(readFileSync(file, 'utf8'));

  test('that is shipped is that of the options: UPDATE_SCHEMA=1 writes it anew', () => {
    expect(schema).toEqual(JSON.parse(JSON.stringify(configSchema(configOptions))));
  });

  test('accepts what is read, and rejects what is not', () => {
    const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema);
    const whole = {
      target: 'http://a.test',
      suite: ['dredd'],
      header: { A: 'b' },
      timeout: '5s',
      wait: 10,
      insecure: true,
    };
    expect(validate(whole)).toBe(true);
    for (const wrong of [
      { targt: 'x' },
      { suite: ['fuz'] },
      { severity: { 'lossless-value': 'off' } },
      { timeout: 'soon' },
      { runs: -1 },
    ])
      expect(validate(wrong), JSON.stringify(wrong)).toBe(false);
  });
});

test('severity decides what a finding counts as, and whether a rejection counts', async () => {
  const { url } = await serveRecorded((_, response) =>
    response.writeHead(200, { 'content-type': 'text/plain' }).end('{}'),
  );
  const args = [url, '--spec', PETS, '--suite', 'examples,dredd'];
  const off = ['content-type=off', 'response-schema=off', 'dredd=warning'].flatMap((level) => ['--severity', level]);
  expect((await runCommand(verify, args)).code).toBe(1);
  const graded = await runCommand(verify, [...args, ...off]);
  expect(graded.out).toContain('contract satisfied');
  expect(graded.out).toContain('(warning)');
  expect(graded.code).toBe(0);
  await expect(runCommand(verify, [...args, '--severity', 'lossless-value=off'])).rejects.toThrow(
    'Did you mean lossless-values?',
  );
  await expect(runCommand(verify, [...args, '--severity', 'lossless-values=of'])).rejects.toThrow('Did you mean off?');
});
