import { afterEach, describe, expect, test } from 'vitest';
import type { JsonValue } from '../../../harness/core/model.ts';
import { contractOf, listOf, record } from '../../openapi/resources/api.ts';
import { closeMocks, each, fields, items, LIBRARY, openMock, SHOP, TASKS } from './client.ts';

afterEach(closeMocks);

test('a list whose path names no record above has the records below all of them', async () => {
  const note = { $ref: '#/components/schemas/Note' };
  const path = { boardId: { type: 'integer' }, noteId: { type: 'integer' } };
  const api = {
    'GET /boards/{boardId}': { gives: record({ id: 'integer' }, ['id']), path },
    'GET /boards/{boardId}/notes': { gives: listOf(note), path },
    'POST /boards/{boardId}/notes': { sends: record({ text: 'string' }), gives: note, status: '201', path },
    'GET /boards/{boardId}/notes/{noteId}': { gives: note, path },
    'GET /notes': { gives: listOf(note) },
  };
  const contract = contractOf(api, { Note: record({ id: 'integer', text: 'string' }, ['id']) });
  const mock = await openMock({ contract });
  for (const board of [1, 2]) await mock.send('POST', `/boards/${board}/notes`, { text: `of ${board}` });
  const { status, body } = await mock.send('GET', '/notes');
  expect(status).toBe(200);
  expect(each(body, '/text')).toEqual(expect.arrayContaining(['of 1', 'of 2']));
});

test('records that nothing reads are as their own list shows them, not one that says something about them', async () => {
  const user = { $ref: '#/components/schemas/User' };
  const api = {
    'GET /apps/channels/users': { gives: listOf(record({ id: 'string', userId: 'string', channelId: 'string' })) },
    'GET /users': { gives: listOf(user) },
    'POST /users': { sends: record({ name: 'string' }), gives: user },
    'DELETE /users/{userId}': {},
  };
  const contract = contractOf(api, { User: record({ id: 'string', name: 'string' }) });
  const mock = await openMock({ contract });
  for (const name of ['a', 'b']) await mock.send('POST', '/users', { name });
  const ids = each((await mock.send('GET', '/users')).body, '/id');
  expect(new Set(ids).size).toBe(ids.length);
});

test('a list shows its own records where a read shows other properties of them', async () => {
  const examples = [
    { id: 'a', title: 'First' },
    { id: 'b', title: 'Second' },
  ];
  const gives = (schema: object, more: object = {}) => ({
    responses: { 200: { description: 'ok', content: { 'application/json': { schema, ...more } } } },
  });
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
  const created = record({ doc: record({ id: 'string', title: 'string' }) });
  const spec = {
    openapi: '3.1.0',
    info: { title: 'Docs', version: '1' },
    paths: {
      '/docs': {
        get: gives(listOf(record({ id: 'string', title: 'string' })), { example: examples }),
        post: {
          requestBody: { content: { 'application/json': { schema: record({ title: 'string' }) } } },
          ...gives(created),
        },
      },
      '/docs/{id}': { parameters: [id], get: gives(record({ doc: record({ blocks: 'array', info: 'object' }) })) },
    },
  };
  const mock = await openMock({ spec });
  const { body } = await mock.send('POST', '/docs', { title: 'Third' });
  const { id: own } = fields(fields(body)['doc']);
  const { body: listed } = await mock.send('GET', '/docs');
  expect(listed).toEqual([...examples, { id: own, title: 'Third' }]);
});

