import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { documentPath } from '../../fixtures/crud/document.ts';
import { crudServices, startWith } from '../../fixtures/crud/services.ts';
import { oneFault } from '../../fixtures/faults/index.ts';
import { loadContract } from '../../harness/openapi/load.ts';
import { start } from './contender.ts';
import { median, table, time } from './process.ts';

const SPEC = resolve('spec/openapi.yaml');
const CLI = resolve('dist/bundle/cli.cjs');
const ROUNDS = 5;
/** An operation then has more than a hundred cases. */
const RANDOM_CASES = 60;

/** The rate and the memory of a run of some hundred thousand cases, how long one takes that repeats what failed, and how long shards take. */
export async function benchScale(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    return [await manyCases(folder), await repetition(folder), await shards()].join('\n\n');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The same operation many times. */
export function manyOperations(count: number): unknown {
  const { root } = loadContract(SPEC).document;
  const document = JSON.parse(JSON.stringify(root)) as { paths: Record<string, { post: Record<string, unknown> }> };
  const template = document.paths['/turtles']?.post ?? {};
  const paths = Array.from({ length: count }, (_, index) => [
    `/turtles/${index}`,
    { post: { ...template, operationId: `create${index}` } },
  ]);
  return { ...document, paths: Object.fromEntries(paths) };
}

async function manyCases(folder: string): Promise<string> {
  const rows: string[][] = [];
  for (const count of [100, 1000]) {
    const file = join(folder, `${count}.json`);
    writeFileSync(file, JSON.stringify(manyOperations(count)));
    const mock = await start({
      name: 'mock',
      command: (port) => [CLI, 'mock', '--quiet', '--port', String(port), '--spec', file],
    });
    try {
      const args = ['--suite', 'generated', '--effort', 'quick', '--runs', String(RANDOM_CASES), '--quiet'];
      const { ms, memory, code, output } = await time(process.execPath, [
        CLI,
        'verify',
        file,
        mock.url,
        '--no-cache',
        ...args,
      ]);
      const [, requests = ''] = /([\d,]+) of [\d,]+ planned cases? against/.exec(output) ?? [];
      const rate = (Number(requests.replaceAll(',', '')) * 1000) / ms;
      const seconds = `${(ms / 1000).toFixed(1)} s`;
      rows.push([count.toLocaleString('en'), requests, seconds, rate.toFixed(0), `${memory.toFixed(0)} MB`, `${code}`]);
    } finally {
      await mock.stop();
    }
  }
  const head = ['operations, generated suite against the mock', 'requests', 'whole run', 'requests/s', 'peak memory'];
  return table([[...head, 'exit'], ...rows]);
}

/** A bug that a few requests show. */
const RARE_FAULT = 'accepts-name-number';

/** A service with one bug: the whole run, and the one that repeats what failed in it. */
async function repetition(folder: string): Promise<string> {
  const fault = oneFault.find(({ name }) => name === RARE_FAULT);
  if (fault === undefined) throw new Error('There is no service with a fault.');
  const service = await fault.start();
  const whole: number[] = [];
  const repeated: number[] = [];
  try {
    for (let round = 0; round < ROUNDS; round++)
      for (const [times, args] of [[whole, []] as const, [repeated, ['--last-failed']] as const]) {
        const all = [CLI, 'verify', SPEC, service.url, '--quiet', '--no-cache', ...args];
        const { ms } = await time(process.execPath, all, {}, { cwd: folder });
        times.push(ms);
      }
  } finally {
    await service.close();
  }
  const row = (name: string, times: readonly number[]) => [name, `${median(times).toFixed(0)} ms`];
  return table([
    [`service with one bug (${fault.name})`, 'median'],
    row('verify', whole),
    row('verify --last-failed', repeated),
  ]);
}

const SHARDS = 4;

/** The whole run of services that keep records, and each of its shards on an empty one. */
async function shards(): Promise<string> {
  const parts = [undefined, ...Array.from({ length: SHARDS }, (_, index) => `${index + 1}/${SHARDS}`)];
  const rows: string[][] = [];
  for (const each of crudServices.filter(({ name }) => name === 'express-library' || name === 'fastify-shop')) {
    const taken: number[] = [];
    for (const part of parts) {
      const service = await startWith(each, []);
      try {
        const args = [CLI, 'verify', documentPath(each.document), service.url, '--quiet', '--no-cache'];
        const { ms, code, output } = await time(
          process.execPath,
          part === undefined ? args : [...args, '--shard', part],
        );
        if (code !== 0) throw new Error(output);
        taken.push(ms);
      } finally {
        await service.close();
      }
    }
    const [whole = Number.NaN, ...own] = taken;
    const mean = own.reduce((sum, ms) => sum + ms, 0) / SHARDS;
    const seconds = (ms: number) => (ms / 1000).toFixed(1);
    const slowest = Math.max(...own);
    const row = [each.name, `${seconds(whole)} s`, `${own.map(seconds).join(', ')} s`];
    rows.push([...row, (slowest / mean).toFixed(2), (slowest / whole).toFixed(2)]);
  }
  return table([['service', 'whole run', `each of ${SHARDS} shards`, 'slowest to mean', 'slowest to whole'], ...rows]);
}
