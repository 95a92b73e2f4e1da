import { expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';
import { findingsOnMock } from './on-mock.ts';
import { trackerDocument } from './tracker-document.ts';
import { type TrackerFaults, trackerApp } from './tracker-service.ts';

async function found(faults: TrackerFaults, include: string[] = [], spec: object = trackerDocument): Promise<string[]> {
  const app = trackerApp(faults);
  const options = { suites: ['stateful'], seed: 1, consistency: 0, runs: 0 } as const;
  const { findings } = await verify({ spec, app, include, ...options });
  return findings.map(({ check, operation }) => `${operation} ${check}`);
}

test('a service that keeps to what its document says has no finding', async () => {
  expect(await found({})).toEqual([]);
});

test('nor has the mock', async () => {
  const findings = await findingsOnMock(trackerDocument);
  expect(findings.map(({ operation, message }) => `${operation}: ${message}`)).toEqual([]);
});

const FAULTS: readonly (readonly [finding: string, what: string, faults: TrackerFaults, path: string])[] = [
  [
    'replaceDepartment rejected-changes-nothing',
    'stores a PUT that it rejects for a record that does not exist',
    { storesUnknownReference: true },
    '/departments/*',
  ],
  [
    'replaceTask rejected-changes-nothing',
    'stores a PUT that it rejects for one of several records',
    { storesUnknownReference: true },
    '/projects/*/tasks/*',
  ],
  [
    'replaceProject rejected-changes-nothing',
    'stores a PUT that it rejects for its dates',
    { storesReversed: true },
    '/projects/*',
  ],
  [
    'replaceProject conflict-is-rejected',
    'rejects dates in reverse only of what is created',
    { takesReversed: true },
    '/projects/*',
  ],
  [
    'replaceDepartment rejected-changes-nothing',
    'stores a PUT that it rejects for a value of another record',
    { storesConflict: true },
    '/departments/*',
  ],
  [
    'replaceDepartment rejected-changes-nothing',
    'stores a PUT that it rejects for a number which is too small',
    { storesBadBudget: true },
    '/departments/*',
  ],
  [
    'replaceEmployee rejected-changes-nothing',
    'stores what is there of a PUT that it rejects as incomplete',
    { storesIncomplete: true },
    '/employees/*',
  ],
  [
    'createEmployee values-stay-unique',
    'takes the e-mail of a deleted record for that of another one',
    { keepsEmails: true },
    '/employees/*',
  ],
  [
    'replaceEmployee update-is-visible',
    'trims a text that the document says is stored as it is sent',
    { trims: true },
    '/employees/*',
  ],
  [
    'createDepartment created-is-readable',
    'keeps white space that the document says is removed',
    { keepsBlanks: true },
    '/departments/*',
  ],
  [
    'createEmployee created-is-readable',
    'keeps capitals that the document says are stored as small letters',
    { keepsCase: true },
    '/employees/*',
  ],
  [
    'listEmployees list-follows-query',
    'lists those of the same last name in the order in which they were created',
    { secondKey: 'none' },
    '/employees/*',
  ],
  [
    'listEmployees list-follows-query',
    'lists those of the same last name from Z to A',
    { secondKey: 'reverse' },
    '/employees/*',
  ],
  [
    'listProjects list-follows-query',
    'lists capitals before small letters where the document says that case makes no difference',
    { sortsByCode: true },
    '/projects/*',
  ],
  [
    'createTask created-is-readable',
    'numbers records over all parents where the document says that it does so for each',
    { numbers: 'global' },
    '/projects/*/tasks/*',
  ],
  [
    'createTask identity-is-stable',
    'gives the number of a deleted record to the next where the document says that it never does',
    { numbers: 'reused' },
    '/projects/*/tasks/*',
  ],
  [
    'deleteTag delete-removes',
    'leaves a deleted record in those that name it where the document says that it is removed from them',
    { keepsTags: true },
    '/tags/*',
  ],
  [
    'createTask created-is-listed',
    'counts records of each state where the document says in which they count',
    { counts: 'all' },
    '/projects/*/tasks/*',
  ],
  [
    'replaceTask update-is-visible',
    'counts records by the state in which they were created',
    { counts: 'created' },
    '/projects/*/tasks/*',
  ],
];

/** The document with other words. */
function saying(words: string, others: string): object {
  const text = JSON.stringify(trackerDocument);
  expect(text).toContain(words);
  return JSON.parse(text.replaceAll(words, others));
}

test.each([
  ['The e-mail can be used again.', ''],
  ['The e-mail can be used again.', 'The e-mail can be used again after 30 days.'],
  ['The e-mail can be used again.', 'The e-mail cannot be used again.'],
  ['The e-mail can be used again.', 'The desk is free.'],
])('an e-mail may stay in use after the deletion, where "%s" is "%s"', async (words, others) => {
  const include = ['/employees', '/employees/*'];
  expect(await found({ keepsEmails: true }, include, saying(words, others))).toEqual([]);
});

test.each(['ordered by name', 'ordered by name (case-sensitive)'])(
  'capitals may come before small letters where a list is %s',
  async (others) => {
    const spec = saying('ordered by name (case-insensitive)', others);
    expect(await found({ sortsByCode: true }, ['/projects', '/projects/*'], spec)).toEqual([]);
  },
);

test.each([
  ['', 'global'],
  ['Number of the task.', 'global'],
  ['Position of the task within its project, starting at 1.', 'global'],
  ['Number of the task, starting at 1.', 'global'],
  ['Tasks may be numbered 1, 2, 3 within their project.', 'global'],
  ['Tasks are numbered 1, 2, 3 within their employee.', 'global'],
  ['Number of the task within its project, starting at 1.', 'reused'],
] as const)('where the document says of a number no more than "%s", it may be %s', async (words, numbers) => {
  const told = 'Tasks are numbered 1, 2, 3 and so on within their project; a number is never used again.';
  expect(
    await found(
      { numbers },
      ['/projects', '/projects/*', '/projects/*/tasks*', '/projects/*/tasks/*'],
      saying(told, words),
    ),
  ).toEqual([]);
});

test.each([
  'Deletes a tag.',
  'Deletes a tag; it may be removed from its tasks.',
  'Deletes a tag; it is removed from its tasks within a day.',
  'Deletes a tag; it is removed from its employees.',
  'Deletes a tag; it is removed from its open tasks.',
  'Deletes a tag; it must be removed from its tasks first.',
])('tasks may keep a deleted tag where the document says "%s"', async (words) => {
  const spec = saying('Deletes a tag; it is removed from its tasks.', words);
  expect(await found({ keepsTags: true }, ['/tags', '/tags/*'], spec)).toEqual([]);
});

test.each(['Deleting a tag removes it from all tasks.', 'Delete a tag. It is detached from every task.'])(
  'tasks do not keep a deleted tag where the document says "%s"',
  async (words) => {
    const spec = saying('Deletes a tag; it is removed from its tasks.', words);
    expect(await found({ keepsTags: true }, ['/tags', '/tags/*'], spec)).toEqual(['deleteTag delete-removes']);
  },
);

test.each([
  'The number of open tasks.',
  'The number of tasks that are not done, updated each night.',
  'The approximate number of tasks that are not done.',
  'The number of tasks that are not assigned.',
  'The number of tags that are not done.',
  'The number of tasks of the owner that are not done.',
  'The number of tasks.',
])('a number may count otherwise where the document says "%s"', async (words) => {
  const include = ['/projects', '/projects/*', '/projects/*/tasks', '/projects/*/tasks/*'];
  expect(await found({ counts: 'all' }, include, saying('The number of tasks that are not done.', words))).toEqual([]);
});

test.each(['Number of todo or doing tasks of the project', 'Number of tasks in status todo or doing'])(
  'the states that count may be named in other words: %s',
  async (words) => {
    const include = ['/projects', '/projects/*', '/projects/*/tasks', '/projects/*/tasks/*'];
    const spec = saying('The number of tasks that are not done.', words);
    expect(await found({ counts: 'all' }, include, spec)).toEqual(['createTask created-is-listed']);
    expect(await found({}, include, spec)).toEqual([]);
  },
);

test.each(FAULTS)('%s: a service that %s', async (finding, _, faults, path) => {
  expect(await found(faults, [path, path.replace(/\/\*$/, '')])).toContain(finding);
});
