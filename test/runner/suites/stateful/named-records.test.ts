import { expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';
import { bodyOf, serve } from '../../../servers.ts';

const content = (schema: object) => ({ content: { 'application/json': { schema } } });
const string = { type: 'string', minLength: 1, maxLength: 40 };
const id = { type: 'string', format: 'uuid', readOnly: true };
const error = { description: 'error' };
const object = (properties: object, required: readonly string[]) => ({ type: 'object', required, properties });
const nurse = object({ id, name: string, active: { type: 'boolean', default: true } }, ['id', 'name']);
const room = object({ id, name: string, status: { type: 'string', enum: ['closed', 'open'] } }, [
  'id',
  'name',
  'status',
]);
const startsAt = { type: 'string', format: 'date-time' };
const visit = object({ id, nurseId: string, roomId: string, startsAt, reason: string }, [
  ...['id', 'nurseId', 'roomId', 'startsAt'],
]);

const resource = (name: string, schema: object) => ({
  [`/${name}s`]: {
    post: {
      operationId: `${name}Create`,
      requestBody: { required: true, ...content(schema) },
      responses: { 201: { description: 'created', ...content(schema) }, 400: error, 409: error },
    },
  },
  [`/${name}s/{${name}Id}`]: {
    parameters: [{ name: `${name}Id`, in: 'path', required: true, schema: string }],
    get: { operationId: `${name}Read`, responses: { 200: { description: 'one', ...content(schema) }, 404: error } },
  },
});

/** Visits by nurses that are active, in rooms that are open; neither has two at a time, and one can be cancelled once. */
const spec = {
  openapi: '3.0.3',
  info: { title: 'Visits', version: '1' },
  paths: {
    ...resource('nurse', nurse),
    ...resource('room', room),
    ...resource('visit', visit),
    '/visits/{visitId}/cancel': {
      parameters: [{ name: 'visitId', in: 'path', required: true, schema: string }],
      post: {
        operationId: 'visitCancel',
        responses: { 200: { description: 'cancelled', ...content(visit) }, 404: error, 409: error },
      },
    },
  },
};

type Sent = Record<string, unknown>;

function serveVisits(): Promise<string> {
  const records = new Map<string, Sent>();
  const cancelled = new Set<Sent>();
  const find = (path: string, value: unknown) => records.get(`/${path}/${String(value)}`);
  const creations: Record<string, (sent: Sent) => Sent | number> = {
    '/nurses': ({ name, active = true }) => (isText(name) && typeof active === 'boolean' ? { name, active } : 400),
    '/rooms': ({ name, status }) =>
      isText(name) && (status === 'open' || status === 'closed') ? { name, status } : 400,
    '/visits': ({ nurseId, roomId, startsAt, reason }) => {
      if (!isText(nurseId) || !isText(roomId) || !(reason === undefined || isText(reason))) return 400;
      const [nurse, room] = [find('nurses', nurseId), find('rooms', roomId)];
      if (!nurse || !room || !isMoment(startsAt)) return 400;
      const isTaken = [...records.values()].some(
        (each) =>
          (each['nurseId'] === nurseId || each['roomId'] === roomId) &&
          Date.parse(String(each['startsAt'])) === Date.parse(startsAt),
      );
      const isFree = nurse['active'] === true && room['status'] === 'open' && !isTaken;
      return isFree ? { nurseId, roomId, startsAt, reason } : 409;
    },
  };
  return serve(async (request, response) => {
    const path = decodeURIComponent(request.url ?? '');
    const send = (status: number, body?: unknown) =>
      response
        .writeHead(status, body === undefined ? {} : { 'content-type': 'application/json' })
        .end(body === undefined ? undefined : JSON.stringify(body));
    const found = records.get(path.replace(/\/cancel$/, ''));
    if (request.method !== 'POST') return found ? send(200, found) : send(404);
    if (path.endsWith('/cancel')) {
      if (!found) return send(404);
      const isFirst = !cancelled.has(found);
      cancelled.add(found);
      return isFirst ? send(200, found) : send(409);
    }
    const created = creations[path]?.(parsed(String(await bodyOf(request)))) ?? 400;
    if (typeof created === 'number') return send(created);
    const own = { id: crypto.randomUUID(), ...created };
    records.set(`${path}/${own.id}`, own);
    return send(201, own);
  });
}

const isMoment = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d[Tt]/.test(value) && !Number.isNaN(Date.parse(value));

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && [...value].length <= 40;

function parsed(text: string): Sent {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}

test('records that cannot be at one time are created at others, or with others of all that they name', async () => {
  const { operations, findings } = await verify({
    spec,
    target: await serveVisits(),
    suites: ['generated', 'stateful'],
    consistency: 20,
    include: ['visitCancel', 'visitCreate', 'nurseCreate', 'roomCreate', 'visitRead'],
  });
  expect(operations.filter(({ verified }) => !verified).map((each) => each.id)).toEqual([]);
  expect(findings.filter(({ operation }) => operation === 'visitCancel')).toEqual([]);
});

test('a record names others that are active and open, as those are by default or in words', async () => {
  const { operations, findings } = await verify({
    spec,
    target: await serveVisits(),
    suites: ['stateful'],
    consistency: 20,
  });
  const errors = findings.filter(({ severity }) => severity === 'error');
  expect(errors.map(({ message }) => message)).toEqual([]);
  expect(operations.filter(({ verified }) => !verified).map((each) => each.id)).toEqual([]);
});
