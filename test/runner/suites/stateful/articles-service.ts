import { bodyOf, serve } from '../../../servers.ts';

export type Values = Record<string, unknown>;

/** What a service of articles does wrong; each is one bug. */
export interface ArticlesMistakes {
  /** What it stores of the values of a creation, or an update. */
  readonly stored?: (values: Values, method: string) => Values;
  /** Values of a creation with the defaults. */
  readonly defaults?: Values;
  /** What a list shows. */
  readonly listed?: (
    articles: readonly Values[],
    query: URLSearchParams,
    correct: readonly Values[],
  ) => readonly Values[];
  /** Whether it creates an article that is not there when it rejects its update. */
  readonly createsGhosts?: boolean;
  /** What publishing does. */
  readonly published?: (article: Values) => Values;
}

const json = (schema: object) => ({ 'application/json': { schema } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const ok = (schema: object) => ({ description: 'ok', content: json(schema) });
const errors = Object.fromEntries([400, 404].map((status) => [status, ok(ref('Error'))]));
const section = {
  type: 'object',
  required: ['heading'],
  properties: { heading: { type: 'string', minLength: 1, maxLength: 40 } },
};
const properties = {
  title: { type: 'string', minLength: 1, maxLength: 80 },
  summary: { type: ['string', 'null'] },
  price: { type: 'number', minimum: 0 },
  rank: { type: 'integer', minimum: 0, default: 3 },
  kind: { type: 'string', enum: ['news', 'essay'], default: 'news' },
  tags: { type: 'array', items: { type: 'string', minLength: 1 } },
  sections: { type: 'array', maxItems: 5, items: section },
};
const sent = {
  required: true,
  content: json({ type: 'object', required: ['title'], additionalProperties: false, properties }),
};
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } };
const query = (name: string, schema: object) => ({ name, in: 'query', schema });

/** Articles with filters, an order, defaults, nullable text, decimals, and an action. */
export const articlesDocument = {
  openapi: '3.1.0',
  info: { title: 'Articles', version: '1' },
  paths: {
    '/articles': {
      get: {
        operationId: 'listArticles',
        parameters: [
          query('kind', { type: 'string', enum: ['news', 'essay'] }),
          query('tag', { type: 'string' }),
          query('q', { type: 'string' }),
          query('sort', { type: 'string', enum: ['title', '-title'] }),
          query('limit', { type: 'integer', minimum: 1 }),
          query('offset', { type: 'integer', minimum: 0 }),
        ],
        responses: { 200: ok({ type: 'array', items: ref('Article') }), ...errors },
      },
      post: { operationId: 'createArticle', requestBody: sent, responses: { 201: ok(ref('Article')), ...errors } },
    },
    '/articles/{id}': {
      parameters: [id],
      get: { operationId: 'readArticle', responses: { 200: ok(ref('Article')), ...errors } },
      put: { operationId: 'replaceArticle', requestBody: sent, responses: { 200: ok(ref('Article')), ...errors } },
      delete: { operationId: 'deleteArticle', responses: { 204: { description: 'deleted' }, ...errors } },
    },
    '/articles/{id}/publish': {
      parameters: [id],
      post: { operationId: 'publishArticle', responses: { 200: ok(ref('Article')), ...errors } },
    },
  },
  components: {
    schemas: {
      Article: {
        type: 'object',
        required: ['id', 'title', 'published'],
        properties: { id: { type: 'integer' }, published: { type: 'boolean' }, ...properties },
      },
      Error: { type: 'object', properties: { message: { type: 'string' } } },
    },
  },
};

type Reply = readonly [status: number, body?: unknown];
const rejected = (status: number): Reply => [status, { message: 'no' }];
const DEFAULTS: Values = { rank: 3, kind: 'news', tags: [], published: false };

/** Serves articles until the test is over. */
export function serveArticles(mistakes: ArticlesMistakes = {}): Promise<string> {
  const articles = new Map<number, Values>();
  let count = 0;
  const respond = (method: string, { pathname, searchParams }: URL, values: Values | undefined): Reply => {
    const [, , own, action] = pathname.split('/');
    const stored = values && isArticle(values) ? (mistakes.stored?.(values, method) ?? values) : undefined;
    if (own === undefined) {
      if (method === 'GET') return [200, list([...articles.values()], searchParams, mistakes)];
      if (!stored) return rejected(400);
      articles.set(++count, { ...DEFAULTS, ...mistakes.defaults, ...stored, id: count });
      return [201, articles.get(count)];
    }
    const article = articles.get(Number(own));
    if (!article && method === 'PUT' && stored && mistakes.createsGhosts)
      articles.set(Number(own), { ...DEFAULTS, ...stored, id: Number(own) });
    if (!article) return rejected(404);
    if (action) articles.set(Number(own), mistakes.published?.(article) ?? { ...article, published: true });
    else if (method === 'DELETE') articles.delete(Number(own));
    else if (method === 'PUT' && !stored) return rejected(400);
    else if (method === 'PUT') articles.set(Number(own), { ...DEFAULTS, ...stored, id: Number(own) });
    return method === 'DELETE' ? [204] : [200, articles.get(Number(own))];
  };
  return serve(async (request, response) => {
    const text = (await bodyOf(request)).toString();
    const method = request.method === 'HEAD' ? 'GET' : (request.method ?? '');
    const url = new URL(request.url ?? '/', 'http://localhost');
    const [status, body] = respond(method, url, text.startsWith('{') ? (JSON.parse(text) as Values) : undefined);
    response.writeHead(status, body === undefined ? {} : { 'content-type': 'application/json' });
    response.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

function list(articles: readonly Values[], asked: URLSearchParams, mistakes: ArticlesMistakes): readonly Values[] {
  const [kind, tag, sort, q] = ['kind', 'tag', 'sort', 'q'].map((name) => asked.get(name));
  const chosen = articles.filter(
    (each) =>
      (!kind || each['kind'] === kind) &&
      (!tag || (each['tags'] as string[]).includes(tag)) &&
      (!q || String(each['title']).includes(q)),
  );
  const isAfter = (a: Values, b: Values) => String(a['title']) > String(b['title']);
  const sorted = sort ? chosen.toSorted((a, b) => (isAfter(a, b) === (sort === 'title') ? 1 : -1)) : chosen;
  const offset = Number(asked.get('offset') ?? 0);
  const page = sorted.slice(offset, offset + Number(asked.get('limit') ?? 100));
  return mistakes.listed?.(articles, asked, page) ?? page;
}

function isArticle({
  title,
  summary = null,
  price = 0,
  rank = 0,
  kind = 'news',
  tags = [],
  sections = [],
  ...others
}: Values) {
  const isText = (value: unknown, max = 1e6) => typeof value === 'string' && value !== '' && [...value].length <= max;
  const isSection = (each: unknown) =>
    typeof each === 'object' && each !== null && isText((each as Values)['heading'], 40);
  return (
    isText(title, 80) &&
    (summary === null || typeof summary === 'string') &&
    typeof price === 'number' &&
    price >= 0 &&
    Number.isInteger(rank) &&
    Number(rank) >= 0 &&
    (kind === 'news' || kind === 'essay') &&
    Array.isArray(tags) &&
    tags.every((tag) => isText(tag)) &&
    Array.isArray(sections) &&
    sections.length <= 5 &&
    sections.every(isSection) &&
    Object.keys(others).length === 0
  );
}
