import { expect, onTestFinished, test } from 'vitest';
import { startMock, verify } from '../../../../harness/index.ts';
import { findingsOnMock } from './on-mock.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const properties = { title: { type: 'string', maxLength: 300 }, text: { type: 'string', maxLength: 300 } };
const sent = (required: readonly string[]) => ({
  required: true,
  ...json({ type: 'object', properties, required, additionalProperties: false }),
});
const shown = {
  description: 'ok',
  ...json({ type: 'object', properties: { id: { type: 'integer' }, ...properties }, required: ['id', 'title'] }),
};
const error = { description: 'error' };

/** Notes, of which a creation has to have a title, and a PUT what is given. */
const notes = (required: readonly string[], description = 'Changes a note.') => ({
  openapi: '3.1.0',
  info: { title: 'notes', version: '1' },
  paths: {
    '/notes': { post: { operationId: 'add', requestBody: sent(['title']), responses: { 201: shown, 400: error } } },
    '/notes/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { operationId: 'read', responses: { 200: shown, 404: error } },
      put: {
        operationId: 'replace',
        description,
        requestBody: sent(required),
        responses: { 200: shown, 400: error, 404: error },
      },
    },
  },
});

type Note = Readonly<Record<string, unknown>>;

/** A service whose PUT leaves what is absent from it as it was. */
function merging() {
  const stored: Note[] = [];
  const respond = (status: number, note?: Note) =>
    note === undefined ? new Response(null, { status }) : Response.json(note, { status });
  return async (request: Request): Promise<Response> => {
    const text = await request.text();
    const id = Number(/\/notes\/(\d+)$/.exec(new URL(request.url).pathname)?.[1] ?? Number.NaN);
    const before = stored[id];
    if (request.method === 'GET' || (before === undefined && request.method === 'PUT'))
      return before === undefined ? respond(404) : respond(200, before);
    const note = noteOf(text);
    if (note === undefined || (before === undefined && note['title'] === undefined)) return respond(400);
    const at = before === undefined ? stored.length : id;
    stored[at] = { ...before, ...note, id: at };
    return respond(before === undefined ? 201 : 200, stored[at]);
  };
}

function noteOf(text: string): Note | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    const isValid = ([name, each]: [string, unknown]) =>
      Object.hasOwn(properties, name) && typeof each === 'string' && [...each].length <= 300;
    return isObject && Object.entries(value).every(isValid) ? (value as Note) : undefined;
  } catch {
    return undefined;
  }
}

async function checksOf(required: readonly string[], description?: string) {
  const spec = notes(required, description);
  const { findings, operations } = await verify({ spec, app: merging(), suites: ['stateful'] });
  expect(operations.filter(({ accepted }) => accepted === 0)).toEqual([]);
  return findings.map(({ check }) => check);
}

test('a PUT that need not have what a creation has to have may change a part', async () => {
  expect(await checksOf([])).toEqual([]);
});

test('a PUT that has to have it replaces all', async () => {
  expect(await checksOf(['title'])).toEqual(['put-replaces']);
});

const TOLD = 'Fields that are not in the request are left unchanged.';

test('a PUT of which the document says that it leaves the rest unchanged may change a part, and is one on the mock', async () => {
  expect(await checksOf(['title'], TOLD)).toEqual([]);
  expect(await findingsOnMock(notes(['title'], TOLD))).toEqual([]);
  const mock = await startMock({ spec: notes(['title'], TOLD), port: 0 });
  onTestFinished(() => mock.close());
  const send = (method: string, path: string, body?: object) =>
    fetch(mock.url + path, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    }).then((response) => response.json() as Promise<Note>);
  const { id } = await send('POST', '/notes', { title: 'Tea', text: 'green' });
  await send('PUT', `/notes/${id}`, { title: 'Mint tea' });
  expect(await send('GET', `/notes/${id}`)).toEqual({ id, title: 'Mint tea', text: 'green' });
});
