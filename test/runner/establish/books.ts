import type { IncomingMessage } from 'node:http';
import { onTestFinished } from 'vitest';
import { isNumber } from '../../../harness/core/json/decimal.ts';
import { isObject, JsonSyntaxError, parseJsonBytes, stringifyJson } from '../../../harness/core/json/index.ts';
import type { JsonObject, JsonValue } from '../../../harness/core/model.ts';
import type { Report } from '../../../harness/core/report.ts';
import { run } from '../../../harness/runner/run.ts';
import { resolveOptions } from '../../../harness/runner/settings/options.ts';
import type { VerifyOptions } from '../../../harness/runner/settings/verify-options.ts';
import { folder } from '../../openapi/documents.ts';
import { bodyOf, serve } from '../../servers.ts';

/** A document of books that are created, read, changed and deleted by id. */
export const BOOKS = `openapi: 3.0.3
info: { title: Books, version: '1' }
paths:
  /books:
    get:
      operationId: listBooks
      parameters:
        - { name: filter, in: query, schema: { type: string } }
        - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 100 } }
      responses: &list
        '200': { description: books, content: { application/json: { schema: { type: array } } } }
        default: { $ref: '#/components/responses/Error' }
    post:
      operationId: createBook
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } } }
      responses:
        '201': { description: created, content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } } }
        default: { $ref: '#/components/responses/Error' }
  /books/{bookId}:
    parameters:
      - { name: bookId, in: path, required: true, schema: { type: integer }BOOK_EXAMPLE }
    get:
      operationId: getBook
      responses: &one
        '200': { description: a book, content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } } }
        '404': { $ref: '#/components/responses/Error' }
        default: { $ref: '#/components/responses/Error' }
    patch:
      operationId: updateBook
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } } }
      responses: *one
    delete:
      operationId: deleteBook
      responses:
        '204': { description: deleted }
        default: { $ref: '#/components/responses/Error' }
components:
  responses:
    Error:
      description: an error
      content:
        application/json:
          schema: { type: object, required: [error], properties: { error: { type: string } } }
  schemas:
    Book:
      type: object
      required: [title]
      properties:
        title: { type: string, minLength: 1, maxLength: 200 }
        pages: { type: integer, minimum: 1, maximum: 10000 }
        genre: { type: string, enum: [novel, essay] }
`;

export interface Call {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: JsonObject | undefined;
}

export interface Reply {
  readonly status: number;
  readonly body?: JsonValue | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

const error = (status: number): Reply => ({ status, body: { error: `status ${status}` } });

/** Why a book is invalid; undefined if it is valid. */
export function invalidBook(body: JsonObject | undefined): string | undefined {
  if (!body) return 'not an object';
  const { title, pages, genre } = body;
  if (typeof title !== 'string' || [...title].length < 1 || [...title].length > 200) return 'title';
  const count = Number(String(pages));
  if (pages !== undefined && !(isNumber(pages) && Number.isInteger(count) && count >= 1 && count <= 10_000))
    return 'pages';
  return genre === undefined || genre === 'novel' || genre === 'essay' ? undefined : 'genre';
}

/** A service that keeps the document; `change` may respond in its place. */
export function books(change: (call: Call, own: () => Reply) => Reply = (_, own) => own()): (call: Call) => Reply {
  const stored = new Map<string, JsonObject>([['1', { title: 'first' }]]);
  const byId = (call: Call, id: string): Reply => {
    if (!/^-?\d+$/.test(id)) return error(400);
    if (!stored.has(id)) return error(404);
    if (call.method === 'DELETE') {
      stored.delete(id);
      return { status: 204 };
    }
    if (call.method === 'PATCH') {
      if (invalidBook(call.body)) return error(422);
      stored.set(id, call.body ?? {});
    }
    return { status: 200, body: stored.get(id) };
  };
  const own = (call: Call): Reply => {
    const id = /^\/books\/([^/]+)$/.exec(call.path)?.[1];
    if (id !== undefined) return byId(call, decodeURIComponent(id));
    if (call.method === 'POST') {
      if (invalidBook(call.body)) return error(422);
      stored.set(String(stored.size + 1), call.body ?? {});
      return { status: 201, body: call.body };
    }
    const limits = call.query.getAll('limit');
    const isLimit = limits.every((each) => /^[+-]?0*\d{1,3}$/.test(each) && Number(each) >= 1 && Number(each) <= 100);
    return isLimit ? { status: 200, body: [] } : error(400);
  };
  return (call) => change(call, () => own(call));
}

/** Serves JSON; the calls are added to `calls`. */
export async function serveCalls(respond: (call: Call) => Reply, calls: Call[] = []): Promise<string> {
  return serve(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://any');
    const bytes = await bodyOf(request);
    const isJson = /^application\/(?:merge-patch\+)?json *(;|$)/i.test(
      request.headers['content-type'] ?? 'application/json',
    );
    const call = {
      method: request.method ?? '',
      path: pathname,
      query: searchParams,
      headers: request.headers,
      body: isJson ? parse(bytes) : undefined,
    };
    calls.push(call);
    const { status, body, headers } = respond(call);
    const content = body === undefined ? '' : stringifyJson(body);
    response.writeHead(status, { ...headers, ...(content === '' ? {} : { 'content-type': 'application/json' }) });
    response.end(content);
  });
}

function parse(bytes: Buffer): JsonObject | undefined {
  try {
    const value = parseJsonBytes(bytes);
    return isObject(value) ? value : undefined;
  } catch (fault) {
    if (fault instanceof JsonSyntaxError) return undefined;
    throw fault;
  }
}

/** The report of the generated suite on a service. */
export async function verifyBooks(
  target: string,
  options: VerifyOptions & { readonly example?: string } = {},
): Promise<Report> {
  const { example, ...rest } = options;
  const text = BOOKS.replace('BOOK_EXAMPLE', example === undefined ? '' : `, example: ${example}`);
  return verifyDocument(text, target, rest);
}

export async function verifyDocument(document: string, target: string, options: VerifyOptions = {}): Promise<Report> {
  const spec = `${folder({ 'spec.yaml': document })}/spec.yaml`;
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const config = resolveOptions({ spec, target, suites: ['generated'], seed: 1, runs: 2, lint: false, ...options });
  for await (const event of run(config, stop.signal)) if (event.type === 'end') return event.report;
  throw new Error('the run ended without a report');
}

export function errorsOf(report: Report): string[] {
  return report.findings
    .filter(({ severity }) => severity === 'error')
    .map(({ operation, check, message, cases }) => `${operation} ${check}: ${message}: ${cases[0]}`);
}

export function operationOf(report: Report, id: string) {
  const operation = report.operations.find((each) => each.id === id);
  if (!operation) throw new Error(`no operation ${id}`);
  return operation;
}
