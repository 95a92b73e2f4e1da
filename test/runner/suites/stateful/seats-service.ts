import { bodyOf, serve } from '../../../servers.ts';

type Values = Record<string, unknown>;

/** A seat of a hall. */
export interface Seat {
  readonly row: number;
  readonly letter: string;
  values: Values;
  version: number;
}

/** What a service of seats does wrong; each is one bug. */
export interface SeatsMistakes {
  /** Whether a path names a seat. */
  readonly isNamed?: (seat: Seat, row: number, letter: string) => boolean;
  /** Values of a new seat. */
  readonly created?: (sent: Values) => Values;
  /** What a response shows of the values. */
  readonly shown?: (values: Values) => Values;
  /** Values after a PUT without some of them. */
  readonly replaced?: (before: Values, next: Values) => Values;
  /** Values after a merge patch (RFC 7396). */
  readonly merged?: (before: Values, sent: Values, correct: Values) => Values;
  /** Methods for which If-Match is ignored. */
  readonly ignoresCondition?: readonly string[];
  /** Methods that meet no If-Match, because tags are compared without their quotation marks. */
  readonly meetsNone?: readonly string[];
  /** The total of a list. */
  readonly total?: (count: number, deleted: number) => number;
}

const json = (schema: object, type = 'application/json') => ({ [type]: { schema } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const tag = { ETag: { schema: { type: 'string' } } };
const ok = (description: string) => ({ description, headers: tag, content: json(ref('Seat')) });
const errors = Object.fromEntries(
  [400, 404, 412].map((status) => [status, { description: 'error', content: json(ref('Error')) }]),
);
const condition = { name: 'If-Match', in: 'header', schema: { type: 'string' } };
const properties = {
  label: { type: 'string', minLength: 1 },
  note: { type: ['string', 'null'] },
  blocked: { type: 'boolean', default: false },
  tags: { type: 'object', additionalProperties: { type: 'string' } },
};

/** Seats with two identifiers that the client chooses, entity tags, merge patches and a total. */
export const seatsDocument = {
  openapi: '3.1.0',
  info: { title: 'Seats', version: '1' },
  paths: {
    '/seats': {
      get: {
        operationId: 'listSeats',
        parameters: [
          { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1 } },
          { name: 'offset', in: 'query', schema: { type: 'integer', minimum: 0 } },
        ],
        responses: {
          200: {
            description: 'some',
            content: json({
              type: 'object',
              required: ['items', 'total'],
              properties: { items: { type: 'array', items: ref('Seat') }, total: { type: 'integer' } },
            }),
          },
          ...errors,
        },
      },
    },
    '/seats/{row}/{letter}': {
      parameters: [
        { name: 'row', in: 'path', required: true, schema: { type: 'integer', minimum: 1, maximum: 40 } },
        { name: 'letter', in: 'path', required: true, schema: { type: 'string', pattern: '^[A-F]$' } },
      ],
      get: { operationId: 'readSeat', responses: { 200: ok('one'), ...errors } },
      put: {
        operationId: 'putSeat',
        parameters: [condition],
        requestBody: {
          required: true,
          content: json({ type: 'object', required: ['label'], additionalProperties: false, properties }),
        },
        responses: { 200: ok('replaced'), 201: ok('created'), ...errors },
      },
      patch: {
        operationId: 'patchSeat',
        parameters: [{ ...condition, required: true }],
        requestBody: {
          required: true,
          content: json({ type: 'object', additionalProperties: false, properties }, 'application/merge-patch+json'),
        },
        responses: { 200: ok('changed'), ...errors },
      },
      delete: {
        operationId: 'deleteSeat',
        parameters: [{ ...condition, required: true }],
        responses: { 204: { description: 'deleted' }, ...errors },
      },
    },
  },
  components: {
    schemas: {
      Seat: {
        type: 'object',
        required: ['row', 'letter', 'label'],
        properties: { row: { type: 'integer' }, letter: { type: 'string' }, ...properties },
      },
      Error: { type: 'object', properties: { message: { type: 'string' } } },
    },
  },
};

interface Call {
  readonly method: string;
  readonly row: number;
  readonly letter: string;
  readonly query: URLSearchParams;
  readonly condition: string | undefined;
  readonly sent: Values;
}

type Reply = readonly [status: number, body?: unknown, tag?: string | undefined];
const rejected = (status: number): Reply => [status, { message: 'no' }];

/** Serves seats until the test is over. */
export function serveSeats(mistakes: SeatsMistakes = {}): Promise<string> {
  const state = { seats: [] as Seat[], deleted: 0, version: 0 };
  return serve(async (request, response) => {
    const text = (await bodyOf(request)).toString();
    const url = new URL(request.url ?? '/', 'http://localhost');
    const [, row, letter = ''] = /^\/seats(?:\/(\d+)\/([A-F]))?$/.exec(url.pathname) ?? [];
    const [status, body, etag] = respond(
      {
        method: request.method ?? '',
        row: Number(row),
        letter,
        query: url.searchParams,
        condition: request.headers['if-match'],
        sent: text === '' ? {} : (JSON.parse(text) as Values),
      },
      state,
      mistakes,
    );
    const headers = { ...(body ? { 'content-type': 'application/json' } : {}), ...(etag ? { etag } : {}) };
    response.writeHead(status, headers).end(body === undefined ? undefined : JSON.stringify(body));
  });
}

interface State {
  readonly seats: Seat[];
  deleted: number;
  version: number;
}

const show = ({ row, letter, values }: Seat, { shown = (all) => all }: SeatsMistakes) => ({
  row,
  letter,
  ...shown(values),
});

function respond(call: Call, state: State, mistakes: SeatsMistakes): Reply {
  const { method, row, letter, condition: expected } = call;
  if (letter === '') return list(call, state, mistakes);
  const isNamed = mistakes.isNamed ?? ((seat) => seat.row === row && seat.letter === letter);
  const seat = state.seats.find((each) => isNamed(each, row, letter));
  const current = seat && `"${seat.version}"`;
  if (!seat)
    return method === 'PUT' && isValid(call.sent)
      ? create(call, state, mistakes)
      : rejected(method === 'PUT' ? 400 : 404);
  if (method === 'GET' || method === 'HEAD') return [200, show(seat, mistakes), current];
  if (method !== 'DELETE' && !isValid({ label: 'x', ...call.sent })) return rejected(400);
  const isNever = mistakes.meetsNone?.includes(method) === true;
  const isMet = expected === undefined || (!isNever && (expected === '*' || expected === current));
  if (!isMet && !mistakes.ignoresCondition?.includes(method)) return rejected(412);
  if (method === 'DELETE') return remove(seat, state);
  seat.values = method === 'PUT' ? replaced(seat, call, mistakes) : patched(seat, call, mistakes);
  seat.version = ++state.version;
  return [200, show(seat, mistakes), `"${seat.version}"`];
}

function list({ query }: Call, { seats, deleted }: State, mistakes: SeatsMistakes): Reply {
  const { total } = mistakes;
  const [offset, limit] = [Number(query.get('offset') ?? 0), Number(query.get('limit') ?? 50)];
  const count = total?.(seats.length, deleted) ?? seats.length;
  return [200, { items: seats.slice(offset, offset + limit).map((seat) => show(seat, mistakes)), total: count }];
}

function create({ row, letter, sent }: Call, state: State, mistakes: SeatsMistakes): Reply {
  if (sent['label'] === undefined) return rejected(400);
  const seat = {
    row,
    letter,
    values: mistakes.created?.(sent) ?? { blocked: false, ...sent },
    version: ++state.version,
  };
  state.seats.push(seat);
  return [201, show(seat, mistakes), `"${seat.version}"`];
}

function remove(seat: Seat, state: State): Reply {
  state.seats.splice(state.seats.indexOf(seat), 1);
  state.deleted++;
  return [204];
}

function replaced({ values }: Seat, { sent }: Call, mistakes: SeatsMistakes): Values {
  const next = { blocked: false, ...sent };
  return mistakes.replaced?.(values, sent) ?? next;
}

function patched({ values }: Seat, { sent }: Call, mistakes: SeatsMistakes): Values {
  const correct = merge(values, sent);
  return mistakes.merged?.(values, sent, correct) ?? correct;
}

function merge(target: Values, patch: Values): Values {
  const next: Values = { ...target };
  for (const [name, value] of Object.entries(patch)) {
    const old = next[name];
    const isMerged = typeof value === 'object' && value !== null;
    if (value === null) delete next[name];
    else next[name] = isMerged ? merge((old ?? {}) as Values, value as Values) : value;
  }
  return next;
}

function isValid({ label, note, blocked, tags, ...others }: Values): boolean {
  const isText = typeof label === 'string' && label !== '' && ['string', 'undefined'].includes(typeof (note ?? 'x'));
  const isMap = tags === undefined || (typeof tags === 'object' && tags !== null && !Array.isArray(tags));
  const areTexts = Object.values(tags ?? {}).every((each) => typeof each === 'string');
  return isText && isMap && areTexts && ['boolean', 'undefined'].includes(typeof blocked) && noneOf(others);
}

function noneOf(values: Values): boolean {
  return Object.keys(values).length === 0;
}
