import { afterEach, expect, test } from 'vitest';
import { getAt } from '../../../harness/core/json/pointer.ts';
import { contractOf, listOf, record } from '../../openapi/resources/api.ts';
import { closeMocks, openMock } from './client.ts';

afterEach(closeMocks);

const described = (description: string) => ({ type: 'string', example: 'abc', description });

/** What the creation, a read and a list show of a key whose `token` is described by a sentence. */
async function shownOf(description: string, required: readonly string[] = []) {
  const key = record({ id: 'integer', name: 'string', token: described(description) }, ['id', 'name', ...required]);
  const contract = contractOf({
    'GET /keys': { gives: listOf(key) },
    'POST /keys': { sends: record({ name: 'string' }), gives: key, status: '201' },
    'GET /keys/{keyId}': { gives: key },
  });
  const mock = await openMock({ contract });
  const created = (await mock.send('POST', '/keys', { name: 'One' })).body ?? null;
  const read = (await mock.send('GET', `/keys/${getAt(created, '/id')}`)).body ?? null;
  const list = (await mock.send('GET', '/keys')).body ?? null;
  const items = Array.isArray(list) ? list : [];
  const has = (value: unknown) => typeof value === 'object' && value !== null && 'token' in value;
  return { created: has(created), read: has(read), listed: items.some(has) };
}

test('what only a creation shows, as its description says, no read and no list shows', async () => {
  for (const description of ['Only returned at creation.', 'The token is shown only once, when the key is created.'])
    expect(await shownOf(description)).toEqual({ created: true, read: false, listed: false });
});

test('what lists leave out, as its description says, a read shows', async () => {
  expect(await shownOf('Not included in list responses.')).toEqual({ created: true, read: true, listed: false });
});

test('all show what is described otherwise, or has to be there', async () => {
  const all = { created: true, read: true, listed: true };
  expect(await shownOf('Not shown to customers.')).toEqual(all);
  expect(await shownOf('If it is not set, it is not returned.')).toEqual(all);
  expect(await shownOf('Only returned at creation.', ['token'])).toEqual(all);
});
