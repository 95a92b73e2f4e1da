import { afterEach, expect, test } from 'vitest';
import { contractOf, listOf, record } from '../../openapi/resources/api.ts';
import { closeMocks, each, fields, openMock } from './client.ts';

afterEach(closeMocks);

const integer = { type: 'integer' };
const guest = { $ref: '#/components/schemas/Guest' };
const Guest = record({ id: integer, email: 'string', reply: { type: 'string', enum: ['none', 'yes'] } }, [
  'id',
  'email',
]);
const sent = record({ email: 'string' }, ['email']);
const page = record(
  { data: record({ items: listOf(guest), total: integer, filteredCount: integer }, ['items', 'total']) },
  ['data'],
);
const path = { partyId: integer, guestId: integer };
const PARTIES = {
  'GET /parties/{partyId}': { gives: record({ id: integer, guestCount: integer }, ['id', 'guestCount']), path },
  'POST /parties': { sends: record({ title: 'string' }), gives: record({ id: integer }, ['id']), status: '201' },
  'GET /parties/{partyId}/guests': { gives: page, path, query: { email: { type: 'string' } } },
  'DELETE /parties/{partyId}/guests/{guestId}': { path },
};

test.each([
  ['alone', { 'POST /parties/{partyId}/guests': { sends: listOf(sent), gives: page, status: '201', path } }, 'guests'],
  [
    'beside a creation of one',
    {
      'POST /parties/{partyId}/guests': { sends: sent, gives: guest, status: '201', path },
      'POST /parties/{partyId}/guests/batch': { sends: listOf(sent), gives: page, status: '201', path },
    },
    'guests/batch',
  ],
])('an array creates a record for each of its items, %s, and the response has their number', async (_, more, name) => {
  const mock = await openMock({ contract: contractOf({ ...PARTIES, ...more }, { Guest }) });
  const { id } = fields((await mock.send('POST', '/parties', { title: 'Ours' })).body);
  const at = `/parties/${String(id)}`;
  const guests = [{ email: 'ann@example.com' }, { email: 'bob@example.com' }];
  const { status, body } = await mock.send('POST', `${at}/${name}`, guests);
  expect({ status, body }).toMatchObject({ status: 201, body: { data: { items: guests, total: 2 } } });
  const { data: listed } = fields((await mock.send('GET', `${at}/guests`)).body);
  expect(listed).toMatchObject({ items: fields(fields(body)['data'])['items'], total: 2, filteredCount: 2 });
  const { data: found } = fields((await mock.send('GET', `${at}/guests?email=bob@example.com`)).body);
  expect(found).toMatchObject({ total: 1, filteredCount: 1 });
  expect(each(fields(found)['items'], '/email')).toEqual(['bob@example.com']);
  expect((await mock.send('GET', at)).body).toMatchObject({ guestCount: 2 });
});
