import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createChecks } from '../../../harness/checks/index.ts';
import { isObject, parseJsonBytes, stringifyJson } from '../../../harness/core/json/index.ts';
import type { CaseResult, JsonObject } from '../../../harness/core/model.ts';
import { type RandomCase, randomCases } from '../../../harness/generate/random/random-cases.ts';
import { UniqueValues } from '../../../harness/generate/requests/unique-values.ts';
import { createHttpClient } from '../../../harness/http/client.ts';
import { executeCase } from '../../../harness/runner/execute/execute-case.ts';
import { failureKeys, shrinkFailure } from '../../../harness/runner/execute/shrink.ts';
import { createExecutor, type SuiteContext } from '../../../harness/runner/suite.ts';
import { load } from '../../openapi/documents.ts';
import { bodyOf, serve } from '../../servers.ts';

const SPEC = `openapi: 3.0.3
info: { title: Things, version: '1' }
paths:
  /things:
    post:
      operationId: makeThing
      parameters:
        - { name: tags, in: query, required: true, schema: { type: array, items: { type: string } } }
        - { name: limit, in: query, schema: { type: integer, format: int32 } }
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [id, name]
              properties:
                id: { type: integer, format: int64 }
                name: { type: string }
                tag: { type: string }
                size: { type: integer, format: int64 }
      responses:
        '201': { description: made }
        default:
          description: rejected
          content:
            application/json:
              schema: { type: object, required: [code], properties: { code: { type: integer } } }
`;

interface Thing {
  readonly body: JsonObject;
  readonly query: URLSearchParams;
}

/** A service that rejects what `rejects` says, takes every id once, and counts its requests. */
async function service(
  rejects: (thing: Thing) => boolean,
): Promise<{ context: SuiteContext; requestCount: () => number }> {
  const taken = new Set<string>();
  let count = 0;
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    count++;
    const value = parseJsonBytes(await bodyOf(request));
    const body = isObject(value) ? value : {};
    const id = stringifyJson(body['id'] ?? null);
    const { searchParams: query } = new URL(request.url ?? '', 'http://any');
    const status = rejects({ body, query }) ? 422 : taken.has(id) ? 409 : 201;
    taken.add(id);
    response.writeHead(status, status === 201 ? {} : { 'content-type': 'application/json' });
    response.end(status === 201 ? '' : `{"code":${status}}`);
  };
  const baseUrl = await serve((request, response) => void respond(request, response));
  return { context: contextOf(baseUrl), requestCount: () => count };
}

function contextOf(baseUrl: string): SuiteContext {
  const contract = load({ 'spec.yaml': SPEC });
  const client = createHttpClient({ baseUrl, timeoutMs: 2000, connections: 4 });
  onTestFinished(() => client.close());
  const { signal } = new AbortController();
  const { operations } = contract;
  const unique = new UniqueValues(1);
  return {
    source: {
      contract,
      operations,
      unique,
      seed: 1,
      effort: 'normal',
      randomCases: 200,
      examples: [],
      hasCredentials: false,
    },
    executor: createExecutor({
      contract,
      unique,
      client,
      checks: createChecks(contract),
      timeoutMs: 2000,
      credentials: () => ({ headers: [], query: [] }),
      hasCredentials: false,
      signal,
    }),
    control: { signal, concurrency: 4, deadline: performance.now() + 30_000, onSkip: () => {} },
  };
}

/** Sends random requests until a valid one fails. */
async function firstFailure(context: SuiteContext): Promise<{ failed: RandomCase; outcome: CaseResult }> {
  for (const operation of context.source.operations)
    for (const failed of randomCases(context.source.contract, operation, context.source)) {
      const result = await executeCase(context.executor, 'generated', failed);
      if (result.status === 'fail' && failed.expectation === 'accept') return { failed, outcome: result };
    }
  throw new Error('no request failed');
}

function requestOf({ exchange }: CaseResult): { path: string; body: string } {
  const text = Buffer.from(exchange?.request.body ?? []).toString();
  return { path: exchange?.request.path ?? '', body: text.replace(/"id":\d+/, '"id":0') };
}

async function shrunk(
  rejects: (thing: Thing) => boolean,
): Promise<{ path: string; body: string; requestCount: number }> {
  const { context, requestCount } = await service(rejects);
  const { failed, outcome: result } = await firstFailure(context);
  const before = requestCount();
  const smallest = await shrinkFailure(context, 'generated', failed, result);
  expect(failureKeys(smallest)).toEqual(failureKeys(result));
  expect(smallest.case).toBe(result.case);
  return { ...requestOf(smallest), requestCount: requestCount() - before };
}

