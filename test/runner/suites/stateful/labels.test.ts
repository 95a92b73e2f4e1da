import { expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';
import { type LabelsMistakes, labelsDocument, serveLabels } from './labels-service.ts';

async function found(mistakes: LabelsMistakes = {}, runs?: number): Promise<string[]> {
  const target = await serveLabels(mistakes);
  const { findings } = await verify({ spec: labelsDocument, target, suites: ['stateful'], consistency: 60, runs });
  return findings.filter(({ severity }) => severity === 'error').map(({ check, operation }) => `${operation} ${check}`);
}

test('labels that an issue names, and that are put on it, are no reason for findings', async () => {
  expect(await found()).toEqual([]);
});

test('a new issue may have the identifier of one that was deleted', async () => {
  expect(await found({ reusesIds: true })).toEqual([]);
});

test('a note that is null may be filled in like one that is absent', async () => {
  expect(await found({ defaultNote: 'none' })).toEqual([]);
});

test('several labels that are made up need not be there', async () => {
  const include = ['createIssue', 'patchIssue'];
  const target = await serveLabels();
  const { findings } = await verify({ spec: labelsDocument, target, suites: ['generated'], include, effort: 'quick' });
  expect(findings.filter(({ message }) => message === 'valid request rejected')).toEqual([]);
});

test.each<[finding: string, what: string, mistakes: LabelsMistakes]>([
  [
    'listIssueLabels created-is-listed',
    'adds no label',
    { labels: ({ labelIds }, label, correct) => (correct.includes(label) ? labelIds : correct) },
  ],
  [
    'removeLabel delete-removes',
    'removes no label',
    { labels: ({ labelIds }, label, correct) => (correct.includes(label) ? correct : labelIds) },
  ],
  [
    'removeLabel delete-removes',
    'removes a label from the first issue that has it',
    {
      affected: (all, correct, label) => {
        const first = all.find(({ labelIds }) => labelIds.includes(label));
        return first && correct.labelIds.includes(label) ? [first] : [correct];
      },
    },
  ],
  [
    'listIssueLabels nested-stays-with-parent',
    'puts a label on all issues',
    { affected: (all, correct, label) => (correct.labelIds.includes(label) ? [correct] : all) },
  ],
  [
    'listIssueLabels created-is-listed',
    'removes a label from all issues',
    { affected: (all, correct, label) => (correct.labelIds.includes(label) ? all : [correct]) },
  ],
  [
    'deleteLabel rejected-changes-nothing',
    'rejects the deletion of a label, and takes it off the issues',
    {
      inUse: (issues, label) => {
        for (const issue of issues) issue.labelIds = issue.labelIds.filter((each) => each !== label);
      },
    },
  ],
  [
    'createLabels rejected-changes-nothing',
    'stores some of several labels if the name of another is taken',
    { storesSome: true },
  ],
  [
    'addLabel others-are-untouched',
    'renames an issue that gets a label',
    {
      added: (issue) => {
        issue.title = `${issue.title} (labelled)`.slice(0, 60);
      },
    },
  ],
  ['patchIssue update-is-visible', 'adds the labels of a PATCH', { patched: (before, sent) => [...before, ...sent] }],
])('%s: a service that %s', async (finding, _, mistakes) => {
  // The systematic sequences are enough.
  expect(await found(mistakes, 0)).toContain(finding);
});
