import { describe, expect, test } from 'vitest';
import { type Api, listOf, modelOf, operationOf, record, roles, type Schema } from './api.ts';

const BOOK = record({ id: 'integer', title: 'string' });
const BOOKS = listOf(BOOK);

describe('roles', () => {
  test('the methods of a collection and its items', () => {
    expect(
      roles(
        modelOf({
          'GET /books': { gives: BOOKS },
          'POST /books': { gives: BOOK, status: '201' },
          'GET /books/{id}': { gives: BOOK },
          'HEAD /books/{id}': {},
          'PUT /books/{id}': {},
          'PATCH /books/{id}': {},
          'DELETE /books/{id}': {},
          'OPTIONS /books/{id}': {},
        }),
      ),
    ).toEqual({
      'GET /books': 'list book',
      'POST /books': 'create book',
      'GET /books/{id}': 'read book',
      'HEAD /books/{id}': 'head book',
      'PUT /books/{id}': 'update book',
      'PATCH /books/{id}': 'patch book',
      'DELETE /books/{id}': 'delete book',
      'OPTIONS /books/{id}': 'other -',
    });
  });

  test('a PUT on a collection updates a record that its body names by all that identifies one', () => {
    const project = record({ id: 'integer', account: 'string', slug: 'string' });
    const paths = (sent: object) => ({
      'POST /projects': { sends: record({ name: 'string' }), gives: project },
      'GET /projects/{account}/{slug}': { gives: project },
      'PUT /projects': { sends: record({ id: 'integer', name: 'string', ...sent }) },
    });
    expect(roles(modelOf(paths({})))).toMatchObject({ 'PUT /projects': 'other project' });
    const readOnly = { type: 'string', readOnly: true };
    expect(roles(modelOf(paths({ account: readOnly, slug: readOnly })))).toMatchObject({
      'PUT /projects': 'other project',
    });
    expect(roles(modelOf(paths({ account: 'string', slug: 'string' })))).toMatchObject({
      'PUT /projects': 'update project',
    });
  });

  test('what is posted below a record, or to it, is an action', () => {
    expect(
      roles(
        modelOf({
          'POST /books/{bookId}/return': {},
          'POST /orders/{orderId}/cancel': {},
          'POST /orders/{orderId}:pay': {},
          'POST /orders/{orderId}/steps/last/undo': {},
          'POST /orders/{orderId}': {},
          'POST /orders/import': {},
          'GET /orders/{orderId}': {},
          'GET /orders/{orderId}/invoice': {},
          'POST /orders': {},
        }),
      ),
    ).toMatchObject({
      'POST /books/{bookId}/return': 'action book',
      'POST /orders/{orderId}/cancel': 'action order',
      'POST /orders/{orderId}:pay': 'action order',
      'POST /orders/{orderId}/steps/last/undo': 'action order',
      'POST /orders/{orderId}': 'action order',
      'POST /orders/import': 'action order',
      'GET /orders/{orderId}/invoice': 'other order',
    });
  });

  test('a POST that searches a collection gives a list, unless it creates something or gives none', () => {
    expect(
      roles(
        modelOf({
          'GET /books/{id}': { gives: BOOK },
          'POST /books': { gives: BOOK, status: '201' },
          'POST /books/search': { sends: record({ title: 'string' }), gives: BOOKS },
          'POST /books/_query': { sends: record({ title: 'string' }), gives: record({ items: BOOKS }) },
          'POST /books/filter': { gives: BOOKS, status: '201' },
          'POST /books/find': { gives: record({ count: 'integer' }) },
          'POST /books/rank': { gives: BOOKS },
        }),
      ),
    ).toMatchObject({
      'POST /books/search': 'list book filtered',
      'POST /books/_query': 'list book filtered',
      'POST /books/filter': 'action book',
      'POST /books/find': 'action book',
      'POST /books/rank': 'action book',
    });
  });

  test('a POST and a DELETE that switch something of a record are actions', () => {
    expect(roles(modelOf({ 'POST /books/{id}/favorite': { gives: BOOK }, 'DELETE /books/{id}/favorite': {} }))).toEqual(
      {
        'POST /books/{id}/favorite': 'action book',
        'DELETE /books/{id}/favorite': 'action book',
      },
    );
  });

  test('many records at a time are an action', () => {
    expect(
      roles(
        modelOf({
          'POST /books': { sends: BOOKS },
          'PUT /books': { sends: BOOKS },
          'POST /labels': { sends: record({ names: 'array' }), gives: listOf(record({ id: 'string' })) },
          'GET /books/{id}': {},
          'GET /labels/{id}': {},
        }),
      ),
    ).toMatchObject({
      'POST /books': 'action book',
      'PUT /books': 'action book ends collection',
      'POST /labels': 'action label',
    });
  });

  test('a PUT on a collection with the identifier in the body updates one record', () => {
    const model = modelOf({ 'PUT /books': { sends: BOOK }, 'POST /books': { sends: BOOK }, 'GET /books/{bookId}': {} });
    expect(roles(model)['PUT /books']).toBe('update book');
    expect(operationOf(model, 'PUT /books').ownIdentifiers).toEqual([{ identifier: 'bookId', pointer: '/id' }]);
  });

  test('a PUT or PATCH on a collection beside one on the item changes many records', () => {
    const model = modelOf({
      'PATCH /books': { sends: BOOK },
      'POST /books': { sends: BOOK },
      'GET /books/{bookId}': {},
      'PATCH /books/{bookId}': { sends: BOOK },
    });
    expect(roles(model)).toMatchObject({
      'PATCH /books': 'action book ends collection',
      'PATCH /books/{bookId}': 'patch book',
    });
  });

  test('a record that its id with the name of the type identifies is no list, although it has items', () => {
    const line = record({ productId: 'integer', quantity: 'integer' });
    const read = (properties: Parameters<typeof record>[0]) =>
      roles(
        modelOf({
          'GET /orders': { gives: record({ orders: listOf(record({ orderId: 'integer' })) }) },
          'POST /orders': { gives: record({ orderId: 'integer' }), status: '201' },
          'GET /orders/{orderId}': { gives: record(properties) },
        }),
      )['GET /orders/{orderId}'];
    expect(read({ orderId: 'integer', items: listOf(line) })).toBe('read order');
    expect(read({ order_id: 'integer', total: 'number', members: listOf(line) })).toBe('read order');
    // The id of another record says nothing.
    expect(read({ customerId: 'integer', items: listOf(line) })).toBe('list order filtered');
  });

  test('a GET on an item path that gives a list reads no record', () => {
    const model = modelOf({ 'GET /books/{bookId}': { gives: listOf(BOOK) }, 'POST /books': { sends: BOOK } });
    expect(roles(model)['GET /books/{bookId}']).toBe('list book filtered');
  });

  test('a POST that gives back the record above with what it creates inside is a creation', () => {
    const line = record({ id: 'integer', sku: 'string', quantity: 'integer' });
    const tag = record({ id: 'string', color: 'string' });
    const order = record({ order: { $ref: '#/components/schemas/Order' } });
    const model = modelOf(
      {
        'GET /orders/{orderId}': { gives: order },
        'POST /orders/{orderId}/lines': { sends: record({ sku: 'string', quantity: 'integer' }), gives: order },
        'DELETE /orders/{orderId}/lines/{lineId}': { gives: order },
        'POST /orders/{orderId}/tags': { sends: record({ names: 'array' }), gives: order },
        'DELETE /orders/{orderId}/tags/{id}': {},
      },
      { Order: record({ id: 'integer', lines: listOf(line), tags: listOf(tag) }) },
    );
    expect(roles(model)).toMatchObject({
      'POST /orders/{orderId}/lines': 'create line',
      'DELETE /orders/{orderId}/lines/{lineId}': 'delete line',
      'POST /orders/{orderId}/tags': 'action order',
    });
    expect(operationOf(model, 'POST /orders/{orderId}/lines')).toMatchObject({ gives: 'order' });
    expect(operationOf(model, 'DELETE /orders/{orderId}/lines/{lineId}')).toMatchObject({ gives: 'order' });
    const [id] = model.types.find(({ name }) => name === 'order.line' || name === 'line')?.identifiers ?? [];
    expect(id?.bindings).toMatchObject([
      { source: 'response', from: { in: 'response body', items: '/order/lines', pointer: '/id' } },
    ]);
  });

  test('a POST that gives back the parent changes the parent', () => {
    const issue = { $ref: '#/components/schemas/Issue' };
    const model = modelOf(
      {
        'GET /issues/{issueId}': { gives: issue },
        'POST /issues/{issueId}/assignees': { sends: record({ names: 'array' }), gives: issue, status: '201' },
        'DELETE /issues/{issueId}/assignees/{assignee}': {},
      },
      { Issue: BOOK },
    );
    expect(roles(model)['POST /issues/{issueId}/assignees']).toBe('action issue');
  });

  test('a POST that gives a record like the parent creates one if the collection lists such records', () => {
    const comment = { $ref: '#/components/schemas/Comment' };
    const model = modelOf(
      {
        'GET /comments/{commentId}': { gives: comment },
        'GET /comments/{commentId}/replies': { gives: listOf(comment) },
        'POST /comments/{commentId}/replies': { sends: record({ text: 'string' }), gives: comment, status: '201' },
      },
      { Comment: record({ id: 'integer', text: 'string' }) },
    );
    expect(roles(model)['POST /comments/{commentId}/replies']).toBe('create reply');
  });
});

