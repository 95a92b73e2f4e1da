import { expect, test } from 'vitest';
import { isObject } from '../../../../harness/core/json/index.ts';
import { verify } from '../../../../harness/index.ts';
import { type Call, errorsOf, operationOf, type Reply, serveCalls } from '../../establish/books.ts';

const PAGE = 5;
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const fields = { id: { type: 'integer' }, documentId: { type: 'string' }, name: { type: 'string' } };
const tag = { type: 'object', required: ['id', 'documentId', 'name'], properties: fields };
const one = { description: 'a tag', ...json({ type: 'object', required: ['data'], properties: { data: tag } }) };
const error = { description: 'an error' };
const sent = { name: { type: 'string' }, localizations: { type: 'array', items: { type: 'integer' } } };
const attributes = { type: 'object', required: ['name'], properties: sent };
const body = { required: true, ...json({ type: 'object', required: ['data'], properties: { data: attributes } }) };
const start = { name: 'pagination[start]', in: 'query', schema: { type: 'integer', minimum: 0 } };
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };

/** As Strapi has it: a record has an `id` and a `documentId`, and the path takes the second. */
const spec = {
  openapi: '3.0.3',
  info: { title: 'Tags', version: '1' },
  paths: {
    '/tags': {
      get: {
        operationId: 'listTags',
        parameters: [start],
        responses: {
          200: {
            description: 'tags',
            ...json({
              type: 'object',
              required: ['data'],
              properties: { data: { type: 'array', items: tag }, meta: { type: 'object' } },
            }),
          },
          400: error,
        },
      },
      post: { operationId: 'createTag', requestBody: body, responses: { 201: one, 400: error } },
    },
    '/tags/{id}': {
      parameters: [id],
      get: { operationId: 'getTag', responses: { 200: one, 404: error } },
      put: { operationId: 'updateTag', requestBody: body, responses: { 200: one, 400: error, 404: error } },
    },
  },
};

/** Names are unique, and localizations unknown: both are rejected with 400. */
function tags(): (call: Call) => Reply {
  const stored = new Map<string, { id: number; documentId: string; name: string }>();
  const rejected = { status: 400, body: { message: 'This attribute must be unique' } };
  return ({ method, path, query, body: whole }) => {
    const own = decodeURIComponent(path.split('/')[2] ?? '');
    if (own !== '' && !stored.has(own)) return { status: 404 };
    if (method === 'GET' && own !== '') return { status: 200, body: { data: { ...stored.get(own) } } };
    if (method === 'GET') {
      const from = query.get('pagination[start]') ?? '0';
      if (!/^\d{1,15}$/.test(from)) return { status: 400 };
      const data = [...stored.values()].slice(Number(from), Number(from) + PAGE);
      return { status: 200, body: { data, meta: { total: stored.size } } };
    }
    const data = isObject(whole?.['data']) ? whole['data'] : {};
    const { name, localizations } = data;
    if (typeof name !== 'string' || localizations !== undefined) return { status: 400 };
    if ([...stored.values()].some((each) => each.name === name && each.documentId !== own)) return rejected;
    const record = stored.get(own) ?? { id: stored.size + 1, documentId: `d${stored.size + 1}x`, name };
    stored.set(record.documentId, { ...record, name });
    return { status: method === 'POST' ? 201 : 200, body: { data: { ...record, name } } };
  };
}

test('records that a second identifier names are found in pages, also beside those of a run with the same seed', async () => {
  const target = await serveCalls(tags());
  const resources = { tag: { id: '/data/documentId' } };
  for (let run = 0; run < 2; run++) {
    const report = await verify({ spec, target, resources, suites: ['stateful'], consistency: 60, seed: 1 });
    expect(errorsOf(report)).toEqual([]);
    for (const each of ['createTag', 'listTags', 'getTag', 'updateTag'])
      expect(operationOf(report, each)).toMatchObject({ verified: true });
  }
});
