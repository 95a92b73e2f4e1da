import { afterEach, expect, test } from 'vitest';
import { getAt } from '../../../harness/core/json/pointer.ts';
import { contractOf, listOf, record, type Schema } from '../../openapi/resources/api.ts';
import { closeMocks, each, openMock } from './client.ts';

afterEach(closeMocks);

const integer = { type: 'integer' };
const payee = record({ id: integer, name: 'string' }, ['id', 'name']);
const payment = record({ id: integer, payeeId: integer, memo: 'string' }, ['id', 'payeeId', 'memo']);
const within = (properties: Record<string, Schema>) =>
  record({ data: record({ ...properties, revision: integer }, Object.keys(properties)) }, ['data']);
const path = { id: integer };
const sends = record({ payment: record({ payeeId: integer, memo: 'string' }) }, ['payment']);
const contract = () =>
  contractOf({
    'GET /payees': { gives: within({ payees: listOf(payee) }) },
    'GET /payees/{id}': { gives: within({ payee }), path },
    'GET /payments': { gives: within({ payments: listOf(payment) }) },
    'POST /payments': { sends, gives: within({ payment }), status: '201' },
    'GET /payments/{id}': { gives: within({ payment }), path },
    'PATCH /payments/{id}': { sends, gives: within({ payment }), path },
  });

test('a record in an object named after its type, in an envelope, shows what was sent, and names records that exist', async () => {
  const mock = await openMock({ contract: contract() });
  const get = async (at: string, pointer: string) => getAt((await mock.send('GET', at)).body ?? null, pointer);
  const payees = each(await get('/payees', '/data/payees'), '/id');
  expect(payees.length).toBeGreaterThan(0);
  for (const named of each(await get('/payments', '/data/payments'), '/payeeId')) expect(payees).toContain(named);
  const [payeeId = 0] = payees;
  const created = await mock.send('POST', '/payments', { payment: { payeeId, memo: 'Rent' } });
  expect(created.body).toMatchObject({ data: { payment: { payeeId, memo: 'Rent' } } });
  const id = getAt(created.body ?? null, '/data/payment/id');
  expect(each(await get('/payments', '/data/payments'), '/id')).toContain(id);
  const changed = await mock.send('PATCH', `/payments/${id}`, { payment: { memo: 'Heating' } });
  expect(changed.body).toMatchObject({ data: { payment: { id, payeeId, memo: 'Heating' } } });
  expect(await get(`/payments/${id}`, '/data/payment')).toEqual({ id, payeeId, memo: 'Heating' });
});
