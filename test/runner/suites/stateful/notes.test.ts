import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Report } from '../../../../harness/core/report.ts';
import { verify } from '../../../../harness/index.ts';
import { type NotesBehavior, notesDocument, serveNotes } from './notes-service.ts';

async function run(behavior: NotesBehavior = {}, document: object = notesDocument, consistency = 60) {
  const folder = mkdtempSync(join(tmpdir(), 'notes-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const spec = join(folder, 'openapi.json');
  writeFileSync(spec, JSON.stringify(document));
  const service = await serveNotes(behavior);
  const before = service.settings();
  const report = await verify({
    spec,
    target: service.url,
    suites: ['stateful'],
    runs: 4,
    lint: false,
    consistency,
  });
  return { report, before, after: service.settings() };
}

function found({ findings }: Report): string[] {
  return findings.map(({ check, operation }) => `${operation} ${check}`);
}

test('a conforming service has no finding, and its settings are as they were', async () => {
  const { report, before, after } = await run();
  expect(found(report)).toEqual([]);
  expect(after).toEqual(before);
  expect(report.operations.filter(({ accepted }) => accepted === 0)).toEqual([]);
});

test('a lost change of what there is once in a service is found', async () => {
  const { report } = await run({ storeSettings: (before, sent) => ({ ...sent, footer: before['footer'] }) });
  expect(found(report)).toEqual(['replaceSettings update-is-visible']);
});

test('a property that has its default again after a PUT without it was replaced', async () => {
  const { schemas } = notesDocument.components;
  const footer = { type: 'string', pattern: '^by no one$', default: 'by no one' };
  const settings = { ...schemas.Settings, required: ['title'], properties: { ...schemas.Settings.properties, footer } };
  const document = { ...notesDocument, components: { schemas: { ...schemas, Settings: settings } } };
  const { report } = await run({ defaultFooter: 'by no one' }, document);
  expect(found(report)).toEqual([]);
  expect(report.operations.find(({ id }) => id === 'replaceSettings')?.accepted).toBeGreaterThan(2);
});

test('settings are not changed if what is read could not restore them', async () => {
  const { schemas } = notesDocument.components;
  const password = { type: 'string', writeOnly: true };
  const settings = { ...schemas.Settings, properties: { ...schemas.Settings.properties, password } };
  const document = { ...notesDocument, components: { schemas: { ...schemas, Settings: settings } } };
  const { report } = await run({}, document);
  expect(report.operations.find(({ id }) => id === 'replaceSettings')?.sent).toBe(0);
});

test.each<[check: string, patch: NonNullable<NotesBehavior['patch']>]>([
  ['update-is-visible', (note) => note],
  ['patch-is-partial', ({ id }, name, value) => ({ id, title: 'untitled', [name]: value })],
])('JSON Patch: %s', async (check, patch) => {
  const { report } = await run({ patch });
  expect(found(report)).toContain(`patchNote ${check}`);
});

test('a creation that is accepted for later is followed', async () => {
  // On a busy machine, each read may take longer than others wait in all.
  const { report } = await run({ laterAfterReads: 2 }, notesDocument, 2000);
  expect(found(report)).toEqual([]);
  expect(report.operations.find(({ id }) => id === 'patchNote')?.accepted).toBeGreaterThan(0);
});

test('a creation that is accepted for later and is not done in time proves nothing', async () => {
  const { report } = await run({ laterAfterReads: 1e6 });
  expect(found(report)).toEqual([]);
  expect(report.suites[0]?.skippedReasons?.join()).toContain(
    'a note was accepted for later (202) and was not there in time',
  );
});
