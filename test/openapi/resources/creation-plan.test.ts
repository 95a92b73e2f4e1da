import { describe, expect, test } from 'vitest';
import { type Api, listOf, modelOf, record, type Schema } from './api.ts';
import { lines, planOf } from './creation-plans.ts';

const RECORD = record({ id: 'string' });

const LIBRARY: Api = {
  'POST /authors': { id: 'createAuthor', gives: RECORD },
  'GET /authors/{authorId}': { id: 'readAuthor' },
  'POST /publishers': { id: 'createPublisher', gives: RECORD },
  'GET /publishers/{publisherId}': {},
  'GET /countries': { id: 'listCountries', gives: listOf(record({ code: 'string' })) },
  'POST /authors/{authorId}/books': {
    id: 'createBook',
    sends: record({ publisherId: 'string', country_code: 'string', bookId: 'string', parentId: 'string' }, [
      'publisherId',
    ]),
    gives: RECORD,
  },
  'GET /authors/{authorId}/books': { id: 'listBooks', gives: listOf(RECORD) },
  'GET /authors/{authorId}/books/{bookId}': { id: 'readBook' },
  'PUT /authors/{authorId}/books/{bookId}': {
    id: 'updateBook',
    sends: record({ id: 'string', publisherId: 'string' }),
  },
  'POST /authors/{authorId}/books/{bookId}/return': { id: 'returnBook' },
  'GET /secrets/{secretId}': { id: 'readSecret' },
};

describe('the plan of what an operation needs', () => {
  test('nothing for what needs no other record', () => {
    expect(lines(planOf(modelOf(LIBRARY), 'createAuthor'))).toEqual(['send']);
  });

  test('the parents of a collection, and what the body refers to: another of its type, too', () => {
    expect(lines(planOf(modelOf(LIBRARY), 'createBook'))).toEqual([
      '0 create createAuthor',
      '1 create createPublisher',
      '2 list? listCountries',
      '3 create? createBook; path authorId = 0.authorId; body /publisherId = 1.publisherId; body /country_code = 2.code?',
      'send; path authorId = 0.authorId; body /publisherId = 1.publisherId; body /country_code = 2.code?; body /parentId = 3.bookId?',
    ]);
  });

  test('a record of a nested item path is created below the same parent', () => {
    expect(lines(planOf(modelOf(LIBRARY), 'returnBook'))).toEqual([
      '0 create createAuthor',
      '1 create createPublisher',
      '2 list? listCountries',
      '3 create createBook; path authorId = 0.authorId; body /publisherId = 1.publisherId; body /country_code = 2.code?',
      'send; path authorId = 0.authorId; path bookId = 3.bookId',
    ]);
  });

  test('two records of a type that two properties name, and one for those that have its name', () => {
    const sends = record({ fromAccountId: 'string', toAccountId: 'string' }, ['fromAccountId', 'toAccountId']);
    const model = modelOf({
      'POST /accounts': { id: 'open', gives: RECORD },
      'GET /accounts/{accountId}': { id: 'read' },
      'POST /transfers': { id: 'transfer', sends },
      'GET /accounts/{accountId}/orders/{orderId}': { gives: RECORD },
      'POST /accounts/{accountId}/orders': {
        id: 'order',
        gives: RECORD,
        sends: record({ accountId: 'string', toAccountId: 'string' }, ['accountId', 'toAccountId']),
      },
    });
    const transfer = planOf(model, 'transfer');
    expect(lines(transfer)).toEqual([
      '0 create open',
      '1 create open',
      'send; body /fromAccountId = 0.accountId; body /toAccountId = 1.accountId',
    ]);
    expect(transfer.steps.map(({ isSecond }) => isSecond)).toEqual([undefined, true]);
    expect(lines(planOf(model, 'order')).at(-1)).toBe(
      'send; path accountId = 0.accountId; body /accountId = 0.accountId; body /toAccountId = 1.accountId',
    );
  });

  test('the identifier in the body of an update is that of the path', () => {
    expect(lines(planOf(modelOf(LIBRARY), 'updateBook')).at(-1)).toBe(
      'send; path authorId = 0.authorId; path bookId = 3.bookId; body /id = 3.bookId; body /publisherId = 1.publisherId?',
    );
  });

  test('what cannot be created is missing, with the reason', () => {
    expect(lines(planOf(modelOf(LIBRARY), 'readSecret'))).toEqual([
      'send',
      'no path secretId: no operation creates or lists secret',
    ]);
  });

  test('a create that cannot be sent is not planned; a list is taken instead', () => {
    const api: Api = {
      'POST /secrets/{secretId}/books': { id: 'create', gives: RECORD },
      'GET /books/{bookId}': { id: 'read', gives: RECORD },
      'GET /secrets/{secretId}': {},
    };
    expect(lines(planOf(modelOf(api), 'read'))).toEqual([
      'send',
      'no path bookId: creating book is not possible: no operation creates or lists secret',
    ]);
    const listed = modelOf({ ...api, 'GET /books': { id: 'list', gives: listOf(RECORD) } });
    expect(lines(planOf(listed, 'read'))).toEqual(['0 list list', 'send; path bookId = 0.bookId']);
  });

  test('a required reference that nothing can provide does not prevent a creation', () => {
    const model = modelOf({
      'POST /books': { id: 'create', sends: record({ secretId: 'string' }, ['secretId']), gives: RECORD },
      'GET /books/{bookId}': { id: 'read' },
      'GET /secrets/{secretId}': {},
    });
    expect(lines(planOf(model, 'read'))).toEqual(['0 create create', 'send; path bookId = 0.bookId']);
  });

  test('an optional reference without a record does not prevent the request', () => {
    const model = modelOf({
      'POST /books': { id: 'create', sends: record({ secretId: 'string' }), gives: RECORD },
      'GET /secrets/{secretId}': {},
    });
    expect(lines(planOf(model, 'create'))).toEqual([
      'send',
      'no body /secretId?: no operation creates or lists secret',
    ]);
  });

  test('identifiers in several parameters come from one record', () => {
    const gives = record({ name: 'string', owner: record({ login: 'string' }) });
    const model = modelOf({
      'POST /user/repos': { id: 'create', gives },
      'GET /repos/{owner}/{repo}/issues': { id: 'issues', gives: listOf(RECORD) },
    });
    expect(lines(planOf(model, 'issues'))).toEqual([
      '0 create create',
      'send; path owner = 0.owner; path repo = 0.repo',
    ]);
  });

  test('of several creates the one with the fewest needs', () => {
    const model = modelOf({
      'POST /teams/{teamId}/books': { id: 'createInTeam', gives: RECORD },
      'POST /teams': { gives: RECORD },
      'POST /shelf/books': { id: 'create', gives: RECORD },
      'GET /books/{bookId}': { id: 'read' },
    });
    expect(lines(planOf(model, 'read'))).toEqual(['0 create create', 'send; path bookId = 0.bookId']);
  });
});

