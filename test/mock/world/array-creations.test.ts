import { afterEach, expect, test } from 'vitest';
import type { JsonValue } from '../../../harness/core/model.ts';
import { contractOf, listOf, record } from '../../openapi/resources/api.ts';
import { closeMocks, each, fields, openMock } from './client.ts';

afterEach(closeMocks);

const integer = { type: 'integer' };
const guest = { $ref: '#/components/schemas/Guest' };
const Guest = record({ id: integer, email: 'string', reply: { type: 'string', enum: ['none', 'yes'] } }, [
  'id',
  'email',
]);
const sent = record({ email: 'string' }, ['email']);
const page = record(
  { data: record({ items: listOf(guest), total: integer, filteredCount: integer }, ['items', 'total']) },
  ['data'],
);
const path = { partyId: integer, guestId: integer };
const PARTIES = {
  'GET /parties/{partyId}': { gives: record({ id: integer, guestCount: integer }, ['id', 'guestCount']), path },
  'POST /parties': { sends: record({ title: 'string' }), gives: record({ id: integer }, ['id']), status: '201' },
  'GET /parties/{partyId}/guests': { gives: page, path, query: { email: { type: 'string' } } },
  'DELETE /parties/{partyId}/guests/{guestId}': { path },
};

test.each([
  ['alone', { 'POST /parties/{partyId}/guests': { sends: listOf(sent), gives: page, status: '201', path } }, 'guests'],
  [
    'beside a creation of one',
    {
      'POST /parties/{partyId}/guests': { sends: sent, gives: guest, status: '201', path },
      'POST /parties/{partyId}/guests/batch': { sends: listOf(sent), gives: page, status: '201', path },
    },
    'guests/batch',
  ],
])('an array creates a record for each of its items, %s, and the response has their number', async (_, more, name) => {
  const mock = await openMock({ contract: contractOf({ ...PARTIES, ...more }, { Guest }) });
  const { id } = fields((await mock.send('POST', '/parties', { title: 'Ours' })).body);
  const at = `/parties/${String(id)}`;
  const guests = [{ email: 'ann@example.com' }, { email: 'bob@example.com' }];
  const { status, body } = await mock.send('POST', `${at}/${name}`, guests);
  expect({ status, body }).toMatchObject({ status: 201, body: { data: { items: guests, total: 2 } } });
  const { data: listed } = fields((await mock.send('GET', `${at}/guests`)).body);
  expect(listed).toMatchObject({ items: fields(fields(body)['data'])['items'], total: 2, filteredCount: 2 });
  const { data: found } = fields((await mock.send('GET', `${at}/guests?email=bob@example.com`)).body);
  expect(found).toMatchObject({ total: 1, filteredCount: 1 });
  expect(each(fields(found)['items'], '/email')).toEqual(['bob@example.com']);
  expect((await mock.send('GET', at)).body).toMatchObject({ guestCount: 2 });
});

const string = { type: 'string' };
const book = { $ref: '#/components/schemas/Book' };
const draft = { $ref: '#/components/schemas/Draft' };
const Book = record({ id: integer, title: string }, ['id', 'title']);
const Draft = record({ title: string }, ['title']);
const failures = listOf(record({ index: integer, message: string }, ['index']));
const BOOKS = {
  'GET /books': { gives: listOf(book) },
  'GET /books/{bookId}': { gives: book, path: { bookId: integer } },
};
const one = { 'POST /books': { sends: draft, gives: book, status: '201' } };
const sentItems = record({ items: listOf(draft) }, ['items']);
const DRAFTS = [{ title: 'Uno' }, { title: 'Duo' }];

