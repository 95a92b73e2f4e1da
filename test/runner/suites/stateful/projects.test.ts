import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Report, verify } from '../../../../harness/index.ts';
import { sequenceScript } from '../../../../harness/report/curl/sequence-script.ts';
import { type ProjectsMistakes, projectsDocument, serveProjects } from './projects-service.ts';

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'projects-'));
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(projectsDocument));
});
afterAll(() => rm(folder, { recursive: true }));

async function run(
  mistakes: ProjectsMistakes = {},
  options: Partial<Parameters<typeof verify>[0]> = { suites: ['stateful'] },
): Promise<Report> {
  const target = await serveProjects(mistakes);
  return verify({ spec: join(folder, 'openapi.json'), target, consistency: 60, runs: 2, lint: false, ...options });
}

const described = ({ findings }: Report) => findings.map(({ check, operation }) => `${operation} ${check}`);

test('changes name the version that a read shows, references stay in their tenant, and later actions have their turn', async () => {
  const report = await run();
  expect(described(report)).toEqual([]);
  expect(report.operations.filter(({ accepted }) => accepted === 0)).toEqual([]);
});

test('generated changes name the version that the record has, too', async () => {
  const report = await run({}, { suites: ['generated'], effort: 'quick', include: ['project.patch'] });
  expect(report.findings.filter(({ message }) => message === 'valid request rejected')).toEqual([]);
  expect(report.operations.find(({ id }) => id === 'project.patch')?.verified).toBe(true);
});

test('a project below a workspace that is there by chance may be rejected: its owner is none of the people there', async () => {
  const target = await serveProjects();
  const headers = { 'content-type': 'application/json' };
  await fetch(`${target}/workspaces`, { method: 'POST', headers, body: '{"id":"text","name":"by chance"}' });
  const report = await verify({
    ...{ spec: join(folder, 'openapi.json'), target, suites: ['generated'], effort: 'quick', lint: false },
    include: ['workspace.create', 'person.create', 'project.create'],
  });
  expect(report.findings.filter(({ message }) => message === 'valid request rejected')).toEqual([]);
  const reasons = report.results.map(({ inconclusiveReason }) => inconclusiveReason);
  expect(reasons).toContain('the records that its body names need not exist below another path (422)');
});

const MISTAKES: readonly (readonly [finding: string, what: string, mistakes: ProjectsMistakes])[] = [
  ['project.patch stale-change-is-rejected', 'ignores the version of a change', { isCurrent: () => true }],
  ['project.patch rejected-changes-nothing', 'stores what it rejects as out of date', { storesStale: true }],
  ['project.patch update-is-visible', 'stores no change', { patched: () => ({}) }],
  [
    'workspace.create others-are-untouched',
    'overwrites a record by another one with its identifier',
    { taken: { isStored: true, isRejected: false } },
  ],
  [
    'workspace.create rejected-changes-nothing',
    'overwrites a record and says that it is there already',
    { taken: { isStored: true, isRejected: true } },
  ],
  [
    'project.list list-follows-query',
    'ignores the direction of an order',
    { listed: (_, asked, correct) => (asked.get('order_direction') === 'desc' ? correct.toReversed() : correct) },
  ],
  [
    'project.list pages-are-complete',
    'shows the first page on every page',
    { listed: (all, asked) => all.slice(0, Number(asked.get('page_size') ?? 20)) },
  ],
  [
    'project.patch patch-is-partial',
    'clears what a PATCH does not name',
    { patched: (_, sent) => ({ notes: '', ...sent }) },
  ],
  [
    'archive action-is-visible',
    'does not store what a later action shows',
    { acted: (name, correct, before) => (name === 'archive' ? before : correct) },
  ],
  ['activate rejected-changes-nothing', 'does what it rejects', { actsAnyway: true }],
  ['restore action-is-visible', 'does not restore what it says', { restored: () => undefined }],
  [
    'restore action-is-visible',
    'loses a text of what it restores',
    { restored: (values) => ({ ...values, notes: '' }) },
  ],
];

test.each(MISTAKES)('%s: a service that %s', async (finding, _, mistakes) => {
  // The systematic sequences are enough.
  expect(described(await run(mistakes, { suites: ['stateful'], runs: 0 }))).toContain(finding);
});

test('a script takes the version from the response to a read, and identifiers from where they were created', async () => {
  const report = await run({ patched: () => ({}) });
  const found = report.findings.find(({ check }) => check === 'update-is-visible');
  const script = sequenceScript('http://localhost', found?.sequence ?? []).join('\n');
  expect(script).toMatch(/version_\d+=\$\(printf/);
  expect(script).toMatch(/"version":'"\$version_\d+"'/);
});
