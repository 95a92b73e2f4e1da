import { describe, expect, test } from 'vitest';
import { thrownMessage } from '../documents.ts';
import { type Api, bindings, listOf, modelOf, operationOf, record, references, roles, typeOf } from './api.ts';

const BOOK = record({ id: 'string', title: 'string' });
const API: Api = {
  'GET /books': { id: 'listBooks', gives: listOf(BOOK) },
  'POST /books': {
    id: 'createBook',
    sends: record({ title: 'string', editor: 'string' }),
    gives: record({ key: 'string' }),
  },
  'POST /books/import': { id: 'importBook', gives: BOOK },
  'GET /books/{bookId}': { id: 'readBook', gives: BOOK },
  'PUT /books/{bookId}': { id: 'replaceBook', sends: BOOK },
  'GET /authors/{authorId}': { id: 'readAuthor', gives: record({ id: 'string' }) },
  'GET /weather': { id: 'readWeather', gives: record({ sky: 'string' }) },
  'GET /shelf/{shelfId}/stored': { id: 'listStored', gives: listOf(BOOK) },
};

const corrected = (text: string) => modelOf(API, {}, text);

describe('the configuration corrects', () => {
  test('the name of a type', () => {
    expect(typeOf(corrected('volume: { item: "/books/{id}" }'), 'volume')).toMatchObject({
      item: '/books/{bookId}',
      collection: '/books',
    });
  });

  test('a name that another type has: that one gets a longer name', () => {
    const model = corrected('author: { item: "/books/{id}" }');
    expect(model.types.map(({ name, item }) => [name, item])).toContainEqual(['author', '/books/{bookId}']);
    expect(model.types.map(({ name, item }) => [name, item])).toContainEqual([
      'author.authorId',
      '/authors/{authorId}',
    ]);
  });

  test('the collection', () => {
    const model = corrected('book: { collection: "/shelf/{shelfId}/stored" }');
    expect(roles(model)).toMatchObject({ listStored: 'list book', listBooks: 'list book filtered' });
  });

  test('the parent, also to none', () => {
    expect(typeOf(corrected('book: { parent: author }'), 'book').parent).toBe('author');
    const nested: Api = { 'GET /authors/{authorId}/books/{bookId}': {} };
    expect(typeOf(modelOf(nested, {}, 'book: { parent: false }'), 'book').parent).toBeUndefined();
  });

  test('the operations of a role; guesses for the same role are dropped', () => {
    const model = corrected('book: { create: importBook, actions: ["PUT /books/{bookId}"] }');
    expect(roles(model)).toMatchObject({
      importBook: 'create book',
      createBook: 'action book',
      replaceBook: 'action book',
      readBook: 'read book',
    });
    expect(operationOf(model, 'createBook').reason).toBe('the configuration names another operation for create');
    expect(bindings(model, 'book', 'bookId')).toEqual(
      ['response importBook /id', 'list listBooks /*/id', 'list listStored /*/id'].slice(0, 2),
    );
  });

  test('the place of an identifier', () => {
    const both = (text: string) => bindings(corrected(text), 'book', 'bookId')[0];
    expect(both('book: { id: /key }')).toBe('configuration createBook /key');
    expect(both('book: { id: { bookId: $response.header.X-Id } }')).toBe('configuration createBook X-Id');
    expect(both('book: { id: $request.body#/isbn }')).toBe('configuration createBook /isbn');
  });

  test('references, by name or pointer, also to none', () => {
    expect(references(corrected('book: { references: { editor: author } }'), 'createBook')).toEqual([
      'body /editor -> author.authorId',
    ]);
    expect(references(corrected('book: { references: { /editor: author } }'), 'createBook')).toHaveLength(1);
    const api: Api = { ...API, 'POST /books': { id: 'createBook', sends: record({ authorId: 'string' }) } };
    expect(references(modelOf(api), 'createBook')).toHaveLength(1);
    expect(references(modelOf(api, {}, 'book: { references: { authorId: false } }'), 'createBook')).toEqual([]);
  });

  test('what is no resource type', () => {
    const model = corrected('book: { ignore: true }');
    expect(model.types.map(({ name }) => name)).not.toContain('book');
    expect(operationOf(model, 'readBook')).toMatchObject({
      resource: undefined,
      path: [],
      reason: 'the configuration ignores its resource type',
    });
  });

  test('what is a resource type that was not found', () => {
    const model = corrected('weather: { item: /weather }\nstore: { collection: /books/import, create: importBook }');
    expect(typeOf(model, 'weather')).toMatchObject({ singleton: true });
    expect(roles(model)).toMatchObject({ readWeather: 'read weather', importBook: 'create store' });
    expect(bindings(model, 'store', 'id')).toEqual(['response importBook /id']);
  });

  test('the identifier of a type without an item path', () => {
    const model = corrected('weather: { collection: /weather, create: readWeather, id: /sky }');
    expect(bindings(model, 'weather', 'sky')).toEqual(['configuration readWeather /sky', 'response readWeather /sky']);
  });

  test('nothing, if it is empty', () => {
    expect(JSON.stringify(corrected('{}').types)).toBe(JSON.stringify(modelOf(API).types));
  });
});

describe('a mistake in the configuration has its line and the nearest name', () => {
  test.each([
    [
      'boook: { ignore: true }',
      '1:1: unknown resource type boook (a new one needs `item` or `collection`). Did you mean book?',
    ],
    ['book:\n  creat: x', '2:3: unknown property creat in resources.book. Did you mean create?'],
    ['book: 7', '1:1: resources.book must be a map'],
    ['book:\n  create: createBok', '2:3: the document has no operation createBok. Did you mean createBook?'],
    [
      'book:\n  read: GET /book/{bookId}',
      '2:3: the document has no operation GET /book/{bookId}. Did you mean GET /books/{bookId}?',
    ],
    [
      'book:\n  actions:\n    - importBook\n    - importBok',
      '4:7: the document has no operation importBok. Did you mean importBook?',
    ],
    ['book:\n  create: [a]', '2:3: resources.book.create must be a string'],
    ['book:\n  item: /boks/{bookId}', '2:3: the document has no path /boks/{bookId}. Did you mean /books/{bookId}?'],
    ['book:\n  item: books', '2:3: resources.book.item must be a path of the document, such as /books/{bookId}'],
    ['book:\n  parent: autor', '2:3: autor cannot be the parent. Did you mean author?'],
    ['book:\n  parent: book', '2:3: book cannot be the parent. Did you mean book?'],
    ['book:\n  parent: 7', '2:3: resources.book.parent must be the name of a resource type, or false'],
    ['book:\n  id: { bokId: /id }', '2:9: book has no identifier bokId. Did you mean bookId?'],
    [
      'book:\n  id: { bookId: id }',
      '2:9: resources.book.id.bookId must be a JSON Pointer in the response, such as /data/id, or a runtime expression, such as $response.header.X-Id',
    ],
    ['book:\n  references: { editor: autor }', '2:17: unknown resource type autor. Did you mean author?'],
    ['book:\n  references: [author]', '2:3: resources.book.references must be a map'],
    ['book:\n  ignore: yes please', '2:3: resources.book.ignore must be true or false'],
    ['book: {}\nvolume:\n  item: /books/{bookId}', '2:1: resources.volume is the same resource type as resources.book'],
  ])('%s', (text, expected) => {
    expect(thrownMessage(() => corrected(text))).toBe(`spec.yaml:${expected}`);
  });
});
