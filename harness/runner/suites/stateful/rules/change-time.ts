import { setTimeout as pause } from 'node:timers/promises';
import { headerValues } from '../../../../core/http-response.ts';
import { getAt } from '../../../../core/json/pointer.ts';
import type { JsonValue } from '../../../../core/model.ts';
import type { Role } from '../../../../openapi/resources/model.ts';
import { setWhen } from '../../../../openapi/resources/representations/timestamps.ts';
import { isDone } from '../../../pool/journal.ts';
import { constantProperties } from '../steps/constant-properties.ts';
import { findDifferences } from '../steps/expected-properties.ts';
import type { Observation } from '../steps/observe.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';
import { patchOnce, replaceOnce } from './updates.ts';

/** Chooses values that the record has not had before. */
const VARIANT = 81;
/** Times that are stored in seconds differ after it. */
const LATER_MS = 1100;
const DAY_MS = 24 * 60 * 60 * 1000;
/** A time with seconds: that of a day or a minute stays the same for long. */
const TO_SECONDS = /T\d\d:\d\d:(?!00(?:\.0+)?(?:Z|[+-]|$))\d\d/i;

/** The time of the last change of a record, such as `updated_at`, is another one after a change, by a PATCH and by a PUT. */
export async function verifyChangeTime(sequence: Sequence, subject: Subject): Promise<void> {
  const [pointer] = timesOf(sequence);
  if (pointer === undefined) return;
  const has = (role: Role) => sequence.operations(role).length > 0;
  const changes = [...(has('patch') ? [patchOnce] : []), ...(has('update') ? [replaceOnce] : [])];
  for (const change of changes)
    if (subject.record.isDeleted || !(await followsChange(sequence, subject, pointer, change))) return;
}

/** False if the time is not known, or stays as it was. */
async function followsChange(
  sequence: Sequence,
  subject: Subject,
  pointer: string,
  change: typeof patchOnce,
): Promise<boolean> {
  const { record } = subject;
  const { name } = sequence.type;
  const read = (isExpected: (seen: Observation) => boolean, when: string) =>
    sequence.read({ record, expected: [] }, `read the ${name} ${when} a change`, isExpected);
  const before = await read(() => true, 'before');
  const time = timeIn(before, pointer);
  // The clock of a service under test may stand still.
  if (!before || time === undefined || Math.abs(ageOf(before, time)) > DAY_MS) return false;
  if (ageOf(before, time) < 2 * LATER_MS) await pause(LATER_MS);
  const count = record.changes.length;
  await change(sequence, subject, VARIANT);
  const step = record.changes.slice(count).findLast(isDone);
  const after = step && (await read((seen) => timeIn(seen, pointer) !== time, 'after'));
  if (!step || !after || timeIn(after, pointer) !== time || !hasChanged(sequence, before.record, after.record))
    return true;
  sequence.report('update-is-visible', step, {
    records: [record],
    steps: [before.step, step, after.step],
    message: `${pointer} of the ${name} is not the time of its last change`,
    expected: `${pointer}: a later time than ${time}`,
    actual: `${pointer}: ${time}`,
  });
  return false;
}

/** JSON Pointers of the times that the service sets at each change, by their names. */
function timesOf({ reader, type }: Sequence): string[] {
  return (reader?.response?.properties ?? []).flatMap((property) => {
    const { pointer, format } = property;
    const own = type.properties.find((each) => each.pointer === pointer);
    const isMeant = format === 'date-time' && setWhen(property, own) === 'updated' && !/timestamp$/i.test(pointer);
    return isMeant ? [pointer] : [];
  });
}

function timeIn(seen: Observation | undefined, pointer: string): string | undefined {
  const value = seen?.record === undefined ? undefined : getAt(seen.record, pointer);
  return typeof value === 'string' && TO_SECONDS.test(value) ? value : undefined;
}

/** How long ago a time is, by the clock of the service, if its response tells. */
function ageOf({ step: { response } }: Observation, time: string): number {
  const [date = ''] = response ? headerValues(response, 'date') : [];
  const now = Date.parse(date);
  return (Number.isNaN(now) ? Date.now() : now) - Date.parse(time);
}

/** True if a read shows other values than one before, whatever the service counts and when. */
export function hasChanged(sequence: Sequence, before: JsonValue | undefined, after: JsonValue | undefined): boolean {
  if (before === undefined || after === undefined) return false;
  return findDifferences(after, constantProperties(sequence, before)).length > 0;
}