describe('a PUT that creates', () => {
  test.each<[string, Api, string]>([
    ['documents 201', { 'PUT /books/{id}': { status: '201' }, 'POST /books': { gives: BOOK } }, 'update book creates'],
    ['is all that can create, without a 404', { 'PUT /books/{id}': {}, 'GET /books/{id}': {} }, 'update book creates'],
    ['documents 404', { 'PUT /books/{id}': { also: ['404'] }, 'GET /books/{id}': {} }, 'update book'],
    [
      'is beside a POST',
      { 'PUT /books/{id}': {}, 'GET /books/{id}': {}, 'POST /books': { gives: BOOK } },
      'update book',
    ],
    [
      'is beside a POST on a nested collection',
      { 'PUT /books/{id}': {}, 'GET /books/{id}': {}, 'POST /authors/{authorId}/books': { gives: BOOK } },
      'update book',
    ],
  ])('%s', (_, api, expected) => {
    expect(roles(modelOf(api))['PUT /books/{id}']).toBe(expected);
  });

  test('on a singleton that can be deleted', () => {
    expect(roles(modelOf({ 'PUT /books/{id}/star': {}, 'DELETE /books/{id}/star': {} }))).toEqual({
      'PUT /books/{id}/star': 'update star creates',
      'DELETE /books/{id}/star': 'delete star',
    });
  });

  test('a POST on an item path updates the record if it takes its properties, gives it back, and no PUT or PATCH is there', () => {
    const api = { 'GET /books/{id}': { gives: BOOK }, 'POST /books/{id}': { sends: BOOK, gives: BOOK } };
    expect(roles(modelOf(api))['POST /books/{id}']).toBe('patch book');
    expect(roles(modelOf({ ...api, 'PATCH /books/{id}': { gives: BOOK } }))['POST /books/{id}']).toBe('action book');
    const action = { ...api, 'POST /books/{id}': { sends: record({ reason: 'string' }), gives: BOOK } };
    expect(roles(modelOf(action))['POST /books/{id}']).toBe('action book');
  });

  test('a read may show that a record is deleted, which a POST that updates it does not give back', () => {
    const names = ['id', 'title', 'text', 'price', 'color'].map((name) => [name, 'string']);
    const book = record(Object.fromEntries(names));
    const shown = { anyOf: [book, record({ id: 'string', deleted: 'boolean' })] };
    const api = (read: Schema) => ({
      'GET /books/{id}': { gives: read },
      'POST /books/{id}': { sends: book, gives: book },
    });
    expect(roles(modelOf(api(shown)))['POST /books/{id}']).toBe('patch book');
    const loan = record(Object.fromEntries(['id', 'since', 'until', 'by'].map((name) => [name, 'string'])));
    expect(roles(modelOf(api(loan)))['POST /books/{id}']).toBe('action book');
  });

  test('a POST on an item path that documents 201 creates, if nothing else does', () => {
    expect(roles(modelOf({ 'POST /topics/{name}': { status: '201' }, 'GET /topics/{name}': {} }))).toMatchObject({
      'POST /topics/{name}': 'create topic',
    });
  });
});

