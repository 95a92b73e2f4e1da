import { expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';
import { bodyOf, serve } from '../../../servers.ts';

interface Ticket {
  readonly id: number;
  readonly queue: string;
  readonly state: string;
  readonly text: string;
}

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const text = { type: 'string', minLength: 1 };
const queue = { type: 'string', pattern: '^[a-z0-9]{4,12}$' };
const state = { type: 'string', enum: ['new', 'waiting', 'done'] };
const ticket = {
  type: 'object',
  required: ['id', 'queue', 'state', 'text'],
  properties: { id: { type: 'integer' }, queue, state, text },
};
const shown = (status: number, schema: object) => ({
  [status]: { description: 'ok', ...json(schema) },
  400: { description: 'no' },
  404: { description: 'no' },
});
const sends = {
  required: true,
  ...json({
    type: 'object',
    required: ['queue', 'text'],
    properties: { queue, state: { ...state, default: 'new' }, text },
    additionalProperties: false,
  }),
};
const query = (name: string, schema: object) => ({ name, in: 'query', required: true, schema });

/** Tickets are listed for a queue, which is no record, and found by their states. */
const spec = {
  openapi: '3.0.3',
  info: { title: 'Tickets', version: '1' },
  paths: {
    '/tickets': {
      get: {
        operationId: 'list',
        parameters: [query('queue', queue)],
        responses: shown(200, { type: 'array', items: ticket }),
      },
      post: { operationId: 'create', requestBody: sends, responses: shown(201, ticket) },
    },
    '/tickets/findByState': {
      get: {
        operationId: 'find',
        parameters: [query('state', { type: 'array', items: state })],
        responses: shown(200, { type: 'array', items: ticket }),
      },
    },
    '/tickets/{ticketId}': {
      parameters: [{ name: 'ticketId', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { operationId: 'read', responses: shown(200, ticket) },
      patch: { operationId: 'change', requestBody: sends, responses: shown(200, ticket) },
      delete: { operationId: 'remove', responses: { 204: { description: 'gone' }, 404: { description: 'no' } } },
    },
  },
};

/** What a list shows of those that were asked for, in the order of their creation, and of those that were deleted. */
type Listed = (path: string, tickets: readonly Ticket[], deleted: readonly Ticket[]) => readonly Ticket[];

function serveTickets(listed: Listed): Promise<string> {
  const tickets = new Map<number, Ticket>();
  const deleted: Ticket[] = [];
  let count = 0;
  return serve(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    const sent = JSON.parse(String(await bodyOf(request)) || '{}');
    const [status, body] = reply(request.method ?? '');
    response.writeHead(status, body === undefined ? {} : { 'content-type': 'application/json' });
    response.end(body === undefined ? undefined : JSON.stringify(body));

    function reply(method: string): readonly [status: number, body?: unknown] {
      const own = pathname.split('/')[2];
      const before = tickets.get(Number(own));
      if (/^P/.test(method)) return write(method === 'POST' ? undefined : before, method === 'PATCH');
      const isSelected = ({ queue: name, state: now }: Ticket) =>
        own === 'findByState' ? searchParams.getAll('state').includes(now) : searchParams.get('queue') === name;
      const select = (all: readonly Ticket[]) => all.filter(isSelected);
      if (own === undefined || own === 'findByState')
        return [200, listed(pathname, select([...tickets.values()]), select(deleted))];
      if (!before) return [404];
      if (method !== 'DELETE') return [200, before];
      tickets.delete(before.id);
      deleted.push(before);
      return [204];
    }

    function write(before: Ticket | undefined, isChange: boolean): readonly [status: number, body?: unknown] {
      if (isChange && !before) return [404];
      const names = Object.keys(sent).filter((name) => !['queue', 'state', 'text'].includes(name));
      const isValid = /^[a-z0-9]{4,12}$/.test(sent.queue) && typeof sent.text === 'string' && sent.text !== '';
      if (!isValid || names.length > 0 || !['new', 'waiting', 'done', undefined].includes(sent.state)) return [400];
      const next: Ticket = { state: 'new', ...before, ...sent, id: before?.id ?? ++count };
      tickets.set(next.id, next);
      return [isChange ? 200 : 201, next];
    }
  });
}

const withoutLast = (tickets: readonly Ticket[]) => tickets.slice(0, -1);

test.each<[what: string, expected: string[], listed: Listed]>([
  ['what they are asked for', [], (_, tickets) => tickets],
  ['no last one of a queue', ['list created-is-listed'], (path, all) => (path === '/tickets' ? withoutLast(all) : all)],
  ['no last one in a state', ['find created-is-listed'], (path, all) => (path === '/tickets' ? all : withoutLast(all))],
  ['what was deleted', ['remove delete-removes'], (_, tickets, deleted) => [...tickets, ...deleted]],
])('lists that have to be told a value of records show %s', async (_what, expected, listed) => {
  const target = await serveTickets(listed);
  const { findings } = await verify({ spec, target, suites: ['stateful'], consistency: 60 });
  const errors = findings.filter(({ severity }) => severity === 'error');
  expect([...new Set(errors.map(({ operation, check }) => `${operation} ${check}`))]).toEqual(expected);
});
