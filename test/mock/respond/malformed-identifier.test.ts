import { afterEach, expect, test } from 'vitest';
import { contractOf, record } from '../../openapi/resources/api.ts';
import { closeMocks, openMock } from '../world/client.ts';

afterEach(closeMocks);

const uuid = { type: 'string', format: 'uuid' };

test.each([
  [['404'], 404],
  [['400', '404'], 400],
  [['404', '422'], 422],
  [['404', 'default'], 422],
  [[], 422],
])('an identifier that is none, where %j is documented, is a %i', async (also, status) => {
  const book = {
    gives: record({ id: uuid, title: 'string' }),
    also,
    path: { bookId: uuid },
    query: { n: { type: 'integer' } },
  };
  const mock = await openMock({ contract: contractOf({ 'GET /books/{bookId}': book }) });
  expect((await mock.send('GET', '/books/seven')).status).toBe(status);
  const { status: other } = await mock.send('GET', '/books/11d7d9dc-9a8c-4e1c-a7b3-5a2a39d8a83e?n=x');
  expect(other).toBe(status === 404 ? 422 : status);
});
