import { afterEach, expect, test } from 'vitest';
import { contractOf, record } from '../../openapi/resources/api.ts';
import { closeMocks, fields, openMock } from '../world/client.ts';

afterEach(closeMocks);

const gives = record({ message: 'string' });
const contract = contractOf({
  'GET /zones': { gives },
  'GET /books': { gives },
  'POST /books': { sends: gives, gives },
  'GET /books/{bookId}': { gives },
  'DELETE /books/{bookId}': {},
  'GET /books/{bookId}/pages/{page}': { gives },
  'GET /users/me': { gives },
  'GET /users/{userId}': { gives },
});

test.each([
  ['GET /bok/1', 'GET /books/{bookId}'],
  ['GET /BOOK', 'GET /books'],
  ['POST /bookss', 'POST /books'],
  ['PUT /boks/1', '/books/{bookId} (GET, DELETE)'],
  ['GET /books/1/pagse/2', 'GET /books/{bookId}/pages/{page}'],
  ['GET /books/1/pages', 'GET /books/{bookId}/pages/{page}'],
  ['GET /api/v1/books', 'GET /books'],
  ['GET /usr/me', 'GET /users/me'],
])('a request for no path of the document, %s, is told the nearest: %s', async (sent, nearest) => {
  const mock = await openMock({ contract });
  const [method = '', path = ''] = sent.split(' ');
  const { status, body } = await mock.send(method, path);
  expect(status).toBe(404);
  expect(fields(body)['detail']).toBe(
    `no operation ${sent}; did you mean ${nearest}? The document has GET /zones, GET /books, POST /books, ` +
      'GET /books/{bookId}, DELETE /books/{bookId}, GET /books/{bookId}/pages/{page}, ...',
  );
});

test.each(['/nowhere', '/', `/${'books'.repeat(100)}`, '/1/2'])('nothing is near to %s', async (path) => {
  const mock = await openMock({ contract });
  expect(fields((await mock.send('GET', path)).body)['detail']).toContain('; the document has GET /zones');
});
