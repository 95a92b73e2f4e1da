import { setTimeout as delay } from 'node:timers/promises';
import type { DocumentName, Rule } from '../../../fixtures/crud/index.ts';
import { isRow, type Json, type Row } from '../../../fixtures/crud/json.ts';
import { type Received, send } from './http.ts';
import { type ResponseValidator, responseValidator } from './response-validator.ts';

/** What a service violated. */
export interface Violation {
  readonly rule: Rule;
  readonly operation: string;
  readonly detail: string;
}

export interface Request {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  /** A JSON value, or the text of a body. */
  readonly body?: Json;
  readonly mediaType?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Without credentials. */
  readonly anonymous?: boolean;
}

export interface Response {
  readonly status: number;
  readonly headers: Received['headers'];
  /** The JSON value; large integers are strings. */
  readonly value: Json;
}

/** Ends an examination early. */
export class Enough extends Error {}

interface Credentials {
  readonly authorization?: string;
}

/** Requests to one service, each response validated by the document. */
export class Session {
  readonly violations: Violation[] = [];
  readonly url: string;
  readonly document: DocumentName;
  /** How long reads may lag behind. */
  readonly lagMs: number;
  /** Whether a violation ends the examination. */
  isEnough: (violation: Violation) => boolean = () => false;
  private token: string | undefined;
  private readonly validate: ResponseValidator;

  constructor(url: string, document: DocumentName, lagMs = 0) {
    this.url = url;
    this.document = document;
    this.lagMs = lagMs;
    this.validate = responseValidator(document);
  }

  async request(request: Request): Promise<Response> {
    const { operation, method, path, body, mediaType = 'application/json', headers } = request;
    const type = body === undefined ? {} : { 'content-type': mediaType };
    const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
    const credentials = request.anonymous === true ? {} : await this.credentials();
    const all = { ...type, ...credentials, ...headers };
    const received = await send({
      method,
      url: this.url + path,
      headers: all,
      ...(text !== undefined && { body: text }),
    });
    if (this.isToRepeat(received, credentials)) return this.request(request);
    const problem = method === 'HEAD' ? undefined : this.validate(operation, received);
    if (problem !== undefined) this.violate('response', operation, `${method} ${path}: ${problem}`);
    return { status: received.status, headers: received.headers, value: parse(received.body) };
  }

  /** Whether to repeat a request: after a pause, or with a new token. */
  private isToRepeat({ status, headers }: Received, { authorization }: Credentials): boolean {
    if ((status === 429 || status === 503) && headers['retry-after'] !== undefined) return true;
    if (status !== 401 || authorization === undefined) return false;
    if (authorization === `Bearer ${this.token}`) this.token = undefined;
    return true;
  }

  private async credentials(): Promise<Credentials> {
    if (this.document !== 'tasks') return {};
    if (this.token === undefined) {
      const body = { username: 'demo', password: 'correct horse battery' };
      const { value } = await this.request({
        operation: 'login',
        method: 'POST',
        path: '/login',
        body,
        anonymous: true,
      });
      const data = isRow(value) ? value['data'] : undefined;
      if (!isRow(data) || typeof data['token'] !== 'string') throw new Error('The login gives no token.');
      this.token = data['token'];
    }
    return { authorization: `Bearer ${this.token}` };
  }

  /** @throws {Enough} if the violation ends the examination */
  violate(rule: Rule, operation: string, detail: string): void {
    this.violations.push({ rule, operation, detail });
    if (this.isEnough({ rule, operation, detail })) throw new Enough();
  }

  /** Waits until reads show what was changed. */
  async settle(): Promise<void> {
    if (this.lagMs > 0) await delay(this.lagMs + 10);
  }
}

export function isSuccess({ status }: Response): boolean {
  return status >= 200 && status <= 299;
}

/** Parses JSON with integers of 16 digits or more as strings, because a double would round them. */
function parse(body: string): Json {
  if (!/^\s*[[{"]/.test(body)) return null;
  return JSON.parse(body.replace(/(?<=[:[,]\s*)\d{16,}(?=\s*[,}\]])/g, '"$&"')) as Json;
}

export function rowOf(value: Json | undefined): Row {
  return value !== undefined && isRow(value) ? value : {};
}
