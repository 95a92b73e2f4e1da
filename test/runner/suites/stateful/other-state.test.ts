import { expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';
import { bodyOf, serve } from '../../../servers.ts';

const content = (schema: object) => ({ content: { 'application/json': { schema } } });
const title = { type: 'string', minLength: 1 };
const status = { type: 'string', enum: ['draft', 'submitted', 'approved', 'cancelled'], readOnly: true };
const request = {
  type: 'object',
  required: ['id', 'title', 'status'],
  properties: { id: { type: 'integer' }, title, status },
};
const one = { 200: { description: 'one', ...content(request) }, 404: { description: 'none' } };
const parameters = [{ name: 'requestId', in: 'path', required: true, schema: { type: 'integer' } }];

/** Requests that are submitted, approved and cancelled. */
const spec = {
  openapi: '3.0.3',
  info: { title: 'Requests', version: '1' },
  paths: {
    '/requests': {
      post: {
        operationId: 'createRequest',
        requestBody: { required: true, ...content({ type: 'object', required: ['title'], properties: { title } }) },
        responses: { 201: { description: 'one', ...content(request) } },
      },
    },
    '/requests/{requestId}': { parameters, get: { operationId: 'getRequest', responses: one } },
    ...Object.fromEntries(
      ['submit', 'approve', 'cancel'].map((name) => [
        `/requests/{requestId}/${name}`,
        { parameters, post: { operationId: `${name}Request`, responses: one } },
      ]),
    ),
  },
};

async function messagesOf(states: Readonly<Record<string, string>>): Promise<string[]> {
  const requests: Record<string, unknown>[] = [];
  const target = await serve(async (incoming, response) => {
    const [, , id, action] = (incoming.url ?? '').split('/');
    const send = (code: number, body: unknown) =>
      response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const found = requests[Number(id) - 1];
    if (id !== undefined && !found) return send(404, {});
    if (found && action !== undefined) found['status'] = states[action];
    if (found) return send(200, found);
    const created = { ...JSON.parse(String(await bodyOf(incoming))) };
    requests.push({ ...created, id: requests.length + 1, status: 'draft' });
    send(201, requests.at(-1));
  });
  const report = await verify({ spec, target, suites: ['stateful'], seed: 1, consistency: 0, runs: 0 });
  return report.findings.map(({ operation, message }) => `${operation}: ${message}`);
}

test('an action gives its own state, or one that the document lists later', async () => {
  expect(await messagesOf({ submit: 'approved', approve: 'approved', cancel: 'cancelled' })).toEqual([]);
  expect(await messagesOf({ submit: 'submitted', approve: 'approved', cancel: 'approved' })).toEqual([
    'cancelRequest: /status of the request is not what cancelRequest is named after',
  ]);
});
