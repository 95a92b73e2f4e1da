import { getAt } from '../../../../core/json/pointer.ts';
import type { JsonValue } from '../../../../core/model.ts';
import { withArticle } from '../../../../core/util/pluralize.ts';
import type { ResourceOperation } from '../../../../openapi/resources/model.ts';
import { type ConflictText, conflictText, isConflictIn } from '../../../../openapi/resources/prose/conflicts.ts';
import { changeText } from '../../../../openapi/resources/prose/transitions.ts';
import { type StateProperty, stateProperty } from '../../../../openapi/resources/state-property.ts';
import { bodyOf, isDone, isRejected, type Step, statusOf } from '../../../pool/journal.ts';
import { actionBody } from '../steps/action-body.ts';
import { constantProperties } from '../steps/constant-properties.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';
import { createSubject } from './creation.ts';
import { verifyUnchanged } from './rejections.ts';

/** Chooses values that no other record has. */
const VARIANT = 35;
/** So many actions are tried in one state although the document says that they are conflicts. */
const MAX_TRIED = 4;
/** Other actions of a new record lead to other states. */
const MAX_WALKS = 4;

interface Action {
  readonly operation: ResourceOperation;
  /** Whether it is a conflict in a state. */
  readonly isForbidden: (state: string) => boolean;
}

/** An action, a change or a deletion that is a conflict in the state of a record, as the document says in words, is rejected. */
export async function verifyTransitions(
  sequence: Sequence,
  operations: readonly ResourceOperation[],
): Promise<readonly Move[]> {
  const { contract, reader } = sequence;
  const states = stateProperty(contract, reader?.response?.schemas ?? []);
  if (!states) return [];
  const toAction = (operation: ResourceOperation, text: ConflictText | undefined): Action => ({
    operation,
    isForbidden: (state) => text !== undefined && isConflictIn(state, states.listed, text),
  });
  const withText = (each: ResourceOperation) => toAction(each, conflictText(contract, each.operation));
  const actions = operations.map(withText);
  const deletions = sequence.operations('delete').filter(({ scope }) => scope === 'item');
  const changes = sequence.operations('update', 'patch').filter(({ patch }) => patch !== 'json-patch');
  const ofChanges = changes.map((each) => toAction(each, changeText(contract, each)));
  const watched = [...deletions.map(withText), ...ofChanges, ...actions];
  if (!watched.some(({ isForbidden }) => states.listed.some(isForbidden))) return [];
  const left = new Set(actions);
  const walk: Walk = { sequence, states, watched, left, rejected: new Set(), moves: [], seen: new Set() };
  for (let count = 0, before = ''; count < MAX_WALKS && before !== progressOf(walk); count++) {
    before = progressOf(walk);
    if (!(await leadThroughStates(walk)) || left.size === 0) break;
  }
  return walk.moves;
}

function progressOf({ left, rejected }: Walk): string {
  return `${left.size} ${rejected.size}`;
}

interface Walk {
  readonly sequence: Sequence;
  readonly states: StateProperty;
  /** Actions and deletions that are tried where they are conflicts. */
  readonly watched: readonly Action[];
  /** Actions that were not performed yet. */
  readonly left: Set<Action>;
  /** Of these, those that were rejected once: after other actions, such as the payment of what is then voided. */
  readonly rejected: Set<Action>;
  /** Which states the actions have led to. */
  readonly moves: Move[];
  /** States in which all was tried. */
  readonly seen: Set<string>;
}

/** What an action has led to. */
export interface Move {
  readonly action: Action;
  readonly from: string;
  readonly to: string;
}

/** The next action: one that is left and no conflict in the state, or one that leads to where there is such a one. */
function nextAction({ left, moves }: Walk, state: string, tried: ReadonlySet<Action>): Action | undefined {
  const open = (at: string) => [...left].find((each) => !tried.has(each) && !each.isForbidden(at));
  const way = ({ action, from, to }: Move) => !tried.has(action) && from === state && open(to) !== undefined;
  return open(state) ?? moves.find(way)?.action;
}

/** Leads a new record from state to state; false if there is nothing to go on with. */
async function leadThroughStates(walk: Walk): Promise<boolean> {
  const { sequence, states, watched, left, rejected, moves, seen } = walk;
  const tried = new Set<Action>();
  const subject = await createSubject(sequence, { variant: VARIANT });
  if (!subject) return false;
  for (;;) {
    const state = await stateOf(sequence, subject, states);
    if (state === undefined) return false;
    const isForbidden = (each: Action) => each.isForbidden(state);
    if (!seen.has(state))
      for (const each of watched.filter(isForbidden).slice(0, MAX_TRIED))
        if (!(await isHeld(sequence, subject, each.operation, `that is ${state}`))) return false;
    seen.add(state);
    const next = nextAction(walk, state, tried);
    if (!next) return true;
    tried.add(next);
    const purpose = `${next.operation.operation.id} on the ${sequence.type.name}`;
    const step = await perform(sequence, subject, next.operation, purpose);
    if (step && isRejected(step) && !rejected.has(next)) rejected.add(next);
    else left.delete(next);
    const value = step && stateShown(step, next.operation, states.pointer);
    if (value !== undefined) moves.push({ action: next, from: state, to: value });
    if (step && value !== undefined) {
      const goal = { step, pointer: states.pointer, value };
      if (!(await isReached(sequence, subject, next.operation, goal))) return false;
    }
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
  const body = actionBody(sequence, action, candidate?.body);
  const spec = candidate && sequence.requestFor(action, await sequence.pool.around(action, record), body);
  return spec && sequence.change(action, record, spec, purpose);
}

/**
 * True if the action is rejected as the document says, and changes nothing.
 * @param condition what makes it a conflict: `that is closed`
 */
export async function isHeld(
  sequence: Sequence,
  subject: Subject,
  action: ResourceOperation,
  condition: string,
): Promise<boolean> {
  const what = `${withArticle(sequence.type.name)} ${condition}`;
  const step = await perform(sequence, subject, action, `${action.operation.id} on ${what}`, VARIANT + 1);
  if (!step) return true;
  if (isRejected(step)) return (await verifyUnchanged(sequence, subject, step)) === 'as expected';
  if (!isDone(step)) return true;
  sequence.report('conflict-is-rejected', step, {
    records: [subject.record],
    steps: [step],
    message: `it is accepted for ${what}, which the document calls a conflict`,
    expected: 'status 409',
    actual: `status ${statusOf(step)}`,
  });
  return false;
}
