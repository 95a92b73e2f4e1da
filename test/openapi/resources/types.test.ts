import { describe, expect, test } from 'vitest';
import type { ResourceModel } from '../../../harness/openapi/resources/model.ts';
import { type Api, listOf, modelOf, record, typeOf } from './api.ts';

const BOOK = record({ id: 'integer', title: 'string' });
const BOOKS = listOf(BOOK);

function types(api: Api): Record<string, string> {
  return Object.fromEntries(
    modelOf(api).types.map(({ name, item, collection, parent, singleton }) => [
      name,
      [singleton && 'singleton', item ?? '-', collection ?? '-', parent && `below ${parent}`].filter(Boolean).join(' '),
    ]),
  );
}

describe('resource types', () => {
  test('an item path is a type, named by its collection in the singular', () => {
    expect(types({ 'GET /special-events/{eventId}': {}, 'GET /special-events': {} })).toEqual({
      'special-event': '/special-events/{eventId} /special-events',
    });
  });

  test('a list beside the item path, of the same name in the plural, is the collection', () => {
    expect(types({ 'GET /book/{bookId}': {}, 'POST /books': {}, 'GET /books': { gives: BOOKS } })).toEqual({
      book: '/book/{bookId} /books',
    });
  });

  test('an item path without operations is a type, if paths lead through it', () => {
    expect(types({ 'GET /tickets/{ticketId}/code': {} })).toEqual({ ticket: '/tickets/{ticketId} -' });
  });

  test('parameters that paths begin with are of one type unless their names say otherwise', () => {
    const api = { 'GET /{policyId}': {}, 'GET /{scope}/rules/{ruleId}': {}, 'GET /{id}/owners/{ownerId}': {} };
    expect(types(api)).toEqual({
      policy: '/{policyId} -',
      scope: '/{scope} -',
      rule: '/{scope}/rules/{ruleId} - below scope',
      owner: '/{policyId}/owners/{ownerId} - below policy',
    });
  });

  test('a nested item path has the nearest item path above it as its parent', () => {
    expect(types({ 'GET /authors/{authorId}/shelves/main/books/{bookId}': {}, 'GET /authors/{id}': {} })).toEqual({
      author: '/authors/{authorId} -',
      book: '/authors/{authorId}/shelves/main/books/{bookId} - below author',
    });
  });

  test('parameters that identify nothing alone identify one record together', () => {
    const model = modelOf({ 'GET /repos/{owner}/{repo}': {}, 'GET /repos/{owner}/{repo}/issues/{number}': {} });
    expect(typeOf(model, 'repo').identifiers.map(({ name }) => name)).toEqual(['owner', 'repo']);
    expect(typeOf(model, 'issue')).toMatchObject({ parent: 'repo', identifiers: [{ name: 'number' }] });
  });

  test('a parameter below another record is a type of its own, named by the parameter', () => {
    expect(types({ 'GET /gists/{gistId}': {}, 'GET /gists/{gistId}/{revisionId}': {} })).toEqual({
      gist: '/gists/{gistId} -',
      revision: '/gists/{gistId}/{revisionId} - below gist',
    });
  });

  test.each(['/books/{a}-{b}', '/Books({a},{b})', '/books/{a}.{b}.json'])(
    'several parameters in one segment: %s',
    (path) => {
      const model = modelOf({ [`GET ${path}`]: {} });
      expect(model.types.map(({ name, identifiers }) => [name, identifiers.map((each) => each.name)])).toEqual([
        ['book', ['a', 'b']],
      ]);
    },
  );

  test('paths with an extension are about the same records', () => {
    expect(types({ 'POST /books.json': {}, 'GET /books/{id}/pages.json': {}, 'GET /books/{id}.json': {} })).toEqual({
      book: '/books/{id}.json /books.json',
    });
  });

  test('a prefix names no type', () => {
    expect(types({ 'GET /api/v2/{tenantId}/books/{bookId}': {} })).toEqual({
      tenant: '/api/v2/{tenantId} -',
      book: '/api/v2/{tenantId}/books/{bookId} - below tenant',
    });
  });

  test('a parameter with listed values, or for a version of the API, identifies nothing', () => {
    const kind = { enum: ['new', 'old'] };
    expect(
      types({
        'GET /api/{version}/books/{kind}/{bookId}': { path: { kind } },
        'GET /books/{id}/versions/{version}': {},
      }),
    ).toEqual({
      book: '/books/{id} -',
      'api.book': '/api/{version}/books/{kind}/{bookId} -',
      version: '/books/{id}/versions/{version} - below book',
    });
  });

  test('types of the same name get the names of their parents', () => {
    expect(
      Object.keys(
        types({
          'GET /books/{bookId}/reviews/{reviewId}': {},
          'GET /films/{filmId}/reviews/{reviewId}': {},
          'GET /reviews/{reviewId}': {},
          'GET /a/reviews/{reviewId}': {},
        }),
      ),
    ).toEqual(['book', 'film', 'review', 'a.review', 'book.review', 'film.review']);
  });
});

