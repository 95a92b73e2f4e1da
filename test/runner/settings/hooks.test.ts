import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadHooks } from '../../../harness/cli/modules/load-hooks.ts';
import { ParsedOptions } from '../../../harness/cli/options/options.ts';
import { callHook } from '../../../harness/runner/hooks/call-hook.ts';
import { defineHooks, type Hooks } from '../../../harness/runner/hooks/hooks.ts';
import { folder } from '../../openapi/documents.ts';
import { books, type Call, errorsOf, serveCalls, verifyBooks } from '../establish/books.ts';

const ONLY_GET = { include: ['getBook'], runs: 1 };

describe('hooks', () => {
  test('prepare a run, with values and headers that are masked', async () => {
    const calls: Call[] = [];
    const order: string[] = [];
    const crashing = books((_, own) => (own().status === 400 ? { status: 500, body: {} } : own()));
    const target = await serveCalls(crashing, calls);
    const hooks = defineHooks({
      beforeRun: async (run) => {
        order.push(`before ${run.target === target} ${calls.length}`);
        return { values: { bookId: 1 }, headers: { Authorization: 'Bearer a-long-secret' } };
      },
      afterRun: ({ report }) => void order.push(`after ${report?.verdict} ${calls.length > 0}`),
    });
    const report = await verifyBooks(target, { ...ONLY_GET, hooks });
    expect(order).toEqual(['before true 0', 'after failed true']);
    expect(new Set(calls.map(({ headers }) => headers.authorization))).toEqual(new Set(['Bearer a-long-secret']));
    const sent = report.results.flatMap(({ exchange }) => exchange?.request.headers ?? []);
    expect(sent.length).toBeGreaterThan(0);
    expect(JSON.stringify(sent)).not.toContain('a-long-secret');
  });

  test('change requests, which are reported as they were sent, their own headers masked', async () => {
    const calls: Call[] = [];
    const seen: (string | undefined)[] = [];
    const hooks: Hooks = {
      beforeRequest: ({ operation, body }) => {
        seen.push(operation);
        return { headers: { 'X-Signature': `signed-${body?.length ?? 0}`, Accept: undefined } };
      },
      afterResponse: ({ request, response }) => {
        seen.push(`${request.headers.at(-1)?.[1]} ${'status' in response}`);
      },
    };
    const wrong = books((call, own) => (call.method === 'POST' ? { status: 500, body: {} } : own()));
    const target = await serveCalls(wrong, calls);
    const report = await verifyBooks(target, { include: ['createBook'], runs: 1, hooks });
    const { length } = Buffer.from(JSON.stringify(calls[0]?.body));
    expect(seen.slice(0, 2)).toEqual(['createBook', `signed-${length} true`]);
    expect(calls.every(({ headers }) => /^signed-\d+$/.test(String(headers['x-signature'])))).toBe(true);
    expect(calls.filter(({ headers }) => headers.accept !== undefined)).toEqual([]);
    const [finding] = report.findings;
    const headers = new Map(finding?.exchange?.request.headers);
    expect([headers.get('X-Signature'), headers.has('accept')]).toEqual(['***', false]);
    expect(errorsOf(report).length).toBeGreaterThan(0);
  });

  test('change the requests of Dredd too', async () => {
    const calls: Call[] = [];
    const hooks: Hooks = { beforeRequest: () => ({ headers: { 'X-Signature': 'signed' } }) };
    const signed = books((call, own) => (call.headers['x-signature'] === 'signed' ? own() : { status: 403, body: {} }));
    const options = { include: ['getBook'], example: '1', suites: ['dredd'], hooks };
    const report = await verifyBooks(await serveCalls(signed, calls), options);
    expect([errorsOf(report), calls.at(-1)?.headers['x-signature']]).toEqual([[], 'signed']);
  });

  test('see the responses to Dredd too', async () => {
    const statuses: unknown[] = [];
    const hooks: Hooks = {
      afterResponse: ({ request, response }) => {
        statuses.push(`${request.operation} ${'status' in response ? response.status : response.kind}`);
      },
    };
    const options = { include: ['getBook'], example: '1', suites: ['dredd'], hooks };
    await verifyBooks(await serveCalls(books()), options);
    expect(statuses).toContain('getBook 200');
  });

  test.each<[string, Hooks, RegExp]>([
    [
      'fails',
      {
        beforeRequest: () => {
          throw new TypeError('boom');
        },
      },
      /hooks\.test\.ts:\d+:\d+: the hook beforeRequest failed: TypeError: boom$/,
    ],
    ['fails before the run', { beforeRun: () => Promise.reject('text') }, /^the hook beforeRun failed: text$/],
    ['fails after the run', { afterRun: () => Promise.reject('text') }, /^the hook afterRun failed: text$/],
    [
      'returns something unknown',
      { beforeRequest: () => ({ header: {} }) as object },
      /^the hook beforeRequest returned header \(did you mean headers\?\): it may return \{ headers, path, body \} or nothing$/,
    ],
    [
      'returns a header that cannot be sent',
      { beforeRequest: () => ({ headers: { 'X-One': '1\r\n2' } }) },
      /returned a header X-One that HTTP cannot send/,
    ],
    [
      'returns unknown values',
      { beforeRun: () => ({ values: { bokId: 1 } }) },
      /no request has a part bokId\. Did you/,
    ],
    [
      'has another name',
      { beforRun: () => undefined } as object,
      /^hooks: unknown hook beforRun\. Did you mean beforeRun\?$/,
    ],
  ])('that %s end the run with a UsageError', async (_, hooks, message) => {
    const target = await serveCalls(books());
    const run = async () => verifyBooks(target, { ...ONLY_GET, values: { bookId: 1 }, hooks });
    await expect(run()).rejects.toThrow(message);
  });

  test('that do not end are given up', async () => {
    const endless = () => new Promise<void>(() => undefined);
    await expect(callHook('afterRun', endless, 20)).rejects.toThrow('the hook afterRun did not end within 0.02 s');
  });

  test('clean up also after an error', async () => {
    const ends: unknown[] = [];
    const hooks: Hooks = {
      afterRun: ({ report }) => void ends.push(report),
      beforeRequest: () => {
        throw new Error('boom');
      },
    };
    await expect(verifyBooks(await serveCalls(books()), { ...ONLY_GET, hooks })).rejects.toThrow('boom');
    expect(ends).toEqual([undefined]);
  });
});

