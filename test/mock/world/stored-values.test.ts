import { afterEach, expect, test } from 'vitest';
import { type Api, contractOf, listOf, record } from '../../openapi/resources/api.ts';
import { closeMocks, openMock } from './client.ts';

afterEach(closeMocks);

const integer = { type: 'integer' };
const invoice = record({ id: integer, number: 'string' }, ['id']);
const payment = record({ date: { type: 'string', format: 'date' }, price: 'number' }, ['date', 'price']);
const path = { id: integer };
const BASE: Api = {
  'GET /invoices/{id}': { gives: invoice, path },
  'DELETE /invoices/{id}': { path, also: ['404'] },
};
const ROWS = [
  { date: '2026-11-28', price: 381 },
  { date: '2026-11-29', price: 19.5 },
];
const PATH = '/invoices/4/payments';

test('rows that PUT stores below a record are read again, of that record only, until they are deleted', async () => {
  const rows = { gives: listOf(payment), path };
  const contract = contractOf({
    ...BASE,
    'GET /invoices/{id}/payments': { ...rows, also: ['404'] },
    'PUT /invoices/{id}/payments': { ...rows, sends: listOf(payment) },
    'DELETE /invoices/{id}/payments': rows,
  });
  const mock = await openMock({ contract });
  const read = async (at = PATH) => (await mock.send('GET', at)).body;
  const first = await read();
  expect((await mock.send('PUT', PATH, ROWS)).body).toEqual(ROWS);
  expect(await read()).toEqual(ROWS);
  expect(await read('/invoices/5/payments')).not.toEqual(ROWS);
  expect((await mock.send('PUT', PATH, [{ price: 'much' }])).status).toBe(422);
  expect(await read()).toEqual(ROWS);
  expect((await mock.send('DELETE', PATH)).body).toEqual([]);
  expect(await read()).toEqual([]);
  await mock.reset();
  expect(await read()).toEqual(first);
  await mock.send('DELETE', '/invoices/4');
  expect((await mock.send('GET', PATH)).status).toBe(404);
});

test('so are those in an envelope, but not a request that says something else', async () => {
  const envelope = (name: string) => record({ [name]: listOf(payment) }, [name]);
  const contract = contractOf({
    ...BASE,
    'GET /invoices/{id}/payments': { gives: envelope('payments'), path },
    'PUT /invoices/{id}/payments': { sends: envelope('payments'), path },
    'GET /invoices/{id}/discounts': { gives: record({ discounts: listOf(payment) }), path },
    'PUT /invoices/{id}/discounts': { sends: record({ codes: listOf({ type: 'string' }) }), path },
  });
  const mock = await openMock({ contract });
  await mock.send('PUT', PATH, { payments: ROWS });
  expect((await mock.send('GET', PATH)).body).toEqual({ payments: ROWS });
  const discounts = () => mock.send('GET', '/invoices/4/discounts');
  const { body } = await discounts();
  expect((await mock.send('PUT', '/invoices/4/discounts', { codes: ['A'] })).status).toBe(204);
  expect((await discounts()).body).toEqual(body);
});
