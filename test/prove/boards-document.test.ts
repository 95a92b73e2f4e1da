import { expect, test } from 'vitest';
import type { MutationConfig } from '../../harness/prove/session.ts';
import { allMutantsReport, document, problems } from './helpers.ts';

/** What only some documents have: counts, actions, versions, several records at once, patches of both kinds. */
const BY_CHECK = {
  'created-is-readable': ['stores only the first of several that it creates'],
  'created-is-listed': [
    'does not count what it creates',
    'lists no more than 20 records',
    'lists records as they were before an update',
  ],
  'update-is-visible': ['does not store a JSON Patch', 'keeps what a merge patch removes by null'],
  'put-is-idempotent': ['counts the same action again'],
  'action-is-visible': [
    'does not store an action',
    'responds to an action with the record as it was before',
    'changes only the first of several',
  ],
  'delete-removes': ['still counts what it deleted', 'deletes only the first of several', 'fails for what is deleted'],
  'others-are-untouched': ['counts what it creates elsewhere, too', 'does an action to other records, too'],
  'nested-stays-with-parent': ['lists records below any parent'],
  'values-stay-unique': [
    'fails for a value that the document calls taken',
    'takes in other letter case what the document calls taken',
  ],
  'stale-change-is-rejected': ['ignores the version of a change'],
};

const boards: MutationConfig = { ...document('boards'), suites: ['stateful'] };

test('each fault in what a document says of its records is a mutant, and the check that it is made for finds it', async () => {
  const wanted = Object.entries(BY_CHECK).flatMap(([check, faults]) => faults.map((fault) => `${fault} (${check})`));
  const report = await allMutantsReport({ ...boards, tries: ({ description }) => wanted.includes(description) });
  expect(problems(report)).toEqual([]);
  expect(new Set(report.mutants.map(({ mutant }) => mutant.description))).toEqual(new Set(wanted));
  const others = report.mutants.filter(
    ({ mutant: { description }, kills }) => !kills.some(({ check }) => description.endsWith(`(${check})`)),
  );
  expect(others.map(({ mutant }) => mutant.id)).toEqual([]);
});

test('none of them is made where the document says nothing of it', async () => {
  const made: string[] = [];
  const notes = { ...boards, spec: 'fixtures/crud/documents/notes.yaml' };
  await allMutantsReport({ ...notes, tries: ({ description }) => made.push(description) < 0 });
  const faults = Object.values(BY_CHECK).flat();
  const applicable = faults.filter((fault) => made.some((description) => description.startsWith(fault)));
  expect(applicable).toEqual(['lists records as they were before an update', 'fails for what is deleted']);
});
