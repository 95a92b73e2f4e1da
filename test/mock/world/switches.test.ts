import { afterEach, expect, test } from 'vitest';
import { contractOf, listOf, record } from '../../openapi/resources/api.ts';
import { closeMocks, each, openMock } from './client.ts';

afterEach(closeMocks);

const integer = { type: 'integer' };
const flag = { type: 'boolean' };
const time = { type: ['string', 'null'], format: 'date-time' };
const note = { $ref: '#/components/schemas/Note' };
const Note = record(
  {
    id: integer,
    unreadCount: integer,
    archivedAt: time,
    completedAt: time,
    isPinned: flag,
    tags: listOf({ type: 'string' }),
    parentId: { type: ['integer', 'null'] },
    status: { type: 'string', enum: ['open', 'in_progress', 'done'] },
  },
  ['id'],
);
const notes = [
  {
    ...{ id: 1, unreadCount: 2, archivedAt: '2026-01-02T03:04:05Z', completedAt: null, isPinned: true },
    ...{ tags: ['a'], parentId: null, status: 'open' },
  },
  {
    id: 2,
    unreadCount: 0,
    archivedAt: null,
    completedAt: null,
    isPinned: false,
    tags: [],
    parentId: 1,
    status: 'done',
  },
  {
    ...{ id: 3, unreadCount: 1, archivedAt: null, completedAt: '2026-01-02T03:04:05Z', isPinned: false },
    ...{ tags: ['b'], parentId: 1, status: 'in_progress' },
  },
];

async function idsOf(parameter: string, query: string) {
  const contract = contractOf(
    {
      'GET /notes': { gives: listOf(note), query: { [parameter]: flag } },
      'GET /notes/{noteId}': { gives: note, path: { noteId: integer } },
    },
    { Note },
  );
  const mock = await openMock({ contract, seedData: { note: notes } });
  return each((await mock.send('GET', `/notes?${query}`)).body, '/id');
}

test.each([
  ['a number', 'unread', [1, 3]],
  ['a number, by its opposite', 'read', [2]],
  ['a time', 'archived', [1]],
  ['a time, by its opposite', 'uncompleted', [1, 2]],
  ['a flag, by its opposite', 'unpinned', [2, 3]],
  ['a flag, with a word around it', 'only_pinned', [1]],
  ['a list', 'hasTags', [1, 3]],
  ['a reference', 'has_parent', [2, 3]],
  ['a status', 'in_progress', [3]],
  ['a status, with a word around it', 'isOpen', [1]],
])('a switch selects by %s', async (_, name, ids) => {
  expect(await idsOf(name, `${name}=true`)).toEqual(ids);
  expect(await idsOf(name, `${name}=false`)).toEqual([1, 2, 3].filter((id) => !ids.includes(id)));
  expect(await idsOf(name, '')).toEqual([1, 2, 3]);
});

test('a list is in the order that is the default of its parameters', async () => {
  const text = (...listed: string[]) => ({ type: 'string', enum: listed, default: listed[0] });
  const sorted = async (parameters: object, query: string) => {
    const contract = contractOf(
      {
        'GET /notes': { gives: listOf(note), query: { ...parameters } },
        'GET /notes/{noteId}': { gives: note, path: { noteId: integer } },
      },
      { Note },
    );
    const mock = await openMock({ contract, seedData: { note: notes } });
    return each((await mock.send('GET', `/notes${query}`)).body, '/id');
  };
  expect(await sorted({ sort: text('-unreadCount', 'unreadCount') }, '')).toEqual([1, 3, 2]);
  expect(await sorted({ sort: text('-unreadCount', 'unreadCount') }, '?sort=unreadCount')).toEqual([2, 3, 1]);
  const both = { order_by: text('unreadCount', 'id'), order: text('desc', 'asc') };
  expect(await sorted(both, '')).toEqual([1, 3, 2]);
  expect(await sorted(both, '?order=asc')).toEqual([2, 3, 1]);
  expect(await sorted(both, '?order_by=id')).toEqual([3, 2, 1]);
});
