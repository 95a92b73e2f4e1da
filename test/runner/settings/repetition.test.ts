import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { verify } from '../../../harness/cli/commands/verify.ts';
import { readReport } from '../../../harness/report/json/json.ts';
import { PETS, runCommand, serveRecorded } from '../../cli/petstore.ts';

/** Accepts what looks like a pet, and drops the names that it does not like from its responses. */
async function picky() {
  const taste = { dislikes: /"name":"[A-Z]?.?"/, accepts: /^{"id":-?\d+,"name":"/ };
  const { url, requests } = await serveRecorded(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    const pet = taste.dislikes.test(body) ? '{"id":1}' : '{"id":1,"name":"a"}';
    const [status, text] = taste.accepts.test(body) ? [200, pet] : [400, '{"code":400,"message":"no pet"}'];
    response.writeHead(status, { 'content-type': 'application/json', date: 'x' }).end(text);
  });
  return { url, requests, taste };
}

/** Runs `verify` with a config file in a folder of its own, where what failed is remembered. */
function project(url: string, spec = PETS) {
  const folder = mkdtempSync(join(tmpdir(), 'repeat-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const config = join(folder, 'contract.yaml');
  writeFileSync(config, 'suite: [examples, generated]\nruns: 3\nseverity: { expected-outcome: off }\n');
  const json = join(folder, 'report.json');
  return {
    file: join(folder, '.contract/last-run.json'),
    folder,
    async verify(...args: string[]) {
      const { code, out, err } = await runCommand(verify, [spec, url, '--config', config, '--json', json, ...args]);
      return { code, out, err, report: readReport(readFileSync(json, 'utf8')) };
    },
  };
}

const failing = ({ results }: { readonly results: readonly { readonly case: string; readonly status: string }[] }) =>
  results.filter(({ status }) => status === 'fail').map((result) => result.case);

describe('--last-failed', () => {
  test('sends again what failed, and little else, until it passes; then everything', async () => {
    const { url, requests, taste } = await picky();
    const { verify: run, file, folder } = project(url);
    const first = await run();
    expect(first.code).toBe(1);
    expect(failing(first.report).length).toBeGreaterThan(0);
    expect(readFileSync(join(folder, '.contract/.gitignore'), 'utf8')).toBe('*\n');
    const sentBefore = requests.splice(0).length;

    const again = await run('--last-failed');
    expect(again.code).toBe(1);
    expect(failing(again.report)).toEqual(failing(first.report));
    expect(again.report.repeated).toEqual({ cases: failing(first.report).length, open: 0, operations: [] });
    expect(again.out).toContain(`Repeating ${failing(first.report).length} cases`);
    expect(requests.splice(0).length).toBeLessThan(sentBefore / 3);

    taste.dislikes = /$^/;
    const repaired = await run('--last-failed');
    expect([repaired.code, repaired.report.verdict]).toEqual([0, 'passed']);
    expect(repaired.report.summary).toContain('what failed before passes');
    expect(readdirSync(join(folder, '.contract'))).toEqual(['.gitignore']);

    const whole = await run('--last-failed');
    expect(whole.out).toContain(`${file} has no failed case: testing the whole contract`);
    expect(whole.report.repeated).toBeUndefined();
    expect(whole.report.results.length).toBeGreaterThan(0);
  });

  test('repeats an operation as a whole that was not verified', async () => {
    const { url, taste } = await picky();
    const { verify: run } = project(url);
    Object.assign(taste, { dislikes: /$^/, accepts: /$^/ });
    const first = await run();
    expect([first.code, first.report.verdict]).toEqual([1, 'unverified']);
    const again = await run('--last-failed');
    expect([again.code, again.report.verdict]).toEqual([1, 'unverified']);
    taste.accepts = /^{"id":-?\d+,"name":"/;
    const repaired = await run('--last-failed');
    expect(repaired.out).toContain('1 whole operation');
    expect(repaired.report.verdict).toBe('passed');
    expect(repaired.report.suites.find(({ name }) => name === 'generated')?.pass).toBeGreaterThan(20);
  });

  test('that cannot send a case does not pass, and forgets nothing', async () => {
    const { url, taste } = await picky();
    const { verify: run, file } = project(url);
    await run();
    const stored = JSON.parse(readFileSync(file, 'utf8'));
    stored.cases.push({ ...stored.cases[0], case: 'createPet: a case of an older document' });
    writeFileSync(file, JSON.stringify(stored));
    taste.dislikes = /$^/;
    const { code, report } = await run('--last-failed');
    expect([code, report.verdict, report.repeated?.open]).toEqual([1, 'unverified', 1]);
    expect(report.summary).toContain(`1 of ${stored.cases.length} cases could not be repeated`);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(stored);
  });

  test('lints a document that has changed, and one that was not linted', async () => {
    const { url } = await picky();
    const spec = join(mkdtempSync(join(tmpdir(), 'changed-')), 'petstore.yaml');
    onTestFinished(() => rmSync(dirname(spec), { recursive: true }));
    const broken = readFileSync(PETS, 'utf8').replace('description: The pet', 'description: 7');
    for (const [before, after, option] of [
      [readFileSync(PETS, 'utf8'), broken, '--quiet'],
      [broken, broken, '--no-lint'],
    ] as const) {
      writeFileSync(spec, before);
      const { verify: run, file } = project(url, spec);
      await run(option);
      expect(JSON.parse(readFileSync(file, 'utf8')).sound === undefined).toBe(before === broken);
      writeFileSync(spec, after);
      await expect(run('--last-failed')).rejects.toThrow('or pass --no-lint');
    }
  });

  test('uses the seed of the run that failed', async () => {
    const { url } = await picky();
    const { verify: run } = project(url);
    const first = await run('--seed', 'random');
    const again = await run('--last-failed');
    expect(again.report.seed).toBe(first.report.seed);
    expect(failing(again.report)).toEqual(failing(first.report));
  });

  test.each([
    ['a file that is something else', '{"version":7}', /last-run.json cannot be read .*: delete it/],
    ['a file that is no JSON', '{', /last-run.json cannot be read .*: delete it/],
    ['another document', undefined, /the last run that failed was of .*other.yaml, not of .*petstore.yaml/],
  ])('rejects %s', async (_, text, message) => {
    const { url } = await picky();
    const { verify: run, file } = project(url);
    await run();
    const other = { ...JSON.parse(readFileSync(file, 'utf8')), spec: 'other.yaml' };
    writeFileSync(file, text ?? JSON.stringify(other));
    await expect(run('--last-failed')).rejects.toThrow(message);
  });

  test.each([
    ['--write-baseline', 'known.json', '--write-baseline needs the whole run'],
    ['--shard', '1/2', 'a shard has its part of all cases'],
    ['--suite', 'dredd', 'none of the cases to repeat is in dredd'],
  ])('excludes %s', async (option, value, message) => {
    const { url } = await picky();
    const { verify: run } = project(url);
    await run();
    await expect(run('--last-failed', option, value)).rejects.toThrow(message);
  });
});
