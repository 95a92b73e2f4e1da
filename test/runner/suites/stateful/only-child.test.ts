import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const shown = (status: number, schema: object) => ({ [status]: { description: 'ok', ...json(schema) } });
const missing = { 404: { description: 'there is none' } };
const gone = { 204: { description: 'gone' }, ...missing };
const inPath = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } });
const name = { type: 'string', minLength: 1, maxLength: 40 };
const file = { type: 'object', required: ['id', 'name'], properties: { id: { type: 'string', readOnly: true }, name } };
const checkpoint = {
  type: 'object',
  required: ['id', 'madeAt'],
  properties: { id: { type: 'string' }, madeAt: { type: 'string', format: 'date-time' } },
};

/** Files with one checkpoint each, which is there from the start, and which every creation of one overwrites. */
const spec = {
  openapi: '3.1.0',
  info: { title: 'Files', version: '1' },
  paths: {
    '/files': {
      post: {
        operationId: 'addFile',
        requestBody: {
          required: true,
          ...json({ type: 'object', required: ['name'], properties: { name }, additionalProperties: false }),
        },
        responses: { ...shown(201, file), 400: { description: 'error' } },
      },
    },
    '/files/{fileId}': {
      parameters: [inPath('fileId')],
      get: { operationId: 'readFile', responses: { ...shown(200, file), ...missing } },
      delete: { operationId: 'deleteFile', responses: gone },
    },
    '/files/{fileId}/checkpoints': {
      parameters: [inPath('fileId')],
      get: {
        operationId: 'listCheckpoints',
        responses: { ...shown(200, { type: 'array', items: checkpoint }), ...missing },
      },
      post: { operationId: 'addCheckpoint', responses: { ...shown(201, checkpoint), ...missing } },
    },
    '/files/{fileId}/checkpoints/{checkpointId}': {
      parameters: [inPath('fileId'), inPath('checkpointId')],
      delete: { operationId: 'deleteCheckpoint', responses: gone },
    },
  },
};

interface File {
  readonly id: string;
  readonly name: string;
  /** When its checkpoint was made; undefined while it has none. */
  madeAt: string | undefined;
}

function nameIn(text: string): string | undefined {
  try {
    const { name, ...others } = Object(JSON.parse(text));
    const isName = typeof name === 'string' && name !== '' && [...name].length <= 40;
    return isName && Object.keys(others).length === 0 ? name : undefined;
  } catch {
    return undefined;
  }
}

/** @param listed the files whose checkpoints the list of a file has */
function serve(listed: (file: File, files: ReadonlyMap<string, File>) => readonly File[]) {
  const files = new Map<string, File>();
  let time = Date.UTC(2026, 0, 1);
  const now = () => {
    time += 1000;
    return new Date(time).toISOString();
  };
  const respond = (status: number, body?: object) =>
    body ? Response.json(body, { status }) : new Response(null, { status });
  return async (request: Request): Promise<Response> => {
    const [, , id = '', below, checkpointId] = new URL(request.url).pathname.split('/');
    if (id === '') {
      const name = nameIn(await request.text());
      if (name === undefined) return respond(400);
      const added = { id: randomUUID(), name, madeAt: now() };
      files.set(added.id, added);
      return respond(201, { id: added.id, name });
    }
    const own = files.get(id);
    if (!own) return respond(404);
    if (below === undefined)
      return /GET|HEAD/.test(request.method)
        ? respond(200, { id, name: own.name })
        : respond(files.delete(id) ? 204 : 404);
    const show = ({ madeAt }: File) => ({ id: 'checkpoint', madeAt });
    if (/GET|HEAD/.test(request.method))
      return respond(
        200,
        listed(own, files)
          .filter(({ madeAt }) => madeAt !== undefined)
          .map(show),
      );
    if (request.method === 'DELETE' && (checkpointId !== 'checkpoint' || own.madeAt === undefined)) return respond(404);
    own.madeAt = request.method === 'DELETE' ? undefined : now();
    return request.method === 'DELETE' ? respond(204) : respond(201, show(own));
  };
}

async function findingsOf(listed: Parameters<typeof serve>[0]): Promise<string[]> {
  const app = serve(listed);
  const { findings, operations } = await verify({ spec, app, suites: ['stateful'], consistency: 60, runs: 10 });
  expect(operations.filter(({ accepted }) => accepted === 0)).toEqual([]);
  return findings.filter(({ severity }) => severity === 'error').map(({ check, message }) => `${check}: ${message}`);
}

test('a creation that takes nothing may make the same again, and every parent may have one like it', async () => {
  expect(await findingsOf((own) => [own])).toEqual([]);
});

test('what another parent has is not listed', async () => {
  expect(await findingsOf((_, files) => [...files.values()].slice(0, 1))).toContain(
    'nested-stays-with-parent: the checkpoint of another file is listed',
  );
});
