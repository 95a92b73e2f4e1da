import { afterEach, expect, test } from 'vitest';
import { contractOf, listOf, record } from '../../openapi/resources/api.ts';
import { closeMocks, each, openMock } from './client.ts';

afterEach(closeMocks);

const note = { $ref: '#/components/schemas/Note' };
const time = { type: ['string', 'null'], format: 'date-time' };
const Note = record({ id: 'integer', title: 'string', deletedAt: time }, ['id', 'title']);
const path = { noteId: { type: 'integer' } };
const API = {
  'GET /notes': { gives: listOf(note), query: { includeDeleted: { type: 'boolean' }, trashed: { type: 'boolean' } } },
  'POST /notes': { sends: record({ title: 'string' }, ['title']), gives: note, status: '201' },
  'GET /notes/trash': { gives: listOf(note) },
  'DELETE /notes/trash': {},
  'GET /notes/{noteId}': { gives: note, path, also: ['404'] },
  'DELETE /notes/{noteId}': { path, also: ['404'] },
  'POST /notes/{noteId}/restore': { gives: note, path, also: ['404'] },
  'GET /notes/{noteId}/lines': { gives: listOf({ $ref: '#/components/schemas/Line' }), path },
  'GET /notes/{noteId}/lines/{lineId}': {
    gives: { $ref: '#/components/schemas/Line' },
    path: { ...path, lineId: { type: 'integer' } },
  },
};
const SCHEMAS = { Note, Line: record({ id: 'integer', text: 'string' }, ['id', 'text']) };
const contract = contractOf(API, SCHEMAS);
const seedData = { note: [1, 2, 3].map((id) => ({ id, title: `Note ${id}`, deletedAt: null })) };

async function idsOf(mock: Awaited<ReturnType<typeof openMock>>, query: string) {
  return each((await mock.send('GET', query)).body, '/id');
}

test('a deleted record is in the trash alone, with the time of its deletion', async () => {
  const mock = await openMock({ contract, seedData });
  await mock.send('DELETE', '/notes/2');
  expect((await mock.send('GET', '/notes/2')).status).toBe(404);
  expect(await idsOf(mock, '/notes')).toEqual([1, 3]);
  const { body } = await mock.send('GET', '/notes/trash');
  expect(body).toEqual([{ id: 2, title: 'Note 2', deletedAt: expect.stringMatching(/^20/) }]);
});

test('parameters of the list select what is deleted, alone or with the others', async () => {
  const mock = await openMock({ contract, seedData });
  await mock.send('DELETE', '/notes/2');
  expect(await idsOf(mock, '/notes?trashed=true')).toEqual([2]);
  expect(await idsOf(mock, '/notes?includeDeleted=true')).toEqual([1, 3, 2]);
  expect(await idsOf(mock, '/notes?trashed=false&includeDeleted=false')).toEqual([1, 3]);
});

test('a restored record is as it was before, with what is below it', async () => {
  const mock = await openMock({ contract, seedData });
  const { body: before } = await mock.send('GET', '/notes/2');
  const lines = await mock.send('GET', '/notes/2/lines');
  await mock.send('DELETE', '/notes/2');
  expect(await mock.send('POST', '/notes/2/restore')).toMatchObject({ status: 200, body: before });
  expect((await mock.send('GET', '/notes/2')).body).toEqual(before);
  expect((await mock.send('GET', '/notes/2/lines')).body).toEqual(lines.body);
  expect(await idsOf(mock, '/notes')).toEqual([1, 3, 2]);
  expect(await idsOf(mock, '/notes/trash')).toEqual([]);
});

test('what was removed from the trash, or by a reset, cannot be restored', async () => {
  const mock = await openMock({ contract, seedData });
  await mock.send('DELETE', '/notes/2');
  expect((await mock.send('DELETE', '/notes/trash')).status).toBe(204);
  expect(await idsOf(mock, '/notes/trash')).toEqual([]);
  expect(await idsOf(mock, '/notes')).toEqual([1, 3]);
  expect((await mock.send('POST', '/notes/2/restore')).status).toBe(404);
  await mock.send('DELETE', '/notes/1');
  mock.reset();
  expect(await idsOf(mock, '/notes?includeDeleted=true')).toEqual([1, 2, 3]);
});

test('a reload keeps what was deleted, with the time of its deletion, and it can be restored', async () => {
  const mock = await openMock({ contract, seedData });
  const { body: before } = await mock.send('GET', '/notes/2');
  const lines = await mock.send('GET', '/notes/2/lines');
  await mock.send('DELETE', '/notes/2');
  const { body: trash } = await mock.send('GET', '/notes/trash');
  mock.reload(contractOf({ ...API }, SCHEMAS));
  expect((await mock.send('GET', '/notes/trash')).body).toEqual(trash);
  expect((await mock.send('POST', '/notes/2/restore')).body).toEqual(before);
  expect((await mock.send('GET', '/notes/2/lines')).body).toEqual(lines.body);
});
