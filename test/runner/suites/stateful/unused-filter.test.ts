import { expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';
import { bodyOf, serve } from '../../../servers.ts';

const content = (schema: object) => ({ content: { 'application/json': { schema } } });
const title = { type: 'string', minLength: 1 };
const status = { type: 'string', enum: ['open', 'closed'] };
const ticket = {
  type: 'object',
  required: ['id', 'title', 'status'],
  properties: {
    id: { type: 'integer' },
    title,
    status: { ...status, readOnly: true },
    urgent: { type: 'boolean', readOnly: true },
  },
};
const filter = { name: 'status', in: 'query', schema: status };
const switchOf = (description: string) => ({ name: 'urgent', in: 'query', description, schema: { type: 'boolean' } });

/** Tickets that are all open: nothing in the document closes them. */
const specOf = (parameters: readonly object[]) => ({
  openapi: '3.0.3',
  info: { title: 'Tickets', version: '1' },
  paths: {
    '/tickets': {
      get: {
        operationId: 'listTickets',
        parameters,
        responses: { 200: { description: 'all', ...content({ type: 'array', items: ticket }) } },
      },
      post: {
        operationId: 'openTicket',
        requestBody: { required: true, ...content({ type: 'object', required: ['title'], properties: { title } }) },
        responses: { 201: { description: 'one', ...content(ticket) } },
      },
    },
    '/tickets/{ticketId}': {
      get: {
        operationId: 'getTicket',
        parameters: [{ name: 'ticketId', in: 'path', required: true, schema: { type: 'integer' } }],
        responses: { 200: { description: 'one', ...content(ticket) }, 404: { description: 'none' } },
      },
    },
  },
});

async function messagesOf(isFiltered: boolean, parameters: readonly object[] = [filter]): Promise<string[]> {
  const tickets: object[] = [];
  const target = await serve(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    const send = (code: number, body: unknown) =>
      response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const id = pathname.split('/')[2];
    if (id !== undefined) return send(tickets[Number(id) - 1] ? 200 : 404, tickets[Number(id) - 1] ?? {});
    if (request.method === 'GET')
      return send(200, isFiltered && searchParams.get('status') === 'closed' ? [] : tickets);
    const created = {
      ...JSON.parse(String(await bodyOf(request))),
      id: tickets.length + 1,
      status: 'open',
      urgent: false,
    };
    tickets.push(created);
    send(201, created);
  });
  const report = await verify({
    spec: specOf(parameters),
    target,
    suites: ['stateful'],
    seed: 1,
    consistency: 0,
    runs: 0,
  });
  return report.findings.map(({ operation, message }) => `${operation}: ${message}`);
}

test('a filter by a listed value that no record has selects none', async () => {
  expect(await messagesOf(true)).toEqual([]);
  expect(await messagesOf(false)).toEqual(['listTickets: the list has records that its filter status excludes']);
});

test('a switch that says which fields are shown is no filter, although a property has its name', async () => {
  expect(await messagesOf(true, [switchOf('Whether to include the field `urgent`.')])).toEqual([]);
  expect(await messagesOf(true, [switchOf('Only urgent tickets, or only others.')])).toEqual([
    'listTickets: the list has records that its filter urgent excludes',
  ]);
});
