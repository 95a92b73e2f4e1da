import fc from 'fast-check';
import { isSettled, withoutSelf } from '../../../pool/live-record.ts';
import { createSubject, isAgain } from '../rules/creation.ts';
import { verifyDeletion } from '../rules/deletion.ts';
import { verifyListed } from '../rules/lists.ts';
import { verifySafeMethods } from '../rules/safe-methods.ts';
import { verifyUntouched } from '../rules/untouched.ts';
import { patchOnce, replaceOnce } from '../rules/updates.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';

const MAX_ACTIONS = 8;
const MAX_VARIANT = 12;

/** One step of a random sequence. */
export interface RandomAction {
  readonly kind: 'create' | 'replace' | 'patch' | 'delete' | 'list' | 'read';
  /** Chooses one of the records that are there. */
  readonly record: number;
  /** Chooses the values that are sent. */
  readonly variant: number;
}

/** Generates sequences of actions; they shrink to fewer ones on the first record. */
export const randomActions: fc.Arbitrary<RandomAction[]> = fc.array(
  fc.record({
    kind: fc.constantFrom('read', 'list', 'create', 'replace', 'patch', 'delete'),
    record: fc.nat({ max: 3 }),
    variant: fc.integer({ min: 1, max: MAX_VARIANT }),
  }),
  { minLength: 1, maxLength: MAX_ACTIONS },
);

/** Creates a record, performs the actions, and verifies after each what it must and must not change. */
export async function performActions(sequence: Sequence, actions: readonly RandomAction[]): Promise<void> {
  const first = await createSubject(sequence);
  const subjects = first ? [first] : [];
  // A deletion may keep what it ends, such as an order that is cancelled.
  const ended = new Set<Subject>();
  for (const action of actions) {
    const live = subjects.filter((each) => !ended.has(each) && !each.record.isDeleted && isSettled(each.record));
    const subject = live[action.record % Math.max(1, live.length)];
    if (!first || sequence.findings.length > 0) return;
    const touched =
      action.kind === 'create' || !subject
        ? await createSubject(sequence, { context: withoutSelf(first.record), variant: action.variant })
        : subject;
    if (!touched) return;
    if (touched !== subject) {
      for (const known of live) if (isAgain(touched, known)) ended.add(known);
      subjects.push(touched);
    } else if (action.kind !== 'delete') await perform(sequence, action, touched, live);
    else if (await verifyDeletion(sequence, touched)) ended.add(touched);
    const step = touched.record.changes.at(-1) ?? touched.record.step;
    for (const other of live.filter((each) => each !== touched && !ended.has(each)))
      await verifyUntouched(sequence, other, step, `a change of another`);
  }
}

async function perform(
  sequence: Sequence,
  { kind, variant }: RandomAction,
  subject: Subject,
  live: readonly Subject[],
): Promise<unknown> {
  switch (kind) {
    case 'replace':
      return replaceOnce(sequence, subject, variant);
    case 'patch':
      return patchOnce(sequence, subject, variant);
    case 'list':
      return verifyListed(sequence, live, 'after these changes');
    default:
      return verifySafeMethods(sequence, subject);
  }
}
