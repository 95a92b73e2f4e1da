import { afterEach, expect, test } from 'vitest';
import { getAt } from '../../../harness/core/json/pointer.ts';
import { contractOf, listOf, record } from '../../openapi/resources/api.ts';
import { closeMocks, each, fields, openMock } from './client.ts';

afterEach(closeMocks);

const BASE = 'https://api.example.com/v1/notes';
const note = record(
  {
    id: { type: 'integer', example: 7, readOnly: true },
    text: 'string',
    url: { type: 'string', format: 'uri', example: `${BASE}/7`, readOnly: true },
    home: { type: 'string', example: 'https://example.com/notes', readOnly: true },
    _links: record({ self: record({ href: { type: 'string', example: '/notes/7' } }) }),
  },
  ['id'],
);
const envelope = record({ data: note, links: record({ self: { type: 'string', example: `${BASE}/7` } }) });
const path = { noteId: { type: 'integer' } };
const CONTRACT = contractOf({
  'GET /notes': { gives: record({ data: listOf(note) }) },
  'POST /notes': { sends: record({ text: 'string' }), gives: envelope, status: '201' },
  'GET /notes/{noteId}': { gives: envelope, path },
});

test('the URLs of a record name that record, not the one of the example', async () => {
  const mock = await openMock({ contract: CONTRACT });
  const created = fields((await mock.send('POST', '/notes', { text: 'new' })).body);
  const { id } = fields(created['data']);
  expect(id).not.toBe(7);
  expect(created).toMatchObject({
    data: { url: `${BASE}/${id}`, home: 'https://example.com/notes' },
    links: { self: `${BASE}/${id}` },
  });
  expect((await mock.send('GET', `/notes/${id}`)).body).toEqual(created);
});

test('nor does a record that nobody created name another one', async () => {
  const mock = await openMock({ contract: CONTRACT });
  const { body } = await mock.send('GET', '/notes/7');
  expect(body).toMatchObject({ data: { id: 7, url: `${BASE}/7` }, links: { self: `${BASE}/7` } });
  expect((await mock.send('GET', '/notes/12')).body).toMatchObject({ links: { self: `${BASE}/12` } });
});

const link = { type: 'object', required: ['href'], properties: { href: { type: 'string' } } };
const links = { type: 'object', additionalProperties: link };
const talk = {
  type: 'object',
  required: ['id', 'title', '_links'],
  properties: { id: { type: 'integer', minimum: 1 }, title: { type: 'string' }, _links: links },
};
const page = {
  type: 'object',
  required: ['_embedded', '_links', 'total'],
  properties: {
    _embedded: { type: 'object', required: ['talks'], properties: { talks: { type: 'array', items: talk } } },
    _links: links,
    total: { type: 'integer' },
  },
};
const shows = (schema: object) => ({ description: 'shown', content: { 'application/hal+json': { schema } } });
const number = (name: string) => ({ name, in: 'query', schema: { type: 'integer', minimum: 0 } });
const sent = {
  content: { 'application/json': { schema: { type: 'object', properties: { title: { type: 'string' } } } } },
};

test('links of which the document names none lead to the record itself, and to the pages of a list', async () => {
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
  const paths = {
    '/talks': {
      get: { operationId: 'list', parameters: [number('page'), number('size')], responses: { 200: shows(page) } },
      post: { operationId: 'create', requestBody: sent, responses: { 201: shows(talk) } },
    },
    '/talks/{id}': { parameters: [id], get: { operationId: 'read', responses: { 200: shows(talk) } } },
  };
  const mock = await openMock({ spec: { openapi: '3.1.0', info: { title: 'Talks', version: '1' }, paths } });
  const created = (await mock.send('POST', '/talks', { title: 'Nanoseconds' })).body;
  const path = `/talks/${getAt(created ?? null, '/id')}`;
  expect(getAt(created ?? null, '/_links')).toEqual({ self: { href: path } });
  expect((await mock.send('GET', '/talks/977')).body).toMatchObject({ _links: { self: { href: '/talks/977' } } });

  const { body } = await mock.send('GET', '/talks?page=1&size=1');
  const at = (query: string) => ({ href: `${mock.url}/talks${query}` });
  expect(getAt(body ?? null, '/_links')).toMatchObject({ self: at('?page=1&size=1'), next: at('?size=1&page=2') });
  const [listed] = each(getAt(body ?? null, '/_embedded/talks'), '/_links/self/href');
  expect((await fetch(mock.url + String(listed))).status).toBe(200);
});