describe('identifiers that the client chooses', () => {
  test('a PUT creates the record', () => {
    const model = modelOf({ 'PUT /books/{isbn}': { id: 'put', status: '201' }, 'GET /books/{isbn}': { id: 'read' } });
    expect(lines(planOf(model, 'read'))).toEqual(['0 create put; choose isbn', 'send; path isbn = 0.isbn']);
    expect(lines(planOf(model, 'put'))).toEqual(['0 create put; choose isbn', 'send; path isbn = 0.isbn']);
  });

  test('a POST on an item path creates it', () => {
    const model = modelOf({
      'POST /topics/{name}': { id: 'create', status: '201' },
      'GET /topics/{name}': { id: 'read' },
    });
    expect(lines(planOf(model, 'create'))).toEqual(['send; choose name']);
    expect(lines(planOf(model, 'read'))).toEqual(['0 create create; choose name', 'send; path name = 0.name']);
  });

  test('but not of a membership: that takes the record of the other type', () => {
    const model = modelOf({
      'POST /roles': { id: 'createRole', gives: RECORD },
      'GET /roles/{roleId}': {},
      'POST /users': { id: 'createUser', gives: RECORD },
      'PUT /users/{userId}/roles/{roleId}': { id: 'assign', status: '201' },
      'DELETE /users/{userId}/roles/{roleId}': { id: 'withdraw' },
      'GET /users/{userId}': {},
    });
    expect(lines(planOf(model, 'withdraw'))).toEqual([
      '0 create createUser',
      '1 create createRole',
      '2 create assign; path userId = 0.userId; path roleId = 1.roleId',
      'send; path userId = 0.userId; path roleId = 2.roleId',
    ]);
  });

  test('an identifier of another type takes the record of that type', () => {
    const model = modelOf({
      'POST /products': { id: 'create', gives: RECORD },
      'GET /products/{id}': {},
      'GET /stocks/{productId}': { id: 'read', also: ['404'] },
      'PATCH /stocks/{productId}': {},
    });
    expect(lines(planOf(model, 'read'))).toEqual(['0 create create', 'send; path productId = 0.id']);
  });

  test('an identifier of another type takes its record for the path, and no second time for another of the own type', () => {
    const model = modelOf({
      'POST /products': { id: 'create', gives: RECORD },
      'GET /products/{id}': {},
      'GET /stocks/{productId}': { also: ['404'] },
      'PATCH /stocks/{productId}': { id: 'change', sends: record({ parentId: 'string' }) },
    });
    const plan = planOf(model, 'change');
    expect(lines(plan)).toEqual([
      '0 create create',
      'send; path productId = 0.id',
      'no body /parentId?: no operation creates another stock',
    ]);
    expect(plan.steps.some(({ isOther }) => isOther)).toBe(false);
  });
});

