import { afterEach, expect, test } from 'vitest';
import { contractOf, listOf, record } from '../../openapi/resources/api.ts';
import { closeMocks, each, fields, openMock } from './client.ts';

afterEach(closeMocks);

const ticket = { $ref: '#/components/schemas/Ticket' };
const contact = { $ref: '#/components/schemas/Contact' };
const SCHEMAS = {
  Contact: record({ id: 'integer', name: 'string', email: 'string' }, ['id', 'name', 'email']),
  Ticket: record(
    {
      id: 'integer',
      contactId: { type: ['integer', 'null'] },
      contact: record({ id: 'integer', name: 'string' }, ['id']),
    },
    ['id', 'contactId'],
  ),
};
const contactId = { type: ['integer', 'null'] };
const path = { ticketId: { type: 'integer' }, contactId: { type: 'integer' } };
const contract = contractOf(
  {
    'GET /tickets': { gives: listOf(ticket), query: { contactId: { type: 'integer' } } },
    'POST /tickets': { sends: record({ contactId }), gives: ticket, status: '201' },
    'GET /tickets/{ticketId}': { gives: ticket, path },
    'PATCH /tickets/{ticketId}': { sends: record({ contactId }), gives: ticket, path },
    'GET /contacts': { gives: listOf(contact) },
    'POST /contacts': { sends: record({ name: 'string', email: 'string' }), gives: contact, status: '201' },
    'GET /contacts/{contactId}': { gives: contact, path },
  },
  SCHEMAS,
);

test('an object beside a reference shows the record that it names, and changes with it', async () => {
  const mock = await openMock({ contract });
  const add = async (name: string) => {
    const { body } = await mock.send('POST', '/contacts', { name, email: `${name}@example.com` });
    return { id: fields(body)['id'] ?? null, name };
  };
  const [ann, bob] = [await add('ann'), await add('bob')];
  const { body: created } = await mock.send('POST', '/tickets', { contactId: ann.id });
  expect(created).toMatchObject({ contactId: ann.id, contact: ann });
  const at = `/tickets/${String(fields(created)['id'])}`;
  expect((await mock.send('PATCH', at, { contactId: bob.id })).body).toMatchObject({ contact: bob });
  expect(each((await mock.send('GET', `/tickets?contactId=${String(bob.id)}`)).body, '/contact')).toEqual([bob]);
});

test('made-up records agree with what they refer to', async () => {
  const mock = await openMock({ contract });
  const { body: contacts } = await mock.send('GET', '/contacts');
  const names = new Map(each(contacts, '/id').map((id, index) => [id, each(contacts, '/name')[index]]));
  const { body } = await mock.send('GET', '/tickets');
  expect(each(body, '/contact/id')).toEqual(each(body, '/contactId'));
  expect(each(body, '/contact/name')).toEqual(each(body, '/contactId').map((id) => names.get(id ?? null)));
});

test('a filter selects by the property of its name, also if no object beside it is there', async () => {
  const mock = await openMock({ contract });
  await mock.send('POST', '/tickets', { contactId: 4711 });
  expect(each((await mock.send('GET', '/tickets?contactId=4711')).body, '/contactId')).toEqual([4711]);
});