describe('a failed request is shrunk to the smallest that fails likewise', () => {
  test('a text to the one character that matters, and all else to the least', async () => {
    const { path, body, requestCount } = await shrunk(({ body: { name } }) => String(name).includes("'"));
    expect({ path, body }).toEqual({ path: '/things?tags=a', body: `{"id":0,"name":"'"}` });
    expect(requestCount).toBeLessThanOrEqual(60);
  });

  test('an optional member to itself alone', async () => {
    const { path, body } = await shrunk(({ body: { tag } }) => tag !== undefined);
    expect({ path, body }).toEqual({ path: '/things?tags=a', body: '{"id":0,"name":"","tag":""}' });
  });

  test('a parameter to the fewest items', async () => {
    const { path, body } = await shrunk(({ query }) => query.getAll('tags').length > 1);
    expect({ path, body }).toEqual({ path: '/things?tags=a&tags=a', body: '{"id":0,"name":""}' });
  });

  test('a number to the limit that matters', async () => {
    const { body } = await shrunk(({ body: { size } }) => size !== undefined && BigInt(String(size)) > 1000n);
    expect(body).toBe('{"id":0,"name":"","size":1001}');
  });

  test('an invalid request to one with the same violation', async () => {
    const { context } = await service(({ body: { name } }) => typeof name === 'string');
    const { contract, operations } = context.source;
    const [operation] = operations;
    const all = operation ? [...randomCases(contract, operation, context.source)] : [];
    const failed = all.find(({ id }) => id.includes('/name is null'));
    if (!failed) throw new Error('no name was null');
    const result = await executeCase(context.executor, 'generated', failed);
    const smallest = await shrinkFailure(context, 'generated', failed, result);
    expect(requestOf(smallest)).toEqual({ path: '/things?tags=a', body: '{"id":0,"name":null}' });
  });
});

describe('shrinking ends', () => {
  test('at once where nothing failed', async () => {
    const { context, requestCount } = await service(() => false);
    const { contract, operations } = context.source;
    const [operation] = operations;
    const [first] = operation ? randomCases(contract, operation, context.source) : [];
    if (!first) throw new Error('there is no random request');
    const result = await executeCase(context.executor, 'generated', first);
    expect(await shrinkFailure(context, 'generated', first, result)).toBe(result);
    expect(requestCount()).toBe(1);
  });

  test('with the failed request itself where no smaller one fails', async () => {
    const { context } = await service(() => true);
    const { failed, outcome } = await firstFailure(context);
    const once = await service(() => false);
    expect(await shrinkFailure(once.context, 'generated', failed, outcome)).toBe(outcome);
    expect(once.requestCount()).toBeLessThanOrEqual(60);
  });

  test('when the time of the run is over, or it is stopped', async () => {
    const { context, requestCount } = await service(() => true);
    const { failed, outcome } = await firstFailure(context);
    const before = requestCount();
    const late = { ...context, control: { ...context.control, deadline: performance.now() - 1 } };
    expect(await shrinkFailure(late, 'generated', failed, outcome)).toBe(outcome);
    const stopped = { ...context, control: { ...context.control, signal: AbortSignal.abort() } };
    expect(await shrinkFailure(stopped, 'generated', failed, outcome)).toBe(outcome);
    expect(requestCount()).toBe(before);
  });

  test('at once where the service did not respond: every step would have to wait', async () => {
    const { context, requestCount } = await service(() => true);
    const { failed, outcome } = await firstFailure(context);
    const before = requestCount();
    if (!outcome.exchange) throw new Error('the exchange was not kept');
    const response = { kind: 'timeout', detail: 'no response within 2 s', durationMs: 2000 } as const;
    const hung = { ...outcome, exchange: { ...outcome.exchange, response: response } };
    expect(await shrinkFailure(context, 'generated', failed, hung)).toBe(hung);
    expect(requestCount()).toBe(before);
  });
});

test('the same failure shrinks to the same request, whatever the concurrency', async () => {
  const results: string[] = [];
  for (const concurrency of [1, 4]) {
    const { context } = await service(({ body: { name } }) => String(name).length > 3);
    const { failed, outcome: result } = await firstFailure(context);
    const smallest = await shrinkFailure(
      { ...context, control: { ...context.control, concurrency } },
      'generated',
      failed,
      result,
    );
    results.push(stringifyJson([requestOf(smallest).path, requestOf(smallest).body]));
  }
  expect(results[0]).toBe(results[1]);
  expect(results[0]).toContain('"name\\":\\"aaaa\\"');
});
