import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';
import { bodyOf, serve } from '../../../servers.ts';

type Part = Record<string, unknown>;
type Reply = readonly [status: number, body?: Part];

const content = (schema: object, type = 'application/json') => ({ content: { [type]: { schema } } });
const ok = (schema: object) => ({ description: 'ok', ...content(schema) });
const error = { description: 'error', ...content({ type: 'object' }) };
const errors = { 400: error, 404: error, 409: error };
const id = { name: 'partId', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } };
const number = { type: 'string', pattern: '^[A-Z]{2}-[0-9]{4,9}$', example: 'TL-4711' };
const colour = { type: 'string', minLength: 1 };
const part = { type: 'object', required: ['id', 'number'], properties: { id: { type: 'string' }, number, colour } };
const sent = (required: string[], properties: object) => ({ type: 'object', required, properties });

/** Parts with a unique number of a certain form, which the schema shows by an example, and a colour that can be removed. */
const document = {
  openapi: '3.0.3',
  info: { title: 'Parts', version: '1' },
  paths: {
    '/parts': {
      post: {
        operationId: 'createPart',
        requestBody: { required: true, ...content(sent(['number'], { number, colour })) },
        responses: { 201: ok(part), ...errors },
      },
    },
    '/parts/{partId}': {
      parameters: [id],
      get: { operationId: 'readPart', responses: { 200: ok(part), ...errors } },
      patch: {
        operationId: 'changePart',
        requestBody: {
          required: true,
          ...content(sent([], { colour: { ...colour, nullable: true } }), 'application/merge-patch+json'),
        },
        responses: { 200: ok(part), ...errors },
      },
      delete: { operationId: 'deletePart', responses: { 204: { description: 'deleted' }, ...errors } },
    },
  },
};

/** Serves parts until the test is over. */
function serveParts(change: (before: Part, patch: Part) => Part): Promise<string> {
  const parts = new Map<string, Part>();
  return serve(async (request, response) => {
    const own = (request.url ?? '').split('/')[2] ?? '';
    const body = request.method === 'POST' || request.method === 'PATCH' ? await bodyOf(request) : '{}';
    const [status, shown] = reply(request.method ?? '', own, JSON.parse(String(body)));
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(shown === undefined ? undefined : JSON.stringify(shown));
  });

  function reply(method: string, own: string, sentBody: Part): Reply {
    if (method === 'POST') return create(sentBody);
    const before = parts.get(own);
    if (!before) return [404, {}];
    if (method === 'DELETE') return [parts.delete(own) ? 204 : 404];
    if (method === 'PATCH') parts.set(own, change(before, sentBody));
    return [200, parts.get(own) ?? before];
  }

  function create(values: Part): Reply {
    if ([...parts.values()].some((each) => each.number === values.number)) return [409, {}];
    const created = { id: randomUUID(), ...values };
    parts.set(created.id, created);
    return [201, created];
  }
}

const given = (values: Part) => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));

async function run(change: (before: Part, patch: Part) => Part) {
  const report = await verify({ spec: document, target: await serveParts(change), suites: ['stateful'] });
  const errorsFound = report.findings.filter(({ severity }) => severity === 'error');
  return { report, found: errorsFound.map(({ check, operation }) => `${operation} ${check}`) };
}

test('a number of a certain form that must be unique does not keep records from being created', async () => {
  const { found, report } = await run((before, patch) => given({ ...before, ...patch }));
  expect(found).toEqual([]);
  expect(report.operations.map(({ accepted }) => accepted > 1)).toEqual([true, true, true, true]);
});

test('a property that a merge patch removes is gone, even if no response may have null for it', async () => {
  const { found } = await run((before, patch) => ({ ...before, ...given(patch) }));
  expect(found).toEqual(['changePart update-is-visible']);
});
