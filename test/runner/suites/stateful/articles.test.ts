import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';
import { type ArticlesMistakes, articlesDocument, serveArticles, type Values } from './articles-service.ts';

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'articles-'));
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(articlesDocument));
});
afterAll(() => rm(folder, { recursive: true }));

async function found(mistakes: ArticlesMistakes = {}, runs = 2): Promise<string[]> {
  const target = await serveArticles(mistakes);
  const spec = join(folder, 'openapi.json');
  const { findings } = await verify({ spec, target, suites: ['stateful'], consistency: 60, runs });
  return findings.map(({ check, operation }) => `${operation} ${check}`);
}

const changed = (name: string, change: (value: never) => unknown) => ({
  stored: (values: Values) => (name in values ? { ...values, [name]: change(values[name] as never) } : values),
});

test.each<[what: string, mistakes: ArticlesMistakes]>([
  ['stores all as it is sent', {}],
  ['trims text', changed('title', (title: string) => title.trim() || title)],
  ['stores text in lower case', changed('title', (title: string) => title.toLowerCase())],
  ['keeps tags as a set', changed('tags', (tags: string[]) => [...new Set(tags)].sort())],
  [
    'shows the last page again after it',
    {
      listed: (all, asked, correct) =>
        correct.length > 0 || !asked.get('offset') || ['kind', 'tag', 'sort'].some((name) => asked.has(name))
          ? correct
          : all.slice(-Number(asked.get('limit') ?? 100)),
    },
  ],
  ['stores empty text as null', changed('summary', (summary: string | null) => summary || null)],
])('a service that %s is no reason for findings', async (_, mistakes) => {
  expect(await found(mistakes)).toEqual([]);
});

test.each<[finding: string, what: string, mistakes: ArticlesMistakes]>([
  ['createArticle created-is-readable', 'cuts text', changed('title', (title: string) => title.slice(0, 40))],
  [
    'createArticle created-is-readable',
    'loses other scripts',
    changed('title', (title: string) => title.replace(/[^ -ÿ]/g, '?')),
  ],
  [
    'createArticle created-is-readable',
    'rounds decimals',
    changed('price', (price: number) => Math.round(price * 10) / 10),
  ],
  [
    'createArticle created-is-readable',
    'drops the last tag of several',
    changed('tags', (tags: string[]) => tags.slice(0, 2)),
  ],
  [
    'createArticle created-is-readable',
    'turns sections round',
    changed('sections', (all: unknown[]) => all.toReversed()),
  ],
  ['createArticle created-is-readable', 'takes 0 for the default', changed('rank', (rank: number) => rank || 3)],
  ['createArticle created-is-readable', 'has another default than it documents', { defaults: { rank: 5 } }],
  [
    'replaceArticle update-is-visible',
    'takes an empty text in a PUT for an absent one',
    { stored: (values, method) => (method === 'PUT' && !values['summary'] ? { ...values, summary: 'kept' } : values) },
  ],
  ['replaceArticle rejected-changes-nothing', 'creates what it does not find', { createsGhosts: true }],
  ['publishArticle action-is-visible', 'does not publish', { published: (article) => article }],
  [
    'listArticles list-follows-query',
    'ignores a filter',
    { listed: (all, asked, correct) => (asked.has('kind') ? all : correct) },
  ],
  [
    'listArticles list-follows-query',
    'finds all articles by any word',
    { listed: (all, asked, correct) => (asked.has('q') ? all : correct) },
  ],
  [
    'listArticles list-follows-query',
    'takes a filter for its opposite',
    { listed: (all, asked, correct) => (asked.has('tag') ? all.filter((each) => !correct.includes(each)) : correct) },
  ],
  [
    'listArticles list-follows-query',
    'sorts upwards alone',
    { listed: (_, asked, correct) => (asked.get('sort') === '-title' ? correct.toReversed() : correct) },
  ],
  [
    'listArticles pages-are-complete',
    'ignores the size of pages',
    { listed: (all, asked, correct) => (asked.has('limit') ? all : correct) },
  ],
])('%s: a service that %s', async (finding, _, mistakes) => {
  // The systematic sequences are enough.
  expect(await found(mistakes, 0)).toContain(finding);
});
