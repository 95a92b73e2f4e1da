import { expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';
import { bodyOf, serve } from '../../../servers.ts';

const content = (schema: object) => ({ content: { 'application/json': { schema } } });
const text = { type: 'string', minLength: 1 };
const path = (name: string) => [{ name, in: 'path', required: true, schema: { type: 'string' } }];
const token = { type: 'object', required: ['tokenName'], properties: { tokenName: text, secret: text } };
const named = { type: 'object', required: ['name', 'secret'], properties: { name: text, secret: text } };

/** Tokens that are read by name, and deleted by their secret, at the same path. */
const spec = {
  openapi: '3.0.3',
  info: { title: 'Tokens', version: '1' },
  paths: {
    '/api-tokens': {
      post: {
        operationId: 'createToken',
        requestBody: { required: true, ...content({ ...token, properties: { tokenName: text } }) },
        responses: { 201: { description: 'created', ...content(token) } },
      },
    },
    '/api-tokens/{name}': {
      parameters: path('name'),
      get: { operationId: 'readToken', responses: { 200: { description: 'one', ...content(token) } } },
    },
    '/api-tokens/{token}': {
      parameters: path('token'),
      delete: { operationId: 'deleteToken', responses: { 200: { description: 'gone, or never there' } } },
    },
  },
};

test('a change that may name another record than the path of the item is not led through a life', async () => {
  const secrets = new Map<string, string>();
  const target = await serve(async (request, response) => {
    const name = decodeURIComponent(request.url?.split('/')[2] ?? '');
    const send = (status: number, body?: unknown) => {
      response.writeHead(status, body === undefined ? {} : { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    if (request.method === 'POST') {
      const { tokenName } = JSON.parse(String(await bodyOf(request)));
      secrets.set(tokenName, crypto.randomUUID());
      return send(201, { tokenName, secret: secrets.get(tokenName) });
    }
    if (request.method === 'GET')
      return send(secrets.has(name) ? 200 : 404, { tokenName: name, secret: secrets.get(name) });
    for (const [own, secret] of secrets) if (secret === name) secrets.delete(own);
    send(200);
  });
  const report = await verify({ spec, target, suites: ['stateful'], seed: 1, consistency: 0 });
  expect(report.findings.filter(({ severity }) => severity === 'error').map(({ message }) => message)).toEqual([]);
  expect(report.suites[0]?.skippedReasons).toContain(
    'deleteToken: {token} may be another identifier than {name} of the same path',
  );
});

test('nothing is said of the identifiers of an operation that is not under test', async () => {
  const target = await serve((_request, response) => response.writeHead(404).end());
  const report = await verify({ spec, target, suites: ['stateful'], include: ['readToken'], seed: 1, consistency: 0 });
  expect(report.suites[0]?.skippedReasons).not.toContainEqual(expect.stringContaining('may be another identifier'));
});

/** Tokens with a name for people, which are found by their secret; a list shows both. */
const signups = {
  openapi: '3.0.3',
  info: { title: 'Sign-up tokens', version: '1' },
  paths: {
    '/tokens': {
      get: {
        operationId: 'listTokens',
        responses: {
          200: {
            description: 'all',
            ...content({
              type: 'object',
              required: ['tokens'],
              properties: { tokens: { type: 'array', items: named } },
            }),
          },
        },
      },
      post: {
        operationId: 'createToken',
        requestBody: { required: true, ...content({ type: 'object', required: ['name'], properties: { name: text } }) },
        responses: {
          201: {
            description: 'created',
            headers: { location: { schema: { type: 'string' } } },
            ...content(named),
          },
        },
      },
    },
    '/tokens/{token}': {
      parameters: path('token'),
      get: {
        operationId: 'readToken',
        responses: { 200: { description: 'one', ...content(named) }, 404: { description: 'none' } },
      },
    },
  },
};

test('records are not looked for in a list by a name that is not what they are found by', async () => {
  const stored = new Map<string, { name: string; secret: string }>();
  const target = await serve(async (request, response) => {
    const own = request.url?.split('/')[2];
    const send = (status: number, body?: unknown, headers = {}) => {
      response.writeHead(status, { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) });
      response.end(JSON.stringify(body));
    };
    if (request.method === 'POST') {
      const { name } = JSON.parse(String(await bodyOf(request)));
      const secret = crypto.randomUUID();
      stored.set(secret, { name, secret });
      return send(201, { name, secret }, { location: `tokens/${secret}` });
    }
    if (own === undefined) return send(200, { tokens: [...stored.values()] });
    send(stored.has(own) ? 200 : 404, stored.get(own));
  });
  const report = await verify({ spec: signups, target, suites: ['stateful'], seed: 1, consistency: 0 });
  expect(report.findings.filter(({ severity }) => severity === 'error').map(({ message }) => message)).toEqual([]);
  expect(report.operations.find(({ id }) => id === 'readToken')).toMatchObject({ verified: true });
});
