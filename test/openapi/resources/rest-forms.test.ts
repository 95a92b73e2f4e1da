import { describe, expect, test } from 'vitest';
import { type Api, listOf, modelOf, operationOf, record, references, roles } from './api.ts';

const USER = record({ id: 'string', name: 'string' });
const USERS = listOf(USER);
const NEW_USER = record({ name: 'string' }, ['name']);
const CHANGE = record({ id: 'string', name: 'string' }, ['id']);
const WHOLE = record({ id: 'string', name: 'string' }, ['id', 'name']);
const NAMED = record({ id: 'string' }, ['id']);
const query = { id: { type: 'string', required: true } } as const;

/** Where each operation has the identifiers of what it is about. */
function places(api: Api): Record<string, string> {
  const { operations } = modelOf(api);
  return Object.fromEntries(
    [...operations].map(([id, { path }]) => [id, path.map((each) => `${each.in} ${each.at}`).join()]),
  );
}

describe('operations whose paths name what they do', () => {
  test('as methods with a dot', () => {
    const api: Api = {
      'POST /users.create': { sends: NEW_USER, gives: record({ user: USER }) },
      'GET /users.get': { query, gives: record({ user: USER }) },
      'GET /users.list': { gives: record({ users: USERS }) },
      'POST /users.update': { sends: CHANGE, gives: record({ user: USER }) },
      'POST /users.delete': { sends: NAMED },
      'POST /users.disable': { sends: NAMED },
      'POST /users.getPresence': { sends: record({ when: 'string' }) },
    };
    expect(roles(modelOf(api))).toEqual({
      'POST /users.create': 'create user',
      'GET /users.get': 'read user',
      'GET /users.list': 'list user',
      'POST /users.update': 'patch user',
      'POST /users.delete': 'delete user',
      'POST /users.disable': 'action user',
      'POST /users.getPresence': 'action -',
    });
    expect(places(api)).toEqual({
      'POST /users.create': '',
      'GET /users.get': 'query id',
      'GET /users.list': '',
      'POST /users.update': 'body /id',
      'POST /users.delete': 'body /id',
      'POST /users.disable': 'body /id',
      'POST /users.getPresence': '',
    });
  });

  test.each([
    [
      'after the collection',
      ['/users/create', '/users/list', '/users/get/{id}', '/users/update/{id}', '/users/delete/{id}'],
    ],
    ['after the record', ['/users/add', '/users', '/users/{id}', '/users/{id}/edit', '/users/{id}/remove']],
    ['with the name', ['/createUser', '/getUsers', '/getUserById/{id}', '/updateUser/{id}', '/deleteUser/{id}']],
    [
      'with the name below it',
      [
        '/Users/AddUser',
        '/Users/GetAllUsers',
        '/Users/GetUser/{id}',
        '/Users/UpdateUser/{id}',
        '/Users/DeleteUser/{id}',
      ],
    ],
  ])('as words %s', (_, [create = '', list = '', read = '', update = '', remove = '']) => {
    const model = modelOf({
      [`POST ${create}`]: { sends: NEW_USER, gives: USER },
      [`GET ${list}`]: { gives: USERS },
      [`GET ${read}`]: { gives: USER },
      [`PUT ${update}`]: { sends: NEW_USER, gives: USER },
      [`DELETE ${remove}`]: {},
    });
    expect(Object.values(roles(model))).toEqual([
      'create user',
      'list user',
      'read user',
      'update user',
      'delete user',
    ]);
    expect(
      [...model.operations.values()].map(({ path }) => path.map((each) => `${each.in} ${each.at}`).join()),
    ).toEqual(['', '', 'path id', 'path id', 'path id']);
  });

  test('an update that needs all of a record replaces it, and a list may be asked for by POST', () => {
    const model = modelOf({
      'POST /users/create': { sends: NEW_USER, gives: USER },
      'POST /users/update': { sends: WHOLE, gives: USER },
      'POST /users/list': { sends: record({ limit: 'integer' }), gives: record({ users: USERS }) },
    });
    expect(roles(model)).toEqual({
      'POST /users/create': 'create user',
      'POST /users/update': 'update user',
      'POST /users/list': 'list user',
    });
  });

  test('what names the record is no reference, and other records are', () => {
    const model = modelOf({
      'POST /users.create': { sends: NEW_USER, gives: USER },
      'POST /users.delete': { sends: NAMED },
      'POST /cards.create': { sends: record({ userId: 'string' }, ['userId']), gives: record({ id: 'string' }) },
      'POST /cards.delete': { sends: record({ cardId: 'string' }, ['cardId']) },
    });
    expect(references(model, 'POST /cards.create')).toEqual(['body /userId -> user.id required']);
    expect(references(model, 'POST /cards.delete')).toEqual([]);
    expect(operationOf(model, 'POST /cards.delete').path).toEqual([
      { in: 'body', at: '/cardId', resource: 'card', identifier: 'cardId' },
    ]);
  });
});

test('the configuration may name such an operation for a role, which keeps its place', () => {
  const api: Api = {
    'POST /users.create': { id: 'create', sends: NEW_USER, gives: USER },
    'GET /users.get': { id: 'get', query, gives: USER },
    'POST /users.rename': { id: 'rename', sends: CHANGE, gives: USER },
    'POST /users.delete': { id: 'delete', sends: NAMED },
  };
  const model = modelOf(api, {}, '{ user: { create: create, patch: rename } }');
  expect(roles(model)).toMatchObject({ create: 'create user', rename: 'patch user' });
  expect(operationOf(model, 'create').scope).toBe('collection');
});

describe('are what they were', () => {
  test('a verb alone, and one beside a path that has the role', () => {
    const model = modelOf({
      'POST /carts/{cartId}/items/add': { sends: NEW_USER },
      'POST /users': { sends: NEW_USER, gives: USER },
      'GET /users/{id}': { gives: USER },
      'POST /users/add': { sends: NEW_USER },
      'DELETE /users/{id}': {},
      'POST /users/{id}/delete': {},
      'GET /users/{id}/info': { gives: record({ age: 'integer' }) },
    });
    expect(roles(model)).toMatchObject({
      'POST /carts/{cartId}/items/add': 'action cart',
      'POST /users': 'create user',
      'POST /users/add': 'action user',
      'DELETE /users/{id}': 'delete user',
      'POST /users/{id}/delete': 'action user',
      'GET /users/{id}/info': 'other user',
    });
  });

  test('reading and deleting by methods that do neither', () => {
    const model = modelOf({
      'POST /users/create': { sends: NEW_USER, gives: USER },
      'GET /users/delete': { query, gives: USER },
      'DELETE /users/get': { query },
      'GET /users/list': { gives: USERS },
    });
    expect(roles(model)).toMatchObject({
      'POST /users/create': 'create user',
      'GET /users/list': 'list user',
      'GET /users/delete': 'other user',
      'DELETE /users/get': 'action user',
    });
  });
});
