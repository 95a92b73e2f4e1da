import { expect, test } from 'vitest';
import type { JsonObject } from '../../../harness/core/model.ts';
import { make, objectOf, record } from './things.ts';

const HOUR_MS = 3_600_000;
const time = { type: 'string', format: 'date-time' };
const date = { type: 'string', format: 'date' };
const list = (properties: object): object => ({
  Thing: { type: 'array', items: { type: 'object', properties, required: Object.keys(properties) } },
});

/** The hours that things of a kind last, of some. */
function hoursOf(name: string, [start, end]: readonly [string, string], format = time): number[] {
  const made = Array.from({ length: 20 }, (_, index) =>
    objectOf(make(record({ [start]: format, [end]: format }), { name, key: `${name} ${index}` })),
  );
  return made.map((each) => (Date.parse(String(each[end])) - Date.parse(String(each[start]))) / HOUR_MS);
}

test.each<[string, readonly [string, string]]>([
  ['event', ['startsAt', 'endsAt']],
  ['appointment', ['start', 'end']],
  ['table_booking', ['from', 'until']],
  ['thing', ['startTime', 'endTime']],
])('%s: from %s, it is over after some hours', (name, names) => {
  const hours = hoursOf(name, names);
  expect(Math.min(...hours)).toBeGreaterThan(0);
  expect(Math.max(...hours)).toBeLessThanOrEqual(3);
  expect(new Set(hours).size).toBeGreaterThan(2);
});

test.each<[string, readonly [string, string]]>([
  ['project', ['startsAt', 'endsAt']],
  ['thing', ['startDate', 'endDate']],
  ['conference', ['start', 'end']],
])('%s: from %s, it lasts days', (name, names) => {
  expect(Math.min(...hoursOf(name, names))).toBeGreaterThanOrEqual(24);
});

test('a stay has at most seven nights, and as many as it says', () => {
  const nights = hoursOf('booking', ['checkInDate', 'checkOutDate'], date).map((hours) => hours / 24);
  expect(Math.min(...nights)).toBeGreaterThanOrEqual(1);
  expect(Math.max(...nights)).toBeLessThanOrEqual(7);
  const stay = objectOf(make(record({ checkIn: time, checkOut: time, nights: { type: 'integer' } })));
  const { checkIn, checkOut } = stay;
  const days = (Date.parse(String(checkOut)) - Date.parse(String(checkIn))) / HOUR_MS / 24;
  expect([Math.ceil(days), String(checkIn).slice(11, 16), String(checkOut).slice(11, 16)]).toEqual([
    Number(stay['nights']),
    '15:00',
    '11:00',
  ]);
});

test('a booking from one date to another has nights, one from one time to another hours', () => {
  expect(Math.min(...hoursOf('booking', ['start', 'end'], date))).toBeGreaterThanOrEqual(24);
  expect(Math.max(...hoursOf('booking', ['start', 'end']))).toBeLessThanOrEqual(3);
  expect(Math.max(...hoursOf('event', ['start', 'end'], date))).toBe(0);
});

test('an end that is a time of the day is after its start', () => {
  const clock = { type: 'string', format: 'time' };
  const { startTime, endTime } = objectOf(make(record({ startTime: clock, endTime: clock })));
  expect(String(endTime) > String(startTime)).toBe(true);
});

test('what comes later in a list was created later', () => {
  const things = make(list({ id: { type: 'integer' }, createdAt: time, updatedAt: time }), { items: 40 });
  const created = (things as JsonObject[]).map(({ createdAt }) => String(createdAt));
  expect(created).toEqual(created.toSorted());
  expect(new Set(created).size).toBe(40);
  for (const { createdAt, updatedAt } of things as JsonObject[])
    expect(String(updatedAt) > String(createdAt)).toBe(true);
});