describe('a list of texts has those that were put there', () => {
  const text = { type: 'string' };
  const parameter = (name: string) => ({ name, in: 'path', required: true, schema: text });
  const gives = (schema: object, description = 'ok') => ({
    responses: { 200: { description, content: { 'application/json': { schema } } } },
  });
  const done = { responses: { 204: { description: 'done' } } };
  const labelled = (description: string) => ({
    openapi: '3.1.0',
    info: { title: 'Pages', version: '1' },
    paths: {
      '/pages/{slug}': { parameters: [parameter('slug')], get: gives(record({ slug: text }, ['slug'])) },
      '/pages/{slug}/labels': {
        parameters: [parameter('slug')],
        get: gives(record({ labels: listOf(text) }, ['labels']), description),
      },
      '/pages/{slug}/labels/{label}': { parameters: [parameter('slug'), parameter('label')], put: done, delete: done },
    },
  });

  test.each([
    ['as they came', 'The labels', ['beta', 'alpha']],
    ['in the order that the document says', 'Labels in alphabetical order', ['alpha', 'beta']],
  ])('%s', async (_, description, expected) => {
    const mock = await openMock({ spec: labelled(description) });
    const labels = async () => {
      const all = fields((await mock.send('GET', '/pages/home/labels')).body)['labels'] as JsonValue[];
      return all.filter((each) => ['alpha', 'beta'].includes(String(each)));
    };
    for (const label of ['beta', 'alpha']) await mock.send('PUT', `/pages/home/labels/${label}`);
    expect(await labels()).toEqual(expected);
    await mock.send('DELETE', '/pages/home/labels/beta');
    expect(await labels()).toEqual(['alpha']);
  });
});

describe('a list of what has a time', () => {
  const time = { type: 'string', format: 'date-time' };
  const date = { type: 'string', format: 'date' };
  const event = { $ref: '#/components/schemas/Event' };
  const contract = contractOf(
    {
      'GET /events/{eventId}': { gives: event, path: { eventId: { type: 'integer' } } },
      'GET /events': { gives: listOf(event), query: { from: date, to: date, createdAfter: time } },
      'POST /events': { sends: event, gives: event, status: '201' },
    },
    { Event: record({ id: 'integer', startsAt: time, endsAt: { ...time, nullable: true }, createdAt: time }, ['id']) },
  );
  const seedData = {
    event: [
      { id: 1, startsAt: '2026-01-30T20:00:00Z', endsAt: '2026-02-01T02:00:00Z', createdAt: '2026-01-02T09:00:00Z' },
      { id: 2, startsAt: '2026-01-31T22:00:00Z', createdAt: '2026-01-02T11:00:00+02:00' },
      { id: 3, startsAt: '2026-02-02T08:00:00Z', endsAt: '2026-02-02T09:00:00Z', createdAt: '2026-01-03T00:00:00Z' },
    ],
  };

  test.each([
    ['from=2026-01-31&to=2026-01-31', [1, 2]],
    ['from=2026-02-01', [1, 3]],
    ['to=2026-01-30', [1]],
    ['from=2026-01-31&to=2026-02-28', [1, 2, 3]],
    ['createdAfter=2026-01-02T09:00:00Z', [1, 2, 3]],
    ['createdAfter=2026-01-02T09:00:01Z', [3]],
  ])('has those of which a part is between its bounds, whole days included: %s', async (query, ids) => {
    const mock = await openMock({ contract, seedData });
    expect(each((await mock.send('GET', `/events?${query}`)).body, '/id')).toEqual(ids);
  });
});

test('a bound is that of a time that the list alone says to be one', async () => {
  const time = { type: 'string', format: 'date-time' };
  const note = (updatedAt: Parameters<typeof listOf>[0]) => record({ id: 'integer', updatedAt }, ['id', 'updatedAt']);
  const contract = contractOf({
    'GET /notes/{noteId}': { gives: note({ type: 'string' }), path: { noteId: { type: 'integer' } } },
    'GET /notes': {
      gives: listOf(note(time)),
      query: { since: { ...time, description: 'Only those that were updated after this time' } },
    },
  });
  const seedData = {
    note: [
      { id: 1, updatedAt: '2026-01-01T00:00:00Z' },
      { id: 2, updatedAt: '2026-03-01T00:00:00Z' },
    ],
  };
  const mock = await openMock({ contract, seedData });
  expect(each((await mock.send('GET', '/notes?since=2026-02-01T00:00:00Z')).body, '/id')).toEqual([2]);
});

