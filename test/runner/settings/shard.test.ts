import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { merge } from '../../../harness/cli/commands/merge.ts';
import { verify } from '../../../harness/cli/commands/verify.ts';
import { readReport } from '../../../harness/report/json/json.ts';
import { isInShard, parseShard, shareOf } from '../../../harness/runner/settings/shard.ts';
import { PETS, runCommand, serveRecorded } from '../../cli/petstore.ts';

const RUN = ['--spec', PETS, '--suite', 'examples,generated', '--runs', '0', '--seed', '3'];

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'shards-'));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return made;
}

/** Takes what is a pet at all; its responses lack the name, and are no JSON at all where the id is large. */
async function careless(): Promise<string> {
  const { url } = await serveRecorded(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    const id = /"id":\s*(-?\d+)[,}]/.exec(body)?.[1];
    const [status, text] = id ? [200, `{"id":${id}}`] : [400, '{"code":400,"message":"no pet"}'];
    response
      .writeHead(status, { 'content-type': 'application/json', date: 'x' })
      .end(Number(id) > 2 ** 53 ? '{' : text);
  });
  return url;
}

/** Drops the name where a capital comes before a digit in it, which no request but a random one has. */
async function forgetful(): Promise<string> {
  const { url } = await serveRecorded(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    const forgets = /"name":"[^"]*[A-Z][^"]*[0-9]/.test(body);
    const [status, text] = /^{"id":-?\d+,/.test(body)
      ? [200, forgets ? '{"id":1}' : '{"id":1,"name":"a"}']
      : [400, '{"code":400,"message":"no pet"}'];
    response.writeHead(status, { 'content-type': 'application/json', date: 'x' }).end(text);
  });
  return url;
}

/** Runs all shards and the whole, and gives the paths of their JSON reports. */
async function runAll(url: string, made: string, count: number, args: readonly string[]) {
  const shards: string[] = [];
  for (let number = 1; number <= count; number++) {
    const file = join(made, `${number}.json`);
    await runCommand(verify, [url, ...args, '--shard', `${number}/${count}`, '--json', file]);
    shards.push(file);
  }
  const whole = join(made, 'whole.json');
  const { code, out } = await runCommand(verify, [url, ...args, '--json', whole]);
  return { shards, whole, code, out };
}

/** The text of a report without what a clock says. */
function timeless(file: string): string {
  return readFileSync(file, 'utf8')
    .replace(/"durationMs": ?[\d.e-]+/g, '"durationMs":0')
    .replace(/"started": "[^"]*"/, '"started": ""');
}

/** The lines in which two reports differ, without what a clock says. */
function differences(one: string, two: string): string[] {
  const [ours, theirs] = [timeless(one).split('\n'), timeless(two).split('\n')];
  expect(ours).toHaveLength(theirs.length);
  return ours.flatMap((line, index) => (line === theirs[index] ? [] : [line, theirs[index] ?? '']));
}

describe('a shard', () => {
  test('has its even part of the cases, always the same ones, and none of another', () => {
    const ids = Array.from({ length: 4000 }, (_, index) => `createPet: random valid request ${index}`);
    const parts = [1, 2, 3, 4].map((number) => ids.filter((id) => isInShard({ number, count: 4 }, id)));
    expect(parts.flat().sort()).toEqual(ids.sort());
    for (const { length } of parts) expect(Math.abs(length - 1000)).toBeLessThan(100);
    expect(isInShard({ number: 2, count: 4 }, 'createPet: example ida')).toBe(
      isInShard({ number: 2, count: 4 }, 'createPet: example ida'),
    );
  });

  test.each(['0/4', '5/4', '2', '1/0', 'a/b', '-1/2'])('%s is rejected', (text) => {
    expect(() => parseShard(text)).toThrow('--shard takes NUMBER/COUNT, from 1/4 to 4/4');
  });

  test('needs the seed that all shards have', async () => {
    const run = runCommand(verify, ['http://127.0.0.1:1', '--spec', PETS, '--shard', '1/2', '--seed', 'random']);
    await expect(run).rejects.toThrow('--shard needs the same --seed for every shard');
  });

  test('does not fail for what the others prove, and says so', async () => {
    const { url } = await serveRecorded();
    const outs = await Promise.all(
      [1, 2].map((number) =>
        runCommand(verify, [url, '--spec', PETS, '--suite', 'examples', '--seed', '1', '--shard', `${number}/2`]),
      ),
    );
    expect(outs.map(({ code }) => code)).toEqual([0, 0]);
    for (const { out } of outs) expect(out).toContain('`contract merge` of all shards gives the verdict');
  });
});

