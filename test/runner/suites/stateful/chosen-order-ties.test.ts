import { expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';

const content = (schema: object) => ({ content: { 'application/json': { schema } } });
const text = { type: 'string', minLength: 1, maxLength: 40 };
const object = (properties: object, required = Object.keys(properties)) => ({ type: 'object', properties, required });
const fields = { title: text, length: { type: 'integer', minimum: 1, maximum: 999 } };
const song = object({ id: { type: 'integer', readOnly: true }, ...fields });
const errors = { 400: { description: 'invalid' }, 404: { description: 'none' }, 422: { description: 'invalid' } };
const query = (name: string, schema: object) => ({ name, in: 'query', schema });
const number = { type: 'integer', minimum: 1, maximum: 1000 };

const songs = (description: string) => ({
  openapi: '3.1.0',
  info: { title: 'songs', version: '1' },
  paths: {
    '/songs': {
      get: {
        operationId: 'list',
        description,
        parameters: [
          query('page', number),
          query('size', number),
          query('sort', { type: 'string', enum: ['length', '-length'] }),
        ],
        responses: {
          200: { description: 'ok', ...content(object({ items: { type: 'array', items: song } })) },
          ...errors,
        },
      },
      post: {
        operationId: 'create',
        requestBody: { required: true, ...content(object(fields)) },
        responses: { 201: { description: 'ok', ...content(song) }, ...errors },
      },
    },
    '/songs/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: number }],
      get: { operationId: 'read', responses: { 200: { description: 'ok', ...content(song) }, ...errors } },
    },
  },
});

interface Song {
  readonly id: number;
  readonly title: string;
  readonly length: number;
}
type Compare = (a: Song, b: Song) => number;

const byTitle: Compare = (a, b) => (a.title < b.title ? -1 : 1);
const byId: Compare = (a, b) => a.id - b.id;

/** @param ties the order of songs of the same length, by the sign of the order */
function songsApp(ties: (sign: number) => Compare) {
  const stored: Song[] = [];
  return async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url);
    const id = pathname.split('/')[2];
    const found = stored.find((each) => String(each.id) === id);
    if (id !== undefined) return found ? Response.json(found) : new Response(null, { status: 404 });
    if (request.method === 'POST') {
      const sent = Object(await request.json().catch(() => undefined));
      const isTitle = typeof sent.title === 'string' && sent.title !== '' && sent.title.length <= 40;
      if (!isTitle || !Number.isInteger(sent.length) || sent.length < 1 || sent.length > 999)
        return new Response(null, { status: 422 });
      stored.push({ id: stored.length + 1, title: sent.title, length: sent.length });
      return Response.json(stored.at(-1), { status: 201 });
    }
    const sign = searchParams.get('sort') === '-length' ? -1 : 1;
    const order: Compare = (a, b) => sign * (a.length - b.length) || ties(sign)(a, b);
    const all = searchParams.has('sort') ? stored.toSorted(order) : stored;
    const [page, size] = [Number(searchParams.get('page') ?? 1), Number(searchParams.get('size') ?? 20)];
    return Response.json({ items: all.slice((page - 1) * size, page * size) });
  };
}

const BY_TITLE = 'In the order of `sort`. Songs with the same value are ordered by `title`, ascending.';
const checksOf = async (description: string, ties: (sign: number) => Compare) => {
  const options = { suites: ['stateful'], consistency: 0, runs: 2, seed: 1 } as const;
  const { findings } = await verify({ spec: songs(description), app: songsApp(ties), ...options });
  return findings.map(({ operation, check }) => `${operation} ${check}`);
};

test('records that are equal in a chosen order are in the order that the document says', async () => {
  expect(await checksOf(BY_TITLE, () => byTitle)).toEqual([]);
  expect(await checksOf(BY_TITLE, () => (a, b) => -byTitle(a, b))).toEqual(['list list-follows-query']);
  expect(await checksOf(BY_TITLE, () => byId)).toEqual(['list list-follows-query']);
});

test('the direction of the chosen order is not that of those that are equal', async () => {
  expect(await checksOf(BY_TITLE, (sign) => (a, b) => sign * byTitle(a, b))).toEqual(['list list-follows-query']);
});

test('where the document says nothing of them, their order is free', async () => {
  expect(await checksOf('In the order of `sort`.', () => byId)).toEqual([]);
  expect(await checksOf('Songs with the same value may be ordered by title.', () => byId)).toEqual([]);
});
