import { afterEach, expect, test } from 'vitest';
import { contractOf, listOf, modelOf, operationOf, record } from '../../openapi/resources/api.ts';
import { closeMocks, fields, openMock } from './client.ts';

afterEach(closeMocks);

const party = { $ref: '#/components/schemas/Party' };
const guest = { $ref: '#/components/schemas/Guest' };
const gift = { $ref: '#/components/schemas/Gift' };
const status = { type: 'string', enum: ['invited', 'accepted', 'declined'], readOnly: true };
const SCHEMAS = {
  Party: record({ id: 'integer', title: 'string', status: { type: 'string', enum: ['planned', 'opened'] } }, [
    'id',
    'title',
    'status',
  ]),
  Guest: record({ id: 'integer', email: 'string', status, comment: { type: ['string', 'null'] } }, ['id', 'status']),
  Gift: record({ id: 'integer', name: 'string', partyId: 'integer' }, ['id', 'partyId']),
};
const path = { partyId: { type: 'integer' }, guestId: { type: 'integer' }, giftId: { type: 'integer' } };
const reply = record({ status: { type: 'string', enum: ['accepted', 'declined'] }, comment: 'string' }, ['status']);
const API = {
  'GET /parties': { gives: listOf(party) },
  'POST /parties': { sends: record({ title: 'string' }, ['title']), gives: party, status: '201' },
  'GET /parties/{partyId}': { gives: party, path, also: ['404'] },
  'GET /parties/{partyId}/guests': { gives: listOf(guest), path },
  'POST /parties/{partyId}/guests': { sends: record({ email: 'string' }), gives: guest, status: '201', path },
  'DELETE /parties/{partyId}/guests/{guestId}': { path },
  'POST /parties/{partyId}/rsvp': { id: 'rsvp', sends: reply, gives: guest, path, also: ['404'] },
  'GET /gifts': { gives: listOf(gift) },
  'GET /gifts/{giftId}': { gives: gift, path, also: ['404'] },
  'POST /parties/{partyId}/open': { id: 'open', sends: record({ name: 'string' }), gives: gift, path },
};
const contract = contractOf(API, SCHEMAS);

test('the model knows the other type whose record an action gives', () => {
  const model = modelOf(API, SCHEMAS);
  expect(['rsvp', 'open'].map((id) => operationOf(model, id).gives)).toEqual(['guest', 'gift']);
});

test('an action that gives a record below says what was sent of the latest one, and nothing of the record above', async () => {
  const mock = await openMock({ contract });
  const { id } = fields((await mock.send('POST', '/parties', { title: 'Ours' })).body);
  const at = `/parties/${String(id)}`;
  const { body: guest } = await mock.send('POST', `${at}/guests`, { email: 'a@example.com' });
  expect(guest).toMatchObject({ status: 'invited', comment: null });
  const { body: replied } = await mock.send('POST', `${at}/rsvp`, { status: 'accepted', comment: 'Yes' });
  expect(replied).toEqual({ ...fields(guest), status: 'accepted', comment: 'Yes' });
  expect((await mock.send('GET', `${at}/guests`)).body).toEqual([replied]);
  expect((await mock.send('GET', at)).body).toMatchObject({ id, status: 'planned' });
});

test('it creates the record if there is none', async () => {
  const mock = await openMock({ contract });
  const { id } = fields((await mock.send('POST', '/parties', { title: 'Ours' })).body);
  const { body: replied } = await mock.send('POST', `/parties/${String(id)}/rsvp`, { status: 'declined' });
  expect(replied).toMatchObject({ status: 'declined' });
  expect((await mock.send('GET', `/parties/${String(id)}/guests`)).body).toEqual([replied]);
});

