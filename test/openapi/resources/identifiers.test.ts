import { describe, expect, test } from 'vitest';
import { type Api, bindings, listOf, modelOf, operationOf, record, typeOf } from './api.ts';

const READ: Api = { 'GET /books/{bookId}': {} };

function created(properties: Parameters<typeof record>[0], more: Api = READ) {
  return modelOf({ ...more, 'POST /books': { id: 'create', gives: record(properties) } });
}

describe('the property of a created record that has its identifier', () => {
  test.each<[string, Parameters<typeof record>[0], string, string]>([
    ['named like the parameter', { id: 'string', bookId: 'string' }, 'bookId', '/bookId'],
    ['in another convention', { book_id: 'string' }, 'bookId', '/book_id'],
    ['without the name of the type', { title: 'string', id: 'string' }, 'bookId', '/id'],
    ['in one word', { bookid: 'string' }, 'bookId', '/bookid'],
    ['with the name of the type', { bookId: 'string' }, 'id', '/bookId'],
    ['with an underscore', { _id: 'string' }, 'id', '/_id'],
    ['of another kind', { uuid: 'string' }, 'bookId', '/uuid'],
    [
      'the id of what was created',
      { entity_id: 'string', warnings: listOf({ type: 'string' }) },
      'bookId',
      '/entity_id',
    ],
    ['its own id beside that of an entity', { entity_id: 'string', id: 'string' }, 'bookId', '/id'],
    ['a slug', { id: 'integer', slug: 'string' }, 'slug', '/slug'],
    ['a number without the name of the type', { id: 'integer', number: 'string' }, 'book_number', '/number'],
    ['the id for a parameter named like the type', { id: 'string', name: 'string' }, 'book', '/id'],
    ['the name for a parameter that says no more than that it is a record', { name: 'string' }, 'bookEntry', '/name'],
    ['the token for a parameter that ends with it', { title: 'string', token: 'string' }, 'loanToken', '/token'],
    ['a string for a string, not an integer', { id: 'integer', name: 'string' }, 'book', '/name'],
    ['an integer for a string, if there is no string', { id: 'integer' }, 'bookId', '/id'],
    [
      'in an object named like the parameter',
      { book: record({ id: 'string' }), title: 'string' },
      'bookId',
      '/book/id',
    ],
  ])('%s', (_, properties, parameter, pointer) => {
    const model = created(properties, { [`GET /books/{${parameter}}`]: {} });
    expect(bindings(model, 'book', parameter)).toEqual([`response create ${pointer}`]);
  });

  test.each<[string, Parameters<typeof record>[0]]>([
    ['a title', { title: 'string' }],
    ['the id of another type', { authorId: 'string' }],
    ['an id in an array', { authors: listOf(record({ id: 'string' })) }],
    ['an object', { id: record({ a: 'string' }) }],
    ['a boolean', { id: 'boolean' }],
  ])('not %s', (_, properties) => {
    expect(bindings(created(properties), 'book', 'bookId')).toEqual([]);
  });

  test('the key that each response requires and no request has, if nothing is named like the parameter', () => {
    const shown = record({ name: 'string', size: 'integer' }, ['name']);
    const model = (sent: Parameters<typeof record>[0] | undefined, listed = shown) =>
      modelOf({
        'GET /tasks': { id: 'list', gives: { type: 'array', items: listed } },
        'POST /tasks': { id: 'create', gives: shown, ...(sent ? { sends: record(sent) } : {}) },
        'GET /tasks/{taskId}': { gives: shown },
      });
    expect(bindings(model(undefined), 'task', 'taskId')).toEqual(['response create /name', 'list list /*/name']);
    expect(bindings(model({ size: 'integer' }), 'task', 'taskId')).toContain('response create /name');
    expect(bindings(model({ name: 'string' }), 'task', 'taskId')).toEqual([]);
    expect(bindings(model(undefined, record({ name: 'string' })), 'task', 'taskId')).toContain('response create /name');
    expect(bindings(model(undefined, record({ size: 'integer' })), 'task', 'taskId')).toEqual([]);
  });

  test('in one envelope', () => {
    const envelope = (name: string) => ({ [name]: record({ id: 'string' }) });
    expect(bindings(created(envelope('data')), 'book', 'bookId')).toEqual(['response create /data/id']);
    expect(bindings(created({ ...envelope('result'), status: 'string' }), 'book', 'bookId')).toEqual([
      'response create /result/id',
    ]);
    expect(bindings(created({ ...envelope('book'), token: 'string' }), 'book', 'bookId')).toEqual([
      'response create /book/id',
    ]);
    const around = { operation: 'string', service: { $ref: '#/components/schemas/Name' } };
    const model = modelOf(
      { ...READ, 'POST /books': { id: 'create', gives: record({ ...around, ...envelope('data') }) } },
      { Name: { type: 'string' } },
    );
    expect(bindings(model, 'book', 'bookId')).toEqual(['response create /data/id']);
    const withAuthor = { ...envelope('data'), author: record({ name: 'string' }) };
    expect(bindings(created(withAuthor), 'book', 'bookId')).toEqual([]);
    expect(bindings(created({ data: record({ item: record({ id: 'string' }) }) }), 'book', 'bookId')).toEqual([]);
  });

  test('a key that people choose among the attributes of JSON:API', () => {
    const bound = (attributes: Parameters<typeof record>[0], parameter = 'bookSlug', more = {}) =>
      bindings(
        created(
          { id: 'string', type: 'string', ...more, attributes: record(attributes) },
          { [`GET /books/{${parameter}}`]: {} },
        ),
        'book',
        parameter,
      );
    expect(bound({ slug: 'string' })).toEqual(['response create /attributes/slug']);
    expect(bound({ slug: 'string' }, 'slug')).toEqual(['response create /attributes/slug']);
    expect(bound({ slug: 'string' }, 'bookSlug', { slug: 'string' })).toEqual(['response create /slug']);
    expect(bound({ id: 'string', slug: 'string' }, 'bookId')).toEqual(['response create /id']);
    expect(bound({ title: 'string' })).toEqual([]);
  });

  test('in an object named after the type in an envelope with a general name, unless that has an identifier', () => {
    const bound = (data: Parameters<typeof record>[0]) => bindings(created({ data: record(data) }), 'book', 'bookId');
    const book = record({ id: 'string' });
    expect(bound({ book })).toEqual(['response create /data/book/id']);
    expect(bound({ book, knowledge: 'integer', ids: listOf({ type: 'string' }) })).toEqual([
      'response create /data/book/id',
    ]);
    expect(bound({ id: 'string', book })).toEqual(['response create /data/id']);
    // Another book, as what describes a review.
    expect(bound({ text: 'string', book: record({ title: 'string' }) })).toEqual([]);
    expect(bound({ author: record({ id: 'string' }) })).toEqual([]);
    const model = modelOf({ 'GET /books/{bookId}': { id: 'read', gives: record({ data: record({ book }) }) } });
    expect(operationOf(model, 'read').response?.envelope).toBe('/data/book');
  });

  test('beside an envelope, unless it is in it', () => {
    const beside = (inner: Parameters<typeof record>[0], name = 'result') => ({ id: 'string', [name]: record(inner) });
    expect(bindings(created(beside({ title: 'string' })), 'book', 'bookId')).toEqual(['response create /id']);
    expect(bindings(created(beside({ id: 'string' })), 'book', 'bookId')).toEqual(['response create /result/id']);
    // An item is rather another record.
    expect(bindings(created(beside({ id: 'string' }, 'item')), 'book', 'bookId')).toEqual(['response create /id']);
    const model = modelOf({ 'GET /books/{bookId}': { id: 'read', gives: record(beside({ title: 'string' })) } });
    expect(operationOf(model, 'read').response?.envelope).toBe('/result');
  });

  test('behind references, in parts and alternatives of the schema', () => {
    const gives = { allOf: [{ $ref: '#/components/schemas/Key' }, { oneOf: [record({ a: 'string' })] }] };
    const model = modelOf({ ...READ, 'POST /books': { id: 'create', gives } }, { Key: record({ id: 'string' }) });
    expect(bindings(model, 'book', 'bookId')).toEqual(['response create /id']);
  });

  test('named like the type, if the items of its list show no other', () => {
    const languages = (shown: Parameters<typeof record>[0]) =>
      modelOf({
        'GET /languages': { id: 'list', gives: listOf(record(shown)) },
        'POST /languages': {
          id: 'create',
          sends: record({ language: 'string' }),
          gives: record({ language: 'string' }),
        },
        'GET /languages/{id}': {},
      });
    expect(bindings(languages({ language: 'string', name: 'string' }), 'language', 'id')).toEqual([
      'response create /language',
      'request create /language',
      'list list /*/language',
    ]);
    expect(bindings(languages({ id: 'string', language: 'string' }), 'language', 'id')).toEqual(['list list /*/id']);
    expect(bindings(languages({ name: 'string' }), 'language', 'id')).toEqual([]);
  });

  test('parts of one identifier, one of them in another object', () => {
    const gives = record({ id: 'integer', name: 'string', owner: record({ id: 'integer', login: 'string' }) });
    const model = modelOf({ 'GET /repos/{owner}/{repo}': {}, 'POST /user/repos': { id: 'create', gives } });
    expect([bindings(model, 'repo', 'owner'), bindings(model, 'repo', 'repo')]).toEqual([
      ['response create /owner/login'],
      ['response create /name'],
    ]);
  });
});