describe('lists that need not have every record', () => {
  test('below another path, with a verb, or with a required filter', () => {
    expect(
      roles(
        modelOf({
          'GET /books/{id}': { gives: BOOK },
          'GET /books': { gives: BOOKS, query: { page: { type: 'integer', required: true } } },
          'GET /books/search': { gives: BOOKS },
          'GET /books/tags': { gives: BOOKS },
          'GET /authors/{authorId}/books': { gives: BOOKS },
          'GET /trips': { gives: BOOKS, query: { origin: { type: 'string', required: true } } },
        }),
      ),
    ).toMatchObject({
      'GET /books': 'list book',
      'GET /books/search': 'list book filtered',
      'GET /books/tags': 'list tag',
      'GET /authors/{authorId}/books': 'list book filtered',
      'GET /trips': 'list trip filtered',
    });
  });
});

describe('PATCH formats', () => {
  test.each([
    ['application/merge-patch+json', 'merge'],
    ['application/json-patch+json', 'json-patch'],
    ['application/json', 'properties'],
  ])('%s is %s', (mediaType, expected) => {
    const model = modelOf({ 'PATCH /books/{id}': { id: 'patch', sends: {}, mediaType } });
    expect(operationOf(model, 'patch').patch).toBe(expected);
  });

  test('application/json-patch+json of an object is properties, as ASP.NET lists it', () => {
    const model = modelOf({
      'PATCH /books/{id}': { id: 'patch', sends: BOOK, mediaType: 'application/json-patch+json' },
    });
    expect(operationOf(model, 'patch').patch).toBe('properties');
  });
});

