import { listsStatus } from '../../../../core/operation.ts';
import { withArticle } from '../../../../core/util/pluralize.ts';
import type { ResourceOperation, ResourceType } from '../../../../openapi/resources/model.ts';
import { dependentsOf } from '../../../pool/creation/plan-creation.ts';
import { eventually } from '../../../pool/eventually.ts';
import { isAccepted, isDone, isRejected, type Step, statusOf } from '../../../pool/journal.ts';
import { type LiveRecord, withoutSelf } from '../../../pool/live-record.ts';
import { findDifferences, shownProperties } from '../steps/expected-properties.ts';
import { isFinal, isGone, type Observation, readOnce } from '../steps/observe.ts';
import { isUniqueText } from '../steps/same-value.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';
import { createSubject } from './creation.ts';
import { isRemoved } from './deletion.ts';
import { verifyUnchanged } from './rejections.ts';
import { isKept, isTakenAlong, mayBeKept } from './told-dependents.ts';
import { verifyUntouched } from './untouched.ts';
import { patchOnce, replaceOnce } from './updates.ts';

/** Chooses values that the record has not had before. */
const VARIANT = 33;

/** Changing a record leaves those that need it; deleting it deletes those below it alone, or is rejected and changes nothing. */
export async function verifyDependents(sequence: Sequence, context: ReadonlyMap<string, LiveRecord>): Promise<void> {
  const { pool, type } = sequence;
  const [operation] = sequence.operations('delete').filter(({ scope }) => scope === 'item');
  const dependents = operation ? dependentsOf(pool.model, type) : [];
  const isBelow = ({ parent }: ResourceType) => parent === type.name;
  const below = dependents.filter(isBelow);
  const others = dependents.filter((each) => !isBelow(each));
  const kept = others.find((each) => operation && mayBeKept(sequence.contract, operation.operation, each));
  const chosen = [below.find((each) => readerOf(each)) ?? below[0], others[0], kept];
  for (const dependent of new Set(chosen))
    if (operation && dependent) await verifyDependent(sequence, operation, dependent, context);
}

/** Deleting a record leaves those that it needs, such as the shelf of a book. */
export async function verifyNeeded(
  sequence: Sequence,
  record: LiveRecord,
  remove: () => Promise<Step | undefined>,
): Promise<Step | undefined> {
  const { name } = sequence.type;
  const needed: LiveRecord[] = [];
  for (const each of withoutSelf(record).values()) {
    const purpose = `read the ${each.type.name} that the ${name} needs`;
    const seen = await observe(sequence, each, purpose, ({ step }) => isAccepted(step));
    if (seen && isAccepted(seen.step)) needed.push(each);
  }
  const step = await remove();
  for (const each of step ? needed : [])
    if (step) await verifyKept(sequence, each, step, `the deletion of ${withArticle(name)} that needs it`);
  return step;
}

async function verifyDependent(
  sequence: Sequence,
  operation: ResourceOperation,
  dependent: ResourceType,
  context: ReadonlyMap<string, LiveRecord>,
): Promise<void> {
  const { pool, type } = sequence;
  const subject = await createSubject(sequence, { context, isNamed: true });
  const other = subject && (await createSubject(sequence, { context, isNamed: true }));
  if (!subject) return;
  const child = await pool.create(dependent, { context: subject.record.context });
  if ('problem' in child) return;
  const stranger = other && (await pool.create(dependent, { context: other.record.context }));
  const lists = listsOf(type, dependent);
  subject.expected = subject.expected.filter(({ pointer }) => !lists.has(arrayOf(pointer)));
  await verifyTextsKept(sequence, subject, child);
  // A change of such a list changes what is below.
  const kept = lists.size === 0 ? await verifyKeptByChange(sequence, subject, child) : undefined;
  const spec = sequence.requestFor(operation, subject.record);
  if (!spec) return;
  const mayBeRejected = listsStatus(operation.operation, 409);
  const before = mayBeRejected
    ? (kept ?? (await observe(sequence, child, `read the ${dependent.name}`, ({ step }) => isAccepted(step))))
    : undefined;
  const purpose = `delete the ${type.name} that ${withArticle(dependent.name)} needs`;
  const step = await sequence.change(operation, subject.record, spec, purpose);
  if (isRejected(step) && !isGone(step)) {
    await verifyUnchanged(sequence, subject, step);
    await verifyLeft(sequence, child, before, step);
  }
  if (!isDone(step) || !(await isRemoved(sequence, subject, step))) return;
  subject.record.isDeleted = true;
  child.isDeleted = dependent.parent === type.name || isTakenAlong(sequence.contract, operation.operation, dependent);
  reportConflict(sequence, operation, [subject.record, child], step);
  if (child.isDeleted) await verifyRemovedBelow(sequence, subject, child, step);
  if (stranger && !('problem' in stranger))
    await verifyKept(sequence, stranger, step, `the deletion of ${withArticle(type.name)} that it does not need`);
}

/** Whatever counts and states follow from what is created below a record, the texts that a client has given it stay. */
async function verifyTextsKept(sequence: Sequence, subject: Subject, { type, step }: LiveRecord): Promise<void> {
  const all = subject.expected;
  subject.expected = all.filter(({ value }) => isUniqueText(value));
  await verifyUntouched(sequence, subject, step, `the creation of ${withArticle(type.name)} that needs it`);
  subject.expected = all;
}

