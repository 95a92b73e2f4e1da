import { describe, expect, test } from 'vitest';
import { verify } from '../../../harness/index.ts';
import { bodyOf, serve } from '../../servers.ts';

const content = (schema: object) => ({ content: { 'application/json': { schema } } });
const id = { type: 'integer', minimum: 1 };
const date = { type: 'string', format: 'date' };
const error = { description: 'error', ...content({ type: 'object', required: ['error'] }) };
const errors = { 400: error, 404: error, 409: error, 415: error, 422: error };
const object = (properties: object, required = Object.keys(properties)) => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
});
const room = { label: { type: 'string', minLength: 1, maxLength: 60 } };
const stay = { room_id: id, check_in: date, check_out: date };
const response = (status: number, schema: object) => ({
  [status]: { description: 'ok', ...content(schema) },
  ...errors,
});
const operation = (operationId: string, body: object | undefined, responses: object) => ({
  operationId,
  ...(body ? { requestBody: { required: true, ...content(body) } } : {}),
  responses,
});

/** Rooms, and bookings of them, of which the document does not say what dates they take. */
const spec = {
  openapi: '3.0.3',
  info: { title: 'Bookings', version: '1' },
  paths: {
    '/rooms': { post: operation('addRoom', object(room), response(201, object({ id, ...room }))) },
    '/rooms/{room_id}': {
      parameters: [{ name: 'room_id', in: 'path', required: true, schema: id }],
      get: operation('getRoom', undefined, response(200, object({ id, ...room }))),
    },
    '/bookings': { post: operation('book', object(stay), response(201, object({ id, ...stay }))) },
    '/bookings/{booking_id}': {
      parameters: [{ name: 'booking_id', in: 'path', required: true, schema: id }],
      get: operation('getBooking', undefined, response(200, object({ id, ...stay }))),
      patch: operation(
        'rebook',
        { ...object({ check_in: date, check_out: date }, []), minProperties: 1 },
        response(200, object({ id, ...stay })),
      ),
    },
  },
};

type Fields = Record<string, unknown>;

const isDate = (value: unknown) =>
  typeof value === 'string' &&
  /^\d{4}-\d{2}-\d{2}$/.test(value) &&
  !Number.isNaN(Date.parse(value)) &&
  new Date(value).toISOString().startsWith(value);
const isId = (value: unknown) => Number.isSafeInteger(value) && Number(value) > 0;

/** Whoever books comes in the future and leaves later, and no two are in a room at the same time. */
function serveBookings(isStored = true): Promise<string> {
  const rooms = new Map<number, Fields>();
  const bookings = new Map<number, Fields>();
  const problem = (fields: Fields, self?: Fields): number | undefined => {
    const [start, end] = [String(fields['check_in']), String(fields['check_out'])];
    if (!rooms.has(Number(fields['room_id']))) return 422;
    if (start <= new Date().toISOString().slice(0, 10) || end <= start) return 422;
    const others = [...bookings.values()].filter((each) => each !== self && each['room_id'] === fields['room_id']);
    return others.some((each) => String(each['check_in']) < end && start < String(each['check_out'])) ? 409 : undefined;
  };
  const add = (records: Map<number, Fields>, fields: Fields) => {
    const record = { id: records.size + 1, ...fields };
    records.set(record.id, record);
    return record;
  };
  return serve(async (request, reply) => {
    const [, kind = '', key] = (request.url ?? '').split('/');
    const send = (status: number, body: Fields = { error: String(status) }) =>
      reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const records = kind === 'rooms' ? rooms : bookings;
    const fields = request.method === 'GET' ? {} : await readFields(request);
    if (typeof fields === 'number') return send(fields);
    const names = Object.keys(fields);
    const isBooking = kind === 'bookings';
    const allowed = isBooking ? (key ? ['check_in', 'check_out'] : Object.keys(stay)) : ['label'];
    const { label, room_id: roomId, ...dates } = fields;
    const length = typeof label === 'string' ? [...label].length : 0;
    if (!names.every((name) => allowed.includes(name)) || !Object.values(isBooking ? dates : {}).every(isDate))
      return send(400);
    if (key !== undefined) {
      const record = records.get(Number(key));
      if (!/^[1-9]\d*$/.test(key)) return send(400);
      if (request.method === 'PATCH' && names.length === 0) return send(400);
      if (!record) return send(404);
      const changed = { ...record, ...fields };
      const status = request.method === 'PATCH' ? problem(changed, record) : undefined;
      if (status) return send(status);
      if (isStored) records.set(Number(key), changed);
      return send(200, changed);
    }
    if (names.length < allowed.length || (isBooking ? !isId(roomId) : length < 1 || length > 60)) return send(400);
    const status = isBooking ? problem(fields) : undefined;
    return status ? send(status) : send(201, add(records, fields));
  });
}

async function readFields(request: Parameters<typeof bodyOf>[0]): Promise<Fields | number> {
  if (!/^application\/json *(;|$)/i.test(request.headers['content-type'] ?? '')) return 415;
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await bodyOf(request));
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : 400;
  } catch (fault) {
    if (fault instanceof SyntaxError || fault instanceof TypeError) return 400;
    throw fault;
  }
}

describe('a service with rules that no schema tells', () => {
  test('is verified: stays are ahead and end after they begin, and each has a room of its own', async () => {
    const report = await verify({ spec, target: await serveBookings(), seed: 1, runs: 6 });
    expect(report.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect([report.verdict, report.operations.filter(({ verified }) => !verified)]).toEqual(['passed', []]);
    const accepted = new Map(report.operations.map((each) => [each.id, each.accepted]));
    expect(accepted.get('book')).toBeGreaterThan(30);
    expect(accepted.get('rebook')).toBeGreaterThan(15);
    expect(report.results.map(({ inconclusiveReason }) => inconclusiveReason)).toContain(
      'only some dates are accepted (422): no schema says which',
    );
  });

  test('is found not to store what it changes', async () => {
    const target = await serveBookings(false);
    const report = await verify({ spec, target, seed: 1, suites: ['stateful'], consistency: 0, runs: 0 });
    expect(report.findings.map(({ operation, check }) => `${operation} ${check}`)).toContain(
      'rebook update-is-visible',
    );
  });
});
