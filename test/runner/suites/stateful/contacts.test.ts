import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';
import { type ContactsMistakes, contactsDocument, serveContacts } from './contacts-service.ts';

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'contacts-'));
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(contactsDocument));
});
afterAll(() => rm(folder, { recursive: true }));

async function found(mistakes: ContactsMistakes = {}, runs?: number): Promise<string[]> {
  const target = await serveContacts(mistakes);
  const { findings } = await verify({
    spec: join(folder, 'openapi.json'),
    target,
    suites: ['stateful'],
    consistency: 60,
    runs,
  });
  return findings.filter(({ severity }) => severity === 'error').map(({ check, operation }) => `${operation} ${check}`);
}

test('records whose properties are attributes in an envelope are no reason for findings', async () => {
  expect(await found()).toEqual([]);
});

const MISTAKES: readonly (readonly [finding: string, what: string, mistakes: ContactsMistakes])[] = [
  [
    'changeContact patch-is-partial',
    'drops the attributes that a PATCH does not have',
    { merged: ({ name, email, status }, sent) => ({ name, email, status, ...sent }) },
  ],
  [
    'changeContact update-is-visible',
    'takes a number of 0 for an absent one',
    { merged: (before, { score, ...sent }) => ({ ...before, ...sent, ...(score ? { score } : {}) }) },
  ],
  [
    'createContact created-is-listed',
    'creates two records at once',
    {
      created: (contact, all) => {
        const copy = { ...contact, id: randomUUID() };
        all.set(copy.id, copy);
      },
    },
  ],
  [
    'createContact created-is-readable',
    'shows an attribute in the response only',
    {
      shown: (contact, before) =>
        before ? contact : { ...contact, attributes: { ...contact.attributes, city: 'Springfield' } },
    },
  ],
  [
    'changeContact update-is-visible',
    'shows the old attributes in the response to a PATCH',
    { shown: (contact, before) => before ?? contact },
  ],
  [
    'changeContact identity-is-stable',
    'sets the time of the creation in updates',
    {
      patched: (contact) => {
        contact.createdAt = new Date(Date.parse(contact.createdAt) + 5000).toISOString();
      },
    },
  ],
  [
    'changeContact identity-is-stable',
    'gives a record that was updated another identifier',
    {
      patched: (contact, _, isRejected) => {
        if (!isRejected) contact.id = randomUUID();
      },
    },
  ],
  [
    'changeContact rejected-changes-nothing',
    'stores the rest of a PATCH that is a conflict',
    {
      patched: (contact, { email: _, ...sent }, isRejected) => {
        if (isRejected) contact.attributes = { ...contact.attributes, ...sent };
      },
    },
  ],
  ['createContact rejected-changes-nothing', 'stores a record that is a conflict', { storesConflicts: true }],
  [
    'createContact values-stay-unique',
    'fails for an e-mail address that is taken',
    { failsForTaken: ['POST', 'PATCH'] },
  ],
  ['changeContact values-stay-unique', 'fails for one in updates', { failsForTaken: ['PATCH'] }],
  [
    'archiveContact others-are-untouched',
    'archives all records',
    {
      archived: (_, all) => {
        for (const each of all.values()) each.attributes = { ...each.attributes, status: 'archived' };
      },
    },
  ],
];

test.each(MISTAKES)('%s: a service that %s', async (finding, _, mistakes) => {
  // The systematic sequences are enough.
  expect(await found(mistakes, 0)).toContain(finding);
});

test('an update that takes what creations reject is one finding: what it has changed is not taken for a creation', async () => {
  expect(await found({ takesTaken: true }, 0)).toEqual(['changeContact values-stay-unique']);
});

test('what has to be unique is learned within an envelope, so that no case is the first to find out', async () => {
  const target = await serveContacts();
  const spec = join(folder, 'openapi.json');
  const report = await verify({ spec, target, suites: ['generated'], effort: 'quick' });
  const rejectedAsTaken = report.findings.filter(({ message }) => message === 'valid request rejected');
  expect(rejectedAsTaken).toEqual([]);
  expect(report.operations.find(({ id }) => id === 'createContact')?.unique).toEqual(['email']);
});
