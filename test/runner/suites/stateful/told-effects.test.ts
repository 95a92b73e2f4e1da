import { expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';
import { ridesDocument, TEXTS } from './rides-document.ts';

interface Habits {
  readonly started: number;
  readonly stopped: number;
  readonly removed: number;
  readonly paid: (amount: number) => number;
  readonly driven: (distance: number) => number;
  readonly finished: 'running' | 'finished';
}
const HEALTHY: Habits = {
  started: 1,
  stopped: 1,
  removed: -1,
  paid: (amount) => amount,
  driven: (distance) => distance,
  finished: 'finished',
};

function ridesApp(habits: Habits) {
  const riders = new Map<number, { id: number; name: string; rides: number; credit: number; mileage: number }>();
  const rides = new Map<number, { id: number; riderId: number; state: string; stops: number }>();
  let last = 0;
  return async (request: Request): Promise<Response> => {
    const [, name = '', id = '', action] = new URL(request.url).pathname.split('/');
    const sent = request.method === 'POST' ? JSON.parse((await request.text()) || '{}') : {};
    const status = (code: number) => new Response(null, { status: code });
    const created = (record: object) => Response.json(record, { status: 201 });
    if (id === '') {
      const own = { id: ++last };
      if (name === 'riders') {
        riders.set(own.id, { ...own, name: sent.name, rides: 0, credit: 0, mileage: 0 });
        return created(riders.get(own.id) ?? own);
      }
      const rider = riders.get(sent.riderId);
      if (!rider) return status(404);
      rider.rides += habits.started;
      rides.set(own.id, { ...own, riderId: rider.id, state: 'running', stops: 0 });
      return created(rides.get(own.id) ?? own);
    }
    const record = (name === 'riders' ? riders : rides).get(Number(id));
    if (!record) return status(404);
    if (action === 'top-ups') {
      const rider = riders.get(record.id);
      if (rider) rider.credit += habits.paid(sent.amount);
      return created({ id: ++last });
    }
    const ride = rides.get(record.id);
    const owner = riders.get(ride?.riderId ?? 0);
    if (!ride || !owner) return Response.json(record);
    if (request.method === 'DELETE') {
      rides.delete(ride.id);
      owner.rides += habits.removed;
      return status(204);
    }
    if (action !== undefined && ride.state === 'finished') return status(409);
    if (action === 'stop') ride.stops += habits.stopped;
    if (action === 'finish') {
      ride.state = habits.finished;
      owner.mileage += habits.driven(sent.distance);
    }
    return Response.json(ride);
  };
}

async function found(mistake: Partial<Habits>, texts: Partial<typeof TEXTS> = {}) {
  const { findings } = await verify({
    spec: ridesDocument({ ...TEXTS, ...texts }),
    app: ridesApp({ ...HEALTHY, ...mistake }),
    suites: ['stateful'],
    consistency: 0,
    runs: 0,
  });
  return findings.map(({ operation, check, message }) => `${operation} ${check}: ${message}`);
}

const say = (operation: string, what: string) =>
  `${operation} action-is-visible: ${what} is not what the document says that ${operation} makes of it`;

test.each<[operation: string, what: string, mistake: Partial<Habits>]>([
  ['start', '/rides of the rider', { started: 0 }],
  ['start', '/rides of the rider', { started: -1 }],
  ['stop', '/stops of the ride', { stopped: 0 }],
  ['stop', '/stops of the ride', { stopped: 2 }],
  ['remove', '/rides of the rider', { removed: 0 }],
  ['topUp', '/credit of the rider', { paid: () => 0 }],
  ['topUp', '/credit of the rider', { paid: (amount) => amount - 1 }],
  ['finish', '/mileage of the rider', { driven: () => 0 }],
  ['finish', '/state of the ride', { finished: 'running' }],
])('%s: %s', async (operation, what, mistake) => {
  expect(await found(mistake)).toEqual([say(operation, what)]);
});

test('a service that does what the document says raises no alarm', async () => {
  expect(await found({})).toEqual([]);
});

test('the mock does what the document says', async () => {
  const { findings } = await verify({ spec: ridesDocument(TEXTS), suites: ['stateful'], runs: 0 });
  expect(findings).toEqual([]);
});

test('what the document leaves open is no finding', async () => {
  expect(await found({ started: 3 })).toEqual([]);
  expect(await found({ paid: () => 0 }, { topUp: 'Raises the credit by the amount if the card is accepted.' })).toEqual(
    [],
  );
  expect(
    await found({ driven: () => 0 }, { finish: 'Finish the ride. Adds the distance to the mileage later.' }),
  ).toEqual([]);
  expect(await found({ stopped: 0 }, { stop: 'Raises the stops of the line.' })).toEqual([]);
});
