import { expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';
import { bodyOf, serve } from '../../../servers.ts';

const content = (schema: object) => ({ content: { 'application/json': { schema } } });
const string = { type: 'string', minLength: 1 };
const status = { type: 'object', properties: { state: { type: 'string', enum: ['active', 'pending', 'expired'] } } };
const endsAt = { type: 'string', format: 'date-time' };
const sent = { type: 'object', required: ['comment'], properties: { comment: string, endsAt } };
const silence = {
  type: 'object',
  required: ['id', 'comment'],
  properties: { id: string, comment: string, endsAt, status },
};
const error = { description: 'error' };

/** Silences of alerts, which a DELETE lets expire at once. */
const spec = {
  openapi: '3.0.3',
  info: { title: 'Silences', version: '1' },
  paths: {
    '/silences': {
      get: {
        operationId: 'list',
        responses: { 200: { description: 'all', ...content({ type: 'array', items: silence }) } },
      },
      post: {
        operationId: 'create',
        requestBody: { required: true, ...content(sent) },
        responses: { 201: { description: 'created', ...content(silence) }, 400: error },
      },
    },
    '/silences/{silenceId}': {
      parameters: [{ name: 'silenceId', in: 'path', required: true, schema: string }],
      get: { operationId: 'read', responses: { 200: { description: 'one', ...content(silence) }, 404: error } },
      delete: { operationId: 'delete', responses: { 200: { description: 'expired' }, 404: error } },
    },
  },
};

interface Silence {
  readonly id: string;
  readonly comment: string;
  readonly endsAt: string | undefined;
  readonly status: { readonly state: string };
}

/**
 * @param state of a silence that was deleted
 * @param isListed whether the list has those, too
 */
function serveSilences(state: string, isListed: boolean) {
  const silences = new Map<string, Silence>();
  return serve(async (request, response) => {
    const id = decodeURIComponent(request.url?.split('/')[2] ?? '');
    const send = (code: number, body?: unknown) => {
      response.writeHead(code, body === undefined ? {} : { 'content-type': 'application/json' });
      response.end(body === undefined ? undefined : JSON.stringify(body));
    };
    const found = silences.get(id);
    if (request.method === 'POST') {
      const { comment, endsAt } = await sentIn(request);
      if (typeof comment !== 'string' || comment === '') return send(400);
      if (endsAt !== undefined && !isMoment(endsAt)) return send(400);
      const created = { id: crypto.randomUUID(), comment, endsAt, status: { state: 'active' } };
      silences.set(created.id, created);
      return send(201, created);
    }
    if (id === '')
      return send(
        200,
        [...silences.values()].filter((each) => isListed || each.status.state !== state),
      );
    if (!found) return send(404);
    if (request.method !== 'DELETE') return send(200, found);
    silences.set(id, { ...found, endsAt: new Date().toISOString(), status: { state } });
    send(200);
  });
}

const isMoment = (value: unknown): value is string => typeof value === 'string' && !Number.isNaN(Date.parse(value));

async function sentIn(request: Parameters<typeof bodyOf>[0]): Promise<{ readonly [name: string]: unknown }> {
  try {
    return Object(JSON.parse(String(await bodyOf(request))));
  } catch {
    return {};
  }
}

const ENDLESS = 600_000;

test.each([
  ['says that it has expired may be read, without waiting', 'expired', true, ENDLESS, []],
  ['says that it has expired need not be listed', 'expired', false, ENDLESS, []],
  ['says that it is active may not', 'active', true, 20, ['delete-removes']],
])('a record that was deleted and %s', async (_, state, isListed, consistency, expected) => {
  const target = await serveSilences(state, isListed);
  const { findings } = await verify({ spec, target, suites: ['stateful'], consistency });
  const errors = findings.filter(({ severity }) => severity === 'error');
  expect(
    errors.map(({ check }) => check),
    JSON.stringify(errors.map(({ message }) => message)),
  ).toEqual(expected);
});
