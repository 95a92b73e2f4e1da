import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { bodyOf, serve } from '../../../servers.ts';

export type Row = Record<string, unknown>;

/** What a service of folders with files does wrong, or otherwise than the usual. */
export interface FilesMistakes {
  /** The status of a HEAD. */
  readonly head?: (folder: Row | undefined) => number;
  /** The entity tag of a HEAD. */
  readonly headTag?: (tag: string) => string;
  /** What the response to a creation shows. */
  readonly created?: (folder: Row) => Row;
  /** True for a read that fails. */
  readonly fails?: (count: number) => boolean;
  /** The folders that a list selects. */
  readonly selects?: (folder: Row, query: URLSearchParams) => boolean;
  /** The total of a list. */
  readonly total?: (all: number, selected: number) => number;
  /** The query of the link to the next page. */
  readonly next?: (query: URLSearchParams) => URLSearchParams;
  /** What a list shows of a folder. */
  readonly listed?: (folder: Row, index: number) => Row;
  /** What a PUT stores. */
  readonly replaced?: (before: Row, sent: Row) => Row;
  /** The files after a change of a folder. */
  readonly changed?: (files: Map<string, Row>, folder: string) => void;
  /** The files after the deletion of one, or of a folder. */
  readonly deleted?: (files: Map<string, Row>, folder: string, name?: string) => void;
  /** How long a new folder is unknown. */
  readonly lateMs?: number;
  /** True if a PUT needs an entity tag. */
  readonly isConditional?: boolean;
  /** What a file is stored as. */
  readonly stored?: (file: Row) => Row;
}

interface Reply {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}

/** Serves folders and files until the test is over. */
export async function serveFiles(mistakes: FilesMistakes = {}): Promise<string> {
  const state: State = { folders: new Map(), created: new Map(), files: new Map(), last: 0, reads: 0 };
  return serve(async (request, response) => {
    const sent = await readJson(request);
    const { status, headers = {}, body: shown } = respond(request, sent, state, mistakes);
    const type = shown === undefined ? {} : { 'content-type': 'application/json' };
    response.writeHead(status, { ...type, ...headers }).end(shown === undefined ? undefined : JSON.stringify(shown));
  });
}

interface State {
  readonly folders: Map<string, Row>;
  readonly created: Map<string, number>;
  readonly files: Map<string, Row>;
  last: number;
  reads: number;
}

const NOT_FOUND: Reply = { status: 404, body: { message: 'There is no such record.' } };
const INVALID: Reply = { status: 400, body: { message: 'The body is not valid.' } };

function respond(request: IncomingMessage, sent: unknown, state: State, mistakes: FilesMistakes): Reply {
  const { method, url } = request;
  const { pathname, searchParams } = new URL(url ?? '/', 'http://any');
  const [, , id, files, name] = pathname.split('/');
  if (id === undefined)
    return method === 'POST' ? create(sent, state, mistakes) : listed(searchParams, state, mistakes);
  const isLate = performance.now() - (state.created.get(id) ?? 0) < (mistakes.lateMs ?? 0);
  const row = isLate ? undefined : state.folders.get(id);
  if (files !== undefined && name !== undefined)
    return row ? file(method, `${id}/${name}`, sent, state, mistakes) : NOT_FOUND;
  if (method === 'HEAD' && mistakes.head) return { status: mistakes.head(row) };
  if (!row) return NOT_FOUND;
  const etag = `"${createHash('sha256').update(JSON.stringify(row)).digest('hex')}"`;
  const condition = request.headers['if-match'] ?? (mistakes.isConditional ? undefined : etag);
  if (method === 'PUT' && condition !== etag) return { status: condition === undefined ? 428 : 412, body: {} };
  if (method === 'PUT') return replace(id, row, sent, state, mistakes);
  if (method === 'DELETE') return remove(id, state, mistakes);
  if (method === 'HEAD') return { status: 200, headers: { etag: mistakes.headTag?.(etag) ?? etag } };
  if (mistakes.fails?.(++state.reads)) return { status: 500, body: { message: 'It failed.' } };
  return { status: 200, headers: { etag }, body: row };
}

