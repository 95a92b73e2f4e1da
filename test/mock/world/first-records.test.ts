import { afterEach, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../../../harness/core/model.ts';
import { contractOf, listOf, record } from '../../openapi/resources/api.ts';
import { closeMocks, each, fields, openMock } from './client.ts';

afterEach(closeMocks);

const integer = { type: 'integer' };
const readOnly = (schema: object) => ({ ...schema, readOnly: true });
const time = { type: 'string', format: 'date-time' };
const timeOrNull = { type: ['string', 'null'], format: 'date-time' };
const textOrNull = { type: ['string', 'null'] };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const orNull = (schema: object) => ({ anyOf: [schema, { type: 'null' }] });

const SCHEMAS = {
  Room: record(
    {
      id: readOnly({ type: 'string', example: 'room_1001' }),
      name: 'string',
      slug: readOnly({ type: 'string' }),
      nextVisit: readOnly(orNull(ref('Visit'))),
      latestNote: readOnly(orNull(ref('Note'))),
      lastNoteAt: readOnly(timeOrNull),
    },
    ['id', 'name', 'slug', 'nextVisit', 'latestNote', 'lastNoteAt'],
  ),
  Visit: record(
    {
      ...{ id: readOnly(integer), startsAt: time, endsAt: time, durationMinutes: readOnly(integer) },
      guestCount: readOnly(integer),
      status: { type: 'string', enum: ['planned', 'confirmed', 'declined', 'cancelled', 'checked_in'] },
      ...{ declinedAt: readOnly(timeOrNull), cancelledAt: readOnly(timeOrNull) },
      ...{ cancellationReason: textOrNull, declineNote: textOrNull, refundedAmount: readOnly(integer) },
    },
    [
      'id',
      'startsAt',
      'endsAt',
      'durationMinutes',
      'status',
      'cancellationReason',
      'declineNote',
      'refundedAmount',
      'guestCount',
    ],
  ),
  Guest: record({ id: readOnly(integer), name: 'string' }, ['id', 'name']),
  Note: record({ id: readOnly(integer), text: 'string', createdAt: readOnly(time) }, ['id', 'text', 'createdAt']),
};
const note = record({ text: 'string' }, ['text']);
const visit = record({ startsAt: time, endsAt: time }, ['startsAt', 'endsAt']);
const contract = contractOf(
  {
    'GET /rooms': { gives: listOf(ref('Room')) },
    'POST /rooms': { sends: record({ name: 'string' }, ['name']), gives: ref('Room'), status: '201' },
    'GET /rooms/{roomId}': { gives: ref('Room') },
    'PATCH /rooms/{roomId}': { sends: record({ name: 'string' }), gives: ref('Room') },
    'GET /rooms/{roomId}/visits': { gives: listOf(ref('Visit')) },
    'GET /rooms/{roomId}/visits/{visitId}/guests': { gives: listOf(ref('Guest')) },
    'POST /rooms/{roomId}/visits': { sends: visit, gives: ref('Visit'), status: '201' },
    'GET /rooms/{roomId}/notes': { gives: listOf(ref('Note')) },
    'POST /rooms/{roomId}/notes': { sends: note, gives: ref('Note'), status: '201' },
  },
  SCHEMAS,
);
const list = (value: JsonValue | undefined) => value as JsonObject[];
const moment = (value: JsonValue | undefined) => Date.parse(String(value));

test('what a record shows as its latest or its next is that of those below it', async () => {
  const mock = await openMock({ contract });
  const rooms = list((await mock.send('GET', '/rooms')).body);
  expect(rooms.length).toBeGreaterThan(1);
  for (const { id, nextVisit, latestNote, lastNoteAt } of rooms) {
    const notes = list((await mock.send('GET', `/rooms/${String(id)}/notes`)).body);
    const [latest] = notes.toSorted((a, b) => moment(b['createdAt']) - moment(a['createdAt']));
    expect({ latestNote, lastNoteAt }).toEqual({ latestNote: latest, lastNoteAt: latest?.['createdAt'] });
    const visits = list((await mock.send('GET', `/rooms/${String(id)}/visits`)).body);
    const coming = visits.filter(
      ({ startsAt, status }) => moment(startsAt) > Date.now() && !/cancelled|declined/.test(String(status)),
    );
    const [next = null] = coming.toSorted((a, b) => moment(a['startsAt']) - moment(b['startsAt']));
    expect(nextVisit).toEqual(next);
  }
});

test('the latest and the next of a new record are those that are created', async () => {
  const mock = await openMock({ contract });
  const { id } = fields((await mock.send('POST', '/rooms', { name: 'Blue Room' })).body);
  const at = `/rooms/${String(id)}`;
  expect((await mock.send('GET', at)).body).toMatchObject({ nextVisit: null, latestNote: null, lastNoteAt: null });
  const create = async (path: string, body: JsonObject) => fields((await mock.send('POST', at + path, body)).body);
  await create('/visits', { startsAt: '2999-01-02T10:00:00Z', endsAt: '2999-01-02T11:00:00Z' });
  const sooner = await create('/visits', { startsAt: '2998-01-02T10:00:00Z', endsAt: '2998-01-02T11:30:00Z' });
  await create('/visits', { startsAt: '1999-01-02T10:00:00Z', endsAt: '1999-01-02T11:30:00Z' });
  await create('/notes', { text: 'first' });
  const last = await create('/notes', { text: 'second' });
  expect(sooner).toMatchObject({ durationMinutes: 90, status: 'planned', cancellationReason: null });
  const { body } = await mock.send('GET', at);
  expect(body).toMatchObject({ nextVisit: sooner, latestNote: last, lastNoteAt: last['createdAt'] });
});

test('made-up records say nothing of states that they are not in, and last as long as they say', async () => {
  const mock = await openMock({ contract });
  const rooms = list((await mock.send('GET', '/rooms')).body);
  const seen = new Set<unknown>();
  for (const id of each(rooms, '/id'))
    for (const made of list((await mock.send('GET', `/rooms/${String(id)}/visits`)).body)) {
      const { status, startsAt, endsAt, durationMinutes } = made;
      seen.add(status);
      expect(Number(durationMinutes) * 60_000).toBe(moment(endsAt) - moment(startsAt));
      expect(made['refundedAmount']).toBe(0);
      for (const [name, state] of Object.entries({
        ...{ declinedAt: 'declined', declineNote: 'declined' },
        ...{ cancelledAt: 'cancelled', cancellationReason: 'cancelled' },
      }))
        expect([name, made[name] === null]).toEqual([name, status !== state]);
    }
  expect(seen.size).toBeGreaterThan(2);
});

test('identifiers are like the example of the document, and slugs like the names', async () => {
  const mock = await openMock({ contract });
  const rooms = list((await mock.send('GET', '/rooms')).body);
  const made = fields((await mock.send('POST', '/rooms', { name: 'Blue Room!' })).body);
  for (const { id, name, slug } of [...rooms, made]) {
    expect(id).toMatch(/^room_\d{4}$/);
    expect(slug).toBe(String(name).toLowerCase().replace(/\W+/g, '-').replace(/-$/, ''));
  }
  const { body } = await mock.send('PATCH', `/rooms/${String(made['id'])}`, { name: 'Green Room' });
  expect(body).toMatchObject({ slug: 'green-room' });
});

test('an end that only the service sets is as long after the start as the duration says, if there is such a time', async () => {
  const slot = { ...{ startsAt: time, durationHours: { type: 'number' } }, guest: 'string' };
  const Slot = record({ id: readOnly(integer), ...slot, endsAt: readOnly(time) }, ['id', 'startsAt', 'endsAt']);
  const slots = contractOf(
    {
      'GET /slots/{slotId}': { gives: ref('Slot') },
      'POST /slots': { sends: record(slot, ['startsAt']), gives: ref('Slot'), status: '201' },
      'PATCH /slots/{slotId}': { sends: record(slot), gives: ref('Slot') },
    },
    { Slot },
  );
  const mock = await openMock({ contract: slots });
  const startsAt = '2030-05-06T07:00:00Z';
  const { body } = await mock.send('POST', '/slots', { startsAt, durationHours: 1.5 });
  expect(body).toMatchObject({ endsAt: '2030-05-06T08:30:00Z' });
  const later = { startsAt: '2030-05-06T09:00:00Z' };
  const moved = await mock.send('PATCH', `/slots/${String(fields(body)['id'])}`, later);
  expect(moved.body).toMatchObject({ ...later, endsAt: '2030-05-06T10:30:00Z' });
  const endless = await mock.send('POST', '/slots', { startsAt, durationHours: 1e15 });
  expect(endless).toMatchObject({ status: 201, body: { startsAt } });
});
