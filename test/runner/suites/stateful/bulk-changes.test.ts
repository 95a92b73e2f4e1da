import { expect, test } from 'vitest';
import { startMock, verify } from '../../../../harness/index.ts';
import { bodyOf, serve } from '../../../servers.ts';

const moment = { type: 'string', format: 'date-time' };
const account = {
  type: 'object',
  required: ['id', 'title', 'createdAt', 'updatedAt'],
  properties: {
    id: { type: 'integer' },
    title: { type: 'string', maxLength: 40 },
    createdAt: moment,
    updatedAt: moment,
  },
};
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const ok = (schema: object) => ({ description: 'ok', ...json(schema) });
const sends = (properties: object, required: string[]) => ({
  requestBody: { required: true, ...json({ type: 'object', required, properties }) },
});
const list = { type: 'array', items: account };
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };

/** Accounts that are changed together, by an array of whole accounts. */
const documentOf = (summary: string) => ({
  openapi: '3.1.0',
  info: { title: 'Accounts', version: '1' },
  paths: {
    '/accounts': {
      get: { responses: { 200: ok(list) } },
      post: {
        ...sends({ title: account.properties.title }, ['title']),
        responses: { 201: ok(account), 400: { description: 'invalid' } },
      },
      put: {
        summary,
        ...sends({ accounts: { ...list, minItems: 1 } }, ['accounts']),
        responses: { 200: ok(list), 400: { description: 'invalid' }, 404: { description: 'unknown' } },
      },
    },
    '/accounts/{id}': {
      parameters: [id],
      get: { responses: { 200: ok(account), 404: { description: 'unknown' } } },
      delete: { responses: { 204: { description: 'deleted' }, 404: { description: 'unknown' } } },
    },
  },
});

interface Account {
  readonly id: number;
  title: string;
  readonly createdAt: string;
  updatedAt: string;
}

/** A service that takes the titles of a bulk change, or only the order of the accounts. */
function serveAccounts(takesTitles: boolean): Promise<string> {
  let accounts: Account[] = [];
  let count = 0;
  return serve(async (request, response) => {
    const own = /^\/accounts\/(\d+)$/.exec(request.url ?? '')?.[1];
    const body = (await bodyOf(request)).toString();
    const found = accounts.find((each) => String(each.id) === own);
    const now = new Date().toISOString();
    const reply = (status: number, value?: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(value === undefined ? undefined : JSON.stringify(value));
    };
    if (own !== undefined && !found) return reply(404);
    if (request.method === 'DELETE') {
      accounts = accounts.filter((each) => each !== found);
      return reply(204);
    }
    if (request.method === 'GET') return reply(200, found ?? accounts);
    const { title, accounts: sent } = parsed(body);
    if (request.method === 'POST') {
      if (typeof title !== 'string' || title.length > 40) return reply(400);
      const created = { id: ++count, title, createdAt: now, updatedAt: now };
      accounts.push(created);
      return reply(201, created);
    }
    if (!Array.isArray(sent) || sent.some((each) => typeof each?.id !== 'number')) return reply(400);
    const named = sent.map((each) => ({ each, kept: accounts.find((one) => one.id === each.id) }));
    if (named.some(({ kept }) => !kept)) return reply(404);
    for (const { each, kept } of named)
      if (takesTitles && kept) Object.assign(kept, { title: each.title, updatedAt: now });
    return reply(200, accounts);
  });
}

function parsed(body: string): { readonly title?: string; readonly accounts?: readonly Account[] } {
  try {
    return JSON.parse(body) ?? {};
  } catch {
    return {};
  }
}

async function found(summary: string, target: string): Promise<string[]> {
  const { findings } = await verify({ spec: documentOf(summary), target, suites: ['stateful'], consistency: 60 });
  return findings.filter(({ severity }) => severity === 'error').map(({ check, operation }) => `${operation} ${check}`);
}

test('a change of several records, sent whole, leaves the times that the service sets to it', async () => {
  expect(await found('Update several accounts', await serveAccounts(true))).toEqual([]);
});

test('a change of several records that is not made is a finding', async () => {
  expect(await found('Update several accounts', await serveAccounts(false))).toEqual([
    'PUT /accounts action-is-visible',
  ]);
});

test.each(['Update the display order of accounts', 'Reorder accounts'])(
  'what is there to put records in order need not change them: %s',
  async (summary) => {
    expect(await found(summary, await serveAccounts(false))).toEqual([]);
  },
);

test('the mock sets the times of what several records become by itself', async () => {
  const mock = await startMock({ spec: documentOf('Update several accounts') });
  const send = async (method: string, path: string, body?: object) =>
    (
      await fetch(mock.url + path, {
        method,
        headers: { 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })
    ).json() as Promise<Account>;
  const created = await send('POST', '/accounts', { title: 'Rent' });
  const old = { createdAt: '2001-01-01T00:00:00Z', updatedAt: '2001-01-01T00:00:00Z' };
  await send('PUT', '/accounts', { accounts: [{ ...created, ...old, title: 'Heating' }] });
  const changed = await send('GET', `/accounts/${created.id}`);
  expect(changed).toMatchObject({ title: 'Heating', createdAt: created.createdAt });
  expect(changed.updatedAt >= created.updatedAt).toBe(true);
  await mock.close();
});
