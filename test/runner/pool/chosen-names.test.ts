import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { verify } from '../../../harness/index.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const text = { type: 'string', minLength: 1 };
const object = (required: string, others: object = {}) => ({
  type: 'object',
  required: [required],
  properties: { [required]: text, ...others },
});

/** Secrets of an owner, by names that clients choose. */
function secretsOf(owner: string) {
  const parameter = (name: string) => ({ name, in: 'path', required: true, schema: text });
  const secret = object('name', { created_at: text });
  const list = { type: 'object', properties: { secrets: { type: 'array', items: secret } } };
  const requestBody = { required: true, ...json({ type: 'object', properties: { value: text } }) };
  const missing = { 404: { description: 'not found' }, 400: { description: 'invalid' } };
  return {
    [`/${owner}s`]: {
      post: {
        operationId: `create-${owner}`,
        requestBody: { required: true, ...json(object('title')) },
        responses: { 201: { description: 'created', ...json(object(owner)) }, 400: { description: 'invalid' } },
      },
    },
    [`/${owner}s/{${owner}}/secrets`]: {
      parameters: [parameter(owner)],
      get: {
        operationId: `list-${owner}-secrets`,
        responses: { 200: { description: 'ok', ...json(list) }, ...missing },
      },
    },
    [`/${owner}s/{${owner}}/secrets/{secret_name}`]: {
      parameters: [parameter(owner), parameter('secret_name')],
      get: {
        operationId: `get-${owner}-secret`,
        responses: { 200: { description: 'ok', ...json(secret) }, ...missing },
      },
      put: {
        operationId: `put-${owner}-secret`,
        requestBody,
        responses: { 201: { description: 'created' }, ...missing },
      },
    },
  };
}

const spec = {
  openapi: '3.0.3',
  info: { title: 'secrets', version: '1' },
  paths: { ...secretsOf('org'), ...secretsOf('repo') },
};

/** Secrets by owner; an owner is there once it was created. */
function service() {
  const owners = new Map<string, Map<string, object>>();
  return (request: IncomingMessage, response: ServerResponse) => {
    const send = (status: number, body?: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(body && JSON.stringify(body));
    const [, kind = '', id = '', , name] = (request.url ?? '').split('/');
    const secrets = owners.get(`${kind}/${id}`);
    if (id === '') {
      const own = `${kind}${owners.size}`;
      owners.set(`${kind}/${own}`, new Map());
      return send(201, { [kind.slice(0, -1)]: own });
    }
    if (!secrets) return send(404);
    if (name === undefined) return send(200, { secrets: [...secrets.values()] });
    if (request.method === 'PUT') secrets.set(name, { name });
    if (request.method === 'PUT') return send(201);
    return secrets.has(name) ? send(200, secrets.get(name)) : send(404);
  };
}

test('records with names that clients choose are created in each of two collections with such names', async () => {
  const report = await verify({ spec, app: service(), suites: ['generated'], effort: 'quick', lint: false });
  const accepted = report.operations.filter(({ accepted: count }) => count > 0).map(({ id }) => id);
  expect(accepted).toEqual(report.operations.map(({ id }) => id));
});
