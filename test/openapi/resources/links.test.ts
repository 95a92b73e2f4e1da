import { describe, expect, test } from 'vitest';
import { bindings, modelOf, record } from './api.ts';

describe('links', () => {
  const BOOK = record({ id: 'string' });

  test.each<[string, object, string[]]>([
    ['by operationId', { operationId: 'read', parameters: { bookId: '$response.body#/id' } }, ['link create /id']],
    [
      'with the place of the parameter',
      { operationId: 'read', parameters: { 'path.bookId': '$response.body#/id' } },
      ['link create /id'],
    ],
    [
      'by operationRef',
      { operationRef: '#/paths/~1books~1%7BbookId%7D/get', parameters: { bookId: '$response.header.X-Id' } },
      ['link create X-Id'],
    ],
    ['from the request', { operationId: 'read', parameters: { bookId: '$request.body#/isbn' } }, ['link create /isbn']],
    [
      'from a query parameter',
      { operationId: 'read', parameters: { bookId: '$request.query.isbn' } },
      ['link create query isbn'],
    ],
    ['in braces', { operationId: 'read', parameters: { bookId: '{$response.body#/id}' } }, ['link create /id']],
    ['a constant', { operationId: 'read', parameters: { bookId: 7 } }, ['link create {"in":"constant","value":7}']],
    [
      'with text around it',
      { operationId: 'read', parameters: { bookId: 'b-{$response.body#/id}' } },
      ['link create {"in":"expression","expression":"b-{$response.body#/id}"}'],
    ],
    ['to nowhere', { operationId: 'missing', parameters: { bookId: '$response.body#/id' } }, []],
    ['to another parameter', { operationId: 'read', parameters: { missing: '$response.body#/id' } }, []],
    ['without parameters', { operationId: 'read' }, []],
  ])('%s', (_, link, expected) => {
    const model = modelOf({
      'GET /books/{bookId}': { id: 'read', gives: BOOK },
      'POST /books': { id: 'create', gives: record({ title: 'string' }), links: { link } },
    });
    expect(bindings(model, 'book', 'bookId')).toEqual(expected);
  });
});