describe('a module with hooks', () => {
  function load(name: string, text: string) {
    const file = join(folder({ [name]: text }), name);
    return loadHooks(new ParsedOptions(new Map([['hooks', [{ text: file, from: '--hooks' }]]])));
  }

  test.each([
    ['a default export', 'export default { beforeRun: () => ({ values: {} }) };'],
    ['functions', 'export function beforeRun() { return { values: {} }; }'],
  ])('may export %s', async (_, text) => {
    const { beforeRun } = await load('contract.hooks.mjs', text);
    expect(beforeRun?.({ target: '', signal: new AbortController().signal })).toEqual({ values: {} });
  });

  test.each([
    ['export const x = 1;', 'hooks: unknown hook x. Hooks: beforeRun'],
    ['', 'exports no hooks: write `export default { beforeRun() { … } }`'],
    ['export const beforeRun = 1;', 'hooks: beforeRun must be a function'],
    ['throw new Error("no database");', 'contract.hooks.mjs:1:7: '],
  ])('%s is rejected', async (text, message) => {
    await expect(load('contract.hooks.mjs', text)).rejects.toThrow(message);
  });

  test('that does not exist is named', async () => {
    const args = new ParsedOptions(new Map([['hooks', [{ text: 'nowhere.mjs', from: 'contract.yaml:1:1: hooks' }]]]));
    await expect(loadHooks(args)).rejects.toThrow('contract.yaml:1:1: hooks: there is no file nowhere.mjs');
  });
});
