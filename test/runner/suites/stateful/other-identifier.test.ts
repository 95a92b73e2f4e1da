import { expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';
import { bodyOf, serve } from '../../../servers.ts';

const content = (schema: object) => ({ content: { 'application/json': { schema } } });
const text = { type: 'string', minLength: 1 };
const path = (name: string) => [{ name, in: 'path', required: true, schema: { type: 'string' } }];
const token = { type: 'object', required: ['tokenName'], properties: { tokenName: text, secret: text } };

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
