import { afterEach, expect, test } from 'vitest';
import { contractOf, listOf, record, type Schema } from '../../openapi/resources/api.ts';
import { closeMocks, each, fields, openMock } from './client.ts';

afterEach(closeMocks);

const integer = { type: 'integer' };
const kind = { type: 'string', enum: ['tea', 'coffee'] };
const moment = { type: 'string', format: 'date-time' };
const attributes = record({ name: 'string', type: kind, note: 'string', createdAt: moment }, [
  ...['name', 'type', 'createdAt'],
]);
const drink = record({ id: integer, type: { type: 'string', enum: ['drink'] }, attributes }, ['id', 'attributes']);
const sent = { name: 'string', type: kind, note: 'string' };
const path = { id: integer };

/** A document whose records have attributes, although requests have none, or do. */
function contractWith(sends: Schema) {
  const gives = record({ data: drink }, ['data']);
  return contractOf({
    'GET /drinks': { gives: record({ data: listOf(drink) }, ['data']), query: { name: { type: 'string' } } },
    'POST /drinks': { sends, gives, status: '201' },
    'GET /drinks/{id}': { gives, path },
    'PATCH /drinks/{id}': { sends, gives, path },
    'PUT /drinks/{id}': { sends, gives, path },
  });
}

test.each([
  ['flat', record(sent), (value: object) => value],
  ['flat in an envelope', record({ data: record(sent) }, ['data']), (data: object) => ({ data })],
  [
    'with attributes',
    record({ data: record({ attributes: record(sent) }) }),
    (value: object) => ({ data: { attributes: value } }),
  ],
] as const)('what a client sends is among the attributes of its record: %s', async (_, sends, body) => {
  const mock = await openMock({ contract: contractWith(sends) });
  const send = async (method: string, at: string, value?: Record<string, string>) =>
    fields((await mock.send(method, at, value && (body(value) as Record<string, string>))).body)['data'];
  const created = fields(await send('POST', '/drinks', { name: 'Assam', type: 'tea' }));
  expect(created).toMatchObject({ attributes: { name: 'Assam', type: 'tea', createdAt: expect.any(String) } });
  expect(fields(created['attributes'])['note']).toBeUndefined();
  expect(created['type'] ?? 'drink').toBe('drink');
  expect(each(await send('GET', '/drinks?name=Assam'), '/id')).toEqual([created['id']]);
  const at = `/drinks/${String(created['id'])}`;
  await send('PATCH', at, { note: 'strong' });
  expect(await send('GET', at)).toMatchObject({ attributes: { name: 'Assam', type: 'tea', note: 'strong' } });
  await send('PUT', at, { name: 'Mocha', type: 'coffee' });
  const replaced = fields(await send('GET', at));
  expect(replaced).toMatchObject({ attributes: { name: 'Mocha', type: 'coffee' } });
  expect(fields(replaced['attributes'])['note']).toBeUndefined();
});
