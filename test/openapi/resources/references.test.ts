import { describe, expect, test } from 'vitest';
import { bulkReference } from '../../../harness/openapi/resources/operations/bulk-actions.ts';
import { type Api, listOf, modelOf, operationOf, record, references, type Schema } from './api.ts';

const API: Api = {
  'POST /authors': { gives: record({ id: 'integer' }) },
  'GET /authors/{authorId}': { path: { authorId: { type: 'integer' } } },
  'GET /categories/{slug}': {},
  'GET /tenants/{tenantId}': { path: { tenantId: { type: 'string', format: 'uuid' } } },
  'GET /books/{id}': { path: { id: { type: 'string' } } },
  'GET /shelves/{shelf}': { path: { shelf: { type: 'string' } } },
};

const INTEGER_OR_TEXT = { oneOf: [{ type: 'integer' }, { type: 'string' }] };
const INTEGER = { type: 'integer' };
const STRING = { type: 'string' };
const UUID = { type: 'string', format: 'uuid' };

function inBody(properties: Record<string, Schema>, required: string[] = []): string[] {
  return references(
    modelOf({ ...API, 'POST /books': { id: 'create', sends: record(properties, required) } }),
    'create',
  );
}

describe('properties that refer to a record', () => {
  test.each<[string, Record<string, Schema>, string[]]>([
    ['authorId', { authorId: INTEGER }, ['body /authorId -> author.authorId']],
    ['author_id', { author_id: INTEGER }, ['body /author_id -> author.authorId']],
    ['authorid', { authorid: INTEGER }, ['body /authorid -> author.authorId']],
    ['with a prefix', { primaryAuthorId: INTEGER }, ['body /primaryAuthorId -> author.authorId']],
    ['author: { id }', { author: record({ id: INTEGER, name: STRING }) }, ['body /author/id -> author.authorId']],
    ['authorIds', { authorIds: listOf(INTEGER) }, ['body /authorIds/* -> author.authorId many']],
    ['authors: [{ id }]', { authors: listOf(record({ id: INTEGER })) }, ['body /authors/*/id -> author.authorId many']],
    [
      'lines: [{ authorId }]',
      { lines: listOf(record({ authorId: INTEGER })) },
      ['body /lines/*/authorId -> author.authorId many'],
    ],
    ['author, an integer like the identifiers', { author: INTEGER }, ['body /author -> author.authorId']],
    [
      'author, an id or a record',
      { author: { oneOf: [INTEGER, record({ id: INTEGER, name: STRING })] } },
      ['body /author -> author.authorId', 'body /author/id -> author.authorId'],
    ],
    [
      'tenant, a UUID like the identifiers or a record',
      { tenant: { oneOf: [UUID, record({ name: STRING })] } },
      ['body /tenant -> tenant.tenantId'],
    ],
    ['tenant, a text or a record', { tenant: { oneOf: [STRING, record({ name: STRING })] } }, []],
    ['tenant, a UUID, a text or a record', { tenant: { oneOf: [UUID, STRING, record({ name: STRING })] } }, []],
    [
      'authors, each an id or a record',
      { authors: listOf({ oneOf: [INTEGER, record({ name: STRING })] }) },
      ['body /authors/* -> author.authorId many'],
    ],
    ['tenants, each a text or a record', { tenants: listOf({ oneOf: [STRING, record({ name: STRING })] }) }, []],
    ['color, a number or an object of no type', { color: { oneOf: [INTEGER, record({ red: INTEGER })] } }, []],
    ['author, an integer or a text', { author: INTEGER_OR_TEXT }, ['body /author -> author.authorId']],
    [
      'authors, each an integer or a text',
      { authors: listOf(INTEGER_OR_TEXT) },
      ['body /authors/* -> author.authorId many'],
    ],
    ['tenant, a UUID like the identifiers', { tenant: UUID }, ['body /tenant -> tenant.tenantId']],
    ['category, for a type that a slug identifies', { category: STRING }, ['body /category -> category.slug']],
    ['shelf, as the path calls it', { shelf: STRING }, ['body /shelf -> shelf.shelf']],
    ['category_slug', { category_slug: STRING }, ['body /category_slug -> category.slug']],
    ['category: { slug }', { category: record({ slug: STRING }) }, ['body /category/slug -> category.slug']],
    ['parentId, to the own type', { parentId: STRING }, ['body /parentId -> book.id']],
    ['replyTo, to the own type', { replyTo: STRING }, ['body /replyTo -> book.id']],
    ['inReplyToId, to the own type', { inReplyToId: STRING }, ['body /inReplyToId -> book.id']],
    ['previousId, to the own type', { previousId: STRING }, ['body /previousId -> book.id']],
    ['reply_to of a mail', { reply_to: STRING, subject: STRING }, []],
    ['replyTo, an address', { replyTo: { type: 'string', format: 'email' } }, []],
    ['parent, which may be any text', { parent: STRING }, []],
    ['previous, which may be any number', { previous: INTEGER }, []],
    ['nullable', { authorId: { type: ['integer', 'null'] } }, ['body /authorId -> author.authorId']],
  ])('%s', (_, properties, expected) => {
    expect(inBody(properties)).toEqual(expected);
  });

  describe('by the schema that identifies records of another type in its path', () => {
    const USERNAME = { $ref: '#/components/schemas/Username' };
    const SLUG = { $ref: '#/components/schemas/Slug' };
    const schemas = { Username: { type: 'string', pattern: '^[a-z]+$' }, Slug: { type: 'string' } };
    const sent = (properties: Record<string, Schema>, more: Api = {}) =>
      references(
        modelOf(
          {
            'GET /users/{username}': { path: { username: USERNAME } },
            'POST /users': { id: 'join', sends: record({ username: USERNAME, invitedBy: USERNAME }) },
            'GET /shops/{shop}': { path: { shop: SLUG } },
            'POST /games': { id: 'create', sends: record(properties) },
            ...more,
          },
          schemas,
        ),
        'create',
      );

    test('whatever the property is called, unless it is a new one', () => {
      expect(sent({ winner: USERNAME })).toEqual(['body /winner -> user.username']);
      expect(sent({ rivals: listOf(USERNAME) })).toEqual(['body /rivals/* -> user.username many']);
      expect(sent({ winner: STRING, newUsername: USERNAME })).toEqual([]);
    });

    test('not by one that may be that of any type', () => {
      expect(sent({ path: SLUG })).toEqual([]);
      expect(sent({ winner: USERNAME }, { 'GET /bots/{bot}': { path: { bot: USERNAME } } })).toEqual([]);
    });
  });

  test('integers, if records show integers where the path has texts', () => {
    const shown = (id: Schema) =>
      references(
        modelOf({
          'GET /authors/{id}': { path: { id: STRING }, gives: record({ id }) },
          'POST /books': { id: 'create', sends: record({ author: INTEGER }) },
        }),
        'create',
      );
    expect(shown(INTEGER)).toEqual(['body /author -> author.id']);
    expect(shown(STRING)).toEqual([]);
  });

  describe('to the own type, by the name of its identifier', () => {
    const SLUG = { $ref: '#/components/schemas/Slug' };
    const sent = (properties: Record<string, Schema>) =>
      references(
        modelOf(
          {
            'GET /pages/{slug}': { path: { slug: SLUG }, gives: record({ slug: SLUG }) },
            'PUT /pages/{slug}': { id: 'put', path: { slug: SLUG }, sends: record(properties) },
          },
          { Slug: { type: 'string' } },
        ),
        'put',
      ).filter((each) => each.startsWith('body'));

    test.each<[string, Schema]>([
      ['parentSlug', STRING],
      ['previous_slug', STRING],
      ['parentPageSlug', STRING],
      ['parent', SLUG],
    ])('%s', (name, schema) => {
      expect(sent({ [name]: schema })).toEqual([`body /${name} -> page.slug`]);
    });

    test.each<[string, Schema]>([
      ['parentName', STRING],
      ['titleSlug', STRING],
      ['parent', STRING],
      ['parentSlug', INTEGER],
    ])('not %s', (name, schema) => expect(sent({ [name]: schema })).toEqual([]));
  });

  test('named like what the path is below', () => {
    const sends = record({ tenant: STRING, book: STRING });
    const api: Api = { ...API, 'POST /books/{id}/tickets/{ticket}/notes': { id: 'note', sends } };
    expect(references(modelOf(api), 'note')).toEqual(['body /book -> book.id']);
  });

  test('of records in a body that is an array of them', () => {
    const sends = listOf(record({ authorId: INTEGER, note: STRING }));
    const api: Api = { ...API, 'POST /books/import': { id: 'import', sends } };
    expect(references(modelOf(api), 'import')).toEqual(['body /*/authorId -> author.authorId many']);
  });

  test.each<[string, Record<string, Schema>, string[]]>([
    ['authorId', { authorId: INTEGER }, ['body /authorId -> user.userId']],
    ['primary_owner_id', { primary_owner_id: INTEGER }, ['body /primary_owner_id -> user.userId']],
    ['assigneeIds', { assigneeIds: listOf(INTEGER) }, ['body /assigneeIds/* -> user.userId many']],
    ['created_by', { created_by: INTEGER }, ['body /created_by -> user.userId']],
    ['of another type of value', { authorId: STRING }, []],
    ['externalId', { externalId: INTEGER }, []],
  ])('%s, where people are users', (_, properties, expected) => {
    const api: Api = {
      'GET /users/{userId}': { path: { userId: INTEGER } },
      'POST /books': { id: 'create', sends: record(properties) },
    };
    expect(references(modelOf(api), 'create')).toEqual(expected);
  });

  test('assignee_id, where people are agents', () => {
    const api: Api = {
      'GET /agents/{agentId}': { path: { agentId: UUID } },
      'POST /books': { id: 'create', sends: record({ assignee_id: UUID }) },
    };
    expect(references(modelOf(api), 'create')).toEqual(['body /assignee_id -> agent.agentId']);
  });

  test.each<[string, Record<string, Schema>]>([
    ['of an unknown type', { editorId: INTEGER }],
    ['of another type of value', { authorId: { type: 'boolean' } }],
    ['with listed values', { authorId: { enum: [1, 2] } }],
    ['readOnly', { authorId: { type: 'integer', readOnly: true } }],
    ['a plain string with the name of a type', { tenant: STRING }],
    ['a string for integers', { author: STRING }],
    ['the id of a type that a slug identifies', { categoryId: STRING }],
    ['the own id', { id: STRING, bookId: STRING }],
  ])('none %s', (_, properties) => {
    expect(inBody(properties).filter((reference) => !reference.includes('book.id'))).toEqual([]);
  });

  test.each<[string, string, Schema, string]>([
    ['ids', '/books/bulk-delete', record({ ids: listOf(STRING) }, ['ids']), 'body /ids/* -> book.id many required'],
    [
      'bookIds',
      '/books/bulk-delete',
      record({ bookIds: listOf(STRING) }, ['bookIds']),
      'body /bookIds/* -> book.id many required',
    ],
    ['an array of ids', '/books/bulk-delete', listOf(STRING), 'body /* -> book.id many required'],
    [
      'an array of objects',
      '/books/bulk-update',
      listOf(record({ id: STRING, note: STRING })),
      'body /*/id -> book.id many required',
    ],
    ['an optional array', '/books/sync', record({ ids: listOf(STRING) }), 'body /ids/* -> book.id many'],
  ])('to the records that an action on several of them names: %s', (_, path, sends, expected) => {
    expect(references(modelOf({ ...API, [`POST ${path}`]: { id: 'bulk', sends } }), 'bulk')).toEqual([expected]);
  });

  test('by the name of the identifier rather than another id, if an action on several takes both', () => {
    const sends = listOf(record({ productId: STRING, skuSellerId: STRING }, ['productId', 'skuSellerId']));
    const product = record({ skuSellerId: STRING });
    const create = { sends: record({ productId: STRING, skuSellerId: STRING }), gives: product };
    const model = modelOf({
      'POST /product': create,
      'GET /product/{skuSellerId}': { gives: product },
      'GET /products': { gives: listOf(product) },
      'POST /products': { id: 'bulk', sends },
    });
    expect(bulkReference(operationOf(model, 'bulk'))?.at).toBe('/*/skuSellerId');
  });

  test('an own identifier is no reference', () => {
    const model = modelOf({
      ...API,
      'PUT /books/{id}': { id: 'put', sends: record({ id: STRING, authorId: INTEGER }) },
    });
    expect(references(model, 'put')).toEqual(['body /authorId -> author.authorId']);
    expect(operationOf(model, 'put').ownIdentifiers).toEqual([{ identifier: 'id', pointer: '/id' }]);
  });

  test('to any record of a type, not only to those that are below the changed one already', () => {
    const sends = record({ labelIds: listOf(STRING) });
    const model = modelOf({
      'POST /labels': { gives: record({ id: STRING }) },
      'GET /labels/{labelId}': {},
      'PATCH /issues/{issueId}': { id: 'patch', sends },
      'PUT /issues/{issueId}/labels/{labelId}': { id: 'add' },
      'DELETE /issues/{issueId}/labels/{labelId}': {},
      'POST /issues/{issueId}/labels/{labelId}/votes': { id: 'vote', sends: record({ labelId: STRING }) },
    });
    expect(references(model, 'patch')).toEqual(['body /labelIds/* -> label.labelId many']);
    expect(references(model, 'vote')).toEqual(['body /labelId -> issue.label.labelId']);
  });

  test('in an envelope', () => {
    expect(inBody({ book: record({ authorId: INTEGER }) })).toEqual(['body /book/authorId -> author.authorId']);
  });

  test('required only if every object on the way is', () => {
    const author = record({ id: INTEGER }, ['id']);
    expect(inBody({ authorId: INTEGER, author }, ['authorId'])).toEqual([
      'body /authorId -> author.authorId required',
      'body /author/id -> author.authorId',
    ]);
    expect(inBody({ author }, ['author'])).toEqual(['body /author/id -> author.authorId required']);
  });
});