test.each([
  [
    'the first array that identifies them, beside what failed',
    { ...one, 'POST /books/batch': { sends: sentItems, gives: record({ created: listOf(book), failed: failures }) } },
    { items: DRAFTS },
    (made: JsonValue) => ({ created: made, failed: [] }),
  ],
  [
    'such an array in an envelope, with numbers',
    {
      ...one,
      'POST /books/import': {
        sends: listOf(draft),
        gives: record({
          data: record({ succeeded: listOf(book), errors: failures, succeededCount: integer, numFailed: integer }),
        }),
      },
    },
    DRAFTS,
    (made: JsonValue) => ({ data: { succeeded: made, errors: [], succeededCount: 2, numFailed: 0 } }),
  ],
  [
    'their identifiers and their number',
    {
      ...one,
      'POST /books/bulk': {
        sends: listOf(draft),
        gives: record({ created: integer, failed: integer, ids: listOf(integer) }),
      },
    },
    DRAFTS,
    (made: JsonValue) => ({ created: 2, failed: 0, ids: each(made, '/id') }),
  ],
  [
    'their number alone',
    { ...one, 'POST /books/bulk': { sends: sentItems, gives: record({ created: integer, failed: integer }) } },
    { items: DRAFTS },
    () => ({ created: 2, failed: 0 }),
  ],
  [
    'a list, of the only creation that there is',
    {
      'POST /books': { sends: record({ books: listOf(draft) }, ['books']), gives: record({ books: listOf(book) }) },
    },
    { books: DRAFTS },
    (made: JsonValue) => ({ books: made }),
  ],
  [
    'an array where one record is possible, too',
    { 'POST /books': { sends: { oneOf: [draft, listOf(draft)] }, gives: { oneOf: [book, listOf(book)] } } },
    DRAFTS,
    (made: JsonValue) => made,
  ],
])('the response shows the records that were created: %s', async (_, more, body, shown) => {
  const mock = await openMock({ contract: contractOf({ ...BOOKS, ...more }, { Book, Draft }) });
  const { body: before } = await mock.send('GET', '/books');
  const [path = ''] = Object.keys(more)
    .map((name) => name.split(' ')[1] ?? '')
    .toReversed();
  const response = await mock.send('POST', path, body);
  const { body: after } = await mock.send('GET', '/books');
  const made = (after as JsonValue[]).slice((before as JsonValue[]).length);
  expect(each(made, '/title')).toEqual(['Uno', 'Duo']);
  expect(response).toMatchObject({ status: 200, body: shown(made) });
});

test('an array of a record is none of records, although its response lists what belongs to it', async () => {
  const sends = record({ title: string, readers: listOf(sent) }, ['title']);
  const gives = record({ data: book, included: listOf({ anyOf: [guest, book] }) }, ['data']);
  const add = { 'POST /books': { sends, gives, status: '201' } };
  const mock = await openMock({ contract: contractOf({ ...BOOKS, ...add }, { Book, Guest }) });
  const made = await mock.send('POST', '/books', { title: 'Uno', readers: [{ email: 'ann@example.com' }] });
  const { id } = fields(fields(made.body)['data']);
  expect((await mock.send('GET', `/books/${String(id)}`)).body).toMatchObject({ id, title: 'Uno' });
});

test('the parts of a record, which look like records, are none', async () => {
  const parts = listOf(draft);
  const Series = record({ id: integer, title: string, volumes: listOf(book) }, ['id', 'title', 'volumes']);
  const set = { $ref: '#/components/schemas/Series' };
  const mock = await openMock({
    contract: contractOf(
      {
        'GET /sets': { gives: listOf(set) },
        'GET /sets/{setId}': { gives: set, path: { setId: integer } },
        'POST /sets': { sends: record({ title: string, volumes: parts }, ['title']), gives: set, status: '201' },
      },
      { Series, Book, Draft },
    ),
  });
  const { body } = await mock.send('POST', '/sets', { title: 'All', volumes: DRAFTS });
  expect(body).toMatchObject({ title: 'All', volumes: DRAFTS });
  expect((await mock.send('GET', `/sets/${String(fields(body)['id'])}`)).body).toEqual(body);
});

test.each([
  [
    'the array that alone a creation takes, whose response is empty',
    { 'POST /books': { sends: record({ books: listOf(draft) }, ['books']), status: '201' } },
    { books: DRAFTS },
    ['Uno', 'Duo'],
  ],
  [
    'the array beside the object of one record',
    {
      'POST /books': {
        sends: record({ book: draft, books: listOf(draft) }),
        gives: record({ data: record({ book, books: listOf(book) }) }),
        status: '201',
      },
    },
    { books: DRAFTS },
    ['Uno', 'Duo'],
  ],
  [
    'not that array, where one record is sent as well',
    {
      'POST /books': {
        sends: record({ book: draft, books: listOf(draft) }),
        gives: record({ data: record({ book, books: listOf(book) }) }),
        status: '201',
      },
    },
    { book: { title: 'Tre' }, books: DRAFTS },
    ['Tre'],
  ],
  [
    'not the array of a property of one record',
    {
      'POST /books': { sends: record({ title: string, tags: listOf(draft) }), status: '201' },
    },
    { title: 'Tre', tags: DRAFTS },
    ['Tre'],
  ],
])('several records are created from %s', async (_, more, sentBody, titles) => {
  const mock = await openMock({ contract: contractOf({ ...BOOKS, ...more }, { Book, Draft }) });
  const { body: before } = await mock.send('GET', '/books');
  expect((await mock.send('POST', '/books', sentBody)).status).toBe(201);
  const { body: after } = await mock.send('GET', '/books');
  expect(each((after as JsonValue[]).slice((before as JsonValue[]).length), '/title')).toEqual(titles);
});
