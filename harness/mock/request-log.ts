import { parseJsonBytes } from '../core/json/index.ts';
import type { JsonValue } from '../core/model.ts';
import type { ReceivedRequest } from '../core/received-request.ts';
import type { RequestValidation } from './types.ts';

/** A request that the mock has answered, for logs and for assertions in tests. */
export class MockRequest {
  readonly method: string;
  /** Request target as sent: path and query. */
  readonly path: string;
  readonly headers: ReceivedRequest['headers'];
  readonly bytes: Uint8Array;
  /** Id of the operation that it was for; undefined where there was none. */
  readonly operation: string | undefined;
  /** Why it was refused; empty where it was accepted. */
  readonly problems: readonly string[];
  readonly status: number;
  /** Milliseconds from the whole request to its answer. */
  readonly durationMs: number;

  constructor(request: ReceivedRequest, judgement: RequestValidation, status: number, ms: number) {
    this.method = request.method;
    this.path = request.target;
    this.headers = request.headers;
    this.bytes = request.body;
    this.operation = judgement.operation?.id;
    this.problems = judgement.problems.length === 0 ? NONE : judgement.problems.map(({ message }) => message);
    this.status = status;
    this.durationMs = ms;
  }

  /** The body as exact JSON. @throws {JsonSyntaxError} where it is none */
  json(): JsonValue {
    return parseJsonBytes(this.bytes);
  }
}

const NONE: readonly string[] = [];
const MAX_REQUESTS = 1000;
const MAX_BYTES = 16 * 1024 * 1024;

/** The last requests, as many as fit into a bounded memory. */
export class RequestLog {
  readonly requests: readonly MockRequest[];
  private readonly entries: MockRequest[] = [];
  private readonly notify: ((request: MockRequest) => void) | undefined;
  private bytes = 0;

  constructor(tell: ((request: MockRequest) => void) | undefined) {
    this.requests = this.entries;
    this.notify = tell;
  }

  add(received: ReceivedRequest, judgement: RequestValidation, status: number, ms: number): void {
    const request = new MockRequest(received, judgement, status, ms);
    this.entries.push(request);
    this.bytes += request.bytes.length;
    // In one go for a quarter of them, because taking one from the front of an array moves all the others.
    if (this.entries.length > MAX_REQUESTS) this.evict(MAX_REQUESTS / 4);
    while (this.bytes > MAX_BYTES && this.entries.length > 1) this.evict(1);
    this.notify?.(request);
  }

  private evict(count: number): void {
    for (const { bytes } of this.entries.splice(0, count)) this.bytes -= bytes.length;
  }
}
