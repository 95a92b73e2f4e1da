import { expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';
import { bodyOf, serve } from '../../../servers.ts';

const content = (schema: object) => ({ content: { 'application/json': { schema } } });
const text = { type: 'string', minLength: 1 };
const link = { type: 'object', properties: { href: { type: 'string' } } };
const sent = { type: 'object', required: ['title'], properties: { title: text } };
const book = { ...sent, properties: { ...sent.properties, _links: { type: 'object', properties: { self: link } } } };
const listed = {
  type: 'object',
  required: ['_embedded', 'page'],
  properties: {
    _embedded: { type: 'object', properties: { books: { type: 'array', items: book } } },
    page: { type: 'object', properties: { totalElements: { type: 'integer' } } },
  },
};
const sort = {
  name: 'sort',
  in: 'query',
  schema: { type: 'array', items: { type: 'string', enum: ['title,asc', 'title,desc'] } },
};
const error = { description: 'error', ...content({ type: 'object' }) };

/** Books that show their address and no identifier, as those of HAL do. */
const spec = {
  openapi: '3.0.3',
  info: { title: 'Books', version: '1' },
  paths: {
    '/books': {
      get: {
        operationId: 'listBooks',
        parameters: [sort],
        responses: { 200: { description: 'ok', ...content(listed) }, 400: error },
      },
      post: {
        operationId: 'createBook',
        requestBody: { required: true, ...content(sent) },
        responses: {
          201: { description: 'created', headers: { Location: { schema: text } }, ...content(book) },
          400: error,
        },
      },
    },
    '/books/{bookId}': {
      parameters: [{ name: 'bookId', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }],
      get: {
        operationId: 'readBook',
        responses: { 200: { description: 'ok', ...content(book) }, 400: error, 404: error },
      },
    },
  },
};

interface Mistakes {
  readonly total?: (count: number) => number;
  readonly sorted?: (titles: readonly string[]) => readonly string[];
  readonly isListed?: (index: number, count: number) => boolean;
}

function serveBooks({ total = (count) => count, sorted = (titles) => titles, isListed = () => true }: Mistakes) {
  const titles = new Map<string, string>();
  const show = (id: string) => ({ title: titles.get(id), _links: { self: { href: `/books/${id}` } } });
  return serve(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    const id = pathname.split('/')[2];
    const send = (status: number, body: unknown, headers = {}) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(JSON.stringify(body));
    };
    if (id !== undefined) return send(titles.has(id) ? 200 : 404, titles.has(id) ? show(id) : {});
    if (request.method === 'POST') {
      const { title } = JSON.parse(String(await bodyOf(request))) ?? {};
      if (typeof title !== 'string' || title === '') return send(400, {});
      const created = crypto.randomUUID();
      titles.set(created, title);
      return send(201, show(created), { location: `/books/${created}` });
    }
    const orders = searchParams.getAll('sort');
    if (orders.some((order) => !/^title,(asc|desc)$/.test(order))) return send(400, {});
    const byTitle = [...titles].map(([key, title]) => `${title} ${key}`).sort();
    const inOrder = orders[0] === 'title,desc' ? byTitle.toReversed() : byTitle;
    const rows = orders.length > 0 ? sorted(inOrder) : [...titles].map(([key, title]) => `${title} ${key}`);
    const books = rows
      .filter((_, index) => isListed(index, rows.length))
      .map((row) => show(row.split(' ').at(-1) ?? ''));
    send(200, { _embedded: { books }, page: { totalElements: total(books.length) } });
  });
}

test.each<[string, Mistakes, string[]]>([
  ['as it is', {}, []],
  ['that does not list the newest', { isListed: (index, count) => index < count - 1 }, ['created-is-listed']],
  ['whose total is that of half', { total: (count) => Math.floor(count / 2) }, ['created-is-listed']],
  ['that sorts the other way', { sorted: (titles) => titles.toReversed() }, ['list-follows-query']],
])('lists are compared by the links of records to themselves, of a service %s', async (_, mistakes, expected) => {
  const target = await serveBooks(mistakes);
  const { findings } = await verify({ spec, target, suites: ['stateful'], consistency: 60 });
  expect([...new Set(findings.map(({ check }) => check))].sort()).toEqual(expected);
});
