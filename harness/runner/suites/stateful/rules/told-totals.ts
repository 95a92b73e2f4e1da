import type { StatefulCheckId } from '../../../../core/check-ids.ts';
import { replaceAt } from '../../../../core/json/pointer.ts';
import type { JsonValue } from '../../../../core/model.ts';
import { acceptsBody } from '../../../../generate/requests/accepts-body.ts';
import type { ResourceOperation } from '../../../../openapi/resources/model.ts';
import { type ToldTotal, toldTotals } from '../../../../openapi/resources/prose/told-totals.ts';
import { enumAt } from '../../../../openapi/resources/record-facts.ts';
import { isDone, type Step } from '../../../pool/journal.ts';
import { type LiveRecord, withoutSelf } from '../../../pool/live-record.ts';
import { numberIn, observeCounter } from '../steps/counter.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';
import { aboveOf } from './child-counts.ts';
import { remove } from './deletion.ts';
import { findListed, list } from './lists.ts';
import { perform } from './transitions.ts';

/** The first of those that choose values which no other record has. */
const VARIANT = 150;
const MAX_STATES = 4;
const MAX_TRIED = 6;

/** The records below a new one, and the numbers of that which follow from them. */
interface Below {
  readonly sequence: Sequence;
  readonly parent: LiveRecord;
  readonly totals: readonly (ToldTotal & { readonly before: number })[];
  readonly children: LiveRecord[];
}

/** Numbers of a record follow from those below it as the document says, through all that is done to these: `number of booked appointments`. */
export async function verifyToldTotals(sequence: Sequence, { record }: Subject): Promise<void> {
  const { contract, pool, type } = sequence;
  for (const resource of aboveOf(type, record)) {
    const own = record.context.get(resource);
    const told = own?.isOwn && !own.type.singleton ? toldTotals(contract.document, type, own.type) : [];
    const parent =
      own && told.length > 0 ? await pool.create(own.type, { context: withoutSelf(own), isNamed: true }) : undefined;
    if (!parent || 'problem' in parent) continue;
    const totals = [];
    for (const each of told) {
      const before = numberIn(await observeCounter(sequence, { parent, ...each }, () => true), each);
      if (before !== undefined) totals.push({ ...each, before });
    }
    if (totals.length > 0) await lead({ sequence, parent, totals, children: [] }, record);
  }
}

/** Creates records below, changes them and deletes one, as long as the numbers are right. */
async function lead(below: Below, record: LiveRecord): Promise<void> {
  if (!(await createEach(below, record)) || !(await changeEach(below))) return;
  const { sequence, children } = below;
  for (const action of sequence.operations('action').slice(0, MAX_TRIED))
    for (const child of children.slice(0, 2)) {
      const purpose = `${action.operation.id} below the ${below.parent.type.name}`;
      const step = await perform(sequence, { record: child, expected: [] }, action, purpose);
      if (step && isDone(step) && !(await areRight(below, 'action-is-visible', step, action.operation.id))) return;
    }
  for (const child of children.slice(0, 2)) {
    const step = await remove(sequence, child, `delete one ${sequence.type.name} below`);
    if (step && !(await areRight(below, 'delete-removes', step, 'the deletion of one'))) return;
  }
}

/** Creates one in each state that a client can choose. */
async function createEach(below: Below, { origin, ...record }: LiveRecord): Promise<boolean> {
  const { sequence, parent, children } = below;
  const { pool, type } = sequence;
  const context = new Map([...withoutSelf({ ...record, origin }), ...parent.context]);
  for (const [index, state] of [undefined, ...statesOf(below, origin)].entries()) {
    const body = state === undefined ? undefined : bodyIn(below, origin, VARIANT + index, state);
    if (state !== undefined && body === undefined) continue;
    const made = await pool.create(type, body === undefined ? { context, variant: VARIANT } : { context, body });
    if ('problem' in made) continue;
    if (made.step.response?.status === 202) return false;
    children.push(made);
    if (!(await areRight(below, 'created-is-listed', made.step, 'the creation of one'))) return false;
  }
  return children.length > 0;
}

/** Leads the first one to each state that a change can choose. */
async function changeEach(below: Below): Promise<boolean> {
  const { sequence, children } = below;
  const [child] = children;
  const changes = sequence
    .operations('update', 'patch')
    .filter(({ patch, scope }) => patch !== 'json-patch' && scope === 'item');
  for (const operation of child ? changes : [])
    for (const [index, state] of statesOf(below, operation).entries()) {
      const body = bodyIn(below, operation, VARIANT + 10 + index, state);
      const spec = child && body !== undefined ? sequence.requestFor(operation, child, body) : undefined;
      if (!child || !spec) continue;
      const step = await sequence.change(operation, child, spec, `change one ${sequence.type.name} below`);
      if (isDone(step) && !(await areRight(below, 'update-is-visible', step, 'a change of one'))) return false;
    }
  return true;
}

function statesOf({ sequence, totals }: Below, { request }: ResourceOperation): readonly JsonValue[] {
  const [first] = totals;
  const listed = first && request ? enumAt(sequence.contract.document, request.schemas, first.state) : [];
  return listed.slice(0, MAX_STATES);
}

function bodyIn(
  { sequence: { contract, pool }, totals }: Below,
  { operation, request, patch }: ResourceOperation,
  variant: number,
  state: JsonValue,
): JsonValue | undefined {
  const [first] = totals;
  const body = pool.candidates.body(operation, patch === undefined ? 'all' : 'required', variant);
  const changed =
    first && body !== undefined ? replaceAt(body, `${request?.envelope ?? ''}${first.state}`, state) : undefined;
  return changed !== undefined && acceptsBody(contract, operation, changed) ? changed : undefined;
}

/** @returns false if nothing more is to be compared: a number is wrong, or what follows from it cannot be seen */
async function areRight(below: Below, check: StatefulCheckId, at: Step, when: string): Promise<boolean> {
  const { sequence, parent, totals, children } = below;
  const shown: JsonValue[] = [];
  for (const child of children.filter(({ isDeleted }) => !isDeleted)) {
    const seen = await sequence.read({ record: child, expected: [] }, `read one ${sequence.type.name} below`);
    if (seen?.record === undefined) return false;
    shown.push(seen.record);
  }
  for (const total of totals) {
    const amounts = shown.map(total.amountOf);
    if (amounts.includes(undefined)) return false;
    const expected = amounts.reduce<number>((sum, each) => sum + (each ?? 0), total.before);
    const counter = { parent, ...total };
    const seen = await observeCounter(sequence, counter, (each) => numberIn(each, counter) === expected);
    const actual = numberIn(seen, counter);
    if (!seen || actual === undefined) return false;
    if (actual === expected) continue;
    if (await areAlone(below))
      sequence.report(check, at, {
        records: [parent, ...children],
        steps: [at, seen.step],
        message: `${total.pointer} of the ${parent.type.name} is not what the document says after ${when}: ${total.text}`,
        expected: String(expected),
        actual: String(actual),
      });
    return false;
  }
  return true;
}

/** False if an action has created others, such as the next one of a series. */
async function areAlone({ sequence, parent, children }: Below): Promise<boolean> {
  const [child] = children;
  const operation = sequence.lists.find(({ path }) => path.some(({ resource }) => resource === parent.type.name));
  const purpose = `list each ${sequence.type.name} of the ${parent.type.name}`;
  const listed = child && operation ? await list(sequence, operation, child, purpose, () => true) : undefined;
  const own = listed && children.flatMap((each) => findListed(each, listed) ?? []);
  return !listed || (listed.isComplete && listed.records.every((each) => own?.includes(each)));
}