describe('a list with a switch', () => {
  const flag = { type: 'boolean' };
  const channel = { $ref: '#/components/schemas/Channel' };
  const api = (archived: object) => ({
    'GET /channels/{channelId}': { gives: channel, path: { channelId: { type: 'integer' } } },
    'GET /channels': { gives: listOf(channel), query: { archived: { ...flag, ...archived }, isOpen: flag } },
    'POST /channels/{channelId}/archive': { gives: channel, path: { channelId: { type: 'integer' } } },
  });
  const Channel = record({ id: 'integer', open: flag, isArchived: { ...flag, readOnly: true } }, ['id']);
  const channels = [1, 2, 3].map((id) => ({ id, open: id === 1, isArchived: id === 3 }));
  const idsOf = async (archived: object, query: string) => {
    const mock = await openMock({ contract: contractOf(api(archived), { Channel }), seedData: { channel: channels } });
    return each((await mock.send('GET', `/channels${query}`)).body, '/id');
  };

  test('is selected by a flag that is called like it, with or without is', async () => {
    expect(await idsOf({}, '?archived=true')).toEqual([3]);
    expect(await idsOf({}, '?archived=false')).toEqual([1, 2]);
    expect(await idsOf({}, '?isOpen=true')).toEqual([1]);
    expect(await idsOf({}, '')).toEqual([1, 2, 3]);
  });

  test('is selected by the opposite of a flag', async () => {
    const unopened = { 'GET /channels': { gives: listOf(channel), query: { unopen: flag } } };
    const seedData = { channel: channels };
    const mock = await openMock({ contract: contractOf({ ...api({}), ...unopened }, { Channel }), seedData });
    expect(each((await mock.send('GET', '/channels?unopen=true')).body, '/id')).toEqual([2, 3]);
    expect(each((await mock.send('GET', '/channels?unopen=false')).body, '/id')).toEqual([1]);
  });

  test('leaves out what is archived if the switch is off by default', async () => {
    expect(await idsOf({ default: false }, '')).toEqual([1, 2]);
    expect(await idsOf({ default: false }, '?archived=true')).toEqual([3]);
  });
});

describe('a search', () => {
  const note = { $ref: '#/components/schemas/Note' };
  const search = record({
    filters: record({ kind: 'string', text_contains: 'string' }),
    ...{ min_stars: 'integer', page: 'integer', page_size: 'integer' },
  });
  const contract = contractOf(
    {
      'GET /notes/{noteId}': { gives: note, path: { noteId: { type: 'integer' } } },
      'GET /notes': { gives: listOf(note), query: { min_stars: { type: 'integer' } } },
      'POST /notes': { sends: note, gives: note, status: '201' },
      'POST /notes/search': { sends: search, gives: record({ total: 'integer', items: listOf(note) }) },
    },
    { Note: record({ id: 'integer', kind: 'string', text: 'string', stars: 'integer' }, ['id']) },
  );
  const seedData = {
    note: [
      { id: 1, kind: 'idea', text: 'Red kites', stars: 1 },
      { id: 2, kind: 'task', text: 'Blue kites', stars: 2 },
      { id: 3, kind: 'idea', text: 'Red ants', stars: 3 },
    ],
  };

  test.each([
    [{}, 3, [1, 2, 3]],
    [{ filters: { kind: 'idea' } }, 2, [1, 3]],
    [{ filters: { text_contains: 'KITES' } }, 2, [1, 2]],
    [{ min_stars: 2 }, 2, [2, 3]],
    [{ page: 2, page_size: 2 }, 3, [3]],
  ])('finds what its body selects: %j', async (body, total, ids) => {
    const mock = await openMock({ contract, seedData });
    const { body: found } = await mock.send('POST', '/notes/search', body);
    expect(fields(found)['total']).toBe(total);
    expect(each(items(found), '/id')).toEqual(ids);
    expect(each((await mock.send('GET', '/notes?min_stars=3')).body, '/id')).toEqual([3]);
  });
});

