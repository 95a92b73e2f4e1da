import { expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';
import { bodyOf, serve } from '../../../servers.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const sent = { type: 'object', required: ['name'], properties: { name: { type: 'string', minLength: 1 } } };
const tag = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { type: 'integer' }, name: sent.properties.name },
};
const shown = { description: 'ok', ...json({ type: 'object', required: ['data'], properties: { data: tag } }) };
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } };

/** A creation takes an array of tags, or one. */
const spec = {
  openapi: '3.0.3',
  info: { title: 'Tags', version: '1' },
  paths: {
    '/tags': {
      post: {
        operationId: 'createTag',
        requestBody: { required: true, ...json({ oneOf: [{ type: 'array', items: sent }, sent] }) },
        responses: { 200: shown, 400: { description: 'invalid' } },
      },
    },
    '/tags/{id}': {
      parameters: [id],
      get: { operationId: 'readTag', responses: { 200: shown, 404: { description: 'unknown' } } },
    },
  },
};

test('one record is created where a body may be an array of them, too', async () => {
  const tags: object[] = [];
  const target = await serve(async (request, response) => {
    const known = tags[Number((request.url ?? '').split('/')[2]) - 1];
    const body: unknown = request.method === 'POST' ? JSON.parse(String(await bodyOf(request))) : undefined;
    const add = (each: object) => ({ ...each, id: tags.push({ ...each, id: tags.length + 1 }) });
    const data = Array.isArray(body) ? body.map(add) : typeof body === 'object' && body ? add(body) : known;
    response.writeHead(data ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ data }));
  });
  const { findings, operations } = await verify({ spec, target, suites: ['stateful'], consistency: 60 });
  expect(findings).toEqual([]);
  expect(operations.map(({ id: operation, accepted }) => [operation, accepted > 0])).toEqual([
    ['createTag', true],
    ['readTag', true],
  ]);
});
