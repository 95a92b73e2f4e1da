import { type ConflictText, conflictText } from '../../../../openapi/resources/documented-conflicts.ts';
import type { ResourceOperation } from '../../../../openapi/resources/model.ts';
import { actionWords, participles } from '../../../../openapi/resources/operations/verbs.ts';
import { stateProperty } from '../../../../openapi/resources/state-property.ts';
import { isConflictAfter, isOnce } from '../../../../openapi/resources/told-transitions.ts';
import { isDone } from '../../../pool/journal.ts';
import { constantProperties } from '../steps/constant-properties.ts';
import type { Sequence } from '../steps/sequence.ts';
import { createSubject } from './creation.ts';
import { isHeld, perform } from './transitions.ts';

/** Chooses values that no other record has. */
const VARIANT = 39;
const MAX_PAIRS = 6;

/** What the document calls a conflict after an action, the same one or another, is rejected, whether or not it lists the states. */
export async function verifyAfterActions(sequence: Sequence, actions: readonly ResourceOperation[]): Promise<void> {
  const { contract, type, reader } = sequence;
  const listed = stateProperty(contract, reader?.response?.schemas ?? [])?.listed ?? [];
  const held = [...actions, ...sequence.operations('delete').filter(({ scope }) => scope === 'item')];
  const pairs = actions.flatMap((first) =>
    held.flatMap((second) => {
      const text = conflictText(contract, second.operation);
      return text && isTold(first, second, text, listed) ? [{ first, second }] : [];
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
