import { expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';
import { findingsOnMock } from './on-mock.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const title = { type: 'string', pattern: '^[A-Z][a-z]{5,11} [a-z]{3,9}$' };
const properties = { title, text: { type: 'string', minLength: 1, maxLength: 80 } };
const article = {
  type: 'object',
  required: ['slug', 'title', 'text'],
  properties: { slug: { type: 'string', readOnly: true }, ...properties },
};
const sent = {
  required: true,
  ...json({ type: 'object', required: ['title', 'text'], properties, additionalProperties: false }),
};
const shown = { description: 'ok', ...json(article) };
const error = { description: 'error' };

const documentWith = (changed: object, description = 'Replaces an article.') => ({
  openapi: '3.1.0',
  info: { title: 'Articles', version: '1' },
  paths: {
    '/articles': {
      get: {
        operationId: 'listArticles',
        responses: { 200: { description: 'all', ...json({ type: 'array', items: article }) } },
      },
      post: { operationId: 'addArticle', requestBody: sent, responses: { 201: shown, 400: error, 409: error } },
    },
    '/articles/{slug}': {
      parameters: [{ name: 'slug', in: 'path', required: true, schema: { type: 'string' } }],
      get: { operationId: 'readArticle', responses: { 200: shown, 404: error } },
      put: {
        operationId: 'replaceArticle',
        description,
        requestBody: sent,
        responses: { ...changed, 400: error, 404: error, 409: error },
      },
      delete: { operationId: 'deleteArticle', responses: { 204: { description: 'gone' }, 404: error } },
    },
  },
});

interface Article {
  readonly title: string;
  readonly text: string;
}

/** What a service does with an article that is sent another title. */
type Replace = (articles: Map<string, Article>, slug: string, sent: Article) => string;

const slugOf = ({ title: text }: Article) => text.toLowerCase().replace(' ', '-');

/** The article moves to the slug of its new title. */
const moves: Replace = (articles, slug, article) => {
  articles.delete(slug);
  articles.set(slugOf(article), article);
  return slugOf(article);
};

const keeps: Replace = (articles, slug, article) => {
  articles.set(slug, article);
  return slug;
};

/** Articles whose slug follows from their title. */
function serving(replace: Replace, showsChange: boolean) {
  const articles = new Map<string, Article>();
  const show = (slug: string) => ({ slug, ...articles.get(slug) });
  return async (request: Request): Promise<Response> => {
    const slug = decodeURIComponent(/\/articles\/([^/]+)$/.exec(new URL(request.url).pathname)?.[1] ?? '');
    const text = await request.text();
    if (request.method === 'GET' && slug === '') return Response.json([...articles.keys()].map(show));
    if (request.method !== 'POST' && !articles.has(slug)) return new Response(null, { status: 404 });
    if (request.method === 'GET') return Response.json(show(slug));
    if (request.method === 'DELETE') return new Response(null, { status: articles.delete(slug) ? 204 : 404 });
    const article = articleOf(text);
    if (!article) return new Response(null, { status: 400 });
    const isTaken = slugOf(article) !== slug && articles.has(slugOf(article));
    if (isTaken) return new Response(null, { status: 409 });
    if (request.method === 'POST') {
      articles.set(slugOf(article), article);
      return Response.json(show(slugOf(article)), { status: 201 });
    }
    const next = replace(articles, slug, article);
    return showsChange ? Response.json(show(next)) : new Response(null, { status: 204 });
  };
}

function articleOf(text: string): Article | undefined {
  try {
    const value = Object(JSON.parse(text));
    const isValid =
      Object.keys(value).length === 2 &&
      new RegExp(title.pattern, 'u').test(value.title) &&
      typeof value.title === 'string' &&
      typeof value.text === 'string' &&
      value.text !== '' &&
      [...value.text].length <= 80;
    return isValid ? value : undefined;
  } catch {
    return undefined;
  }
}

const CHANGES = { shown: { 200: shown }, silent: { 204: { description: 'done' } } };

async function findingsOf(replace: Replace, changed: keyof typeof CHANGES, description?: string) {
  const app = serving(replace, changed === 'shown');
  const spec = documentWith(CHANGES[changed], description);
  const { findings, operations } = await verify({ spec, app, suites: ['stateful'], consistency: 60 });
  expect(operations.filter(({ accepted }) => accepted === 0)).toEqual([]);
  return findings.filter(({ severity }) => severity === 'error').map(({ check, message }) => `${check}: ${message}`);
}

test.each<[string, Replace, keyof typeof CHANGES]>([
  ['follows from its title, and a change shows it', moves, 'shown'],
  ['follows from its title, which no change shows', moves, 'silent'],
  ['stays as it was', keeps, 'shown'],
  ['stays as it was, which no change shows', keeps, 'silent'],
])('an article is found by its slug, which %s', async (_, replace, changed) => {
  expect(await findingsOf(replace, changed)).toEqual([]);
});

test.each<[string, Replace, string]>([
  [
    'the text of an article that moves',
    (articles, slug, article) => moves(articles, slug, { ...article, text: articles.get(slug)?.text ?? '' }),
    'update-is-visible: the article does not show the values that it was sent',
  ],
  [
    'an article that moves',
    (articles, slug, article) => {
      articles.delete(slug);
      return slugOf(article);
    },
    'update-is-visible: the article that it replaced is no longer found',
  ],
  [
    'the title of an article that stays',
    (articles, slug, article) => keeps(articles, slug, { ...article, title: articles.get(slug)?.title ?? '' }),
    'update-is-visible: the article does not show the values that it was sent',
  ],
])('a change that loses %s is found', async (_, replace, expected) => {
  expect(await findingsOf(replace, 'shown')).toContain(expected);
});

test('a slug that moves although the document says that it never changes is found', async () => {
  expect(await findingsOf(moves, 'shown', 'The slug never changes.')).toContain(
    'identity-is-stable: the article has other values than before of what it keeps for life',
  );
});

test('the mock keeps its slugs, and passes', async () => {
  expect(await findingsOnMock(documentWith(CHANGES.shown))).toEqual([]);
});