describe('singletons', () => {
  test('one that must be put first', () => {
    const model = modelOf({
      'POST /books': { id: 'create', gives: RECORD },
      'GET /books/{id}': {},
      'GET /books/{id}/cover': { id: 'read', gives: RECORD },
      'PUT /books/{id}/cover': { id: 'put', status: '201' },
    });
    expect(lines(planOf(model, 'read'))).toEqual([
      '0 create create',
      '1 create put; path id = 0.id',
      'send; path id = 0.id',
    ]);
  });

  test('one that is always there', () => {
    const model = modelOf({ 'GET /me': { id: 'read', gives: RECORD }, 'PATCH /me': { id: 'change' } });
    expect(lines(planOf(model, 'change'))).toEqual(['send']);
  });
});

describe('types that need each other', () => {
  test('a cycle is broken at an optional reference', () => {
    const model = modelOf({
      'POST /teams': { id: 'createTeam', sends: record({ leadId: 'string', userId: 'string' }), gives: RECORD },
      'GET /teams/{teamId}': {},
      'POST /users': { id: 'createUser', sends: record({ teamId: 'string' }, ['teamId']), gives: RECORD },
      'GET /users/{userId}': { id: 'readUser' },
    });
    expect(lines(planOf(model, 'readUser'))).toEqual([
      '0 create createTeam',
      '1 create createUser; body /teamId = 0.teamId',
      'send; path userId = 1.userId',
    ]);
  });

  test('one that is required all around is missing', () => {
    const model = modelOf({
      'POST /teams': { id: 'createTeam', sends: record({ userId: 'string' }, ['userId']), gives: RECORD },
      'GET /teams/{teamId}': {},
      'POST /users': { id: 'createUser', sends: record({ teamId: 'string' }, ['teamId']), gives: RECORD },
      'GET /users/{userId}': { id: 'readUser' },
    });
    expect(planOf(model, 'readUser').missing[0]?.reason).toBe(
      'creating user is not possible: creating team is not possible: user needs another user first',
    );
  });

  test('one of its own type is missing, unless the document gives an example of the first', () => {
    const folders = (parent: Schema) =>
      modelOf({
        'POST /folders': { id: 'createFolder', sends: record({ parentId: parent }, ['parentId']), gives: RECORD },
        'GET /folders/{folderId}': { id: 'readFolder' },
      });
    const known = folders({ type: 'string', example: '0' });
    expect(lines(planOf(known, 'readFolder'))).toEqual(['0 create createFolder', 'send; path folderId = 0.folderId']);
    expect(lines(planOf(known, 'createFolder'))).toEqual([
      '0 create? createFolder',
      'send; body /parentId = 0.folderId?',
    ]);
    expect(planOf(folders({ type: 'string' }), 'readFolder').missing[0]?.reason).toBe(
      'creating folder is not possible: folder needs another folder first',
    );
  });

  test('very many of them end', () => {
    const needs = record(Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`t${index}Id`, 'string'])), [
      't39Id',
    ]);
    const required = { ...needs, required: Object.keys(needs['properties'] as object) };
    const api = Array.from(
      { length: 40 },
      (_, index) => [`POST /t${index}s`, { sends: required, gives: RECORD }] as const,
    );
    const model = modelOf(Object.fromEntries(api));
    expect(planOf(model, 'POST /t0s').missing.length).toBeGreaterThan(0);
  });
});