describe('what ends something for all other requests', () => {
  test.each<[name: string, expected: string | undefined, id?: string]>([
    ['POST /logout', 'session'],
    ['GET /user/logout', 'session'],
    ['POST /auth/sign-out', 'session'],
    ['POST /oauth/revoke', 'session'],
    ['POST /tokens/{token}/revoke', 'session'],
    ['POST /prescriptions/{id}/revoke', undefined],
    ['DELETE /session', 'session'],
    ['DELETE /auth/token', 'session'],
    ['PUT /me/password', 'session'],
    ['POST /users/me/change-password', 'session'],
    ['DELETE /me', 'account'],
    ['DELETE /users/me', 'account'],
    ['DELETE /account', 'account'],
    ['POST /me/deactivate', 'account'],
    ['POST /account/close', 'account'],
    ['POST /deleteAccount', 'account'],
    ['DELETE /books', 'collection'],
    ['POST /admin/shutdown', 'service'],
    ['POST /admin/maintenance', 'service'],
    ['DELETE /books/{id}', undefined],
    ['DELETE /users/{userId}', undefined],
    ['DELETE /accounts/{accountId}', undefined, 'closeAccount'],
    ['POST /accounts/{accountId}/close', undefined, 'closeAccount'],
    ['DELETE /sessions/{sessionId}', undefined],
    ['DELETE /users/{userId}/profile', undefined],
    ['POST /orders/{id}/cancel', undefined],
    ['PUT /users/{userId}/password', undefined],
    ['GET /me', undefined],
  ])('%s ends %s', (name, expected, id = name) => {
    const model = modelOf({ [name]: { id }, 'GET /books/{id}': {}, 'POST /books': {} });
    expect(operationOf(model, id).ends).toBe(expected);
  });
});

test('every operation has a reason', () => {
  const model = modelOf({ 'GET /a': {}, 'POST /b/{id}': {}, 'TRACE /c': {}, 'DELETE /d': {}, 'GET /e/{id}': {} });
  expect([...model.operations.values()].every(({ reason }) => reason.length > 10)).toBe(true);
});
