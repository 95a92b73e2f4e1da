import { vi } from 'vitest';
import { createChecks } from '../../harness/checks/index.ts';
import type {
  Case,
  CaseResult,
  Expectation,
  HttpClient,
  HttpRequest,
  HttpResponse,
  TransportError,
} from '../../harness/core/model.ts';
import { emptyRequestSpec } from '../../harness/generate/requests/build-request.ts';
import { createTestCase } from '../../harness/generate/requests/test-case.ts';
import { UniqueValues } from '../../harness/generate/requests/unique-values.ts';
import { loadContract } from '../../harness/openapi/load.ts';
import {
  type CaseSource,
  createExecutor,
  type Executor,
  type RunControl,
  type SuiteContext,
} from '../../harness/runner/suite.ts';
import { createResponse, type ResponseInit } from '../checks/exchanges.ts';

const contract = loadContract('spec/openapi.yaml');

/** A service in this process: what it responds to each request, and what it was received. */
export class Scripted implements HttpClient {
  readonly baseUrl = 'http://service.example';
  readonly received: HttpRequest[] = [];
  /** Why nothing listens any more. */
  gone: string | undefined;
  /** Whether requests are dropped although their connections were open. */
  drops = true;
  trial: readonly HttpRequest[] = [];
  private readonly script: (
    request: HttpRequest,
    turn: number,
  ) => HttpResponse | TransportError | Promise<HttpResponse | TransportError>;

  constructor(
    script: (
      request: HttpRequest,
      turn: number,
    ) => HttpResponse | TransportError | Promise<HttpResponse | TransportError>,
  ) {
    this.script = script;
  }

  async send(request: HttpRequest, signal: AbortSignal): Promise<HttpResponse | TransportError> {
    if (signal.aborted) return { ...fault('aborted'), detail: 'the run was stopped' };
    return this.script(request, this.received.push(request));
  }

  async dropsRequests(requests: Iterable<HttpRequest>): Promise<boolean> {
    this.trial = [...requests];
    return this.drops;
  }

  async waitUntilReachable(): Promise<string | undefined> {
    return this.gone;
  }

  async close(): Promise<void> {}
}

export const taken: ResponseInit = { status: 201, body: { id: 1, name: 'a' } };

/** Accepts everything, and takes so many milliseconds for it by the clock of the process, until mocks are restored. */
export function slow(ms: number): Scripted {
  let clock = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => clock);
  return new Scripted(() => {
    clock += ms;
    return createResponse(taken);
  });
}
export const rejected = (status: number, ...headers: [string, string][]): ResponseInit => ({
  status,
  headers: [['content-type', 'application/json'], ...headers],
  body: { code: status, message: 'no' },
});

/** Responses in turn, the last again and again. */
export function inTurn(...parts: ResponseInit[]): Scripted {
  return new Scripted((_, turn) => createResponse(parts[Math.min(turn, parts.length) - 1]));
}

export function fault(kind: TransportError['kind']): TransportError {
  return { kind: kind, detail: 'as seen', durationMs: 1 };
}

/** What {@link context} fills in for a suite. */
export type ContextParts = Partial<CaseSource & Omit<Executor, 'client'> & RunControl>;

/** What a suite works with; what it skips is added to `skipped`. */
export function context(client: HttpClient, parts: ContextParts = {}, skipped: string[] = []): SuiteContext {
  const { operations = contract.operations, unique = new UniqueValues(1), randomCases = 5, examples = [] } = parts;
  const { signal = new AbortController().signal, checks = createChecks(contract), isSelected } = parts;
  const { seed = 1, effort = 'normal', hasCredentials = false } = parts;
  return {
    source: {
      contract: parts.contract ?? contract,
      operations,
      unique,
      seed,
      effort,
      randomCases,
      examples,
      hasCredentials,
    },
    executor: createExecutor({
      contract: parts.contract ?? contract,
      unique,
      client,
      checks,
      ...(parts.severityPolicy ? { severityPolicy: parts.severityPolicy } : {}),
      ...(parts.transport ? { transport: parts.transport } : {}),
      timeoutMs: parts.timeoutMs ?? 1000,
      credentials: parts.credentials ?? (() => ({ headers: [], query: [] })),
      hasCredentials,
      signal,
    }),
    control: {
      signal,
      concurrency: parts.concurrency ?? 4,
      deadline: parts.deadline ?? Number.POSITIVE_INFINITY,
      ...(isSelected ? { isSelected } : {}),
      ...(parts.onCaseCount ? { onCaseCount: parts.onCaseCount } : {}),
      onSkip:
        parts.onSkip ??
        ((why, requests = 0, all = true) =>
          skipped.push(`${all ? '' : 'at least '}${requests} requests were not sent: ${why}`)),
    },
  };
}

/** A case of the operation that takes nothing but a body. */
export function turtle(
  expectation: Expectation = 'accept',
  parts: { id?: string; fixed?: boolean; tested?: string | undefined; body?: Uint8Array; query?: string } = {},
): Case {
  const operation = contract.operation('createTurtle');
  if (!operation) throw new Error('the document has the operation');
  const { id = 'a case', fixed = false, tested, body, query } = parts;
  const spec = {
    ...emptyRequestSpec,
    body: { id: 1, name: 'a', tag: 'b' },
    ...(body ? { bytes: body } : {}),
    ...(query ? { rawQuery: query } : {}),
  };
  const origin = { suite: 'test', kind: 'test', location: undefined };
  return createTestCase(contract, new UniqueValues(1), {
    id,
    operation,
    spec: spec,
    expectation: expectation,
    origin,
    uniqueFieldUnderTest: fixed,
    valueUnderTest: tested,
  });
}

export async function all(results: AsyncIterable<CaseResult>): Promise<CaseResult[]> {
  const list: CaseResult[] = [];
  for await (const result of results) list.push(result);
  return list;
}
