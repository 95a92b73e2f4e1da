import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { githubAnnotations } from '../../harness/report/github.ts';
import { jsonReport, readReport } from '../../harness/report/json/json.ts';
import { junitReport } from '../../harness/report/junit.ts';
import { lineHashes } from '../../harness/report/line-hashes.ts';
import { sarifReport } from '../../harness/report/sarif.ts';
import { contractHere } from '../e2e/program.ts';
import { folder } from '../openapi/documents.ts';
import { outcome, sampleReport } from '../report/sample.ts';
import { deafUrl, serve } from '../servers.ts';

const options = { secretHeaders: [] };
const PETS = readFileSync(join(import.meta.dirname, '../cli/petstore.yaml'), 'utf8');

describe('paths are relative to the repository', () => {
  const failing = () => serve((_, response) => response.writeHead(200, { 'content-type': 'text/plain' }).end('x'));
  const run = async (root: string, cwd: string, spec: string, env: Record<string, string> = {}) => {
    const args = ['verify', await failing(), spec, '--suite', 'examples', '--report', 'sarif=out.sarif'];
    const { out } = await contractHere(args, { cwd: join(root, cwd), env: { GITHUB_ACTIONS: 'true', ...env } });
    const { results } = JSON.parse(readFileSync(join(root, cwd, 'out.sarif'), 'utf8')).runs[0];
    const annotated = [...out.matchAll(/^::error file=([^,]*)/gm)].map(([, file]) => file);
    const located = results.map(
      (result: { locations: { physicalLocation: { artifactLocation: { uri: string } } }[] }) =>
        result.locations[0]?.physicalLocation.artifactLocation.uri,
    );
    return [...new Set([...annotated, ...located])];
  };

  test('in a folder of a monorepo', async () => {
    const root = folder({ '.git/HEAD': '', 'services/pets/openapi.yaml': PETS });
    expect(await run(root, 'services/pets', 'openapi.yaml')).toEqual(['services/pets/openapi.yaml']);
  });

  test('for an absolute path and for one above the working folder', async () => {
    const root = folder({ '.git/HEAD': '', 'api/openapi.yaml': PETS, 'services/pets/x': '' });
    expect(await run(root, 'services/pets', '../../api/openapi.yaml')).toEqual(['api/openapi.yaml']);
    expect(await run(root, 'services/pets', join(root, 'api/openapi.yaml'))).toEqual(['api/openapi.yaml']);
  });

  test('of GITHUB_WORKSPACE, if the working folder is inside', async () => {
    const root = folder({ 'api/openapi.yaml': PETS });
    expect(await run(root, 'api', 'openapi.yaml', { GITHUB_WORKSPACE: root })).toEqual(['api/openapi.yaml']);
    expect(await run(root, 'api', 'openapi.yaml', { GITHUB_WORKSPACE: '/elsewhere' })).toEqual(['openapi.yaml']);
  });
});

