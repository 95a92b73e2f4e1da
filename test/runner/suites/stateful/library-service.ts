import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Row = Record<string, unknown>;

/** A request that the service has understood. */
export interface Call {
  readonly method: string;
  readonly type: 'shelf' | 'book';
  /** The shelf in the path of a book. */
  readonly shelf: number | undefined;
  readonly id: number | undefined;
  readonly action: string | undefined;
  readonly query: URLSearchParams;
  readonly body: Row;
}

export interface Reply {
  readonly status: number;
  readonly body?: unknown;
  readonly location?: string;
}

/** The records of a service by their ids. */
export type Tables = Readonly<Record<Call['type'], Map<number, Row>>>;

/** A mistake: it may respond in place of the service, or change what the service did. */
export interface Mistake {
  readonly before?: (call: Call, tables: Tables) => Reply | undefined;
  readonly after?: (call: Call, reply: Reply, tables: Tables) => Reply | undefined;
}

export interface LibraryService {
  readonly url: string;
  readonly tables: Tables;
  /** Method and path of every request. */
  readonly requests: string[];
  close(): Promise<void>;
}

const PATH = /^\/shelves(?:\/(\d+)(?:\/(books)(?:\/(\d+)(?:\/(lend))?)?)?)?$/;
const TYPES: Readonly<Record<string, string>> = {
  name: 'string',
  room: 'string',
  title: 'string',
  notes: 'string',
  pages: 'number',
  lent: 'boolean',
};

/** Starts a service of the library document on a free port. */
export async function startLibrary(mistake: Mistake = {}): Promise<LibraryService> {
  const tables: Tables = { shelf: new Map(), book: new Map() };
  const requests: string[] = [];
  let last = 0;
  const server = createServer(async (request, response) => {
    requests.push(`${request.method} ${request.url}`);
    const call = await readCall(request);
    const reply = call === undefined ? NOT_FOUND : respond(call, tables, mistake, () => ++last);
    write(response, reply);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, tables, requests, close };
}

async function readCall(request: IncomingMessage): Promise<Call | undefined> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const url = new URL(request.url ?? '/', 'http://localhost');
  const [matched, first, books, second, action] = PATH.exec(url.pathname) ?? [];
  if (matched === undefined) return undefined;
  const [id, shelf] = books ? [second, first] : [first, undefined];
  const text = Buffer.concat(chunks).toString();
  return {
    method: request.method ?? '',
    type: books ? 'book' : 'shelf',
    shelf: shelf === undefined ? undefined : Number(shelf),
    id: id === undefined ? undefined : Number(id),
    action,
    query: url.searchParams,
    body: text === '' ? {} : (JSON.parse(text) as Row),
  };
}

function write(response: ServerResponse, { status, body, location }: Reply): void {
  const headers = { ...(body ? { 'content-type': 'application/json' } : {}), ...(location ? { location } : {}) };
  response.writeHead(status, headers).end(body === undefined ? undefined : JSON.stringify(body));
}

const error = (status: number, message: string): Reply => ({ status, body: { message } });
const NOT_FOUND = error(404, 'There is no such record.');

function respond(call: Call, tables: Tables, mistake: Mistake, nextId: () => number): Reply {
  const early = mistake.before?.(call, tables);
  const reply = early ?? conforming(call, tables, nextId);
  return mistake.after?.(call, reply, tables) ?? reply;
}

function conforming(call: Call, tables: Tables, nextId: () => number): Reply {
  const { method, type, shelf, id, action } = call;
  if (shelf !== undefined && !tables.shelf.has(shelf)) return NOT_FOUND;
  if (id === undefined) return method === 'POST' ? create(call, tables, nextId()) : list(call, tables);
  const row = tables[type].get(id);
  if (!row || (shelf !== undefined && row['shelf'] !== shelf)) return NOT_FOUND;
  if (action) return stored(call, tables, { ...row, lent: true });
  if (method === 'GET' || method === 'HEAD') return { status: 200, body: shown(row) };
  if (method === 'DELETE') return remove(call, tables);
  const problem = invalid(call, tables);
  if (problem) return problem;
  const { shelf: below, createdAt } = row;
  return stored(call, tables, {
    ...(method === 'PATCH' ? row : { lent: false }),
    ...fields(call),
    id,
    shelf: below,
    createdAt,
  });
}

function stored({ type, id }: Call, tables: Tables, row: Row): Reply {
  tables[type].set(id ?? 0, row);
  return { status: 200, body: shown(row) };
}

function create(call: Call, tables: Tables, id: number): Reply {
  const problem = invalid(call, tables);
  if (problem) return problem;
  const { type, shelf } = call;
  const row = {
    ...(type === 'book' ? { lent: false } : {}),
    ...fields(call),
    id,
    shelf,
    createdAt: new Date().toISOString(),
  };
  tables[type].set(id, row);
  const path = type === 'shelf' ? `/shelves/${id}` : `/shelves/${shelf}/books/${id}`;
  return { status: 201, body: shown(row), location: path };
}

function list({ type, shelf, query }: Call, tables: Tables): Reply {
  const rows = [...tables[type].values()].filter((row) => row['shelf'] === shelf);
  const [offset, limit] = [Number(query.get('offset') ?? 0), Number(query.get('limit') ?? 50)];
  return { status: 200, body: { items: rows.slice(offset, offset + limit).map(shown), total: rows.length } };
}

function remove({ type, id }: Call, tables: Tables): Reply {
  if (type === 'shelf' && [...tables.book.values()].some((row) => row['shelf'] === id))
    return error(409, 'There are books on it.');
  tables[type].delete(id ?? 0);
  return { status: 204 };
}

function invalid({ type, method, id, body }: Call, tables: Tables): Reply | undefined {
  const wrong = Object.entries(body).find(([name, value]) => name in TYPES && typeof value !== TYPES[name]);
  const required = type === 'book' ? 'title' : 'name';
  if (wrong || (method !== 'PATCH' && typeof body[required] !== 'string')) return error(400, 'It is not valid.');
  const isTaken = [...tables.book.values()].some((row) => row['title'] === body['title'] && row['id'] !== id);
  return type === 'book' && body['title'] !== undefined && isTaken ? error(409, 'The title is taken.') : undefined;
}

function fields({ body }: Call): Row {
  return Object.fromEntries(Object.entries(body).filter(([name]) => name in TYPES));
}

function shown({ shelf: _, ...row }: Row): Row {
  return row;
}
