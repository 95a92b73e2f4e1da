import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Report } from '../../harness/core/report.ts';
import { folder } from '../openapi/documents.ts';
import { bodyOf, serve } from '../servers.ts';
import { contract, contractHere } from './program.ts';

/** Takes everything, and responds with what is no record. */
const careless = () =>
  serve((request, response) => {
    request.resume().once('end', () => {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":"1","name":"a"}');
    });
  });

test('--json writes the report that the console shows', async () => {
  const file = join(folder({}), 'report.json');
  const { code, out } = await contractHere([
    'verify',
    '--target',
    await careless(),
    '--suite',
    'examples',
    '--json',
    file,
    '--full',
  ]);
  const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
  expect([code, report.verdict]).toEqual([1, 'failed']);
  expect(out).toContain(report.summary);
  expect(report.findings.map(({ check }) => check)).toEqual(
    expect.arrayContaining(['response-schema', 'expected-outcome']),
  );
  expect(report.results.length).toBe(
    report.suites.reduce((sum, { pass, fail, error, skip }) => sum + pass + fail + error + skip, 0),
  );
  const wrongType = report.findings.find(
    ({ clause }) => clause.id === 'createTurtle response 2XX body application/json /id type',
  );
  expect(wrongType).toMatchObject({ severity: 'error', clause: { location: { file: 'spec/openapi.yaml' } } });
  expect(report.operations.map(({ verified }) => verified)).toEqual([false, false]);
});

test('a seed repeats a run: the same requests, byte for byte', async () => {
  const record = async (seed: string) => {
    const requests: string[] = [];
    const url = await serve(async (request, response) => {
      const { host: _, ...headers } = request.headers;
      const body = (await bodyOf(request)).toString('latin1');
      requests.push([request.method, request.url, JSON.stringify(headers), body].join('\n'));
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":1,"name":"a"}');
    });
    const args = ['verify', '--target', url, '--suite', 'examples,generated', '--seed', seed, '--runs', '5'];
    const { out } = await contract(args);
    expect(out).toContain(seed);
    return requests.sort();
  };
  const [first, again, other] = [await record('4711'), await record('4711'), await record('4712')];
  expect(first.length).toBeGreaterThan(500);
  expect(again).toEqual(first);
  expect(other).not.toEqual(first);
});