describe('the order of trust', () => {
  const BOOK = record({ id: 'string', title: 'string' });
  const links = { ReadBook: { operationId: 'read', parameters: { bookId: '$response.body#/id' } } };
  const api: Api = {
    'GET /books/{bookId}': { id: 'read', gives: BOOK },
    'GET /books': { id: 'list', gives: record({ books: listOf(BOOK), total: 'integer' }) },
    'POST /books': { id: 'create', sends: BOOK, gives: BOOK, status: '201', responseHeaders: ['Location'], links },
  };

  test('configuration, link, Location, response, request, list', () => {
    expect(bindings(modelOf(api, {}, 'book: { id: /meta/key }'), 'book', 'bookId')).toEqual([
      'configuration create /meta/key',
      'link create /id',
      'location create',
      'response create /id',
      'request create /id',
      'list list /books/*/id',
    ]);
  });

  test('each has a reason', () => {
    expect(typeOf(modelOf(api), 'book').identifiers[0]?.bindings.map(({ reason }) => reason)).toEqual([
      'link ReadBook of the 201 response',
      'the 201 response documents a Location header',
      '/id of the response is named like bookId',
      '/id of the request is named like bookId',
      '/id of the list items is named like bookId',
    ]);
  });

  test('a Location that a 201 need not document comes after what is documented', () => {
    const model = modelOf({ ...READ, 'POST /books': { id: 'create', gives: BOOK, status: '201' } });
    expect(bindings(model, 'book', 'bookId')).toEqual(['response create /id', 'location create']);
  });

  test('a client chooses the identifier of a PUT', () => {
    const model = modelOf({ 'PUT /books/{isbn}': { id: 'put', status: '201' } });
    expect(bindings(model, 'book', 'isbn')).toEqual(['request put path isbn']);
  });

  test('a POST elsewhere that gives such a record identifies it, too', () => {
    const job = { $ref: '#/components/schemas/Job' };
    const model = modelOf(
      {
        'POST /exports': { id: 'export', sends: record({ format: 'string' }), gives: job, status: '202' },
        'GET /jobs/{jobId}': { gives: job },
      },
      { Job: record({ id: 'string', status: 'string' }) },
    );
    expect(bindings(model, 'job', 'jobId')).toEqual(['response export /id']);
  });

  test('a readOnly property of a request gives none', () => {
    const sends = record({ id: { type: 'string', readOnly: true } });
    expect(bindings(modelOf({ ...READ, 'POST /books': { id: 'create', sends } }), 'book', 'bookId')).toEqual([]);
  });
});