test('a page names the others by whatever the document calls them', async () => {
  const text = { type: 'string' };
  const names = ['next_page_url', 'prev_page_url', 'first_page_url', 'last_page_url', 'prevCursor'];
  const list = {
    type: 'object',
    properties: {
      data: { type: 'array', items: { $ref: '#/components/schemas/Note' } },
      ...Object.fromEntries(names.map((name) => [name, text])),
    },
  };
  const query = { page: { type: 'integer' }, per_page: { type: 'integer' } };
  const contract = contractOf(
    {
      'GET /notes': { gives: list, query },
      'GET /notes/{noteId}': { gives: { $ref: '#/components/schemas/Note' } },
    },
    { Note: record({ id: 'integer', text: 'string' }, ['id']) },
  );
  const mock = await openMock({ contract, seedData: { note: [1, 2, 3, 4, 5].map((id) => ({ id })) } });
  const at = (page: number) => `${mock.url}/notes?per_page=2&page=${page}`;
  const { body } = await mock.send('GET', '/notes?page=2&per_page=2');
  expect(body).toMatchObject({
    next_page_url: at(3),
    prev_page_url: at(1),
    first_page_url: `${mock.url}/notes?per_page=2`,
    last_page_url: at(3),
    prevCursor: '1',
  });
  const { body: last } = await mock.send('GET', '/notes?page=3&per_page=2');
  expect(fields(last)).not.toHaveProperty('next_page_url');
});

test('a list counts from where its parameter does, and selects by one of several values', async () => {
  const note = { $ref: '#/components/schemas/Note' };
  const query = { startIndex: { type: 'integer', minimum: 1 }, count: { type: 'integer' }, tagId: { type: 'string' } };
  const contract = contractOf(
    {
      'GET /notes': { gives: record({ startIndex: 'integer', items: listOf(note) }, ['startIndex']), query },
      'GET /notes/{noteId}': { gives: note },
    },
    { Note: record({ id: 'integer', tagIds: { type: 'array', items: { type: 'string' } } }, ['id']) },
  );
  const seedData = { note: [1, 2, 3].map((id) => ({ id, tagIds: [`t${id}`, 'all'] })) };
  const mock = await openMock({ contract, seedData });
  const found = async (search: string) => {
    const { body } = await mock.send('GET', `/notes?${search}`);
    return [fields(body)['startIndex'], ...each(items(body), '/id')];
  };
  expect(await found('startIndex=1&count=2')).toEqual([1, 1, 2]);
  expect(await found('startIndex=3&count=2')).toEqual([3, 3]);
  expect(await found('tagId=t2')).toEqual([1, 2]);
});

describe('a list', () => {
  const seedData = {
    author: [
      { id: 1, name: 'Ann' },
      { id: 2, name: 'Bob' },
    ],
    book: ['novel', 'poetry', 'novel', 'science', 'novel'].map((genre, index) => ({
      ...{ id: index + 1, authorId: index < 4 ? 1 : 2, isbn: `978000000000${index}`, title: `Book ${index}`, genre },
    })),
  };

  test('below a record shows its records alone', async () => {
    const mock = await openMock({ spec: LIBRARY, seedData });
    expect(each(items((await mock.send('GET', '/authors/1/books')).body), '/id')).toEqual([1, 2, 3, 4]);
    expect(each(items((await mock.send('GET', '/authors/2/books')).body), '/id')).toEqual([5]);
  });

  test('selects by a parameter that is named like a property, and counts what it selects', async () => {
    const mock = await openMock({ spec: LIBRARY, seedData });
    const { body } = await mock.send('GET', '/authors/1/books?genre=novel');
    expect(each(items(body), '/id')).toEqual([1, 3]);
    expect(fields(body)['total']).toBe(2);
  });

  test('is divided by limit and offset', async () => {
    const mock = await openMock({ spec: LIBRARY, seedData });
    const { body } = await mock.send('GET', '/authors/1/books?limit=2&offset=1');
    expect(body).toMatchObject({ total: 4, limit: 2, offset: 1 });
    expect(each(items(body), '/id')).toEqual([2, 3]);
  });

  test('is divided by page and size', async () => {
    const project = ['A', 'B', 'C'].map((name) => ({ name }));
    const mock = await openMock({ spec: TASKS, auth: false, seedData: { project } });
    const { body } = await mock.send('GET', '/projects?page=2&pageSize=2');
    expect(each(fields(body)['data'], '/name')).toEqual(['C']);
    expect(fields(body)['meta']).toMatchObject({ total: 3, page: 2, pageSize: 2 });
  });

  test('is divided by cursors, which hold while others create and delete', async () => {
    const product = Array.from({ length: 5 }, (_, index) => ({ name: `P${index}`, sku: `ABC-000${index}` }));
    const mock = await openMock({ spec: SHOP, seedData: { product } });
    const first = await mock.send('GET', '/products?limit=2');
    expect(each(items(first.body), '/name')).toEqual(['P0', 'P1']);
    await mock.send('DELETE', `/products/${String(each(items(first.body), '/id')[0])}`);
    const cursor = String(fields(first.body)['nextCursor']);
    const second = await mock.send('GET', `/products?limit=2&cursor=${encodeURIComponent(cursor)}`);
    expect(each(items(second.body), '/name')).toEqual(['P2', 'P3']);
    const last = String(fields(second.body)['nextCursor']);
    const third = await mock.send('GET', `/products?limit=2&cursor=${encodeURIComponent(last)}`);
    expect(each(items(third.body), '/name')).toEqual(['P4']);
    expect(fields(third.body)['nextCursor'] ?? null).toBeNull();
  });
});

