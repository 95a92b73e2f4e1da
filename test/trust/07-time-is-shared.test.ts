import { readFileSync } from 'node:fs';
import type { IncomingMessage, RequestListener } from 'node:http';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { takeTurns } from '../../harness/core/util/take-turns.ts';
import { contract } from '../e2e/program.ts';
import { folder } from '../openapi/documents.ts';
import { bodyOf, serve } from '../servers.ts';

const METHODS = ['post', 'put', 'patch', 'delete'];
const PATHS = ['a', 'b', 'c', 'd'];

/** Sixteen operations with a body of some properties each. */
const document = JSON.stringify({
  openapi: '3.0.3',
  info: { title: 'Many', version: '1' },
  paths: Object.fromEntries(
    PATHS.map((path) => [
      `/${path}`,
      Object.fromEntries(
        METHODS.map((method) => [
          method,
          {
            operationId: `${method}-${path}`,
            requestBody: {
              required: true,
              content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
            },
            responses: { 200: { description: 'ok' }, 400: { description: 'no' } },
          },
        ]),
      ),
    ]),
  ),
  components: {
    schemas: {
      Thing: {
        type: 'object',
        required: ['name'],
        properties: { name: { type: 'string', minLength: 1, maxLength: 40 }, size: { type: 'integer', minimum: 1 } },
      },
    },
  },
});

const isThing = (value: { name?: unknown; size?: unknown }) =>
  typeof value?.name === 'string' &&
  value.name.length > 0 &&
  [...value.name].length <= 40 &&
  (value.size === undefined || (Number.isInteger(value.size) && Number(value.size) > 0));

const conforming: RequestListener = async (request, response) => {
  let isValid = false;
  try {
    isValid = isThing(JSON.parse((await bodyOf(request)).toString()));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  response.writeHead(isValid && request.headers['content-type'] === 'application/json' ? 200 : 400).end();
};

async function run(options: readonly string[], onRequest: (request: IncomingMessage) => void = () => {}) {
  const cwd = folder({ 'openapi.yaml': document });
  const url = await serve((request, response) => {
    onRequest(request);
    return conforming(request, response);
  });
  const args = ['verify', 'openapi.yaml', url, '--suite', 'generated', '--json', 'report.json', ...options];
  const { code, out } = await contract(args, { cwd });
  const report = JSON.parse(readFileSync(join(cwd, 'report.json'), 'utf8'));
  return { code, out, report };
}

describe('--max-time', () => {
  test('is shared by all operations, those with DELETE included', async () => {
    const operations: string[] = [];
    const { out } = await run(['--max-time', '6s', '--rate', '100/s'], ({ method = '', url = '' }) => {
      // Others look whether the service is there.
      if (METHODS.includes(method.toLowerCase()) && PATHS.includes(url.slice(1))) operations.push(`${method} ${url}`);
    });
    // Counted where they arrive: how many there are in the time depends on the machine.
    const counts = new Map<string, number>();
    for (const operation of operations) counts.set(operation, (counts.get(operation) ?? 0) + 1);
    expect(counts.size, out).toBe(METHODS.length * PATHS.length);
    expect(Math.min(...counts.values()) * 6, [...counts].join(' ')).toBeGreaterThan(Math.max(...counts.values()));
    expect(out).toMatch(/requests were not sent: --max-time reached/);
    expect(out).toMatch(/\n[\d,]+ of (at least )?[\d,]+ planned cases against /);
  });

  test('that ends before an operation calls it not reached, and the run is not verified', async () => {
    const { code, out, report } = await run(['--max-time', '1s', '--rate', '4/s']);
    expect(code).toBe(1);
    expect(report.verdict).toBe('unverified');
    expect(out).toMatch(/delete-d +DELETE \/d .* not verified: not reached: --max-time reached/);
    expect(out).not.toContain('give an example');
    // They are counted for a tenth of a second: how far that goes depends on the machine.
    expect(report.suites[0].notSent).toEqual({ cases: expect.any(Number), isLowerBound: true });
    expect(report.suites[0].notSent.cases).toBeGreaterThan(METHODS.length);
  });

  test('that is not reached changes nothing', async () => {
    const { out, report } = await run(['--max-time', '5m', '--runs', '1']);
    expect(out).toMatch(/\n([\d,]+) of \1 planned cases against /);
    expect(report.suites[0].notSent).toBeUndefined();
  });
});

test('sources take turns until all are exhausted', () => {
  expect([...takeTurns(['abc', '1', '', 'xyzuv'], 2)].join('')).toBe('ab1xyczuv');
  expect([...takeTurns([], 2)]).toEqual([]);
});
