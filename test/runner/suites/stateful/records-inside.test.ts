import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';
import { findingsOnMock } from './on-mock.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const name = { type: 'string', minLength: 1, maxLength: 40 };
const time = { type: 'string', format: 'date-time' };
const missing = { 404: { description: 'there is none' } };
const invalid = { 400: { description: 'error' } };
const sentOwner = { type: 'object', required: ['name'], properties: { name }, additionalProperties: false };

/** Accounts with the owner inside, which may be a record of its own. */
const documentWith = (owner: object) => {
  const account = {
    type: 'object',
    required: ['id', 'object', 'owner'],
    properties: {
      id: { type: 'string', format: 'uuid', readOnly: true },
      object: { type: 'string', enum: ['account'], readOnly: true },
      owner: { type: 'object', required: ['name', 'createdAt'], properties: { name, createdAt: time, ...owner } },
    },
  };
  const link = {
    type: 'object',
    required: ['object', 'url', 'createdAt'],
    properties: {
      object: { type: 'string', enum: ['login_link'] },
      url: { type: 'string', format: 'uri' },
      createdAt: time,
    },
  };
  const sent = {
    required: true,
    ...json({ type: 'object', required: ['owner'], properties: { owner: sentOwner }, additionalProperties: false }),
  };
  const parameters = [{ name: 'accountId', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }];
  const shown = { description: 'ok', ...json(account) };
  return {
    openapi: '3.1.0',
    info: { title: 'Accounts', version: '1' },
    paths: {
      '/accounts': { post: { operationId: 'addAccount', requestBody: sent, responses: { 201: shown, ...invalid } } },
      '/accounts/{accountId}': {
        parameters,
        get: { operationId: 'readAccount', responses: { 200: shown, ...missing } },
        patch: { operationId: 'changeAccount', requestBody: sent, responses: { 200: shown, ...invalid, ...missing } },
        delete: { operationId: 'deleteAccount', responses: { 204: { description: 'gone' }, ...missing } },
      },
      '/accounts/{accountId}/login-links': {
        parameters,
        post: { operationId: 'addLink', responses: { 200: { description: 'ok', ...json(link) }, ...missing } },
      },
    },
  };
};

function ownerIn(text: string): string | undefined {
  try {
    const { owner, ...others } = Object(JSON.parse(text));
    const { name: value, ...rest } = Object(owner);
    const isName = typeof value === 'string' && value !== '' && [...value].length <= 40;
    const isAlone = Object.keys(others).length + Object.keys(rest).length === 0;
    return isName && isAlone && typeof owner === 'object' && !Array.isArray(owner) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A change makes another owner. */
function serveAccounts(more: () => object) {
  const owners = new Map<string, object>();
  const respond = (status: number, body?: object) =>
    body ? Response.json(body, { status }) : new Response(null, { status });
  let time = Date.UTC(2026, 0, 1);
  return async (request: Request): Promise<Response> => {
    const [, , id = '', below] = new URL(request.url).pathname.split('/');
    const { method } = request;
    if (id !== '' && !owners.has(id)) return respond(404);
    time += 5000;
    const createdAt = new Date(time).toISOString();
    if (below !== undefined) return respond(200, { object: 'login_link', url: 'https://example.com/a', createdAt });
    if (method === 'DELETE') return respond(owners.delete(id) ? 204 : 404);
    const account = id === '' ? randomUUID() : id;
    if (method === 'POST' || method === 'PATCH') {
      const name = ownerIn(await request.text());
      if (name === undefined) return respond(400);
      owners.set(account, { name, createdAt, ...more() });
    }
    return respond(method === 'POST' ? 201 : 200, { id: account, object: 'account', owner: owners.get(account) });
  };
}

async function findingsOf(owner: object, more: () => object): Promise<string[]> {
  const app = serveAccounts(more);
  const { findings } = await verify({ spec: documentWith(owner), app, suites: ['stateful'], consistency: 60 });
  return findings.filter(({ severity }) => severity === 'error').map(({ check, message }) => `${check}: ${message}`);
}

test('a record inside of another may be a new one after a change, and what an action shows may be of another kind', async () => {
  const owner = { id: { type: 'string', format: 'uuid' } };
  expect(await findingsOf(owner, () => ({ id: randomUUID() }))).toEqual([]);
  expect(await findingsOnMock(documentWith(owner))).toEqual([]);
});

test('the time of the creation stays in an object that is a part of the record', async () => {
  expect(await findingsOf({}, () => ({}))).toEqual([
    'identity-is-stable: the account has other values than before of what it keeps for life',
  ]);
  expect(await findingsOnMock(documentWith({}))).toEqual([]);
});