describe('parameters that refer to a record', () => {
  test('in the query and in headers, not those of paging and of the exchange', () => {
    const model = modelOf({
      ...API,
      'GET /pages/{pageId}': { path: { pageId: INTEGER } },
      'GET /requests/{requestId}': {},
      'GET /books': {
        id: 'list',
        query: { authorId: { ...INTEGER, required: true }, category: STRING, page: INTEGER, tenantIds: listOf(UUID) },
        header: { 'X-Tenant-Id': UUID, 'X-Request-Id': STRING },
      },
    });
    expect(references(model, 'list')).toEqual([
      'query authorId -> author.authorId required',
      'query category -> category.slug',
      'query tenantIds -> tenant.tenantId many',
      'header X-Tenant-Id -> tenant.tenantId',
    ]);
  });
});

describe('several types of one name', () => {
  const comments: Api = {
    'GET /films/{filmId}/comments/{commentId}': {},
    'POST /films/{filmId}/likes': {
      id: 'likeFilm',
      sends: record({ commentId: STRING }),
      gives: record({ id: STRING }),
    },
    'POST /books/{bookId}/likes': {
      id: 'likeBook',
      sends: record({ commentId: STRING }),
      gives: record({ id: STRING }),
    },
    'GET /books/{bookId}/comments/{commentId}': {},
    'POST /likes': { id: 'like', sends: record({ commentId: STRING }), gives: record({ id: STRING }) },
    'POST /books/{bookId}/comments': { gives: record({ id: STRING }) },
  };

  test('one with a parent on the path wins, then one that can be created', () => {
    const model = modelOf(comments);
    expect([references(model, 'likeFilm'), references(model, 'likeBook'), references(model, 'like')]).toEqual([
      ['body /commentId -> comment.commentId'],
      ['body /commentId -> book.comment.commentId'],
      ['body /commentId -> book.comment.commentId'],
    ]);
  });
});

test.each([
  ['type', '/users/{userId}/linked/{type}', 'type', []],
  ['date', '/reports/{date}', 'date', []],
  ['language', '/texts/{language}', 'language', []],
  // A type that is called so itself, and an identifier that says that it is one.
  ['type', '/types/{type}', 'type', ['body /type -> type.type']],
  ['type', '/kinds/{typeId}', 'typeId', ['body /typeId -> kind.typeId']],
])('the %s of a record is none of %s that is told by it', (_, path, name, expected) => {
  const read = { path: { userId: INTEGER, type: STRING, date: STRING, language: STRING, typeId: STRING } };
  const model = modelOf({
    [`GET ${path}`]: read,
    'POST /files': { id: 'create', sends: record({ [name]: STRING }) },
  });
  expect(references(model, 'create')).toEqual(expected);
});
