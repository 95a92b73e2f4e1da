import { expect, test } from 'vitest';
import type { JsonObject } from '../../harness/core/model.ts';
import { verify } from '../../harness/index.ts';
import { type Call, errorsOf, type Reply, serveCalls } from './establish/books.ts';

const content = (schema: object) => ({ content: { 'application/json': { schema } } });
const shown = (schema: object) => ({ description: 'ok', ...content(schema) });
const object = (properties: object, required = Object.keys(properties)) => ({ type: 'object', required, properties });
const error = { default: shown(object({ error: { type: 'string' } })) };
const text = { type: 'string', minLength: 1, maxLength: 100 };
const named = object({ name: text });
const body = (schema: object) => ({ requestBody: { required: true, ...content(schema) } });
const path = (name: string) => [{ name, in: 'path', required: true, schema: text }];
const token = object({ tokenName: text, environment: text });
const tokens = object({ tokens: { type: 'array', items: token } });
const environments = object({ environments: { type: 'array', items: named } });

/** Flags with unique names that can be cloned, and tokens of environments that are there. */
const DOCUMENT = {
  openapi: '3.0.3',
  info: { title: 'flags', version: '1' },
  paths: {
    '/flags': { post: { operationId: 'createFlag', ...body(named), responses: { ...error, 201: shown(named) } } },
    '/flags/validate': {
      post: { operationId: 'validateFlag', ...body(named), responses: { ...error, 200: shown(named) } },
    },
    '/flags/{flagName}': {
      parameters: path('flagName'),
      get: { operationId: 'getFlag', responses: { ...error, 200: shown(named) } },
      delete: { operationId: 'deleteFlag', responses: { ...error, 204: { description: 'gone' } } },
      patch: { operationId: 'noteFlag', ...body(object({ note: text })), responses: { ...error, 200: shown(named) } },
    },
    '/flags/{flagName}/clone': {
      parameters: path('flagName'),
      post: { operationId: 'cloneFlag', ...body(named), responses: { ...error, 201: shown(named) } },
    },
    '/environments': { get: { operationId: 'listEnvironments', responses: { ...error, 200: shown(environments) } } },
    '/environments/{name}': {
      parameters: path('name'),
      get: { operationId: 'getEnvironment', responses: { ...error, 200: shown(named) } },
    },
    '/tokens': {
      post: { operationId: 'createToken', ...body(token), responses: { ...error, 201: shown(token) } },
      get: { operationId: 'listTokens', responses: { ...error, 200: shown(tokens) } },
    },
    '/tokens/{tokenName}': {
      parameters: path('tokenName'),
      get: { operationId: 'getToken', responses: { ...error, 200: shown(token) } },
      delete: { operationId: 'deleteToken', responses: { ...error, 204: { description: 'gone' } } },
    },
  },
};

const fail = (status: number): Reply => ({ status, body: { error: `status ${status}` } });
const isText = (value: unknown) => typeof value === 'string' && value.length > 0 && [...value].length <= 100;

/** A service that keeps the document. */
function flags(): (call: Call) => Reply {
  const kept = { flags: new Map<string, JsonObject>(), tokens: new Map<string, JsonObject>() };
  const places = new Map([...['development', 'production']].map((name) => [name, { name }]));
  const create = (type: 'flags' | 'tokens', key: string, names: readonly string[], body: JsonObject = {}): Reply => {
    if (names.some((name) => !isText(body[name]))) return fail(422);
    if (kept[type].has(String(body[key]))) return fail(409);
    if (type === 'tokens' && !places.has(String(body['environment']))) return fail(400);
    const record = Object.fromEntries(names.map((name) => [name, body[name] ?? null]));
    kept[type].set(String(body[key]), record);
    return { status: 201, body: record };
  };
  return ({ method, path, body }) => {
    const [, type = '', id, action] = path.split('/').map(decodeURIComponent);
    const records = type === 'environments' ? places : kept[type as 'flags' | 'tokens'];
    if (type === 'environments' && id === undefined)
      return { status: 200, body: { environments: [...places.values()] } };
    if (type === 'tokens' && method === 'GET' && id === undefined)
      return { status: 200, body: { tokens: [...kept.tokens.values()] } };
    if (method === 'POST' && id === 'validate') {
      if (!isText(body?.['name'])) return fail(422);
      return kept.flags.has(String(body?.['name']))
        ? fail(409)
        : { status: 200, body: { name: body?.['name'] ?? null } };
    }
    if (id !== undefined && !records.has(id)) return fail(404);
    if (id === undefined || action === 'clone')
      return type === 'flags'
        ? create('flags', 'name', ['name'], body)
        : create('tokens', 'tokenName', ['tokenName', 'environment'], body);
    if (method === 'PATCH' && !isText(body?.['note'])) return fail(422);
    if (method === 'DELETE') return records.delete(id) ? { status: 204 } : fail(404);
    return { status: 200, body: records.get(id) };
  };
}

test('copies, questions about unique names and records that share what they refer to are no findings', async () => {
  const target = await serveCalls(flags());
  const report = await verify({ spec: DOCUMENT, target, suites: ['generated', 'stateful'], runs: 0 });
  expect(errorsOf(report)).toEqual([]);
  const unique = report.operations.flatMap(({ id, unique: names = [] }) => names.map((name) => `${id} ${name}`));
  expect(unique).toEqual(['createFlag name', 'cloneFlag name', 'createToken tokenName']);
});
