import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';
import { type SeatsMistakes, seatsDocument, serveSeats } from './seats-service.ts';

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'seats-'));
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(seatsDocument));
});
afterAll(() => rm(folder, { recursive: true }));

async function found(mistakes: SeatsMistakes = {}, runs?: number): Promise<string[]> {
  const target = await serveSeats(mistakes);
  const spec = join(folder, 'openapi.json');
  const { findings } = await verify({ spec, target, suites: ['stateful'], consistency: 60, runs });
  return findings.map(({ check, operation }) => `${operation} ${check}`);
}

test('records with two identifiers of which few are valid are told apart', async () => {
  expect(await found({}, 40)).toEqual([]);
});

test('what has a documented default may be left out', async () => {
  expect(await found({ shown: ({ blocked, ...values }) => (blocked ? { blocked, ...values } : values) })).toEqual([]);
});

const MISTAKES: readonly (readonly [finding: string, what: string, mistakes: SeatsMistakes])[] = [
  [
    'putSeat others-are-untouched',
    'takes all seats of a row for the same',
    { isNamed: (seat, row) => seat.row === row },
  ],
  [
    'putSeat put-replaces',
    'keeps a switch that has a documented default',
    { replaced: ({ blocked }, sent) => ({ blocked, ...sent }) },
  ],
  [
    'patchSeat update-is-visible',
    'takes null in a merge patch for nothing',
    { merged: (before, sent, correct) => (sent['note'] === null ? before : correct) },
  ],
  [
    'patchSeat patch-is-partial',
    'replaces an object by a merge patch',
    { merged: (before, sent, correct) => (sent['tags'] ? { ...before, ...sent } : correct) },
  ],
  ['putSeat created-is-readable', 'has no default', { created: (sent) => sent }],
  ['putSeat created-is-readable', 'has another default', { created: (sent) => ({ blocked: true, ...sent }) }],
  ['putSeat stale-change-is-rejected', 'ignores If-Match of a PUT', { ignoresCondition: ['PUT'] }],
  ['patchSeat stale-change-is-rejected', 'ignores If-Match of a PATCH', { ignoresCondition: ['PATCH'] }],
  ['putSeat current-change-is-accepted', 'meets no If-Match of a PUT', { meetsNone: ['PUT'] }],
  ['patchSeat current-change-is-accepted', 'meets no If-Match of a PATCH', { meetsNone: ['PATCH'] }],
  ['deleteSeat stale-change-is-rejected', 'ignores If-Match of a DELETE', { ignoresCondition: ['DELETE'] }],
  ['listSeats pages-are-complete', 'counts records that are not there', { total: (count) => count + 1 }],
];

test.each(MISTAKES)('%s: a service that %s', async (finding, _, mistakes) => {
  // The systematic sequences are enough.
  expect(await found(mistakes, 0)).toContain(finding);
});
