import { expect, test } from 'vitest';
import { startMock, verify } from '../../../../harness/index.ts';
import { bodyOf, serve } from '../../../servers.ts';

const content = (schema: object) => ({ content: { 'application/json': { schema } } });
const ok = (schema: object) => ({ description: 'ok', ...content(schema) });
const error = { description: 'error', ...content({ type: 'object' }) };
const errors = { 400: error, 404: error };
const text = { type: 'string', minLength: 1 };
const named = { type: 'object', required: ['title'], properties: { title: text } };
const review = {
  type: 'object',
  required: ['text', 'stars'],
  properties: { text, stars: { type: 'integer', minimum: 1, maximum: 5 } },
};
const creation = (schema: object) => ({ requestBody: { required: true, ...content(schema) } });
const bookId = { name: 'bookId', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } };

/** Books with reviews, which nothing identifies. */
const spec = {
  openapi: '3.0.3',
  info: { title: 'Books', version: '1' },
  paths: {
    '/books': {
      post: {
        operationId: 'createBook',
        ...creation(named),
        responses: {
          201: ok({ ...named, required: ['id'], properties: { ...named.properties, id: text } }),
          ...errors,
        },
      },
    },
    '/books/{bookId}': {
      parameters: [bookId],
      get: {
        operationId: 'readBook',
        responses: { 200: ok({ ...named, properties: { ...named.properties, id: text } }), ...errors },
      },
      delete: { operationId: 'deleteBook', responses: { 204: { description: 'deleted' }, ...errors } },
    },
    '/books/{bookId}/reviews': {
      parameters: [bookId],
      get: {
        operationId: 'listReviews',
        parameters: [{ name: 'page', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 9, default: 1 } }],
        responses: { 200: ok({ type: 'array', items: review }), ...errors },
      },
      post: { operationId: 'addReview', ...creation(review), responses: { 201: ok(review), ...errors } },
    },
  },
};

interface Review {
  readonly book: string;
  readonly text: unknown;
  readonly stars: unknown;
}

interface Mistakes {
  /** The reviews that a list shows, of all that there are. */
  readonly listed?: (all: readonly Review[], book: string) => readonly Review[];
  readonly stores?: (isValid: boolean) => boolean;
  readonly response?: (added: Review) => object;
}

function serveBooks({ listed, stores = (isValid) => isValid, response: shown }: Mistakes): Promise<string> {
  const books = new Map<string, unknown>();
  const reviews: Review[] = [];
  return serve(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    const [, , book = '', nested] = pathname.split('/');
    const sent = request.method === 'POST' ? JSON.parse(String(await bodyOf(request))) : {};
    const send = (status: number, body?: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(body === undefined ? undefined : JSON.stringify(body));
    };
    if (book === '') {
      if (typeof sent?.title !== 'string' || sent.title === '') return send(400, {});
      const id = crypto.randomUUID();
      books.set(id, { id, title: sent.title });
      return send(201, books.get(id));
    }
    if (!books.has(book)) return send(404, {});
    if (!nested) return request.method === 'DELETE' ? send(books.delete(book) ? 204 : 404) : send(200, books.get(book));
    if (request.method === 'POST') {
      const added = { book, text: sent?.text, stars: sent?.stars };
      const isValid =
        typeof added.text === 'string' && added.text !== '' && [1, 2, 3, 4, 5].includes(Number(added.stars));
      if (stores(isValid && typeof added.stars === 'number')) reviews.push(added);
      if (!isValid || typeof added.stars !== 'number') return send(400, {});
      return send(201, shown?.(added) ?? { text: added.text, stars: added.stars });
    }
    const page = searchParams.get('page') ?? '1';
    if (!/^[1-9]$/.test(page)) return send(400, {});
    const own = listed?.(reviews, book) ?? reviews.filter((each) => each.book === book);
    send(
      200,
      own.slice(2 * Number(page) - 2, 2 * Number(page)).map(({ text, stars }) => ({ text, stars })),
    );
  });
}

async function found(mistakes: Mistakes = {}): Promise<string[]> {
  const target = await serveBooks(mistakes);
  const { findings } = await verify({
    spec,
    target,
    suites: ['stateful'],
    consistency: 60,
    include: ['*eview*', 'createBook', 'deleteBook'],
  });
  return findings.map(({ check, operation }) => `${operation} ${check}`);
}

const ofBook = (all: readonly Review[], book: string) => all.filter((each) => each.book === book);

test.each<[string, Mistakes, string[]]>([
  ['as it is', {}, []],
  ['that lists all books together', { listed: (all) => all }, ['listReviews nested-stays-with-parent']],
  ['that stores nothing', { stores: () => false }, ['listReviews created-is-listed']],
  [
    'that lists the first alone',
    { listed: (all, book) => ofBook(all, book).slice(0, 1) },
    ['listReviews created-is-listed'],
  ],
  [
    'that lists other stars',
    { listed: (all, book) => ofBook(all, book).map((each) => ({ ...each, stars: 6 - Number(each.stars) })) },
    ['listReviews created-is-listed'],
  ],
  [
    'that stores what it rejects',
    { stores: () => true },
    ['listReviews response-schema', 'addReview rejected-changes-nothing'],
  ],
  [
    'whose responses do not show what was sent',
    { stores: () => false, response: () => ({ text: 'queued', stars: 1 }) },
    [],
  ],
])('records without an identifier, of a service %s', async (_, mistakes, expected) => {
  expect(await found(mistakes)).toEqual(expected);
});

test('the mock keeps records without an identifier', async () => {
  const mock = await startMock({ spec, port: 0 });
  try {
    const report = await verify({ spec, target: mock.url, suites: ['stateful'] });
    expect(report.findings.map(({ check, message }) => `${check}: ${message}`)).toEqual([]);
  } finally {
    await mock.close();
  }
});