function create(sent: unknown, state: State, { created }: FilesMistakes): Reply {
  if (!isFolder(sent)) return INVALID;
  const row = { ...sent, id: `f${++state.last}` };
  state.folders.set(row.id, row);
  state.created.set(row.id, performance.now());
  return { status: 201, headers: { location: `/folders/${row.id}` }, body: created?.(row) ?? row };
}

function listed(query: URLSearchParams, state: State, mistakes: FilesMistakes): Reply {
  const { selects, total, next, listed: shown } = mistakes;
  const isSelected = (row: Row) =>
    (query.get('title') || row['title']) === row['title'] &&
    Number(row['depth'] ?? 0) >= Number(query.get('min_depth') ?? Number.NEGATIVE_INFINITY);
  const rows = [...state.folders.values()].filter((row) => selects?.(row, query) ?? isSelected(row));
  const start = rows.findIndex(({ id }) => id === query.get('after')) + 1;
  const page = rows.slice(start, start + Number(query.get('limit') ?? 20));
  const last = page.at(-1);
  const isLast = !last || last === rows.at(-1);
  const following = new URLSearchParams(query);
  following.set('after', String(last?.['id']));
  const link = isLast ? {} : { link: `</folders?${next?.(following) ?? following}>; rel="next"` };
  const count = total?.(state.folders.size, rows.length) ?? rows.length;
  return {
    status: 200,
    headers: { ...link, 'x-total-count': String(count) },
    body: { folders: shown ? page.map(shown) : page },
  };
}

function replace(id: string, row: Row, sent: unknown, state: State, { replaced, changed }: FilesMistakes): Reply {
  if (!isFolder(sent)) return INVALID;
  const next = { ...(replaced?.(row, sent) ?? sent), id };
  state.folders.set(id, next);
  changed?.(state.files, id);
  return { status: 200, body: next };
}

function remove(id: string, state: State, { deleted }: FilesMistakes): Reply {
  state.folders.delete(id);
  for (const key of [...state.files.keys()]) if (key.startsWith(`${id}/`)) state.files.delete(key);
  deleted?.(state.files, id);
  return { status: 204 };
}

function file(
  method: string | undefined,
  key: string,
  sent: unknown,
  { files }: State,
  mistakes: FilesMistakes,
): Reply {
  const row = files.get(key);
  if (method === 'PUT') {
    if (!isFile(sent)) return INVALID;
    files.set(key, mistakes.stored?.(sent) ?? sent);
    return { status: row ? 200 : 201, body: sent };
  }
  if (!row) return NOT_FOUND;
  if (method !== 'DELETE') return { status: 200, body: row };
  files.delete(key);
  const [folder = '', name] = key.split('/');
  mistakes.deleted?.(files, folder, name);
  return { status: 204 };
}

function isFolder(value: unknown): value is Row {
  if (!isRow(value)) return false;
  const { title, depth, owner } = value;
  const isOwner =
    owner === undefined ||
    (isRow(owner) && isText(owner['name']) && (owner['phone'] === undefined || isText(owner['phone'])));
  return (
    typeof title === 'string' &&
    (depth === undefined || (Number.isInteger(depth) && Math.abs(Number(depth)) <= 100)) &&
    isOwner
  );
}

function isFile(value: unknown): value is Row {
  if (!isRow(value)) return false;
  const { size, offset, note } = value;
  const isOffset = offset === undefined || (Number.isInteger(offset) && Number(offset) >= -1000);
  return Number.isInteger(size) && Number(size) >= 0 && isOffset && (note === undefined || typeof note === 'string');
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const raw = (await bodyOf(request)).toString();
  try {
    return raw === '' ? undefined : JSON.parse(raw);
  } catch {
    return undefined;
  }
}
