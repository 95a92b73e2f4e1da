import { replaceAt } from '../../../../core/json/pointer.ts';
import { withArticle } from '../../../../core/util/pluralize.ts';
import type { ResourceOperation } from '../../../../openapi/resources/model.ts';
import { enumAt } from '../../../../openapi/resources/record-facts.ts';
import { type StateProperty, stateProperty } from '../../../../openapi/resources/state-property.ts';
import { textAt } from '../../../../openapi/resources/text-at.ts';
import { type ToldFlow, toldFlow } from '../../../../openapi/resources/told-flow.ts';
import { isDone, isRejected, type Step, statusOf } from '../../../pool/journal.ts';
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
interface Chooser {
  readonly operation: ResourceOperation;
  /** JSON Pointer in the body. */
  readonly at: string;
  readonly choices: readonly string[];
  readonly flow: ToldFlow | undefined;
}

/** A record is led through its states: each that is accepted is shown, and what is rejected changes nothing. */
export async function verifyChosenStates(sequence: Sequence, operations: readonly ResourceOperation[]): Promise<void> {
  const states = stateProperty(sequence.contract, sequence.reader?.response?.schemas ?? []);
  if (!states) return;
  for (const operation of operations) {
    const chooser = chooserOf(sequence, operation, states);
    const subject = chooser && (await createSubject(sequence, { variant: VARIANT }));
    if (chooser && subject) await walk(sequence, subject, chooser, states);
  }
}

function chooserOf({ contract }: Sequence, operation: ResourceOperation, states: StateProperty): Chooser | undefined {
  const { document } = contract;
  const { pointer, responses } = operation.operation;
  for (const property of operation.request?.properties ?? []) {
    const listed = enumAt(document, operation.request?.schemas ?? [], property.pointer);
    const choices = listed.filter((each) => typeof each === 'string');
    if (choices.length < 2 || !choices.every((each) => states.listed.includes(each))) continue;
    const general = ['summary', 'description'].map((keyword) => textAt(document, pointer, keyword));
    const rejections = responses.filter(({ key }) => key === '409' || key === '422');
    const ofRejection = rejections.map((each) => textAt(document, each.pointer)).join('. ');
    const flow = rejections.length === 0 ? undefined : toldFlow(states.listed, general.join('. '), ofRejection);
    return { operation, at: (operation.request?.envelope ?? '') + property.pointer, choices, flow };
  }
  return undefined;
}

async function walk(sequence: Sequence, subject: Subject, chooser: Chooser, states: StateProperty): Promise<void> {
  const { operation, choices, flow, at } = chooser;
  const { pointer } = states;
  const tried = new Set<string>();
  for (let count = 0; count < MAX_STEPS; count++) {
    const state = await stateOf(sequence, subject, states);
    if (state === undefined) return;
    const isForbidden = (to: string) => flow?.isForbidden(state, to) === true;
    const forbidden = choices.filter(isForbidden).slice(0, MAX_FORBIDDEN);
    const others = choices.filter((to) => !isForbidden(to)).sort((a, b) => Number(a === state) - Number(b === state));
    const to = [...forbidden, ...others].find((each) => !tried.has(`${state} ${each}`));
    if (to === undefined) return;
    tried.add(`${state} ${to}`);
    const body = sequence.pool.candidates.body(operation.operation, 'required', VARIANT) ?? {};
    const spec = sequence.requestFor(operation, subject.record, replaceAt(body, at, to));
    if (!spec) return;
    const purpose = `${operation.operation.id} of ${withArticle(sequence.type.name)} that is ${state}, to ${to}`;
    const step = await sequence.change(operation, subject.record, spec, purpose);
    if (isRejected(step) ? (await verifyUnchanged(sequence, subject, step)) !== 'as expected' : !isDone(step)) return;
    if (!isDone(step)) continue;
    if (isForbidden(to)) return reportForbidden(sequence, subject, step, { state, to });
    const value = stateShown(step, operation, pointer) ?? to;
    if (!(await isReached(sequence, subject, operation, { step, pointer, value }))) return;
  }
}

function reportForbidden(
  sequence: Sequence,
  { record }: Subject,
  step: Step,
  { state, to }: { readonly state: string; readonly to: string },
): void {
  sequence.report('conflict-is-rejected', step, {
    records: [record],
    steps: [step],
    message: `it leads ${withArticle(sequence.type.name)} that is ${state} to ${to}, which is none of the ways that the document draws`,
    expected: 'status 409',
    actual: `status ${statusOf(step)}`,
  });
}
