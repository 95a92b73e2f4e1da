import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { bodyOf, serve } from '../servers.ts';
import { contract, type Ended } from './program.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cache-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

/** A finding of the report. */
interface Failure {
  readonly key: string;
  readonly count: number;
  readonly cases: readonly string[];
  readonly exchange: { readonly request: unknown };
}

const GENERATED = ['--suite', 'generated', '--runs', '4'];

function verify(...more: string[]): Promise<Ended> {
  return contract(['verify', ...GENERATED, '--cache', folder, ...more]);
}

const sent = ({ out }: Ended) => /[\d,]+ of [\d,]+ planned cases/.exec(out)?.[0];

describe('a second run of the same document and seed', () => {
  test('sends what the first one has generated, and stores nothing', async () => {
    const first = await verify();
    const files = readdirSync(folder);
    const second = await verify();
    expect([first.code, second.code]).toEqual([0, 0]);
    expect(files.length).toBeGreaterThan(4);
    expect(readdirSync(folder)).toEqual(files);
    expect(sent(second)).toBe(sent(first));
    expect(sent(first)).toMatch(/\d{3} of/);
  });

  test('generates again what is damaged', async () => {
    const first = await verify();
    for (const name of readdirSync(folder))
      writeFileSync(join(folder, name), readFileSync(join(folder, name)).subarray(0, -9));
    const second = await verify();
    expect(second.code).toBe(0);
    expect(sent(second)).toBe(sent(first));
  });

  test('finds the same failures, by the same requests', async () => {
    const target = await serve(async (request, response) => {
      const isAscii = /^[\0-\x7f]*$/.test((await bodyOf(request)).toString('latin1'));
      response.writeHead(isAscii ? 201 : 500, { 'content-type': 'application/json' });
      response.end(isAscii ? '{"id":1,"name":"a"}' : '{"code":500,"message":"failed"}');
    });
    const report = join(folder, '..', `${basename(folder)}.json`);
    onTestFinished(() => rmSync(report, { force: true }));
    const failures = async () => {
      const { code } = await verify('--target', target, '--report', `json=${report}`, '--concurrency', '1');
      expect(code).toBe(1);
      const { findings } = JSON.parse(readFileSync(report, 'utf8'));
      return (findings as Failure[]).map(({ key, count, cases, exchange }) => [key, count, cases, exchange.request]);
    };
    const first = await failures();
    expect(first.length).toBeGreaterThan(1);
    expect(await failures()).toEqual(first);
  });
});

test('another seed has cases of its own', async () => {
  await verify();
  const files = readdirSync(folder).length;
  await verify('--seed', '2');
  expect(readdirSync(folder).length).toBeGreaterThan(files);
});

test('a run without a cache writes none', async () => {
  const { code } = await verify('--no-cache');
  expect(code).toBe(0);
  expect(readdirSync(folder)).toEqual([]);
});
