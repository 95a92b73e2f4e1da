import { getAt, parsePointer, replaceAt } from '../../../../core/json/pointer.ts';
import type { JsonValue } from '../../../../core/model.ts';
import { withArticle } from '../../../../core/util/pluralize.ts';
import { acceptsBody } from '../../../../generate/requests/accepts-body.ts';
import type { ResourceOperation } from '../../../../openapi/resources/model.ts';
import { isConflictIn } from '../../../../openapi/resources/prose/conflicts.ts';
import { flowOf } from '../../../../openapi/resources/prose/flow.ts';
import { changeText } from '../../../../openapi/resources/prose/transitions.ts';
import {
  type StateChoice,
  type StateProperty,
  stateChoice,
  stateProperty,
} from '../../../../openapi/resources/state-property.ts';
import { isDone, isRejected, type Step, statusOf } from '../../../pool/journal.ts';
import { bodyProperties } from '../steps/body-properties.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';
import { createSubject } from './creation.ts';
import { verifyUnchanged } from './rejections.ts';
import { isReached, stateOf, stateShown } from './transitions.ts';

/** Chooses values that no other record has. */
const VARIANT = 71;
const MAX_STEPS = 14;
/** So many moves that the document does not draw are tried in one state. */
const MAX_FORBIDDEN = 3;

/** An operation whose body names the state that a record is to be in: `POST /issues/{id}/transitions` with `{ to: closed }`. */
interface Chooser extends StateChoice {
  readonly operation: ResourceOperation;
  /** True if the document says that a record in a state is not changed. */
  readonly isLocked: (state: string) => boolean;
  /** True if it says that a record is not led from one state to another. */
  readonly isForbidden: (from: string, to: string) => boolean;
}

/** A record is led through its states: each that is accepted is shown, and what is rejected changes nothing. */
export async function verifyChosenStates(sequence: Sequence, actions: readonly ResourceOperation[]): Promise<void> {
  const states = stateProperty(sequence.contract, sequence.reader?.response?.schemas ?? []);
  if (!states) return;
  const changes = sequence.operations('patch', 'update').filter(({ patch }) => patch !== 'json-patch');
  for (const operation of [...actions, ...changes]) {
    const chooser = chooserOf(sequence, operation, states);
    const subject = chooser && (await createSubject(sequence, { variant: VARIANT }));
    if (chooser && subject) await walk(sequence, subject, chooser, states);
  }
}

function chooserOf({ contract }: Sequence, operation: ResourceOperation, states: StateProperty): Chooser | undefined {
  const choice = stateChoice(contract, operation, states);
  const flow = flowOf(contract, operation.operation, states.listed);
  const text = operation.role === 'action' ? undefined : changeText(contract, operation);
  const isLocked = (state: string) => text !== undefined && isConflictIn(state, states.listed, text);
  const isForbidden = (from: string, to: string) =>
    flow?.isForbidden(from, to) === true || (from !== to && isLocked(from));
  // What replaces a record is tried where the document says something of its states.
  const isTried = operation.role !== 'update' || flow !== undefined || states.listed.some(isLocked);
  return choice && isTried ? { operation, ...choice, isLocked, isForbidden } : undefined;
}

async function walk(sequence: Sequence, subject: Subject, chooser: Chooser, states: StateProperty): Promise<void> {
  const { operation, choices } = chooser;
  const name = withArticle(sequence.type.name);
  const tried = new Set<string>();
  for (let count = 0; count < MAX_STEPS; count++) {
    const state = await stateOf(sequence, subject, states);
    if (state === undefined) return;
    const isForbidden = (to: string) => chooser.isForbidden(state, to);
    const forbidden = choices.filter(isForbidden).slice(0, MAX_FORBIDDEN);
    const others = choices.filter((to) => !isForbidden(to)).sort((a, b) => Number(a === state) - Number(b === state));
    const to = [...forbidden, ...others].find((each) => !tried.has(`${state} ${each}`));
    if (to === undefined) return;
    const isNew = ![...tried].some((each) => each.startsWith(`${state} `));
    if (isNew && chooser.isLocked(state) && !(await isKept(sequence, subject, chooser, state))) return;
    tried.add(`${state} ${to}`);
    const spec = sequence.requestFor(operation, subject.record, bodyFor(sequence, chooser, to));
    if (!spec) return;
    const purpose = `${operation.operation.id} of ${name} that is ${state}, to ${to}`;
    const step = await sequence.change(operation, subject.record, spec, purpose);
    if (isRejected(step) ? (await verifyUnchanged(sequence, subject, step)) !== 'as expected' : !isDone(step)) return;
    if (!isDone(step)) continue;
    if (isForbidden(to)) return reportConflict(sequence, subject, step, `leads ${name} that is ${state} to ${to}`);
    const value = stateShown(step, operation, states.pointer) ?? to;
    if (!(await isReached(sequence, subject, operation, { step, pointer: states.pointer, value }))) return;
  }
}

function bodyFor({ pool }: Sequence, { operation, at }: Chooser, to: string): JsonValue {
  const parts = operation.role === 'update' ? 'all' : 'required';
  return replaceAt(pool.candidates.body(operation.operation, parts, VARIANT) ?? {}, at, to);
}

/** False if something else of a record is changed in a state in which the document says that it stays as it is. */
async function isKept(
  sequence: Sequence,
  subject: Subject,
  { operation, at }: Chooser,
  state: string,
): Promise<boolean> {
  const whole = bodyProperties(operation, sequence.pool.candidates.body(operation.operation, 'all', VARIANT + 1));
  const { [parsePointer(at).at(-1) ?? '']: _, ...others } = whole?.properties ?? {};
  const other = whole && Object.keys(others).length > 0 ? whole.with(others) : undefined;
  const body = other && getAt(other, at) !== undefined ? replaceAt(other, at, state) : other;
  const isValid = body && acceptsBody(sequence.contract, operation.operation, body);
  const spec = isValid ? sequence.requestFor(operation, subject.record, body) : undefined;
  if (!spec) return true;
  const what = `${withArticle(sequence.type.name)} that is ${state}`;
  const step = await sequence.change(operation, subject.record, spec, `try to change ${what}`);
  if (isRejected(step)) return (await verifyUnchanged(sequence, subject, step)) === 'as expected';
  if (isDone(step)) reportConflict(sequence, subject, step, `changes ${what}`);
  return !isDone(step);
}

function reportConflict(sequence: Sequence, { record }: Subject, step: Step, what: string): void {
  sequence.report('conflict-is-rejected', step, {
    records: [record],
    steps: [step],
    message: `it ${what}, which the document calls a conflict`,
    expected: 'status 409',
    actual: `status ${statusOf(step)}`,
  });
}
