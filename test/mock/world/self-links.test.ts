import { afterEach, expect, test } from 'vitest';
import { contractOf, listOf, record } from '../../openapi/resources/api.ts';
import { closeMocks, fields, openMock } from './client.ts';

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