test('an action that gives a record elsewhere creates it, and does what it is named after', async () => {
  const mock = await openMock({ contract });
  const { id } = fields((await mock.send('POST', '/parties', { title: 'Ours' })).body);
  const { body: opened } = await mock.send('POST', `/parties/${String(id)}/open`, { name: 'Book' });
  expect(opened).toMatchObject({ name: 'Book', partyId: id });
  expect((await mock.send('GET', `/gifts/${String(fields(opened)['id'])}`)).body).toEqual(opened);
  expect((await mock.send('GET', `/parties/${String(id)}`)).body).toMatchObject({ status: 'opened' });
});

test('an action shows what it was sent if its response declares that, although records do not', async () => {
  const read = record({ partyId: 'integer', status: 'string', readUpTo: 'integer' }, ['partyId']);
  const api = { ...API, 'POST /parties/{partyId}/read': { sends: record({ readUpTo: 'integer' }), gives: read, path } };
  const mock = await openMock({ contract: contractOf(api, SCHEMAS) });
  const { body } = await mock.send('POST', '/parties/5/read', { readUpTo: 12 });
  expect(body).toMatchObject({ partyId: 5, readUpTo: 12 });
});

test.each(['read-all', 'markAllAsRead'])('%s is done to all records of the collection', async (name) => {
  const note = { $ref: '#/components/schemas/Note' };
  const Note = record({ id: 'integer', isRead: { type: 'boolean', readOnly: true } }, ['id', 'isRead']);
  const api = {
    'GET /notes': { gives: listOf(note) },
    'GET /notes/{noteId}': { gives: note, path: { noteId: { type: 'integer' } } },
    [`POST /notes/${name}`]: {},
  };
  const seedData = { note: [1, 2].map((id) => ({ id, isRead: false })) };
  const mock = await openMock({ contract: contractOf(api, { Note }), seedData });
  expect((await mock.send('POST', `/notes/${name}`)).status).toBe(204);
  expect((await mock.send('GET', '/notes')).body).toEqual([1, 2].map((id) => ({ id, isRead: true })));
});

test('what an action gives may be in an envelope of its own name, and takes over what only the service sets', async () => {
  const [basket, order] = [{ $ref: '#/components/schemas/Basket' }, { $ref: '#/components/schemas/Order' }];
  const time = { type: ['string', 'null'], format: 'date-time' };
  const state = { type: 'string', enum: ['open', 'placed'] };
  const items = listOf(record({ sku: 'string' }, ['sku']));
  const paths = { basketId: { type: 'integer' }, orderId: { type: 'integer' } };
  const shared = {
    id: 'integer',
    currency: 'string',
    items,
    state,
    createdAt: { type: 'string', format: 'date-time' },
  };
  const Basket = record(shared, ['id', 'currency', 'items', 'state']);
  const Order = record({ ...shared, payment: 'string', paidAt: time }, ['id', 'currency', 'items', 'state', 'paidAt']);
  const api = {
    'POST /baskets': { sends: record({ currency: 'string', items }), gives: basket, status: '201' },
    'GET /baskets/{basketId}': { gives: basket, path: paths },
    'POST /baskets/{basketId}/checkout': {
      sends: record({ payment: 'string' }),
      gives: record({ order }, ['order']),
      status: '201',
      path: paths,
    },
    'GET /orders': { gives: listOf(order) },
    'GET /orders/{orderId}': { gives: order, path: paths },
  };
  const mock = await openMock({ contract: contractOf(api, { Basket, Order }) });
  const lines = [{ sku: 'A1' }];
  const { body } = await mock.send('POST', '/baskets', { currency: 'EUR', items: lines });
  const before = Date.now();
  const made = await mock.send('POST', `/baskets/${String(fields(body)['id'])}/checkout`, { payment: 'card' });
  const { order: placed } = fields(made.body);
  expect(placed).toMatchObject({ currency: 'EUR', items: lines, payment: 'card', state: 'open', paidAt: null });
  expect(Date.parse(String(fields(placed)['createdAt']))).toBeGreaterThanOrEqual(before);
  expect((await mock.send('GET', `/orders/${String(fields(placed)['id'])}`)).body).toEqual(placed);
});
