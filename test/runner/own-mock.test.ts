import { expect, test } from 'vitest';
import { verify } from '../../harness/index.ts';

const json = (schema: object) => ({ 'application/json': { schema } });

const number = { type: 'integer' };
const text = { type: 'string' };
const object = (properties: object) => ({ type: 'object', required: Object.keys(properties), properties });
const record = (properties: object) => ({ description: 'a record', content: json(object(properties)) });
const list = (properties: object) => ({
  description: 'all',
  content: json({ type: 'array', items: object(properties) }),
});
const inPath = (...names: string[]) => names.map((name) => ({ name, in: 'path', required: true, schema: number }));
const query = (name: string, schema: object) => ({ name, in: 'query', schema });
const NULLABLE = { type: 'string', nullable: true };
const flag = { type: 'boolean' };
const ITEM = { id: number, label: text, present: flag };
const BOOK = { title: text, row_version: text };
const missing = { 404: { description: 'there is none' } };

const fileOf = (type: string) => ({
  parameters: [{ name: 'id', in: 'query', schema: { type: 'string' }, example: '7' }],
  responses: {
    200: {
      description: type,
      content: json({ type: 'object', required: ['type'], properties: { type: { type: 'string', enum: [type] } } }),
    },
  },
});

test.each<[string, object]>([
  [
    'paths that differ by a fragment',
    { '/items': { get: fileOf('file') }, '/items#folders': { get: fileOf('folder') } },
  ],
  [
    'a list of addresses without an identifier, of which there are few',
    {
      '/allowlist': {
        get: { responses: { 200: list({ label: text, ip: { type: 'string', format: 'ipv4' } }) } },
        post: {
          requestBody: record({ label: text, ip: { type: 'string', format: 'ipv4' } }),
          responses: { 201: { description: 'created' } },
        },
      },
    },
  ],
  [
    'a PUT that adds the same record to two others, because no other record is there to add',
    {
      '/shows': { get: { responses: { 200: list({ id: number }) } } },
      '/shows/{showId}': {
        parameters: inPath('showId'),
        get: { responses: { 200: record({ id: number }), ...missing } },
      },
      '/tags': {
        get: { responses: { 200: list({ id: number, name: text }) } },
        post: { requestBody: record({ name: text }), responses: { 200: record({ id: number, name: text }) } },
      },
      '/tags/{tagId}': {
        parameters: inPath('tagId'),
        delete: { responses: { 200: { description: 'deleted' }, ...missing } },
      },
      '/tags/{tagId}/shows': {
        parameters: inPath('tagId'),
        get: { responses: { 200: list({ showId: number }), ...missing } },
      },
      '/tags/{tagId}/shows/{showId}': {
        parameters: inPath('tagId', 'showId'),
        put: { responses: { 200: record({ showId: number }), ...missing } },
        delete: { responses: { 200: { description: 'removed' }, ...missing } },
      },
    },
  ],
  [
    'an action that responds with a new record of another kind, which has some of the same properties',
    {
      '/books': {
        post: { requestBody: record(BOOK), responses: { 201: record({ id: number, url: text, ...BOOK }) } },
      },
      '/books/{bookId}': {
        parameters: inPath('bookId'),
        get: { responses: { 200: record({ id: number, url: text, ...BOOK }), ...missing } },
      },
      '/books/{bookId}/merge': {
        parameters: inPath('bookId'),
        post: {
          requestBody: record({ base: text }),
          responses: { 201: record({ sha: text, message: text, url: text }), ...missing },
        },
      },
    },
  ],
  [
    'a version that changes take from the record that is there',
    {
      '/books': { post: { requestBody: record(BOOK), responses: { 201: record({ id: number, ...BOOK }) } } },
      '/books/{bookId}': {
        parameters: inPath('bookId'),
        get: { responses: { 200: record({ id: number, ...BOOK }), ...missing } },
        patch: {
          requestBody: record(BOOK),
          responses: { 200: record({ id: number, ...BOOK }), default: { description: 'no' } },
        },
      },
    },
  ],
  [
    'a list with a limit and a link to the next page, without a parameter that selects it',
    {
      '/items': {
        get: {
          parameters: [query('limit', number), query('present', flag)],
          responses: { 200: record({ results: { type: 'array', items: object(ITEM) }, next_url: NULLABLE }) },
        },
        post: { requestBody: record({ label: text, present: flag }), responses: { 201: record(ITEM) } },
      },
      '/items/{id}': {
        parameters: inPath('id'),
        get: { responses: { 200: record(ITEM), ...missing } },
        delete: { responses: { 204: { description: 'deleted' }, ...missing } },
      },
    },
  ],
  [
    'a list of two records at most, of which nothing selects others',
    {
      '/items': {
        get: {
          parameters: [{ ...query('limit', { ...number, minimum: 1, maximum: 2 }), required: true }],
          responses: { 200: list(ITEM), 400: { description: 'no' } },
        },
        post: {
          requestBody: record({ label: text, present: flag }),
          responses: { 201: record(ITEM), 400: { description: 'no' } },
        },
      },
      '/items/{id}': { parameters: inPath('id'), get: { responses: { 200: record(ITEM), ...missing } } },
    },
  ],
  [
    'a parameter that is a text or an array, of which one value may be either',
    {
      '/alerts': {
        get: {
          parameters: [query('has', { oneOf: [text, { type: 'array', items: { ...text, enum: ['patch'] } }] })],
          responses: { 200: list({ state: text }), 400: { description: 'no' } },
        },
      },
    },
  ],
])('nothing is found on the own mock: %s', async (_, paths) => {
  const report = await verify({ spec: { openapi: '3.0.3', info: { title: 'Files', version: '1' }, paths }, runs: 2 });
  expect(report.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(report.verdict).toBe('passed');
});
