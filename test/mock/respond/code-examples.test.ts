import { afterEach, expect, test } from 'vitest';
import { closeMocks, openMock } from '../world/client.ts';

afterEach(closeMocks);

const text = { type: 'string' };
const json = (schema: object) => ({ description: 'a', content: { 'application/json': { schema } } });

/** Books whose errors have a code like an example, and may list what is wrong with each field. */
function specWith(code: object) {
  const detail = { type: 'object', required: ['field', 'message'], properties: { field: text, message: text } };
  const error = {
    type: 'object',
    required: ['code', 'message'],
    properties: { code: { ...text, ...code }, message: text, details: { type: 'array', items: detail } },
  };
  const book = { type: 'object', required: ['title'], properties: { title: text } };
  const failures = { '404': json(error), '422': json(error) };
  return {
    openapi: '3.1.0',
    info: { title: 'Books', version: '1' },
    paths: {
      '/books': {
        post: { requestBody: { required: true, ...json(book) }, responses: { '201': json(book), ...failures } },
      },
      '/books/{bookId}': {
        parameters: [{ name: 'bookId', in: 'path', required: true, schema: text }],
        get: { responses: { '200': json(book), ...failures } },
      },
    },
  };
}

test.each([
  ['validation_failed', 'not_found', 'validation_failed'],
  ['VALIDATION_ERROR', 'NOT_FOUND', 'VALIDATION_ERROR'],
  ['invalid-input', 'not-found', 'invalid-input'],
  ['book_not_found', 'book_not_found', 'unprocessable_entity'],
  ['E1001', 'E1001', 'E1001'],
])('an error has a code of its own status, in the manner of the example %s', async (example, missing, invalid) => {
  const mock = await openMock({ spec: specWith({ example }), strictState: true });
  const { body } = await mock.send('GET', '/books/none');
  // Nothing is wrong with a field.
  expect(body).toEqual({ code: missing, message: expect.any(String) });
  expect((await mock.send('POST', '/books', {})).body).toMatchObject({
    code: invalid,
    details: [{ field: 'title' }],
  });
});

test('a code that has to be like that stays', async () => {
  const mock = await openMock({ spec: specWith({ example: 'bad_input', pattern: '^bad_' }), strictState: true });
  expect((await mock.send('GET', '/books/none')).body).toMatchObject({ code: 'bad_input' });
});