describe('merged shards', () => {
  test('give what the whole run gives, byte for byte but for times', async () => {
    const made = folder();
    const { shards, whole, code, out } = await runAll(await careless(), made, 3, [...RUN, '--concurrency', '1']);
    const merged = join(made, 'merged.json');
    const joined = await runCommand(merge, [...shards.toReversed(), '--json', merged]);
    expect(joined.code).toBe(code);
    expect(code).toBe(1);
    expect(differences(merged, whole)).toEqual([]);
    expect(out).toContain(joined.out.slice(0, joined.out.lastIndexOf(' in ')));
  });

  test('give it with random requests and Dredd, too, several at once', async () => {
    const made = folder();
    const args = ['--spec', PETS, '--suite', 'examples,generated,dredd', '--runs', '30', '--seed', '5'];
    const { shards, whole, code } = await runAll(await forgetful(), made, 3, args);
    const merged = join(made, 'merged.json');
    const joined = await runCommand(merge, [...shards, '--json', merged]);
    expect([joined.code, code]).toEqual([1, 1]);
    expect(differences(merged, whole)).toEqual([]);
    const { findings } = readReport(readFileSync(merged, 'utf8'));
    const missing = findings.find(({ check }) => check === 'response-schema');
    expect(Buffer.from(missing?.exchange?.request.body ?? []).toString()).toMatch(/^{"id":\d+,"name":"[A-Z][0-9]"}$/);
    const shrinking = shards.filter((shard) => readFileSync(shard, 'utf8').includes('"shrunk":[{"key":'));
    expect(shrinking.length).toBeGreaterThan(1);
  });

  test('evaluate a rejection for want of credentials by what all shards saw', async () => {
    const made = folder();
    const { url } = await serveRecorded(async (request, response) => {
      let body = '';
      for await (const chunk of request.setEncoding('utf8')) body += chunk;
      const status = !/"id":\s*-?\d+[,}]/.test(body) ? 400 : body.includes('Ida') ? 401 : 200;
      const text = status === 200 ? body : `{"code":${status},"message":"no"}`;
      response.writeHead(status, { 'content-type': 'application/json', date: 'x' }).end(text);
    });
    const { shards, whole } = await runAll(url, made, 4, [...RUN, '--concurrency', '1']);
    const merged = join(made, 'merged.json');
    await runCommand(merge, [...shards, '--json', merged]);
    expect(readFileSync(merged, 'utf8')).toContain('valid request rejected');
    expect(differences(merged, whole)).toEqual([]);
  });

  test('are rejected where one is missing, doubled, or of another run', async () => {
    const { url } = await serveRecorded();
    const made = folder();
    const args = ['--spec', PETS, '--suite', 'examples', '--seed', '3'];
    const { shards, whole } = await runAll(url, made, 2, args);
    const other = join(made, 'other.json');
    await runCommand(verify, [url, ...args, '--seed', '4', '--shard', '2/2', '--json', other]);
    const [one = '', two = ''] = shards;
    const more = join(made, 'more.json');
    await runCommand(verify, [url, ...args, '--shard', '2/3', '--json', more]);
    const notJson = join(made, 'no.json');
    writeFileSync(notJson, '{');
    for (const [files, message] of [
      [[one], '1 shard missing: 2/2. Pass the reports of all 2.'],
      [[one, two, two], `shard 2/2 is given twice: ${two} and ${two}`],
      [[one, other], 'are of different runs: the seed differs: 3 and 4'],
      [[one, more], 'are of different runs: the number of shards differs: 2 and 3'],
      [[one, whole], `${whole} is the report of a whole run, not of a shard`],
      [[one, notJson], `${notJson}: not a report`],
      [[one, join(made, 'none.json')], 'cannot read'],
      [[], 'needs the JSON reports of all shards'],
    ] as const)
      await expect(runCommand(merge, files)).rejects.toThrow(message);
  });

  test('take a baseline together, which no shard alone can write', async () => {
    const made = folder();
    const url = await careless();
    const { shards } = await runAll(url, made, 2, RUN);
    const file = join(made, 'known.json');
    expect((await runCommand(merge, [...shards, '--write-baseline', file])).out).toMatch(/Wrote \d+ findings?/);
    const again = folder();
    const accepted = await runAll(url, again, 2, [...RUN, '--baseline', file]);
    const joined = await runCommand(merge, accepted.shards);
    expect(joined.out).toMatch(/baseline: (\d+) of \1 known findings? remain/);
    expect(joined.code).toBe(0);
    const alone = runCommand(verify, [url, ...RUN, '--shard', '1/2', '--write-baseline', file]);
    await expect(alone).rejects.toThrow('--write-baseline needs the whole run');
  });
});

test('what has several parts is dealt by weight, each part to one shard', () => {
  const weights = new Map(Object.entries({ a: 9, b: 1, c: 5, d: 4, e: 1 }));
  const shares = [1, 2].map((number) =>
    shareOf({ number, count: 2 }, [...weights.keys()], (name) => weights.get(name) ?? 0),
  );
  expect(shares.map((share) => [...share])).toEqual([
    ['a', 'b'],
    ['c', 'd', 'e'],
  ]);
});
