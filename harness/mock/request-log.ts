import { parseJsonBytes } from '../core/json/index.ts';
import type { JsonValue } from '../core/model.ts';
import type { ReceivedRequest } from '../core/received-request.ts';
import type { MockResponse, RequestValidation } from './types.ts';

/** A request that the mock has responded to, for logs and for assertions in tests. */
export class MockRequest {
  /** Increases with each request. */
  readonly id: number;
  readonly method: string;
  /** Path and query as sent. */
  readonly path: string;
  /** The start of the path below which its document is served; empty at the root. */
  readonly basePath: string;
  readonly headers: ReceivedRequest['headers'];
  readonly bytes: Uint8Array;
  /** Id of its operation; undefined if there is none. */
  readonly operation: string | undefined;
  /** Why it was rejected; empty if it was accepted. */
  readonly problems: readonly string[];
  readonly status: number;
  /** Milliseconds from the complete request to its response. */
  readonly durationMs: number;
  readonly response: MockResponse;
  /** Who made the response. */
  readonly source: 'mock' | 'backend';
  /** What a response of the backend violates; empty if it conforms. */
  readonly violations: readonly string[];
  private readonly receivedAtMs: number;

  constructor(
    id: number,
    request: ReceivedRequest,
    validation: RequestValidation,
    response: MockResponse,
    durationMs: number,
    violations?: readonly string[],
  ) {
    this.id = id;
    this.receivedAtMs = Date.now();
    this.method = request.method;
    this.path = request.target;
    this.basePath = request.basePath ?? '';
    this.headers = request.headers;
    this.bytes = request.body;
    this.operation = validation.operation?.id;
    this.problems = validation.problems.length === 0 ? NO_PROBLEMS : validation.problems.map(({ message }) => message);
    this.status = response.status;
    this.response = response;
    this.durationMs = durationMs;
    this.source = violations === undefined ? 'mock' : 'backend';
    this.violations = violations ?? NO_PROBLEMS;
  }

  /** When its response was complete. */
  get receivedAt(): Date {
    return new Date(this.receivedAtMs);
  }

  /** Returns the body as exact JSON. @throws {JsonSyntaxError} if it is not JSON */
  json(): JsonValue {
    return parseJsonBytes(this.bytes);
  }
}

const NO_PROBLEMS: readonly string[] = [];
/** The garbage collector copies each of them while it is young. */
const MAX_REQUESTS = 500;
const MAX_BYTES = 16 * 1024 * 1024;

/** Keeps the most recent requests within a memory limit. */
export class RequestLog {
  readonly requests: readonly MockRequest[];
  private readonly entries: MockRequest[] = [];
  private readonly notify: ((request: MockRequest) => void) | undefined;
  private readonly maxRequests: number;
  private bytes = 0;
  private count = 0;

  constructor(notify: ((request: MockRequest) => void) | undefined, maxRequests: number = MAX_REQUESTS) {
    this.requests = this.entries;
    this.notify = notify;
    this.maxRequests = maxRequests;
  }

  /** Id of the latest request; 0 before the first. */
  get lastId(): number {
    return this.count;
  }

  /** @param violations of a response that the backend made */
  add(
    received: ReceivedRequest,
    validation: RequestValidation,
    response: MockResponse,
    durationMs: number,
    violations?: readonly string[],
  ): MockRequest {
    const request = new MockRequest(++this.count, received, validation, response, durationMs, violations);
    this.entries.push(request);
    this.bytes += sizeOf(request);
    // A quarter at once, because removing the first item of an array moves all the others.
    if (this.entries.length > this.maxRequests) this.evict(Math.max(1, this.maxRequests / 4));
    while (this.bytes > MAX_BYTES && this.entries.length > 1) this.evict(1);
    this.notify?.(request);
    return request;
  }

  /** Forgets all requests. */
  clear(): void {
    this.evict(this.entries.length);
  }

  private evict(count: number): void {
    for (const request of this.entries.splice(0, count)) this.bytes -= sizeOf(request);
  }
}

function sizeOf({ bytes, response }: MockRequest): number {
  // An echo is the request itself.
  return bytes.length + (response.body === bytes ? 0 : response.body.length);
}
