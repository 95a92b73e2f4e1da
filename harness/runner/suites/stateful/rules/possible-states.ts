import { withArticle } from '../../../../core/util/pluralize.ts';
import type { ResourceOperation } from '../../../../openapi/resources/model.ts';
import { conflictText } from '../../../../openapi/resources/prose/conflicts.ts';
import { statesOfAcceptance } from '../../../../openapi/resources/prose/possible-states.ts';
import { type StateProperty, stateProperty } from '../../../../openapi/resources/state-property.ts';
import { isDone, type Step } from '../../../pool/journal.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';
import { createSubject } from './creation.ts';
import { type Move, perform, stateOf } from './transitions.ts';

/** Chooses values that no other record has. */
const VARIANT = 43;
/** So many actions lead a record to a state. */
const MAX_MOVES = 3;

/**
 * What the document says is possible in several states, and no more, is not a conflict in one of them: `Orders that are draft or submitted
 * can be cancelled`. As long as it is accepted in another one: it may depend on something else.
 * @param moves which states actions have led to
 */
export async function verifyPossible(
  sequence: Sequence,
  actions: readonly ResourceOperation[],
  moves: readonly Move[],
): Promise<void> {
  const { contract, reader } = sequence;
  const states = stateProperty(contract, reader?.response?.schemas ?? []);
  const deletions = sequence.operations('delete').filter(({ scope }) => scope === 'item');
  for (const operation of states && moves.length > 0 ? [...actions, ...deletions] : []) {
    const text = conflictText(contract, operation.operation);
    const possible = states && text ? statesOfAcceptance(states.listed, text) : [];
    if (states && possible.length > 1 && !(await isPossible(sequence, operation, states, { possible, moves }))) return;
  }
}

/** False if it is accepted in one state, and is a conflict in another one twice, which is reported. */
async function isPossible(
  sequence: Sequence,
  operation: ResourceOperation,
  states: StateProperty,
  { possible, moves }: { readonly possible: readonly string[]; readonly moves: readonly Move[] },
): Promise<boolean> {
  const others = moves.filter(({ action }) => action.operation !== operation);
  const attempt = async (state: string) => {
    const subject = await lead(sequence, states, state, others);
    const purpose = `${operation.operation.id} on ${withArticle(sequence.type.name)} that is ${state}`;
    const step = subject && (await perform(sequence, subject, operation, purpose, VARIANT));
    if (subject && step && isDone(step) && operation.role === 'delete') subject.record.isDeleted = true;
    return subject && step && { subject, step, state };
  };
  const first = (await tryEach(possible, attempt)).flatMap((each) => each ?? []);
  const rejected = first.find(({ step }) => isConflict(step));
  if (!rejected || !first.some(({ step }) => isDone(step))) return true;
  const again = await attempt(rejected.state);
  if (!again || !isConflict(again.step)) return true;
  sequence.report('conflict-is-rejected', again.step, {
    records: [again.subject.record],
    steps: [again.step],
    message: `it is a conflict for ${withArticle(sequence.type.name)} that is ${again.state}, for which the document calls it possible`,
    expected: 'a success',
    actual: 'status 409',
  });
  return false;
}

async function tryEach<Result>(
  states: readonly string[],
  attempt: (state: string) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const state of states) results.push(await attempt(state));
  return results;
}

function isConflict({ response }: Step): boolean {
  return response?.status === 409;
}

/** A new record that actions have led to a state, as a read shows; undefined if there is no such way. */
async function lead(
  sequence: Sequence,
  states: StateProperty,
  wanted: string,
  moves: readonly Move[],
): Promise<Subject | undefined> {
  if (!moves.some(({ from, to }) => wanted === from || wanted === to)) return undefined;
  const subject = await createSubject(sequence, { variant: VARIANT });
  for (let count = 0; subject && count <= MAX_MOVES; count++) {
    const state = await stateOf(sequence, subject, states);
    if (state === wanted) return subject;
    const next =
      state === undefined ? undefined : moves.find(({ from, to }) => from === state && leadsTo(moves, to, wanted));
    if (!next) return undefined;
    const purpose = `${next.action.operation.operation.id} on the ${sequence.type.name}`;
    const step = await perform(sequence, subject, next.action.operation, purpose, VARIANT);
    if (!step || !isDone(step)) return undefined;
  }
  return undefined;
}

function leadsTo(moves: readonly Move[], from: string, wanted: string, seen: readonly string[] = []): boolean {
  if (from === wanted) return true;
  if (seen.includes(from)) return false;
  return moves.some((each) => each.from === from && leadsTo(moves, each.to, wanted, [...seen, from]));
}
