import type { ResourceOperation } from '../../../../openapi/resources/model.ts';
import { isRestoring } from '../../../../openapi/resources/operations/trash.ts';
import { actionWords, participles } from '../../../../openapi/resources/operations/verbs.ts';
import { type ConflictText, conflictText } from '../../../../openapi/resources/prose/conflicts.ts';
import {
  isConflictAfter,
  isConflictAfterDeed,
  isOnce,
  restoresGoneOnly,
} from '../../../../openapi/resources/prose/transitions.ts';
import { stateProperty } from '../../../../openapi/resources/state-property.ts';
import { isDone } from '../../../pool/journal.ts';
import { constantProperties } from '../steps/constant-properties.ts';
import type { Sequence } from '../steps/sequence.ts';
import { createSubject } from './creation.ts';
import { isPlace } from './places.ts';
import { isHeld, perform } from './transitions.ts';

/** Chooses values that no other record has. */
const VARIANT = 39;
const MAX_PAIRS = 6;

/** What the document calls a conflict after an action, the same one or another, is rejected, whether or not it lists the states. */
export async function verifyAfterActions(sequence: Sequence, actions: readonly ResourceOperation[]): Promise<void> {
  const { contract, type, reader } = sequence;
  await verifyRestorations(sequence, actions.filter(isRestoring));
  const listed = stateProperty(contract, reader?.response?.schemas ?? [])?.listed ?? [];
  const held = [...actions, ...sequence.operations('delete').filter(({ scope }) => scope === 'item')];
  const pairs = actions.flatMap((first) =>
    held.flatMap((second) => {
      const text = conflictText(contract, second.operation);
      const isTaken = (of: ConflictText) =>
        first !== second && isConflictAfterDeed(type, conflictText(contract, first.operation), of);
      return text && (isTold(first, second, text, listed) || isTaken(text)) ? [{ first, second }] : [];
    }),
  );
  for (const { first, second } of pairs.slice(0, MAX_PAIRS)) {
    const subject = await createSubject(sequence, { variant: VARIANT });
    const step =
      subject && (await perform(sequence, subject, first, `${first.operation.id} on the ${type.name}`, VARIANT));
    if (!subject || !step || !isDone(step)) continue;
    const seen = await sequence.read({ ...subject, expected: [] }, `read the ${type.name} as it is then`);
    subject.expected = seen?.record === undefined ? [] : constantProperties(sequence, seen.record);
    if (!(await isHeld(sequence, subject, second, doneBy(first)))) return;
  }
}

/** What was not deleted is not restored, where the document says so. */
async function verifyRestorations(sequence: Sequence, actions: readonly ResourceOperation[]): Promise<void> {
  for (const action of actions) {
    const text = conflictText(sequence.contract, action.operation);
    const subject = text && restoresGoneOnly(text) ? await createSubject(sequence, { variant: VARIANT }) : undefined;
    if (subject) await isHeld(sequence, subject, action, 'that is not deleted');
    await verifyRestored(sequence, action);
  }
}

/** What was deleted and is restored has the values that it was given, but for its state and its place among others. */
async function verifyRestored(sequence: Sequence, action: ResourceOperation): Promise<void> {
  const { contract, reader, type } = sequence;
  const { name } = type;
  const [deletion] = sequence.operations('delete').filter(({ scope }) => scope === 'item');
  const subject = deletion && (await createSubject(sequence, { variant: VARIANT + 1 }));
  const before = subject && (await sequence.read(subject, `read the ${name} before its deletion`));
  const spec = subject && deletion && sequence.requestFor(deletion, subject.record);
  if (!deletion || !subject || before?.record === undefined || !spec) return;
  const deleted = await sequence.change(deletion, subject.record, spec, `delete the ${name}`);
  const step = isDone(deleted) ? await perform(sequence, subject, action, `restore the ${name}`) : undefined;
  if (!step || !isDone(step)) return;
  const state = stateProperty(contract, reader?.response?.schemas ?? [])?.pointer;
  subject.expected = subject.expected.filter(({ pointer }) => pointer !== state && !isPlace(pointer));
  await sequence.verify('action-is-visible', subject, step, {
    purpose: `read the ${name} that was restored`,
    gone: `the ${name} is not found after it was restored`,
    differs: `the ${name} is restored with other values than it had`,
  });
}

/** Listed states are led through one after another. */
function isTold(
  { operation: { path } }: ResourceOperation,
  second: ResourceOperation,
  text: ConflictText,
  listed: readonly string[],
): boolean {
  if (second.operation.path === path && second.operation.method !== 'DELETE') return isOnce(path, text);
  const states = participles(actionWords(path)[0] ?? '');
  return isConflictAfter(path, text) && !listed.some((state) => states.includes(state.toLowerCase()));
}

/** What an action has done to a record: `that is revoked`. */
function doneBy({ operation }: ResourceOperation): string {
  const [verb = '', ...rest] = actionWords(operation.path);
  const [done] = rest.length === 0 ? participles(verb) : [];
  return done === undefined ? `after ${operation.id}` : `that is ${done}`;
}