describe('SARIF', () => {
  const report = JSON.parse(sarifReport(sampleReport(), options));

  test('names its schema, the tool with its home page, and a help text for each rule', () => {
    expect(report.$schema).toBe('https://json.schemastore.org/sarif-2.1.0.json');
    const { informationUri, rules } = report.runs[0].tool.driver;
    expect(informationUri).toMatch(/^https:\/\//);
    for (const { id, help, helpUri } of rules) {
      expect(help.text.length, id).toBeGreaterThan(20);
      expect(helpUri).toContain(`docs/checks.md#${id}`);
    }
  });

  test('has the line hash that code scanning compares', () => {
    for (const { partialFingerprints } of report.runs[0].results)
      expect(partialFingerprints.primaryLocationLineHash).toMatch(/^[0-9a-f]+:\d+$/);
  });

  // Values that GitHub's own implementation (codeql-action) gives.
  test.each([
    ['', ['c129715d7a2bc9a3:1']],
    [' a\nb\n  \t\tc\n d', ['271789c17abda88f:1', '54703d4cd895b18:1', '180aee12dab6264:1', 'a23a3dc5e078b07b:1']],
    [
      ' hello; \t\r\nworld!!!\r\n\n\r  \t\tGreetings\r End\r\n',
      [
        'e9496ae3ebfced30:1',
        'fb7c023a8b9ccb3f:1',
        'ce8ba1a563dcdaca:1',
        'e20e36e16fcb0cc8:1',
        'b3edc88f2938467e:1',
        'c8e28b0b4002a3a0:1',
        'c129715d7a2bc9a3:1',
      ],
    ],
    [
      'Lorem ipsum dolor sit amet.\n'.repeat(10),
      [1, 2, 3, 4, 5, 6]
        .map((count) => `a7f2ff13bc495cf2:${count}`)
        .concat([
          'a7f2ff1481e87703:1',
          'a9cf91f7bbf1862b:1',
          '55ec222b86bcae53:1',
          'cc97dc7b1d7d8f7b:1',
          'c129715d7a2bc9a3:1',
        ]),
    ],
  ])('the line hashes of %j', (text, hashes) => {
    expect(lineHashes(text)).toEqual(hashes);
  });
});

describe('JUnit', () => {
  const names = (xml: string) =>
    [...xml.matchAll(/<testcase name="([^"]*)" classname="([^"]*)" file="([^"]*)"/g)].map(([, ...all]) => all);

  test('test cases have unique names and name the document', () => {
    const results = ['examples', 'generated'].flatMap((suite) => [
      outcome({ case: 'lend: a', suite }),
      outcome({ case: 'lend: a', suite }),
      outcome({ case: 'takeBack: a', suite, operation: 'takeBack' }),
    ]);
    const all = names(junitReport(sampleReport({ results, findings: [] }), options));
    expect(all.length).toBe(8);
    expect(new Set(all.map((each) => each.join(' '))).size).toBe(8);
    expect(all.slice(0, 2)).toEqual([
      ['lend: a', 'docs/lending.yaml.examples.lend', 'docs/lending.yaml'],
      ['lend: a (2)', 'docs/lending.yaml.examples.lend', 'docs/lending.yaml'],
    ]);
  });

  test('also beside names that a suite has numbered itself', () => {
    const results = ['lend: a', 'lend: a (2)', 'lend: a', 'lend: a', 'lend: a (2)'].map((name) =>
      outcome({ case: name }),
    );
    const all = names(junitReport(sampleReport({ results, findings: [] }), options));
    expect(all.slice(0, 5).map(([name]) => name)).toEqual([
      'lend: a',
      'lend: a (2)',
      'lend: a (3)',
      'lend: a (4)',
      'lend: a (2) (2)',
    ]);
  });

  test('the document is relative to the repository', () => {
    const repository = { root: '/repo', workingFolder: '/repo/services/books' };
    const [[, , file] = []] = names(junitReport(sampleReport(), { ...options, repository }));
    expect(file).toBe('services/books/docs/lending.yaml');
    const annotations = githubAnnotations(sampleReport(), { ...options, repository });
    expect(annotations).toContain('file=services/books/docs/lending.yaml');
  });
});

describe('the JSON report', () => {
  const passed = Array.from({ length: 5000 }, (_, index) => outcome({ case: `lend: ${index}` }));
  const report = sampleReport({ results: [...sampleReport().results, ...passed] });

  test('lists what failed or has no conclusion, and counts the rest', () => {
    const text = jsonReport(report, options);
    expect(text.length).toBeLessThan(100_000);
    const { results, suites } = readReport(text);
    expect(results.filter(({ status }) => status !== 'pass')).toHaveLength(5);
    expect(results.filter(({ status, findings }) => status === 'pass' && findings.length === 0)).toEqual([]);
    expect(suites).toEqual(report.suites);
  });

  test('lists all with --full, and all those of a shard, which merge needs', () => {
    expect(readReport(jsonReport(report, { ...options, full: true })).results).toHaveLength(report.results.length);
    const shard = { ...report, shard: { number: 1, count: 2 } };
    expect(readReport(jsonReport(shard, options)).results).toHaveLength(report.results.length);
  });
});

test('--max-time counts from the first request, not from --setup', async () => {
  const port = new URL(await deafUrl()).port;
  const service = `
    const { createServer } = require('node:http');
    setTimeout(() => createServer((request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":1,"name":"Ida"}');
    }).listen(${port}, '127.0.0.1'), 5000);`;
  const cwd = folder({ 'openapi.yaml': PETS, 'service.cjs': service });
  const setup = ['--setup', 'exec node service.cjs', '--wait', '30s', '--max-time', '4500ms'];
  const url = `http://127.0.0.1:${port}`;
  const { code, out } = await contractHere(['verify', 'openapi.yaml', url, '--suite', 'examples', ...setup], { cwd });
  expect([code, out]).toEqual([0, expect.stringContaining('1 of 1 planned case against')]);
});
