import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';
import { serveTeams, type TeamsMistakes, teamsDocument } from './teams-service.ts';

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'teams-'));
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(teamsDocument));
});
afterAll(() => rm(folder, { recursive: true }));

async function found(mistakes: TeamsMistakes = {}, runs?: number): Promise<string[]> {
  const target = await serveTeams(mistakes);
  const spec = join(folder, 'openapi.json');
  const headers: [string, string][] = [['X-Key', 'k']];
  const { findings } = await verify({ spec, target, headers, suites: ['stateful'], consistency: 60, runs });
  return findings.map(({ check, operation }) => `${operation} ${check}`);
}

test('members that users name, labels that are texts and owners that are users are no reason for findings', async () => {
  expect(await found()).toEqual([]);
});

const MISTAKES: readonly (readonly [finding: string, what: string, mistakes: TeamsMistakes])[] = [
  [
    'removeMember others-are-untouched',
    'removes all members with one',
    { memberRemoved: ({ members }) => members.clear() },
  ],
  [
    'putMember update-is-visible',
    'keeps the role of a member',
    { memberPut: ({ members }, user, member, before) => members.set(user, { ...member, ...before }) },
  ],
  [
    'removeMember others-are-untouched',
    'removes a user from all teams',
    { memberRemoved: (_, user, teams) => teams.map(({ members }) => members.delete(user)) },
  ],
  [
    'putMember others-are-untouched',
    'gives a user the same role in all teams',
    {
      memberPut: (_, user, member, __, teams) => {
        for (const { members } of teams) if (members.has(user)) members.set(user, member);
      },
    },
  ],
  ['listLabels created-is-listed', 'does not add a label', { labels: (before) => before }],
  [
    'removeLabel delete-removes',
    'does not remove a label',
    { labels: (before, label, correct) => (before.includes(label) ? before : correct) },
  ],
  ['listTeams list-follows-query', 'ignores the owner that a list is asked for', { owned: (all) => all }],
  [
    'deleteTeam rejected-changes-nothing',
    'deletes before it asks for credentials',
    { unauthorized: (teams, id, method) => method === 'DELETE' && teams.delete(id) },
  ],
  [
    'changeTeam rejected-changes-nothing',
    'changes before it asks for credentials',
    {
      unauthorized: (teams, id, method, { name }) => {
        const team = teams.get(id);
        if (team && method === 'PATCH') team.values = { ...team.values, name };
      },
    },
  ],
];

test.each(MISTAKES)('%s: a service that %s', async (finding, _, mistakes) => {
  // The systematic sequences are enough.
  expect(await found(mistakes, 0)).toContain(finding);
});
