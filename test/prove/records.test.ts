import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { STATEFUL_CHECKS } from '../../harness/core/check-ids.ts';
import { isPassing } from '../../harness/prove/report.ts';
import type { MutationConfig } from '../../harness/prove/session.ts';
import { basketsDocument } from '../runner/suites/stateful/baskets-service.ts';
import { invoicesDocument } from '../runner/suites/stateful/invoices-document.ts';
import { memosDocument } from '../runner/suites/stateful/memos-document.ts';
import { peopleDocument } from '../runner/suites/stateful/people-document.ts';
import { permitsDocument } from '../runner/suites/stateful/permits-document.ts';
import { ridesDocument, TEXTS } from '../runner/suites/stateful/rides-document.ts';
import { searchesDocument } from '../runner/suites/stateful/searches-document.ts';
import { shelvesDocument } from '../runner/suites/stateful/shelves-document.ts';
import { toolsDocument } from '../runner/suites/stateful/tools-document.ts';
import { allMutantsReport, everything, formsInTurn, problems } from './helpers.ts';

const DUE = 'Sum of what is due of issued invoices.';
const RENTING = 'Takes the quantities of the lines from inStock of the tools.';
const ORDER = 'Sorted by last name, then by first name.';

const notes: MutationConfig = {
  ...everything,
  spec: 'fixtures/crud/documents/notes.yaml',
  overlays: [],
  examples: [],
  suites: ['stateful'],
};

test('mutants that break what HTTP promises over several requests are killed, and variations pass', async () => {
  const report = await allMutantsReport({ ...notes, tries: formsInTurn() });
  expect(problems(report)).toEqual([]);
  expect(isPassing(report)).toBe(true);
  const checks = new Set(report.mutants.flatMap(({ kills }) => kills.map(({ check }) => check)));
  for (const check of checks) expect(STATEFUL_CHECKS).toContain(check);
  expect(checks.size).toBeGreaterThan(6);
  expect(report.variations.length).toBeGreaterThan(2);
});

test.each<[string, string, object, string, number?]>([
  ['a search that ignores its filters', 'search', searchesDocument, 'list-follows-query'],
  [
    'a 304 to what is out of date, and none to what is not,',
    'If-None-Match',
    memosDocument(),
    'read-follows-validator',
    3,
  ],
  ['a page that is wrong at its end', 'page', shelvesDocument(), 'pages-are-complete', 6],
  ['a second time of what is done once', 'done once', permitsDocument(), 'conflict-is-rejected'],
  ['a change of what is closed', 'final state', permitsDocument(), 'conflict-is-rejected'],
  ['an action that leaves the numbers it is said to change', 'leaves', ridesDocument(TEXTS), 'action-is-visible'],
  ['a number that is wrong after a deletion below', 'still counts', invoicesDocument(DUE), 'delete-removes'],
  [
    'a list that is ordered by its first property alone',
    'same first value',
    peopleDocument(ORDER),
    'list-follows-query',
  ],
  ['a stock that lines do not change', 'changed by lines', toolsDocument(RENTING, ''), 'action-is-visible'],
  ['a sum that is wrong', 'shows a sum', basketsDocument, 'created-is-readable', 2],
])('%s is a mutant, and is killed', async (_, text, document, check, count = 1) => {
  const folder = await mkdtemp(join(tmpdir(), 'records-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const spec = join(folder, 'openapi.json');
  await writeFile(spec, JSON.stringify(document));
  const report = await allMutantsReport({ ...notes, spec, tries: ({ description }) => description.includes(text) });
  expect(problems(report)).toEqual([]);
  const found = report.mutants.filter(({ mutant }) => mutant.description.includes(text));
  const kills = found.map((each) => each.kills.map((kill) => kill.check));
  expect(kills).toEqual(Array.from({ length: count }, () => [check]));
});

test('variations pass, and are left out where the document says otherwise', async () => {
  const whole = JSON.stringify(
    shelvesDocument('Lists give `next`, the address of the following page, `null` on the last one.'),
  );
  const open = whole.replace('"pages":{"type":"integer","minimum":0},', '').replace('"pages",', '');
  const told = await variationsOf(open);
  expect(told).toContain('stores texts in lower case (shelf)');
  expect(told).toContain('names an empty page after the last one, which is full (shelf)');
  const ended = open.replace('on the last one', 'if there are no more shelves');
  const exact = ended.replaceAll('"maxLength":40', '"maxLength":40,"description":"Stored exactly as it was sent."');
  const others = await variationsOf(exact);
  expect(others.join()).not.toMatch(/lower case|empty page/);
  expect(others.length).toBeGreaterThan(0);
});

async function variationsOf(document: string): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'records-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const spec = join(folder, 'openapi.json');
  await writeFile(spec, document);
  const report = await allMutantsReport({ ...notes, spec, tries: () => false });
  expect(problems(report)).toEqual([]);
  return report.variations.map(({ description }) => description);
}

test('variations of a document with defaults pass: a read leaves out what the response to a creation shows', async () => {
  const report = await allMutantsReport({ ...notes, spec: 'fixtures/crud/documents/library.yaml', tries: () => false });
  expect(report.variations.map(({ description }) => description).join()).toContain('has its documented default');
  expect(problems(report)).toEqual([]);
});