test.each([
  ['cursor', 1, 2, 3],
  ['marker', 'a', 'b', 'c'],
])('a %s is a number where the response shows it as one, although it is sent as text', async (name, ...ids) => {
  const note = { $ref: '#/components/schemas/Note' };
  const query = { [name]: { type: 'string' }, limit: { type: 'integer' } };
  const type = typeof ids[0] === 'string' ? 'string' : 'integer';
  const api = {
    'GET /notes': { gives: record({ entries: listOf(note), [`next_${name}`]: 'integer' }), query },
    'GET /notes/{noteId}': { gives: note, path: { noteId: { type } } },
  };
  const contract = contractOf(api, { Note: record({ id: type, text: 'string' }, ['id']) });
  const mock = await openMock({ contract, seedData: { note: ids.map((id) => ({ id })) } });
  const { [`next_${name}`]: next, entries } = fields((await mock.send('GET', '/notes?limit=2')).body);
  expect([each(entries, '/id'), Number.isInteger(next)]).toEqual([ids.slice(0, 2), true]);
  const { body } = await mock.send('GET', `/notes?limit=2&${name}=${next}`);
  expect(each(fields(body)['entries'], '/id')).toEqual(ids.slice(2));
});

test('an example that has another form than the schema of its list is sent as it is', async () => {
  const content = {
    'application/json': {
      schema: {
        properties: { value: { type: 'array', items: { type: 'object', properties: { id: { type: 'integer' } } } } },
      },
      example: [{ id: 1 }],
    },
  };
  const spec = {
    openapi: '3.0.3',
    info: { title: 'a', version: '1' },
    paths: { '/books': { get: { responses: { 200: { description: 'ok', content } } } } },
  };
  const mock = await openMock({ spec });
  expect((await mock.send('GET', '/books')).body).toEqual([{ id: 1 }]);
});

test('a list that does not say of what shows the records, as they are shown elsewhere', async () => {
  const room = record({ id: 'string', name: 'string', capacity: 'integer' }, ['id', 'name']);
  const anything = record(
    { data: record({ items: listOf({ type: 'object' }), total: 'integer' }, ['items', 'total']) },
    ['data'],
  );
  const path = { roomId: { type: 'string' } };
  const api = {
    'GET /rooms': { gives: anything, query: { name: { type: 'string' } } },
    'POST /rooms': {
      sends: record({ name: 'string', password: { type: 'string', writeOnly: true } }),
      gives: room,
      status: '201',
    },
    'GET /rooms/{roomId}': { gives: room, path },
    'DELETE /rooms/{roomId}': { path },
  };
  const mock = await openMock({ contract: contractOf(api, {}) });
  const { body: created } = await mock.send('POST', '/rooms', { name: 'Blue', password: 'secret' });
  const listed = async (query = '') => fields(fields((await mock.send('GET', `/rooms${query}`)).body)['data'])['items'];
  expect(await listed('?name=Blue')).toEqual([created]);
  for (const id of each(await listed(), '/id'))
    expect(await listed()).toContainEqual((await mock.send('GET', `/rooms/${String(id)}`)).body);
  await mock.send('DELETE', `/rooms/${String(fields(created)['id'])}`);
  expect(await listed('?name=Blue')).toEqual([]);
});
