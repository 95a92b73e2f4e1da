import { expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';
import { findingsOnMock } from './on-mock.ts';
import { roomsDocument } from './rooms-document.ts';

interface Booking {
  readonly id: string;
  readonly roomId: string;
  readonly startsAt: string;
  readonly endsAt: string;
  status: string;
}
/** Whether a booking stands in the way of another one. */
type Blocks = (one: Booking, other: Booking) => boolean;

const overlaps: Blocks = (one, other) =>
  Date.parse(one.startsAt) < Date.parse(other.endsAt) && Date.parse(other.startsAt) < Date.parse(one.endsAt);
const touches: Blocks = (one, other) =>
  Date.parse(one.startsAt) <= Date.parse(other.endsAt) && Date.parse(other.startsAt) <= Date.parse(one.endsAt);
const isBooked = ({ status }: Booking) => status === 'booked';

async function found(
  words: string,
  blocks: Blocks,
  isOpen: (next: Booking, all: readonly Booking[]) => boolean = () => true,
) {
  const rooms = new Map<string, object>();
  const bookings = new Map<string, Booking>();
  const app = async (request: Request): Promise<Response> => {
    const [, kind, own = '', action] = new URL(request.url).pathname.split('/');
    const status = (code: number) => new Response(null, { status: code });
    if (request.method === 'GET') {
      const one = kind === 'rooms' ? rooms.get(own) : bookings.get(own);
      return one ? Response.json(one) : status(404);
    }
    const booked = bookings.get(own);
    if (action && booked) booked.status = 'withdrawn';
    if (action) return booked ? Response.json(booked) : status(404);
    const sent = JSON.parse((await request.text()) || '{}');
    const made = { ...sent, id: crypto.randomUUID() };
    if (kind === 'rooms') {
      if (typeof sent?.name !== 'string' || !/^.{2,30}$/su.test(sent.name)) return status(400);
      rooms.set(made.id, made);
      return Response.json(made, { status: 201 });
    }
    const times = [sent?.startsAt, sent?.endsAt].map((each) => Date.parse(each));
    if (typeof sent?.roomId !== 'string' || times.some(Number.isNaN)) return status(400);
    if (!rooms.has(sent.roomId) || (times[0] ?? 0) >= (times[1] ?? 0)) return status(422);
    const next: Booking = { ...made, status: 'booked' };
    const all = [...bookings.values()];
    const isTaken = all.some((each) => each.roomId === next.roomId && blocks(each, next));
    if (isTaken || !isOpen(next, all)) return status(409);
    bookings.set(next.id, next);
    return Response.json(next, { status: 201 });
  };
  const options = { suites: ['stateful'], seed: 1, consistency: 0, runs: 0 } as const;
  const { findings } = await verify({ spec: roomsDocument(words), app, ...options });
  return findings.map(({ check, message }) => `${check}: ${message}`);
}

const TOUCHING =
  'conflict-is-rejected: it rejects a booking that begins when another ends, which the document says is no conflict';
const WITHDRAWN =
  'conflict-is-rejected: it rejects a booking at the time of one that is withdrawn, which the document says is no conflict';
const booked: Blocks = (one, other) => isBooked(one) && overlaps(one, other);

test.each([
  'Back-to-back bookings are allowed.',
  'A booking may start when another ends.',
  'One that begins when another ends does not overlap it.',
])('a booking that begins when another ends is accepted: %s', async (words) => {
  expect(await found(words, touches)).toEqual([TOUCHING]);
  expect(await found(words, overlaps)).toEqual([]);
});

test.each([
  '',
  'Back-to-back bookings are not allowed.',
  'Back-to-back bookings are allowed if the room has no buffer.',
  'There must be 15 minutes before a booking may start when another ends.',
])('unless the document does not say so: %s', async (words) => {
  expect(await found(words, touches)).toEqual([]);
});

test('a rejection for another reason proves nothing', async () => {
  // Nobody enters any room when somebody leaves one.
  const isQuiet = ({ startsAt }: Booking, all: readonly Booking[]) => all.every(({ endsAt }) => endsAt !== startsAt);
  expect(await found('Back-to-back bookings are allowed.', overlaps, isQuiet)).toEqual([]);
});

test('a booking in a state that does not count is in the way of none', async () => {
  for (const words of ['Withdrawn bookings do not block.', 'A withdrawn booking frees its time.']) {
    expect(await found(words, overlaps), words).toEqual([WITHDRAWN]);
    expect(await found(words, booked), words).toEqual([]);
  }
  for (const words of ['', 'Withdrawn bookings count if they are paid.', 'Expired bookings do not block.'])
    expect(await found(words, overlaps), words).toEqual([]);
});

test('the mock accepts both', async () => {
  const words = 'Back-to-back bookings are allowed. Withdrawn bookings do not block.';
  expect(await findingsOnMock(roomsDocument(words))).toEqual([]);
});
