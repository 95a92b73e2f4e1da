import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { oneFault } from '../../fixtures/faults/index.ts';
import { type Service, startService } from '../../fixtures/service/service.ts';
import { folder } from '../openapi/documents.ts';
import { deafUrl } from '../servers.ts';
import { contract, contractHere } from './program.ts';

test('the mock keeps the contract: exit 0', async () => {
  const { code, out, err } = await contract(['verify']);
  expect([code, err], out).toEqual([0, '']);
  expect(out).toMatch(/contract satisfied: \d{3,} requests, no findings/);
});

test('the reference service keeps it: exit 0, again on the same records, and again after a restart', async () => {
  const database = join(folder({}), 'records.sqlite');
  const verify = async ({ url }: Service, ...options: string[]) => {
    const { code, out } = await contractHere(['verify', '--target', url, '--seed', '7', ...options]);
    expect(code, out).toBe(0);
  };
  const first = await startService({ port: 0, database });
  await verify(first);
  await verify(first);
  await first.close();
  const second = await startService({ port: 0, database });
  await verify(second, '--effort', 'quick').finally(() => second.close());
});

describe('a service that violates the contract: exit 1, and the clause is named with its place', () => {
  test.each<[string, string[], RegExp[]]>([
    ['success-id-word', [], [/\/id .*must be an integer, got "/, /spec\/openapi\.yaml:\d+/, /curl /]],
    ['error-html', ['--suite', 'examples'], [/undocumented Content-Type/, /spec\/openapi\.yaml:\d+/, /text\/html/]],
    [
      'accepts-tags-missing',
      ['--suite', 'generated', '--runs', '1'],
      [/invalid request accepted/, /query parameter tags is required/],
    ],
    ['accepts-tags-missing', ['--suite', 'dredd'], [/Dredd: /, /query parameter tags is required/]],
    [
      'success-id-missing',
      ['--suite', 'examples', '--include', 'createTurtle'],
      [/\/id is required/, /POST \/turtles|createTurtle/],
    ],
    ['wire-reset', ['--suite', 'examples'], [/no response: the connection was closed before a response/]],
  ])('%s %j', async (name, args, says) => {
    const { code, out } = await verifyFault(name, args);
    expect(code, out).toBe(1);
    for (const line of says) expect(out).toMatch(line);
  });

  test('the operation that is not tested is not blamed', async () => {
    const args = ['--suite', 'examples', '--include', 'createTurtle'];
    const { code, out } = await verifyFault('accepts-tags-missing', args);
    expect([code, out.includes('createAnimal')]).toEqual([0, false]);
  });
});

async function verifyFault(name: string, args: readonly string[]) {
  const fault = oneFault.find((each) => each.name === name);
  if (!fault) throw new Error(`there is no fault ${name}`);
  const service = await fault.start();
  onTestFinished(() => service.close());
  return contractHere(['verify', '--target', service.url, '--seed', '7', ...args]);
}

test('a service that is not there: exit 2, with what to do', async () => {
  const url = await deafUrl();
  const { code, out, err } = await contract(['verify', '--target', url]);
  expect([code, out]).toEqual([2, '']);
  expect(err).toMatch(
    new RegExp(
      `^Cannot connect to ${url} \\(.*ECONNREFUSED.*\\)\\. Start the service, or wait for it with --wait 30s\\.\n$`,
    ),
  );
});

test('a service that comes late is waited for', async () => {
  const url = await deafUrl();
  const running = contract(['verify', '--target', url, '--wait', '20s', '--suite', 'examples']);
  const service = await startService({ port: Number(new URL(url).port), database: ':memory:' });
  const { code, out } = await running.finally(() => service.close());
  expect(code, out).toBe(0);
});

test('every request carries the headers that are given', async () => {
  const { code, out } = await contract([
    'verify',
    '--suite',
    'examples,dredd',
    '-H',
    'X-Trace: 1',
    '--header',
    'accept: */*',
  ]);
  expect(code, out).toBe(0);
});