describe('lists', () => {
  const ITEM = record({ id: 'string', title: 'string' });

  test.each<[string, object, string]>([
    ['at the top', listOf(ITEM), ''],
    ['in data', record({ data: listOf(ITEM), meta: record({ total: 'integer' }) }), '/data'],
    ['in items', record({ items: listOf(ITEM) }), '/items'],
    ['in results', record({ results: listOf(ITEM), next: 'string' }), '/results'],
    ['in the plural of the type', record({ books: listOf(ITEM), authors: listOf(ITEM) }), '/books'],
    ['in the only payload', record({ found: listOf(ITEM), totalCount: 'integer' }), '/found'],
    ['in an object in data', record({ data: record({ items: listOf(ITEM) }) }), '/data/items'],
    ['as in HAL', record({ _embedded: record({ books: listOf(ITEM) }), _links: 'object' }), '/_embedded/books'],
    [
      'declared in two parts',
      { allOf: [record({ data: listOf({ type: 'object' }) }), record({ data: listOf(ITEM) })] },
      '/data',
    ],
  ])('items %s', (_, gives, items) => {
    const model = modelOf({ ...READ, 'GET /books': { id: 'list', gives: gives as never } });
    expect(bindings(model, 'book', 'bookId')).toEqual([`list list ${items}/*/id`]);
    expect(operationOf(model, 'list').paging?.items).toBe(items);
  });

  test('its own list before one elsewhere', () => {
    const log = { id: 'log', gives: listOf(record({ id: 'string', event: 'string' })) };
    const list = { id: 'list', gives: listOf(record({ id: 'string' })) };
    const model = modelOf({ ...READ, 'GET /activity/books': log, 'GET /books': list });
    expect(bindings(model, 'book', 'bookId')).toEqual(['list list /*/id', 'list log /*/id']);
  });

  test('items each in an envelope', () => {
    const gives = record({ edges: listOf(record({ node: ITEM, cursor: 'string' })) });
    expect(bindings(modelOf({ ...READ, 'GET /books': { id: 'list', gives } }), 'book', 'bookId')).toEqual([
      'list list /edges/*/node/id',
    ]);
  });

  test('a creation that responds with the identifier alone', () => {
    const path = { bookId: { type: 'string', format: 'uuid' } };
    const api: Api = {
      'GET /books/{bookId}': { path },
      'POST /books': { id: 'create', status: '201', gives: { type: 'string', format: 'uuid' } },
    };
    expect(bindings(modelOf(api), 'book', 'bookId')[0]).toBe('response create ');
    const text: Api = { ...api, 'POST /books': { id: 'create', status: '201', gives: { type: 'string' } } };
    expect(bindings(modelOf(text), 'book', 'bookId')).not.toContain('response create ');
  });

  test('the key of a path is the id of the record, if no property is called so', () => {
    const gives = listOf(record({ BookID: 'integer', title: 'string' }));
    const model = modelOf({ 'GET /Books({key})': {}, 'GET /Books': { id: 'list', gives } });
    expect(bindings(model, 'book', 'key')).toEqual(['list list /*/BookID']);
  });

  test('a type without an item path is identified by a property of its items', () => {
    const model = modelOf({
      'GET /countries': { id: 'list', gives: listOf(record({ code: 'string', name: 'string' })) },
    });
    expect(typeOf(model, 'country').identifiers).toMatchObject([{ name: 'code', types: ['string'] }]);
    expect(bindings(model, 'country', 'code')).toEqual(['list list /*/code']);
  });
});