/** A deletion that is rejected leaves what needs the record as it was. */
async function verifyLeft(
  sequence: Sequence,
  child: LiveRecord,
  before: Observation | undefined,
  at: Step,
): Promise<void> {
  const { type } = child;
  const reader = readerOf(type);
  if (!reader || before?.record === undefined) return;
  const expected = shownProperties(before.record, type, reader);
  const differencesIn = ({ record }: Observation) => (record === undefined ? [] : findDifferences(record, expected));
  const purpose = `read the ${type.name} after the rejection`;
  const seen = await observe(
    sequence,
    child,
    purpose,
    (each) => differencesIn(each).length === 0 && !isGone(each.step),
  );
  const differences = seen ? differencesIn(seen) : [];
  if (!seen || (differences.length === 0 && !isGone(seen.step))) return;
  sequence.report('rejected-changes-nothing', at, {
    records: [child],
    steps: [before.step, at, seen.step],
    message: `${withArticle(type.name)} has changed by a deletion that was rejected`,
    ...(differences.length > 0 ? { differences } : { expected: `the ${type.name}`, actual: statusOf(seen.step) }),
  });
}

/** The arrays in which a record names those below it, such as `labelIds` of an issue: they change with these. */
function listsOf({ references }: ResourceType, { name, identifiers }: ResourceType): Set<string> {
  const below = new Set([name, ...identifiers.flatMap(({ sameAs }) => sameAs?.resource ?? [])]);
  return new Set(references.flatMap(({ at, many, resource }) => (many && below.has(resource) ? [arrayOf(at)] : [])));
}

function arrayOf(pointer: string): string {
  return pointer.replace(/\/\*.*$/, '');
}

/** The first change that the document has for the record is none of its dependents. */
async function verifyKeptByChange(
  sequence: Sequence,
  subject: Subject,
  child: LiveRecord,
): Promise<Observation | undefined> {
  await replaceOnce(sequence, subject, VARIANT);
  await patchOnce(sequence, subject, VARIANT);
  const step = subject.record.changes.at(-1);
  if (!step || !isDone(step)) return undefined;
  return verifyKept(sequence, child, step, `a change of its ${sequence.type.name}`);
}

/** @returns the last read */
export async function verifyKept(
  sequence: Sequence,
  child: LiveRecord,
  at: Step,
  cause: string,
): Promise<Observation | undefined> {
  const { name } = child.type;
  const seen = await observe(sequence, child, `read the ${name} after ${cause}`, ({ step }) => !isGone(step));
  if (!seen || !isGone(seen.step)) return seen;
  sequence.report('others-are-untouched', at, {
    records: [child],
    steps: [at, seen.step],
    message: `${withArticle(name)} is no longer found after ${cause}`,
    expected: `the ${name}`,
    actual: `${seen.step.operation.id} responded ${statusOf(seen.step)}`,
  });
  child.isDeleted = true;
  return seen;
}

function reportConflict(
  sequence: Sequence,
  { operation }: ResourceOperation,
  records: readonly [LiveRecord, LiveRecord],
  step: Step,
): void {
  const { type } = sequence;
  const [, child] = records;
  const dependent = child.type;
  if (!isKept(sequence.contract, operation, child)) return;
  sequence.report('conflict-is-rejected', step, {
    records,
    steps: [step],
    message: `it deletes ${withArticle(type.name)} that ${withArticle(dependent.name)} needs, which the document calls a conflict`,
    expected: 'status 409',
    actual: `status ${statusOf(step)}`,
  });
}

/** What is below a record that is gone is no longer found there. */
export async function verifyRemovedBelow(
  sequence: Sequence,
  { record }: Subject,
  child: LiveRecord,
  at: Step,
): Promise<void> {
  const { type } = sequence;
  const purpose = `read the ${child.type.name} of the deleted ${type.name}`;
  const seen = await observe(sequence, child, purpose, ({ step }) => !isAccepted(step));
  if (!seen || !isAccepted(seen.step) || seen.record === undefined) return;
  sequence.report('delete-removes', at, {
    records: [record, child],
    steps: [at, seen.step],
    message: `${withArticle(child.type.name)} is still found below the ${type.name} that it deleted`,
    expected: 'status 404 or 410',
    actual: `${seen.step.operation.id} responded ${statusOf(seen.step)}`,
  });
}

/** Reads a record of another type until it is as expected; undefined if no operation reads one. */
export async function observe(
  { pool, journal, options }: Sequence,
  record: LiveRecord,
  purpose: string,
  isExpected: (seen: Observation) => boolean,
): Promise<Observation | undefined> {
  const reader = readerOf(record.type);
  const base = reader && pool.candidates.base(reader.operation, []);
  const spec = reader && base && pool.request(reader, record, base);
  if (!reader || !spec || 'problem' in spec) return undefined;
  const isEnough = (each: Observation) => isFinal(each.step) || isExpected(each);
  const seen = await eventually(options.consistencyMs, () => readOnce(journal, reader, spec, purpose), isEnough);
  journal.record(seen.step);
  return seen;
}

function readerOf({ operations }: ResourceType): ResourceOperation | undefined {
  return operations.find(({ role, scope, response }) => role === 'read' && scope === 'item' && response);
}
