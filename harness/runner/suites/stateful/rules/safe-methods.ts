import { isNumber } from '../../../../core/json/decimal.ts';
import { getAt, parsePointer } from '../../../../core/json/pointer.ts';
import type { JsonValue } from '../../../../core/model.ts';
import { words } from '../../../../openapi/resources/names.ts';
import type { Observation } from '../steps/observe.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';
import { verifyHead } from './head.ts';
import { findListed, list } from './lists.ts';

/** RFC 9110 section 9.2.1: reading changes nothing that a client has sent. */
export async function verifySafeMethods(sequence: Sequence, subject: Subject): Promise<void> {
  const { type, reader } = sequence;
  if (!reader) return;
  const id = reader.operation.id;
  const claim = (cause: string) => ({
    purpose: `read the ${type.name} again`,
    gone: `the ${type.name} is no longer found after ${cause}`,
    differs: `the ${type.name} has changed after ${cause}`,
  });
  // Some services change or lose a record only when it is read for the third time.
  const shown = [subject.seen];
  for (let count = 0; count < 3; count++) {
    const result = await sequence.verify('safe-changes-nothing', subject, 'read', claim(`GET requests to ${id}`));
    if (result !== 'as expected') return;
    shown.push(subject.seen);
  }
  reportTouched(sequence, subject, shown);
  await verifyHead(sequence, subject, claim(`a HEAD request to ${id}`));
  for (const operation of sequence.lists) {
    const purpose = `list the ${type.name}`;
    const listed = await list(
      sequence,
      operation,
      subject.record,
      purpose,
      (each) => !!findListed(subject.record, each),
    );
    const last = listed?.steps.at(-1);
    if (!listed || !last) continue;
    const cause = `a GET request to ${operation.operation.id}`;
    await sequence.verify('safe-changes-nothing', subject, last, { ...claim(cause), steps: listed.steps });
  }
}

const CHANGE_TIME =
  /^(last_?)?(updated|modified|changed|edited)(_?(at|on|date|time|timestamp))?$|^date_?(updated|modified)$|^(update|modification)_?(date|time)$/i;

/** What is counted when it is changed: likes and members. Views, hits and downloads may count reads. */
const COUNTS_CHANGES =
  /^(?!.*(view|read|hit|visit|access|download|impression|click|request|open|play|usage|use|seen|fetch|poll)).*(_count|^(num|number_of|total)_.*s)$/i;

/** What counts the changes themselves. */
const VERSION = /^(version|revision|rev|(lock|row|object)_version)$/;

/** The time of the last change is that of a change: a service that sets it with each read takes reading for one. */
function reportTouched(sequence: Sequence, { record }: Subject, shown: readonly (Observation | undefined)[]): void {
  const last = shown.at(-1);
  if (!last) return;
  for (const { pointer } of sequence.reader?.response?.properties ?? []) {
    const name = words(parsePointer(pointer).at(-1) ?? '').join('_');
    const isTime = CHANGE_TIME.test(name);
    if (!isTime && !COUNTS_CHANGES.test(name) && !VERSION.test(name)) continue;
    // One change may have been late.
    const [, ...values] = shown.map((each) => (each?.record === undefined ? undefined : getAt(each.record, pointer)));
    if (values.length < 3 || !(isTime ? values.every(isMoment) && differ(values) : increase(values))) continue;
    sequence.report('safe-changes-nothing', last.step, {
      records: [record],
      steps: shown.flatMap((each) => each?.step ?? []),
      message: `each read changes ${pointer}`,
      expected: String(values[0]),
      actual: String(values.at(-1)),
    });
    return;
  }
}

function isMoment(value: JsonValue | undefined): boolean {
  return typeof value === 'string' || (value !== undefined && isNumber(value));
}

/** Whether each value is another than the one before. */
function differ(values: readonly (JsonValue | undefined)[]): boolean {
  return values.every((value, index) => index === 0 || String(value) !== String(values[index - 1]));
}

function increase(values: readonly (JsonValue | undefined)[]): boolean {
  const numbers = values.map((value) => (value !== undefined && isNumber(value) ? Number(value) : Number.NaN));
  return numbers.slice(1).every((value, index) => value - (numbers[index] ?? 0) === 1);
}
