import { expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';
import { filesDocument } from './files-document.ts';
import { type FilesMistakes, type Row, serveFiles } from './files-service.ts';

async function run(mistakes: FilesMistakes = {}, consistency = 60, runs = 2) {
  const target = await serveFiles(mistakes);
  return verify({ spec: filesDocument, target, suites: ['stateful'], consistency, runs });
}

async function found(mistakes: FilesMistakes = {}, runs = 2): Promise<string[]> {
  const { findings } = await run(mistakes, 60, runs);
  return findings.map(({ check, operation }) => `${operation} ${check}`);
}

test('documented HEAD, filters of texts and bounds, links to pages and names below each folder are no reason for findings', async () => {
  expect(await found()).toEqual([]);
});

test('a list that shows less of each record than a read does is no reason for findings', async () => {
  expect(await found({ listed: ({ depth: _, ...folder }) => folder })).toEqual([]);
});

test.each<[string, FilesMistakes]>([
  ['knows a new folder late has files in it', { lateMs: 30 }],
  ['requires an entity tag (428) gets one', { isConditional: true }],
])('a service that %s, and is verified', async (_, mistakes) => {
  const { findings, operations } = await run(mistakes, 1000);
  expect(findings).toEqual([]);
  expect(operations.filter(({ accepted }) => accepted === 0).map(({ id }) => id)).toEqual([]);
});

const MISTAKES: readonly (readonly [finding: string, what: string, mistakes: FilesMistakes])[] = [
  ['headFolder head-matches-get', 'does not find by HEAD what GET shows', { head: () => 404 }],
  ['headFolder head-matches-get', 'finds by HEAD what was deleted', { head: () => 200 }],
  ['headFolder head-matches-get', 'has another entity tag for HEAD', { headTag: () => '"head"' }],
  [
    'createFolder created-is-readable',
    'shows another identifier than its Location',
    { created: (row) => ({ ...row, id: 'x' }) },
  ],
  ['readFolder created-is-readable', 'fails for every seventh read', { fails: (count) => count % 7 === 0 }],
  ['listFolders list-follows-query', 'ignores a filter by text', { selects: (row, query) => bounded(row, query) }],
  [
    'listFolders list-follows-query',
    'ignores a bound',
    { selects: ({ title }, query) => [null, title].includes(query.get('title')) },
  ],
  ['listFolders list-follows-query', 'counts what a filter excludes', { total: (all) => all }],
  ['listFolders list-follows-query', 'forgets the filter on the second page', { next: without('title', 'min_depth') }],
  [
    'listFolders created-is-listed',
    'shows less of the records but the first',
    { listed: ({ depth, ...folder }, index) => (index === 0 ? { depth, ...folder } : folder) },
  ],
  ['replaceFolder put-replaces', 'keeps a part of an object that a PUT does not have', { replaced: keepPhone }],
  ['replaceFolder others-are-untouched', 'removes the files of a folder that it changes', { changed: removeBelow }],
  [
    'deleteFolder others-are-untouched',
    'removes the files of all folders with one',
    { deleted: (files, _, name) => (name === undefined ? files.clear() : undefined) },
  ],
  ['deleteFile others-are-untouched', 'removes files of the name from all folders', { deleted: removeNamed }],
  ['putFile created-is-readable', 'loses the sign of a number', { stored: unsigned }],
  [
    'putFile created-is-readable',
    'takes a size of 0 for an absent one',
    { stored: (row) => ({ ...row, size: row['size'] || 1 }) },
  ],
];

function bounded({ depth }: Row, query: URLSearchParams): boolean {
  return Number(depth ?? 0) >= Number(query.get('min_depth') ?? Number.NEGATIVE_INFINITY);
}

function without(...names: string[]) {
  return (query: URLSearchParams) => {
    for (const name of names) query.delete(name);
    return query;
  };
}

function keepPhone(before: Row, sent: Row): Row {
  const owner = sent['owner'];
  return owner === undefined
    ? sent
    : { ...sent, owner: { ...(before['owner'] as Row | undefined), ...(owner as Row) } };
}

function removeBelow(files: Map<string, Row>, folder: string): void {
  for (const key of [...files.keys()]) if (key.startsWith(`${folder}/`)) files.delete(key);
}

function removeNamed(files: Map<string, Row>, _: string, name = '-'): void {
  for (const key of [...files.keys()]) if (key.endsWith(`/${name}`)) files.delete(key);
}

function unsigned(row: Row): Row {
  return 'offset' in row ? { ...row, offset: Math.abs(Number(row['offset'])) } : row;
}

test.each(MISTAKES)('%s: a service that %s', async (finding, _, mistakes) => {
  // The systematic sequences are enough.
  expect(await found(mistakes, 0)).toContain(finding);
});
