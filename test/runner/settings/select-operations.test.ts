import { describe, expect, test } from 'vitest';
import { type OperationSelection, selectOperations } from '../../../harness/runner/settings/select-operations.ts';
import { load } from '../../openapi/documents.ts';

const contract = load({
  'spec.yaml': `openapi: 3.1.0
info: { title: Shelves, version: '1' }
paths:
  /books:
    get: { operationId: listBooks, tags: [reading], responses: { '200': { description: ok } } }
    post: { operationId: createBook, tags: [writing], responses: { '201': { description: ok } } }
  /books/{bookId}:
    parameters: [{ name: bookId, in: path, required: true, schema: { type: integer } }]
    get: { operationId: getBook, tags: [reading], responses: { '200': { description: ok } } }
    delete: { operationId: deleteBook, tags: [writing, danger], responses: { '204': { description: ok } } }
  /authors/{authorId}/books:
    parameters: [{ name: authorId, in: path, required: true, schema: { type: integer } }]
    get: { responses: { '200': { description: ok } } }
`,
});

function selected(selection: Partial<OperationSelection>): string[] {
  const whole = { include: [], exclude: [], safeMethodsOnly: false, ...selection };
  return selectOperations(contract, whole).map(({ id }) => id);
}

const NESTED = 'GET /authors/{authorId}/books';

describe('include and exclude', () => {
  test.each<[string, Partial<OperationSelection>, string[]]>([
    ['an operationId', { include: ['getBook'] }, ['getBook']],
    ['operationIds by a pattern', { include: ['*Book'] }, ['createBook', 'getBook', 'deleteBook']],
    ['a method', { include: ['delete'] }, ['deleteBook']],
    ['a path', { include: ['/books'] }, ['listBooks', 'createBook']],
    ['a segment of any name', { include: ['/books/*'] }, ['getBook', 'deleteBook']],
    ['a path and all below it', { include: ['/books/**'] }, ['listBooks', 'createBook', 'getBook', 'deleteBook']],
    ['any depth', { include: ['/**/books'] }, [NESTED]],
    ['a method and a path', { include: ['GET /books/**'] }, ['listBooks', 'getBook']],
    ['an operation without operationId', { include: [NESTED] }, [NESTED]],
    ['a tag', { include: ['tag:writing'] }, ['createBook', 'deleteBook']],
    ['several with commas', { include: ['getBook, tag:writing'] }, ['createBook', 'getBook', 'deleteBook']],
    ['exclude wins', { include: ['tag:writing'], exclude: ['tag:danger'] }, ['createBook']],
    ['exclude alone', { exclude: ['/books/**'] }, [NESTED]],
    ['safe methods only', { safeMethodsOnly: true }, ['listBooks', 'getBook', NESTED]],
  ])('select by %s', (_, selection, ids) => {
    expect(selected(selection)).toEqual(ids);
  });

  test.each<[Partial<OperationSelection>, string]>([
    [{ include: ['getBok'] }, 'include: "getBok" matches no operation. Did you mean getBook?'],
    [{ include: ['getBook,getBok'] }, 'include: "getBok" matches no operation. Did you mean getBook?'],
    [{ exclude: ['tag:dangr'] }, 'exclude: "tag:dangr" matches no operation. Did you mean tag:danger?'],
    [{ include: ['GET /book'] }, 'include: "GET /book" matches no operation. Did you mean GET /books?'],
    [{ include: ['patch'] }, 'include: "patch" matches no operation. '],
    [{ exclude: ['/zzzzzzzzzzzzzzz'] }, 'Operations: listBooks, createBook, getBook, deleteBook, GET /authors'],
    [
      { include: ['createBook'], safeMethodsOnly: true },
      'No operation is left to test: include and safe-methods-only omit all 5',
    ],
  ])('%j matches nothing', (selection, message) => {
    expect(() => selected(selection)).toThrow(message);
  });
});
