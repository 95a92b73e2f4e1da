import { bodyOf, serve } from '../../../servers.ts';

export interface Ticket {
  readonly id: number;
  readonly title: string;
  readonly points: number;
  readonly version: number;
  readonly status: string;
  readonly reason: string | null;
  readonly labelIds: readonly string[];
}

/** What a service of tickets does wrong; each is one bug. */
export interface TicketMistakes {
  /** What a read leaves behind. */
  readonly read?: (ticket: Ticket) => Ticket;
  /** Whether a change without If-Match is made. */
  readonly takesUnconditional?: boolean;
  /** A closed ticket after a second attempt to close it, which is rejected. */
  readonly rejected?: (ticket: Ticket, reason: string) => Ticket;
  /** The identifier of a new ticket. */
  readonly idOf?: (title: string, all: ReadonlyMap<number, Ticket>) => number | undefined;
  readonly storedLabels?: (ids: readonly string[]) => readonly string[];
}

type Reply = readonly [status: number, body?: unknown, headers?: Readonly<Record<string, string>>];

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const ok = (schema: object) => ({ description: 'ok', ...json(schema) });
const errors = (...statuses: number[]) => Object.fromEntries(statuses.map((each) => [each, { description: 'no' }]));
const record = (properties: object, required: readonly string[]) => ({ type: 'object', required, properties });
const sends = (schema: object) => ({ required: true, ...json(schema) });
const text = { type: 'string', minLength: 1 };
const readOnly = (schema: object) => ({ ...schema, readOnly: true });
const at = (name: string, schema: object) => ({ name, in: 'path', required: true, schema });
const points = { type: 'integer', minimum: 1, maximum: 100 };
const labelIds = { type: 'array', items: { type: 'string' }, uniqueItems: true };
const ticket = record(
  {
    id: readOnly({ type: 'integer' }),
    title: text,
    points,
    labelIds,
    version: readOnly({ type: 'integer' }),
    status: readOnly({ type: 'string', enum: ['open', 'closed'] }),
    reason: readOnly({ type: 'string', nullable: true }),
  },
  ['id', 'title', 'points', 'version', 'status', 'labelIds'],
);
const label = record({ id: readOnly({ type: 'string' }), name: text }, ['id', 'name']);
const reason = { type: 'string', enum: ['done', 'duplicate', 'stale'] };

/** Tickets with a version, which changes have to name; a closed one cannot be closed. */
export const ticketsDocument = {
  openapi: '3.0.3',
  info: { title: 'Tickets', version: '1' },
  paths: {
    '/labels': {
      post: {
        operationId: 'createLabel',
        requestBody: sends(record({ name: text }, ['name'])),
        responses: { 201: ok(label), ...errors(400) },
      },
    },
    '/labels/{labelId}': {
      parameters: [at('labelId', { type: 'string' })],
      get: { operationId: 'readLabel', responses: { 200: ok(label), ...errors(404) } },
    },
    '/tickets': {
      post: {
        operationId: 'createTicket',
        requestBody: sends(record({ title: text, points, labelIds }, ['title', 'points', 'labelIds'])),
        responses: { 201: ok(ticket), ...errors(400, 422) },
      },
    },
    '/tickets/{ticketId}': {
      parameters: [at('ticketId', { type: 'integer' })],
      get: {
        operationId: 'readTicket',
        responses: { 200: { ...ok(ticket), headers: { ETag: { schema: { type: 'string' } } } }, ...errors(404) },
      },
      patch: {
        operationId: 'changeTicket',
        parameters: [{ name: 'If-Match', in: 'header', schema: { type: 'string' } }],
        requestBody: sends({ ...record({ title: text }, ['title']) }),
        responses: { 200: ok(ticket), ...errors(400, 404, 412, 428) },
      },
    },
    '/tickets/{ticketId}/close': {
      parameters: [at('ticketId', { type: 'integer' })],
      post: {
        operationId: 'closeTicket',
        requestBody: sends(record({ reason }, ['reason'])),
        responses: { 200: ok(ticket), ...errors(400, 404), 409: { description: 'Only an open ticket can be closed.' } },
      },
    },
  },
};

/** Serves tickets until the test is over. */
export function serveTickets(mistakes: TicketMistakes): Promise<string> {
  const tickets = new Map<number, Ticket>();
  const labels = new Map<string, { readonly id: string; readonly name: string }>();
  let serial = 0;
  const store = (each: Ticket): Reply => {
    tickets.set(each.id, each);
    return [200, each];
  };
  const create = ({ title, points: count, labelIds: ids }: Ticket): Reply => {
    if (typeof title !== 'string' || title === '' || !Array.isArray(ids)) return [400];
    if (new Set(ids).size < ids.length || !(Number.isInteger(count) && count >= 1 && count <= 100)) return [400];
    if (!ids.every((each) => labels.has(each))) return [422];
    const id = mistakes.idOf?.(title, tickets) ?? ++serial;
    const made = { id, title, points: count, version: 1, status: 'open', reason: null, labelIds: ids };
    store({ ...made, labelIds: mistakes.storedLabels?.(ids) ?? ids });
    return [201, made];
  };
  const change = (own: Ticket, { title }: Ticket, tag: string | undefined): Reply => {
    if (tag === undefined && !mistakes.takesUnconditional) return [428];
    if (tag !== undefined && tag !== `"${own.version}"`) return [412];
    if (typeof title !== 'string' || title === '') return [400];
    return store({ ...own, title, version: own.version + 1 });
  };
  const close = (own: Ticket, why: unknown): Reply => {
    if (!reason.enum.includes(String(why))) return [400];
    if (own.status === 'open') return store({ ...own, status: 'closed', reason: String(why) });
    if (mistakes.rejected) store(mistakes.rejected(own, String(why)));
    return [409];
  };
  const replyToTicket = (method: string, id: number, action: string | undefined, sent: Ticket, tag?: string): Reply => {
    const own = tickets.get(id);
    if (!own) return [404];
    if (action === 'close') return close(own, sent.reason);
    if (method === 'PATCH') return change(own, sent, tag);
    const shown = mistakes.read?.(own) ?? own;
    store(shown);
    return [200, shown, { etag: `"${shown.version}"` }];
  };
  const replyToLabel = (method: string, id: string, { name }: { readonly name?: unknown }): Reply => {
    if (method === 'GET') return labels.has(id) ? [200, labels.get(id)] : [404];
    if (typeof name !== 'string' || name === '') return [400];
    const made = { id: `l${labels.size + 1}`, name };
    labels.set(made.id, made);
    return [201, made];
  };
  return serve(async (request, response) => {
    const { method = '', url = '' } = request;
    const [, collection, id = '', action] = url.split('/');
    const received = String(await bodyOf(request));
    const sent = received === '' ? {} : JSON.parse(received);
    const [status, body, headers] =
      collection === 'labels'
        ? replyToLabel(method, id, sent)
        : id === ''
          ? create(sent)
          : replyToTicket(method, Number(id), action, sent, request.headers['if-match']);
    response.writeHead(status, { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) });
    response.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
