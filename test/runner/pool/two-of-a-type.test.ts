import { expect, test } from 'vitest';
import { verify } from '../../../harness/index.ts';
import { type Call, type Reply, serveCalls } from '../establish/books.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const text = { type: 'string', minLength: 1 };
const errors = { 400: { description: 'invalid' }, 404: { description: 'unknown' }, 422: { description: 'impossible' } };

/** What is created by POST, read by GET, and deleted where that is said. */
function paths(name: string, writable: Readonly<Record<string, object>>, id: object, isKept = false) {
  const names = Object.keys(writable);
  const schema = { type: 'object', required: ['id', ...names], properties: { id, ...writable } };
  const sent = { type: 'object', required: names, properties: writable, additionalProperties: false };
  const record = { description: name, ...json(schema) };
  return {
    [`/${name}s`]: {
      post: {
        operationId: `create-${name}`,
        requestBody: { required: true, ...json(sent) },
        responses: { 201: record, ...errors },
      },
    },
    [`/${name}s/{${name}Id}`]: {
      parameters: [{ name: `${name}Id`, in: 'path', required: true, schema: id }],
      get: { operationId: `read-${name}`, responses: { 200: record, ...errors } },
      ...(isKept
        ? {}
        : { delete: { operationId: `delete-${name}`, responses: { 204: { description: 'gone' }, ...errors } } }),
    },
  };
}

const id = { type: 'string', pattern: '^[a-z]+-[0-9]+$' };
const spec = {
  openapi: '3.0.3',
  info: { title: 'Bank', version: '1' },
  paths: {
    ...paths('account', { label: text }, id),
    ...paths('transfer', { fromAccountId: id, toAccountId: id }, id, true),
  },
};

/** A bank that moves no money from an account to itself. */
function bank(): (call: Call) => Reply {
  const stored = new Map<string, object>();
  let count = 0;
  return ({ method, path, body }) => {
    const name = path.startsWith('/accounts') ? 'account' : 'transfer';
    if (method === 'DELETE') return { status: stored.delete(path) ? 204 : 404 };
    const found = stored.get(path);
    if (method === 'GET') return found ? { status: 200, body: { ...found } } : { status: 404 };
    const names = name === 'account' ? ['label'] : ['fromAccountId', 'toAccountId'];
    if (!body || Object.keys(body).length !== names.length) return { status: 400 };
    if (!names.every((each) => typeof body[each] === 'string' && body[each] !== '')) return { status: 400 };
    const { fromAccountId: from, toAccountId: to } = body;
    if (name === 'transfer' && ![from, to].every((each) => /^[a-z]+-[0-9]+$/.test(String(each))))
      return { status: 400 };
    const isKnown = (each: unknown) => stored.has(`/accounts/${String(each)}`);
    if (name === 'transfer' && (from === to || !isKnown(from) || !isKnown(to))) return { status: 422 };
    const created = { id: `${name}-${++count}`, ...body };
    stored.set(`/${name}s/${created.id}`, created);
    return { status: 201, body: created };
  };
}

test('of two properties that name records of one type, each has its own', async () => {
  const { verdict, operations, findings } = await verify({ spec, target: await serveCalls(bank()), seed: 1, runs: 5 });
  const errorsOf = findings.filter(({ severity }) => severity === 'error').map(({ message }) => message);
  expect(errorsOf).toEqual([]);
  expect(operations.filter(({ verified }) => !verified).map(({ id: name, reason }) => [name, reason])).toEqual([]);
  expect(verdict).toBe('passed');
});
