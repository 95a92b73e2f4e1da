import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadedBy } from '../bench/loaded.ts';
import { document, folder } from '../openapi/documents.ts';
import { contract, contractHere } from './program.ts';

/** Runs a command that cannot be carried out; returns its one line on stderr. */
async function rejection(args: readonly string[], cwd?: string): Promise<string> {
  const { code, out, err } = await contractHere(args, cwd === undefined ? {} : { cwd });
  expect([code, err.trimEnd().split('\n').length, out.includes('contract satisfied')], err).toEqual([2, 1, false]);
  return err.trimEnd();
}

describe('a command line that cannot be carried out', () => {
  test.each<[string[], RegExp]>([
    [['verfy'], /^Unknown command "verfy"\. Did you mean verify\? Commands: verify, check, mock/],
    [['verify', '--targt', 'x'], /^Unknown option --targt\. Did you mean --target\? --help lists all options\.$/],
    [['verify', '--url', 'http://a'], /^Unknown option --url\. Did you mean --target\? /],
    [['verify', '--workers=4'], /^Unknown option --workers\. Did you mean --concurrency\? /],
    [['verify', '--target'], /^--target needs a value: --target URL$/],
    [
      ['verify', '--target', 'ftp://a'],
      /^--target ftp:\/\/a is not an http\(s\) URL\. Write it like http:\/\/127\.0\.0\.1:8080$/,
    ],
    [
      ['verify', '--suite', 'exampels'],
      /^Unknown suite "exampels"\. Did you mean examples\? Suites: examples, generated, dredd, stateful$/,
    ],
    [['verify', '--suite', 'zzz'], /^Unknown suite "zzz"\. Suites: examples, generated, dredd, stateful$/],
    [
      ['verify', '--include', 'createAnimals'],
      /^--include: "createAnimals" matches no operation\. Did you mean createAnimal\?$/,
    ],
    [['verify', '--timeout', 'soon'], /^--timeout takes a time like 500ms, 30s or 2m, not "soon"$/],
    [['verify', '--max-time', '60'], /^--max-time needs a unit: 60s or 60ms$/],
    [['verify', '--timeout', '0'], /^--timeout must be greater than 0/],
    [['verify', '--concurrency', '0'], /^--concurrency must be greater than 0/],
    [['verify', '--seed', 'x'], /^--seed takes an integer or random, not "x"$/],
    [['verify', '-H', 'novalue'], /^--header takes 'Name: value'/],
    [['verify', '--spec', 'nowhere.yaml'], /nowhere\.yaml.*(no such file|does not exist|cannot read)/i],
    [['verify', '--overlay', 'nowhere.yaml'], /nowhere\.yaml/],
    [['verify', '--examples', 'nowhere'], /cannot read examples nowhere: there is no such file or folder/],
  ])('%j', async (args, message) => {
    expect(await rejection(args)).toMatch(message);
  });

  test('a report that cannot be written is reported after the verdict', async () => {
    const { code, out, err } = await contractHere([
      'verify',
      '--json',
      'package.json/report.json',
      '--suite',
      'examples',
    ]);
    expect([code, out]).toEqual([2, expect.stringContaining('contract satisfied')]);
    expect(err).toMatch(/^cannot write .*package\.json\/report\.json: .*\n$/);
  });
});

describe('an invalid document is rejected with file, line and column', () => {
  const files = {
    'swagger.yaml': 'swagger: "2.0"\npaths: {}\n',
    'none.yaml': 'hello: world\n',
    'syntax.yaml': 'openapi: 3.0.3\npaths: {\n',
    'reference.yaml': document().replace(
      "'200': { description: ok }",
      "'200': { $ref: '#/components/responses/Gone' }",
    ),
    'other.yaml': document().replace("'200': { description: ok }", "'200': { $ref: 'gone.yaml#/a' }"),
    'good.yaml': document(),
    'examples.yaml': 'operation: gone\nexamples: {}\n',
  };
  test.each<[string[], RegExp]>([
    [['--spec', 'swagger.yaml'], /^swagger\.yaml:1:\d+: this is a Swagger 2\.0 document; OpenAPI 3 is required/],
    [['--spec', 'none.yaml'], /^none\.yaml:1:1: not an OpenAPI document: add `openapi: 3\.0\.3`/],
    [['--spec', 'syntax.yaml'], /^syntax\.yaml:\d+:\d+: /],
    [['--spec', 'reference.yaml'], /^reference\.yaml:7:\d+: .*#\/components\/responses\/Gone/],
    [['--spec', 'other.yaml'], /^other\.yaml:7:\d+: .*gone\.yaml/],
    [['--spec', 'good.yaml', '--examples', 'examples.yaml'], /^examples\.yaml:1:1: unknown operation gone/],
  ])('%j', async (args, message) => {
    expect(await rejection(['verify', ...args], folder(files))).toMatch(message);
  });
});

describe('help', () => {
  test.each([[[]], [['--help']], [['-h']], [['help']]])('lists the commands and the exit codes: %j', async (args) => {
    const { code, out } = await contract(args);
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/contract verify .*[\s\S]*contract mock [\s\S]*Exit codes: 0 .*; 1 .*; 2 /),
    ]);
  });

  test.each(['verify', 'mock', 'show'])('of %s names every option, behind it and behind `help`', async (name) => {
    const [testCase, helped] = await Promise.all([contractHere([name, '--help']), contractHere(['help', name])]);
    expect([testCase.code, testCase.out]).toEqual([0, helped.out]);
    expect(testCase.out).toMatch(/--spec FILE[\s\S]*--help/);
  });

  test('of mock says what one can do while it runs', async () => {
    const { out } = await contractHere(['mock', '--help']);
    expect(out).toMatch(/--help[\s\S]*While it runs[\s\S]*\/__mock [\s\S]*Prefer: code=503[\s\S]*\/__mock\/reset/);
  });

  test('the version is the one of the package', async () => {
    const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
      version: string;
    };
    expect((await contract(['--version'])).out).toContain(version);
  });
});

test('show prints operations, clauses with their lines, and unspecified behavior', async () => {
  const { code, out } = await contractHere(['show']);
  expect(code).toBe(0);
  expect(out).toMatch(/createAnimal: POST \/animals\n/);
  expect(out).toMatch(/spec\/openapi\.yaml:\d+:\d+ +query parameter tags is required\n/);
  expect(out).toMatch(/Rate limits are not shown/);
});

test('the list of commands loads none of them', async () => {
  const { modules, bytes } = await loadedBy([join(import.meta.dirname, '../../dist/bundle/cli.cjs'), '--help']);
  expect(modules).toBeGreaterThan(1);
  expect(bytes).toBeLessThan(60_000);
});
