import type { RequestSpec } from '../../../../generate/requests/build-request.ts';
import type { ResourceOperation } from '../../../../openapi/resources/model.ts';
import { saysGone } from '../../../../openapi/resources/prose/gone.ts';
import { isAccepted, isDone, isRejected, type Step, statusOf } from '../../../pool/journal.ts';
import type { LiveRecord } from '../../../pool/live-record.ts';
import { hasEnded, isEnding } from '../steps/ended-record.ts';
import type { Observation } from '../steps/observe.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';
import { verifyHeadOfDeleted } from './head.ts';
import { findListed, list } from './lists.ts';
import { verifyUnchanged } from './rejections.ts';
import { requestByValues, valueLists } from './value-lists.ts';

/** A record that was deleted is neither read nor listed any more (RFC 9110 section 9.3.5). */
export async function verifyDeletion(sequence: Sequence, subject: Subject): Promise<Step | undefined> {
  const { type } = sequence;
  const [operation] = sequence.operations('delete').filter(({ scope }) => scope === 'item');
  const spec = operation && sequence.requestFor(operation, subject.record);
  if (!operation || !spec || subject.record.isDeleted) return undefined;
  const step = await sequence.change(operation, subject.record, spec, `delete the ${type.name}`);
  if (isRejected(step)) {
    await verifyUnchanged(sequence, subject, step);
    sequence.notes.push(`${operation.operation.id} responded ${statusOf(step)}`);
  }
  if (!isDone(step)) return undefined;
  if (!(await isRemoved(sequence, subject, step))) return step;
  subject.record.isDeleted = true;
  await verifyHeadOfDeleted(sequence, subject);
  if (!(await isUnlisted(sequence, subject, step))) return step;
  await verifySecond(sequence, subject, operation, spec);
  return step;
}

/** Deletes a record that is not looked for. @returns undefined if it could not be deleted */
export async function remove(sequence: Sequence, record: LiveRecord, purpose: string): Promise<Step | undefined> {
  const [operation] = sequence.operations('delete').filter(({ scope }) => scope === 'item');
  const spec = operation && sequence.requestFor(operation, record);
  if (!operation || !spec) return undefined;
  const step = await sequence.change(operation, record, spec, purpose);
  if (!isDone(step)) return undefined;
  record.isDeleted = true;
  return step;
}

/** RFC 9110 section 9.2.2: a DELETE may be repeated, so that it must not fail for what is gone. */
async function verifySecond(
  sequence: Sequence,
  { record }: Subject,
  { operation }: ResourceOperation,
  spec: RequestSpec,
): Promise<void> {
  const step = await sequence.pool.send(operation, spec, `delete the ${sequence.type.name} a second time`);
  if (step.response?.status !== 500) return;
  sequence.report('delete-removes', step, {
    records: [record],
    steps: [step],
    message: `it fails when the ${sequence.type.name} is deleted a second time`,
    expected: 'a documented error or success',
    actual: `status ${statusOf(step)}`,
  });
}

/** What was deleted does not come back, whatever else is created, changed and deleted. */
export async function verifyStillGone(sequence: Sequence, subject: Subject): Promise<void> {
  const deletions = new Set(sequence.operations('delete').map(({ operation }) => operation.id));
  const step = subject.record.changes.findLast(({ operation }) => deletions.has(operation.id));
  // A client that chooses identifiers may have created it again.
  const isChosen = sequence.type.operations.some(({ creates, scope }) => creates && scope === 'item');
  if (!subject.record.isDeleted || !step || isChosen || sequence.pool.registry.isReused(subject.record)) return;
  await isRemoved(sequence, subject, step, `read the ${sequence.type.name} that was deleted long before`);
  await verifyNoGhost(sequence, subject);
}

/** An update of what does not exist is rejected and creates nothing. */
async function verifyNoGhost(sequence: Sequence, { record }: Subject): Promise<void> {
  const { type } = sequence;
  for (const operation of sequence.operations('update', 'patch').filter(({ patch }) => patch !== 'json-patch')) {
    const body = sequence.pool.candidates.body(operation.operation, 'all', 31);
    const spec = body === undefined ? undefined : sequence.requestFor(operation, record, body);
    if (!spec) continue;
    const step = await sequence.journal.send(operation.operation, spec, `change the deleted ${type.name}`);
    if (!isRejected(step)) continue;
    const ghost: Subject = { record, expected: [] };
    const seen = await sequence.read(
      ghost,
      `read the deleted ${type.name} again`,
      ({ step: read }) => !isAccepted(read),
    );
    if (!seen || !isAccepted(seen.step)) continue;
    sequence.report('rejected-changes-nothing', step, {
      records: [record],
      steps: [step, seen.step],
      message: `it creates the ${type.name} that it says does not exist`,
      expected: 'status 404 or 410',
      actual: `${seen.step.operation.id} responded ${statusOf(seen.step)}`,
    });
    return;
  }
}

/** False for a record that is still found; one that has not ended, as far as it says, is reported. */
export async function isRemoved(
  sequence: Sequence,
  subject: Subject,
  step: Step,
  purpose = `read the deleted ${sequence.type.name}`,
): Promise<boolean> {
  const { type, contract, reader } = sequence;
  const before = subject.seen?.record;
  const isForGood = step.response?.status !== 202 && saysGone(contract.document, type, step.operation, reader);
  const isKept = ({ record }: Observation) =>
    record !== undefined && hasEnded(record, before) && !(isForGood && !isEnding(record));
  const isDecided = (read: Observation) =>
    !isAccepted(read.step) || (isKept(read) && read.record !== undefined && !isEnding(read.record));
  const seen = await sequence.read(subject, purpose, isDecided);
  if (!seen || !isAccepted(seen.step)) return true;
  if (isKept(seen)) return false;
  sequence.report('delete-removes', step, {
    records: [subject.record],
    steps: [seen.step],
    message: `the ${type.name} that it deleted is still found`,
    expected: 'status 404 or 410',
    actual: `${seen.step.operation.id} responded ${statusOf(seen.step)}`,
  });
  return false;
}

export async function isUnlisted(sequence: Sequence, subject: Subject, step: Step): Promise<boolean> {
  const { type } = sequence;
  const { record } = subject;
  const whole = [...sequence.lists, ...sequence.searched].map((operation) => ({
    operation,
    spec: sequence.listRequest(operation, record),
  }));
  const byValues = valueLists(sequence).map((operation) => ({
    operation,
    spec: requestByValues(sequence, operation, subject),
  }));
  for (const { operation, spec } of [...whole, ...byValues]) {
    const purpose = `list the ${type.name} after the deletion`;
    const listed =
      spec && (await list(sequence, operation, record, purpose, (each) => !findListed(record, each), spec));
    if (!listed || !findListed(record, listed)) continue;
    sequence.report('delete-removes', step, {
      records: [record],
      steps: listed.steps,
      message: `the ${type.name} that it deleted is still listed`,
      expected: 'a list without it',
      actual: `${operation.operation.id} has it`,
    });
    return false;
  }
  return true;
}
