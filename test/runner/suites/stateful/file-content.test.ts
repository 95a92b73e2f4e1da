import { expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';
import { findingsOnMock } from './on-mock.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const Scan = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { type: 'integer', readOnly: true }, name: { type: 'string', minLength: 1 } },
};
const scan = { description: 'a scan', ...json(Scan) };
const errors = { 400: { description: 'invalid' }, 404: { description: 'missing' } };
const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }];

/** Scans, each with a file. */
const documentOf = (mediaType: string) => ({
  openapi: '3.1.0',
  info: { title: 'Scans', version: '1' },
  paths: {
    '/scans': { post: { requestBody: { required: true, ...json(Scan) }, responses: { 201: scan, ...errors } } },
    '/scans/{id}': { parameters, get: { responses: { 200: scan, ...errors } } },
    '/scans/{id}/data': {
      parameters,
      get: { responses: { 200: { description: 'the file', content: { [mediaType]: {} } }, ...errors } },
      put: {
        requestBody: { required: true, content: { [mediaType]: {} } },
        responses: { 204: { description: 'stored' }, ...errors },
      },
      delete: { responses: { 204: { description: 'gone' }, ...errors } },
    },
  },
});

type Files = Map<number, Buffer>;
interface Habits {
  store(files: Files, id: number, bytes: Buffer): void;
  remove(files: Files, id: number): void;
  readonly type: string;
}

const CONFORMING: Habits = {
  store: (files, id, bytes) => files.set(id, bytes),
  remove: (files, id) => files.delete(id),
  type: 'application/octet-stream',
};

function scansApp(habits: Partial<Habits>) {
  const { store, remove, type } = { ...CONFORMING, ...habits };
  const scans: object[] = [];
  const files: Files = new Map();
  const empty = (status: number) => new Response(null, { status });
  return async (request: Request): Promise<Response> => {
    const [, , id, data] = new URL(request.url).pathname.split('/');
    const sent = Buffer.from(await request.arrayBuffer());
    if (id === undefined) {
      const name = request.headers.get('content-type') === 'application/json' ? JSON.parse(sent.toString()).name : '';
      if (typeof name !== 'string' || name === '') return empty(400);
      scans.push({ id: scans.length, name });
      return Response.json(scans.at(-1), { status: 201 });
    }
    const own = scans[Number(id)];
    if (!own) return empty(404);
    if (data === undefined) return Response.json(own);
    const file = files.get(Number(id));
    if (request.method === 'GET')
      return file ? new Response(new Uint8Array(file), { headers: { 'content-type': type } }) : empty(404);
    if (request.method === 'PUT') store(files, Number(id), sent);
    else remove(files, Number(id));
    return empty(204);
  };
}

async function found(habits: Partial<Habits>, mediaType = 'application/octet-stream') {
  const spec = documentOf(mediaType);
  const { findings } = await verify({ spec, app: scansApp(habits), suites: ['stateful'], consistency: 0, runs: 0 });
  return findings.map(({ check, message }) => `${check}: ${message}`);
}

const another = 'update-is-visible: the data is another one than was stored';

test.each<[string, Partial<Habits>, string]>([
  ['loses the end', { store: (files, id, bytes) => files.set(id, bytes.subarray(0, -1)) }, another],
  ['reads bytes as text', { store: (files, id, bytes) => files.set(id, Buffer.from(bytes.toString())) }, another],
  [
    'appends',
    { store: (files, id, bytes) => files.set(id, Buffer.concat([files.get(id) ?? Buffer.of(), bytes])) },
    another,
  ],
  ['keeps the first', { store: (files, id, bytes) => files.set(id, files.get(id) ?? bytes) }, another],
  ['stores nothing', { store: () => undefined }, another],
  [
    'has one for all',
    {
      store: (files, _, bytes) => {
        for (let id = 0; id < 99; id++) files.set(id, bytes);
      },
    },
    'others-are-untouched: the data has changed by that of another scan',
  ],
  ['keeps what is deleted', { remove: () => undefined }, 'delete-removes: the data is still there after its deletion'],
])('a service that %s of a file is found', async (_, habits, finding) => {
  expect(await found(habits)).toEqual([finding]);
});

test('a service that keeps files raises no alarm, nor does one that gives them in another form', async () => {
  expect(await found({})).toEqual([]);
  expect(await found({ type: 'text/plain' }, 'text/plain')).toEqual([]);
  const smaller: Habits['store'] = (files, id) => files.set(id, Buffer.from('smaller'));
  expect(await found({ store: smaller, type: 'image/png' }, 'image/png')).toEqual([]);
});

test('the mock keeps the files that it is sent', async () => {
  const spec = documentOf('application/octet-stream');
  expect(await findingsOnMock(spec, 0)).toEqual([]);
});
