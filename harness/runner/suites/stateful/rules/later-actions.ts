import type { ResourceOperation } from '../../../../openapi/resources/model.ts';
import { isRestoring } from '../../../../openapi/resources/operations/trash.ts';
import { isDone } from '../../../pool/journal.ts';
import { shownProperties } from '../steps/expected-properties.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';
import { createSubject } from './creation.ts';
import { verifyDeletion } from './deletion.ts';
import { perform } from './transitions.ts';

/** Chooses values that no other record has. */
const VARIANT = 41;
/** So many actions are tried on a record that others have changed. */
const MAX_TRIED = 6;

/**
 * An action that no new record takes may be one for later: an order is shipped once it is paid, and restored once it is deleted.
 * @param accepted actions that new records take
 * @param verify true if the action was accepted, and what it shows verified
 */
export async function verifyLaterActions(
  sequence: Sequence,
  accepted: readonly ResourceOperation[],
  later: readonly ResourceOperation[],
  verify: (action: ResourceOperation, subject: Subject) => Promise<boolean>,
): Promise<void> {
  const left = new Set(later.slice(0, MAX_TRIED));
  for (const first of accepted) {
    if (left.size === 0) return;
    const subject = await createSubject(sequence, { variant: VARIANT });
    const step = subject && (await perform(sequence, subject, first, `${first.operation.id} before other actions`));
    if (!subject || !step || !isDone(step)) continue;
    for (let tried = [...left].filter((each) => follows(each, first)); tried.length > 0; ) {
      subject.expected = [];
      const next = await firstOf(tried, (action) => verify(action, subject));
      tried = next ? tried.filter((action) => action !== next) : [];
      if (next) left.delete(next);
    }
    subject.expected = [];
    await verifyDeletion(sequence, subject);
  }
  for (const action of left) if (isRestoring(action)) await verifyRestored(sequence, action);
}

/** A DELETE takes back what another method did on its path. */
function follows({ operation: { method, path } }: ResourceOperation, { operation: first }: ResourceOperation): boolean {
  return method !== 'DELETE' || path === first.path;
}

async function firstOf<T>(list: readonly T[], is: (each: T) => Promise<boolean>): Promise<T | undefined> {
  for (const each of list) if (await is(each)) return each;
  return undefined;
}

/** What was deleted and then restored is found again, with the values that it had. */
async function verifyRestored(sequence: Sequence, action: ResourceOperation): Promise<void> {
  const { type, reader } = sequence;
  const subject = await createSubject(sequence, { variant: VARIANT + 1 });
  const before = subject?.seen?.record;
  if (!reader || !subject || before === undefined || !(await verifyDeletion(sequence, subject))) return;
  const step = await perform(sequence, subject, action, `${action.operation.id} on the deleted ${type.name}`);
  if (!step || !isDone(step)) return;
  subject.record.isDeleted = false;
  const listed = new Set(reader.response?.properties.flatMap(({ pointer, enumerated }) => (enumerated ? pointer : [])));
  subject.expected = shownProperties(before, type, reader).filter(({ pointer }) => !listed.has(pointer));
  await sequence.verify('action-is-visible', subject, step, {
    purpose: `read the ${type.name} after ${action.operation.id}`,
    gone: `the ${type.name} is not found although it was restored`,
    differs: `the ${type.name} is not as it was before it was deleted`,
  });
  subject.expected = [];
  await verifyDeletion(sequence, subject);
}
