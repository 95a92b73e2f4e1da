import { afterEach, expect, test } from 'vitest';
import { type Api, contractOf, listOf, record } from '../../openapi/resources/api.ts';
import { closeMocks, each, fields, openMock } from './client.ts';

afterEach(closeMocks);

const integer = { type: 'integer' };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const customer = { Customer: record({ id: integer, name: 'string' }, ['id', 'name']) };
const status = { type: 'string', enum: ['draft', 'paid'] };
const moment = { type: 'string', format: 'date-time' };
const row = record({ text: 'string', price: 'number' });
const Offer = record(
  {
    ...{ id: integer, offerNumber: { type: 'string', readOnly: true }, title: 'string', rows: listOf(row) },
    ...{ customer: ref('Customer'), status: { ...status, readOnly: true }, createdAt: { ...moment, readOnly: true } },
  },
  ['id', 'offerNumber', 'title', 'status', 'createdAt'],
);
const sends = record({ customerId: integer, title: 'string', rows: listOf(row) }, ['customerId', 'title']);
const path = { id: integer };
const copies = { gives: ref('Offer'), status: '201', path };
const api: Api = {
  'GET /customers': { gives: listOf(ref('Customer')) },
  'GET /customers/{id}': { gives: ref('Customer'), path },
  'GET /offers': { gives: listOf(ref('Offer')) },
  'POST /offers': { sends, gives: ref('Offer'), status: '201', responseHeaders: ['Location'] },
  'GET /offers/{id}': { gives: ref('Offer'), path },
  'POST /offers/{id}/pay': { gives: ref('Offer'), status: '201', path },
  'POST /offers/{id}/duplicate': { ...copies, sends: record({ title: 'string' }) },
  'POST /offers/{id}/create-from-template': copies,
  'POST /offers/{id}/copy-protection': copies,
};

async function open() {
  const mock = await openMock({ contract: contractOf(api, { ...customer, Offer }) });
  const rows = [{ text: 'Desk', price: 120 }];
  const { body } = await mock.send('POST', '/offers', { customerId: 2, title: 'Office', rows });
  const first = fields(body);
  const act = async (name: string, sent?: Record<string, string>) =>
    fields((await mock.send('POST', `/offers/${String(first['id'])}/${name}`, sent)).body);
  return { mock, first, act };
}

test('what copies a record creates one that says the same, with an identifier, a number and a state of its own', async () => {
  const { mock, first, act } = await open();
  expect(await act('pay')).toMatchObject({ id: first['id'], status: 'paid' });
  const copy = await act('duplicate', { title: 'Second office' });
  expect(copy).toMatchObject({ title: 'Second office', rows: first['rows'], status: 'draft' });
  expect(copy['customer']).toEqual(first['customer']);
  for (const name of ['id', 'offerNumber']) expect(copy[name]).not.toEqual(first[name]);
  expect((await mock.send('GET', `/offers/${String(copy['id'])}`)).body).toEqual(copy);
  const other = await act('create-from-template');
  expect(other).toMatchObject({ title: 'Office', rows: first['rows'] });
  expect(each((await mock.send('GET', '/offers')).body, '/id').slice(-3)).toEqual([
    first['id'],
    copy['id'],
    other['id'],
  ]);
});

test('other actions are about the record itself, whatever their status', async () => {
  const { first, act } = await open();
  expect((await act('pay'))['id']).toBe(first['id']);
  expect((await act('copy-protection'))['id']).toBe(first['id']);
});