describe('collections without an item path', () => {
  test('a list whose items have an id is a type', () => {
    expect(types({ 'GET /stations': { gives: BOOKS } })).toEqual({ station: '- /stations' });
  });

  test('a create whose response has an id is a type', () => {
    expect(types({ 'POST /orders': { gives: BOOK } })).toEqual({ order: '- /orders' });
  });

  test('a list of strings, and one whose items nothing identifies, is none', () => {
    const hours = listOf(record({ opens: 'string', closes: 'string' }));
    expect(types({ 'GET /tags': { gives: listOf({ type: 'string' }) }, 'GET /hours': { gives: hours } })).toEqual({});
  });

  test('what is named by a verb is none', () => {
    expect(types({ 'GET /search/books': { gives: BOOKS }, 'POST /login': { gives: BOOK } })).toEqual({});
  });

  test('a nested collection of a type with its own item path belongs to that type', () => {
    const model = modelOf({
      'GET /books/{bookId}': { gives: BOOK },
      'GET /authors/{authorId}/books': { id: 'list', gives: BOOKS },
      'POST /authors/{authorId}/books': { id: 'create', gives: BOOK },
    });
    expect(operationsOf(model, 'book')).toEqual(['read GET /books/{bookId}', 'list list', 'create create']);
    expect(typeOf(model, 'book').parent).toBeUndefined();
  });

  test('not to one below another parent', () => {
    const found = types({
      'GET /repos/{repoId}/commits/{sha}': {},
      'GET /gists/{gistId}/commits': { gives: listOf(record({ id: 'string' })) },
    });
    expect(found['gist.commit']).toBe('- /gists/{gistId}/commits below gist');
  });

  test('a list elsewhere with the schema of a type belongs to it', () => {
    const Book = BOOK;
    const model = modelOf(
      {
        'GET /books/{bookId}': { gives: { $ref: '#/components/schemas/Book' } },
        'GET /me/favorites': { id: 'favorites', gives: listOf({ $ref: '#/components/schemas/Book' }) },
      },
      { Book },
    );
    expect(operationsOf(model, 'book')).toContain('list favorites');
  });
});

describe('singletons', () => {
  test.each<[string, Api]>([
    ['what is read and written', { 'GET /theme': { gives: BOOK }, 'PUT /theme': {} }],
    ['what is read and patched', { 'GET /theme': { gives: BOOK }, 'PATCH /theme': {} }],
    ['what is put and deleted', { 'PUT /theme': {}, 'DELETE /theme': {} }],
  ])('%s is one', (_, api) => {
    expect(types(api)).toEqual({ theme: 'singleton /theme -' });
  });

  test('what a usual name stands for is one, even if it is only read', () => {
    expect(types({ 'GET /me': { gives: BOOK } })).toEqual({ me: 'singleton /me -' });
  });

  test('what is only read is none: it may change at any time', () => {
    expect(types({ 'GET /weather': { gives: BOOK } })).toEqual({});
  });

  test('one may be below a record', () => {
    expect(types({ 'GET /books/{id}/cover': { gives: BOOK }, 'PUT /books/{id}/cover': {} })).toEqual({
      book: '/books/{id} -',
      cover: 'singleton /books/{id}/cover - below book',
    });
  });

  test('one beside a type of the same name gets a suffix', () => {
    const api = { 'GET /user': { gives: BOOK }, 'PUT /user': {}, 'GET /users/{userId}': { gives: BOOK } };
    expect(Object.keys(types(api)).sort()).toEqual(['user', 'user.singleton']);
  });

  test('an object with items is no list, if it is written', () => {
    const cart = record({ items: BOOKS, total: 'number' });
    expect(types({ 'GET /cart': { gives: cart }, 'PUT /cart': { sends: cart } })).toEqual({
      cart: 'singleton /cart -',
    });
  });

  test('a list is none, if a DELETE has to name which of its records go', () => {
    const webhook = record({ id: 'integer', url: 'string' });
    const list = { gives: record({ values: listOf(webhook) }) };
    const ids = record({ webhookIds: listOf({ type: 'integer' }) }, ['webhookIds']);
    const api = { 'GET /webhook': list, 'POST /webhook': { sends: webhook }, 'DELETE /webhook': { sends: ids } };
    expect(types(api)).toEqual({ webhook: '- /webhook' });
  });
});

function operationsOf(model: ResourceModel, name: string): string[] {
  return typeOf(model, name).operations.map(({ role, operation }) => `${role} ${operation.id}`);
}
