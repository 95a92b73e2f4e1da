import { afterEach, expect, test } from 'vitest';
import { contractOf, listOf, record } from '../../openapi/resources/api.ts';
import { closeMocks, each, openMock } from './client.ts';

afterEach(closeMocks);

const layer = (id: string) => record({ id, name: 'string' }, ['id', 'name']);
const CONTRACT = contractOf({
  'POST /layers': { sends: record({ name: 'string' }, ['name']), gives: layer('number'), status: '201' },
  'GET /layers': { gives: listOf(layer('integer')) },
  'GET /layers/{layerId}': { gives: layer('string'), path: { layerId: { type: 'integer' } } },
});

test('an identifier that one response shows as text and others as a number is the same in all', async () => {
  const mock = await openMock({ contract: CONTRACT });
  const before = each((await mock.send('GET', '/layers')).body, '/id');
  const created = await mock.send('POST', '/layers', { name: 'first' });
  expect(created.body).toEqual({ id: before.length + 1, name: 'first' });
  const other = await mock.send('POST', '/layers', { name: 'second' });
  expect(other.body).toEqual({ id: before.length + 2, name: 'second' });
  const read = await mock.send('GET', `/layers/${before.length + 1}`);
  expect(read.body).toEqual({ id: String(before.length + 1), name: 'first' });
  const listed = (await mock.send('GET', '/layers')).body;
  expect(each(listed, '/id')).toEqual([...before, before.length + 1, before.length + 2]);
});
