import { describe, expect, test } from 'vitest';
import { creationPlan } from '../../../harness/openapi/resources/creation-plan.ts';
import { bindings, modelOf, operationOf, record, typeOf } from './api.ts';

describe('types of the same records', () => {
  test('a second path to the records takes the identifiers of the first', () => {
    const book = { $ref: '#/components/schemas/Book' };
    const model = modelOf(
      {
        'POST /authors/{authorId}/books': { id: 'create', gives: book },
        'GET /authors/{authorId}/books/{bookId}': { gives: book },
        'GET /books/{bookId}': { gives: book },
        'GET /books/by-isbn/{isbn}': { gives: book },
      },
      { Book: record({ id: 'string', isbn: 'string' }) },
    );
    expect(bindings(model, 'book', 'bookId')).toEqual(['response create /id']);
    expect(bindings(model, 'by-isbn', 'isbn')).toEqual(['response create /isbn']);
  });

  test('a membership takes the identifiers of the type that it lists', () => {
    const model = modelOf({
      'POST /roles': { id: 'create', gives: record({ id: 'string' }) },
      'GET /roles/{roleId}': {},
      'GET /users/{userId}': {},
      'PUT /users/{userId}/roles/{roleId}': { id: 'assign' },
    });
    expect(typeOf(model, 'user.role').identifiers).toMatchObject([
      { sameAs: { resource: 'role', identifier: 'roleId' } },
    ]);
    expect(typeOf(model, 'role').identifiers).toMatchObject([{ sameAs: undefined }]);
  });

  test('a record that is put among those of another is one that a PUT created elsewhere', () => {
    const model = modelOf({
      'PUT /labels/{slug}': { id: 'put', sends: record({ title: 'string' }), status: '201' },
      'PUT /orders/{id}/labels/{slug}': { id: 'attach', also: ['404'] },
      'DELETE /orders/{id}/labels/{slug}': {},
    });
    expect(operationOf(model, 'attach')).toMatchObject({ role: 'update', creates: true });
    expect(typeOf(model, 'order.label').identifiers).toMatchObject([
      { sameAs: { resource: 'label', identifier: 'slug' } },
    ]);
    expect(typeOf(model, 'label').identifiers).toMatchObject([{ sameAs: undefined }]);
    const attach = creationPlan(model, { ...operationOf(model, 'attach'), role: 'create' });
    expect(attach.bindings.map(({ at }) => at)).toContain('slug');
    expect(attach.chosen).toEqual([]);
  });

  test('what clients put at two addresses has a name of its own at each', () => {
    const policy = { $ref: '#/components/schemas/Policy' };
    const put = (id: string) => ({ id, sends: policy, gives: policy, status: '201' });
    const model = modelOf(
      {
        'PUT /policies/{policyId}': put('putById'),
        'GET /policies/{policyId}': { gives: policy },
        'PUT /scopes/{scope}/policies/{policyName}': put('put'),
        'GET /scopes/{scope}/policies/{policyName}': { gives: policy },
      },
      { Policy: record({ id: 'string', name: 'string', title: 'string' }) },
    );
    expect(typeOf(model, 'scope.policy').identifiers).toMatchObject([{ name: 'policyName', sameAs: undefined }]);
  });

  test('a member whose addition gives back the record above is not identified by that', () => {
    const issue = { $ref: '#/components/schemas/Issue' };
    const label = { $ref: '#/components/schemas/Label' };
    const model = modelOf(
      {
        'POST /labels': { id: 'create', gives: label },
        'GET /labels/{labelId}': { gives: label },
        'GET /issues/{issueId}': { gives: issue },
        'GET /issues/{issueId}/labels': { id: 'list', gives: { type: 'array', items: label } },
        'PUT /issues/{issueId}/labels/{labelId}': { id: 'add', gives: issue },
        'DELETE /issues/{issueId}/labels/{labelId}': { gives: issue },
      },
      { Issue: record({ id: 'string', title: 'string' }), Label: record({ id: 'string', color: 'string' }) },
    );
    expect(operationOf(model, 'add')).toMatchObject({ creates: true, response: undefined });
    expect(bindings(model, 'issue.label', 'labelId')).not.toContain('response add /id');
  });

  test('a record of the same name as another, but with the identifier of a third, takes that', () => {
    const model = modelOf({
      'POST /parts': { gives: record({ id: 'string' }) },
      'GET /parts/{partId}': {},
      'POST /repairs': { gives: record({ id: 'string' }) },
      'GET /repairs/{repairId}': {},
      'POST /repairs/{repairId}/items': { gives: record({ id: 'string', partId: 'string' }) },
      'GET /repairs/{repairId}/items/{itemId}': {},
      'POST /cars': { gives: record({ id: 'string' }) },
      'GET /cars/{carId}': {},
      'PUT /cars/{carId}/items/{partId}': { status: '201', sends: record({ amount: 'integer' }) },
      'GET /cars/{carId}/items/{partId}': {},
    });
    const type = model.types.find(({ item }) => item === '/cars/{carId}/items/{partId}');
    expect(type?.identifiers).toMatchObject([{ sameAs: { resource: 'part', identifier: 'partId' } }]);
  });

  test('an identifier named after another type is that of the other', () => {
    const model = modelOf({
      'POST /products': { id: 'create', gives: record({ id: 'string' }) },
      'GET /products/{id}': {},
      'GET /stocks/{productId}': {},
      'PUT /stocks/{productId}': {},
      'POST /users': { sends: record({ username: 'string' }), gives: record({ username: 'string' }) },
      'GET /profiles/{username}': {},
      'GET /words/{name}': {},
      'GET /names/{name}': {},
    });
    const same = model.types.flatMap(({ name, identifiers }) =>
      identifiers.map(({ sameAs }) => [name, sameAs?.resource]),
    );
    expect(Object.fromEntries(same)).toEqual({
      product: undefined,
      stock: 'product',
      user: undefined,
      profile: 'user',
      word: undefined,
      name: undefined,
    });
  });
});
