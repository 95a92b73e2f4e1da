import { getAt } from '../../../../core/json/pointer.ts';
import type { JsonValue } from '../../../../core/model.ts';
import { withArticle } from '../../../../core/util/pluralize.ts';
import { type ConflictText, conflictText, isConflictIn } from '../../../../openapi/resources/documented-conflicts.ts';
import type { ResourceOperation } from '../../../../openapi/resources/model.ts';
import { type StateProperty, stateProperty } from '../../../../openapi/resources/state-property.ts';
import { bodyOf, isDone, isRejected, type Step, statusOf } from '../../../pool/journal.ts';
import { constantProperties } from '../steps/constant-properties.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';
import { createSubject } from './creation.ts';
import { verifyUnchanged } from './rejections.ts';

/** Chooses values that no other record has. */
const VARIANT = 35;
/** So many actions are tried in one state although the document says that they are conflicts. */
const MAX_TRIED = 4;

interface Action {
  readonly operation: ResourceOperation;
  readonly text: ConflictText | undefined;
}

/** An action or a deletion that is a conflict in the state of a record, as the document says in words, is rejected. */
export async function verifyTransitions(sequence: Sequence, operations: readonly ResourceOperation[]): Promise<void> {
  const { contract, reader } = sequence;
  const states = stateProperty(contract, reader?.response?.schemas ?? []);
  const withText = (operation: ResourceOperation) => ({ operation, text: conflictText(contract, operation.operation) });
  const actions = operations.map(withText);
  const deletions = sequence.operations('delete').filter(({ scope }) => scope === 'item');
  const isTold = ({ text }: Action) => text && states?.listed.some((each) => isConflictIn(each, states.listed, text));
  const watched = [...deletions.map(withText), ...actions];
  if (!states || !watched.some(isTold)) return;
  const subject = await createSubject(sequence, { variant: VARIANT });
  if (!subject) return;
  const left = new Set(actions);
  for (;;) {
    const state = await stateOf(sequence, subject, states);
    if (state === undefined) return;
    const isForbidden = ({ text }: Action) => text !== undefined && isConflictIn(state, states.listed, text);
    for (const each of watched.filter(isForbidden).slice(0, MAX_TRIED))
      if (!(await isHeld(sequence, subject, each.operation, state))) return;
    const next = [...left].find((each) => !isForbidden(each));
    if (!next) return;
    left.delete(next);
    const step = await perform(
      sequence,
      subject,
      next.operation,
      `${next.operation.operation.id} on the ${sequence.type.name}`,
    );
    const value = step && stateShown(step, next.operation, states.pointer);
    if (
      step &&
      value !== undefined &&
      !(await isReached(sequence, subject, next.operation, { step, pointer: states.pointer, value }))
    )
      return;
  }
}

/** The state that the response of an action shows. */
export function stateShown(step: Step, { response }: ResourceOperation, pointer: string): string | undefined {
  const value = isDone(step) ? getAt(bodyOf(step) ?? null, (response?.envelope ?? '') + pointer) : undefined;
  return typeof value === 'string' ? value : undefined;
}

/** True if a read shows the state that an action leads to. */
export async function isReached(
  sequence: Sequence,
  subject: Subject,
  { operation: { id } }: ResourceOperation,
  { step, pointer, value }: { readonly step: Step; readonly pointer: string; readonly value: string },
): Promise<boolean> {
  subject.expected = [{ pointer, value, initial: undefined }];
  const type = sequence.type.name;
  const result = await sequence.verify('action-is-visible', subject, step, {
    purpose: `read the ${type} after ${id}`,
    gone: `the ${type} is no longer found after ${id}`,
    differs: `the ${type} is not in the state that ${id} leads to`,
  });
  return result === 'as expected';
}

/** The state that a read shows; the rest of what it shows is expected from then on. */
export async function stateOf(
  sequence: Sequence,
  subject: Subject,
  { pointer }: StateProperty,
): Promise<string | undefined> {
  const seen = await sequence.read({ ...subject, expected: [] }, `read the ${sequence.type.name} in its state`);
  const record = seen?.record;
  const value: JsonValue | undefined = record === undefined ? undefined : getAt(record, pointer);
  if (record === undefined || typeof value !== 'string') return undefined;
  subject.expected = constantProperties(sequence, record);
  return value;
}

/** Sends an action about a record; undefined if its request cannot be made. */
export async function perform(
  sequence: Sequence,
  { record }: Subject,
  action: ResourceOperation,
  purpose: string,
  variant = VARIANT,
): Promise<Step | undefined> {
  const [candidate] = sequence.pool.candidates.of(action.operation, variant);
  const spec = candidate && sequence.requestFor(action, record, candidate.body);
  return spec && sequence.change(action, record, spec, purpose);
}

/** True if the action is rejected in the state, as the document says, and changes nothing. */
async function isHeld(
  sequence: Sequence,
  subject: Subject,
  action: ResourceOperation,
  state: string,
): Promise<boolean> {
  const { name } = sequence.type;
  const step = await perform(
    sequence,
    subject,
    action,
    `${action.operation.id} on ${withArticle(name)} that is ${state}`,
    VARIANT + 1,
  );
  if (!step) return true;
  if (isRejected(step)) return (await verifyUnchanged(sequence, subject, step)) === 'as expected';
  if (!isDone(step)) return true;
  sequence.report('conflict-is-rejected', step, {
    records: [subject.record],
    steps: [step],
    message: `it is accepted although the ${name} is ${state}, which the document calls a conflict`,
    expected: 'status 409',
    actual: `status ${statusOf(step)}`,
  });
  return false;
}
