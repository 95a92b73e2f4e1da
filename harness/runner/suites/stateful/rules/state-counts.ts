import type { StatefulCheckId } from '../../../../core/check-ids.ts';
import { isObject } from '../../../../core/json/index.ts';
import type { JsonObject } from '../../../../core/model.ts';
import { isOf, type StateCount, stateCounts } from '../../../../openapi/resources/child-counts.ts';
import { isDone, type Step } from '../../../pool/journal.ts';
import { type LiveRecord, withoutSelf } from '../../../pool/live-record.ts';
import { numberIn, observeCounter } from '../steps/counter.ts';
import type { Sequence } from '../steps/sequence.ts';
import { perform } from './transitions.ts';

/** Chooses values that no other record has. */
const VARIANT = 53;
/** So many actions are tried to bring a record into the other state. */
const MAX_TRIED = 4;

/** Numbers of the records that are in one of two states, such as `openIssueCount`, change when an action gives a record the other one. */
export async function verifyStateCounts(sequence: Sequence, parent: LiveRecord, record: LiveRecord): Promise<void> {
  const { contract, type } = sequence;
  const counts = stateCounts(contract.document, type, parent.type);
  const actions = sequence
    .operations('action')
    .filter(({ path }) => path.some(({ resource }) => resource === type.name));
  const acted = { check: 'action-is-visible', parent, record } as const;
  for (const action of counts.length > 0 ? actions.slice(0, MAX_TRIED) : []) {
    const before = await read(sequence, record);
    const numbers = await Promise.all(counts.map((count) => numberOf(sequence, parent, count)));
    const step = await perform(sequence, { record, expected: [] }, action, `${action.operation.id} below`);
    const after = step && isDone(step) ? await read(sequence, record) : undefined;
    if (!step || !before || !after) continue;
    for (const [index, count] of counts.entries()) {
      const change = Number(isOf(count.fact, after)) - Number(isOf(count.fact, before));
      const number = numbers[index];
      if (change !== 0 && number !== undefined)
        await verifyNumber(sequence, { ...acted, step }, count, number + change);
    }
    if (counts.some(({ fact }) => isOf(fact, before) !== isOf(fact, after))) return;
  }
}

/** Where nothing counts all records, such a number counts a new one that is in its state, and an action changes it. */
export async function verifyStateCountsBelow(
  sequence: Sequence,
  { context }: LiveRecord,
  above: LiveRecord,
): Promise<void> {
  const { contract, pool, type } = sequence;
  const counts = stateCounts(contract.document, type, above.type);
  if (counts.length === 0) return;
  const parent = await pool.create(above.type, { context: withoutSelf(above), isNamed: true });
  if ('problem' in parent) return;
  const numbers = await Promise.all(counts.map((count) => numberOf(sequence, parent, count)));
  const around = new Map([...context, ...parent.context]);
  const record = await pool.create(type, { context: around, variant: VARIANT });
  const shown = 'problem' in record ? undefined : await read(sequence, record);
  if ('problem' in record || shown === undefined) return;
  const created = { parent, record, step: record.step, check: 'created-is-listed' } as const;
  for (const [index, count] of counts.entries()) {
    const number = numbers[index];
    if (number !== undefined) await verifyNumber(sequence, created, count, number + Number(isOf(count.fact, shown)));
  }
  await verifyStateCounts(sequence, parent, record);
}

async function read(sequence: Sequence, record: LiveRecord): Promise<JsonObject | undefined> {
  const seen = await sequence.read({ record, expected: [] }, `read the ${sequence.type.name} in its state`);
  return isObject(seen?.record) ? seen.record : undefined;
}

async function numberOf(sequence: Sequence, parent: LiveRecord, count: StateCount): Promise<number | undefined> {
  return numberIn(await observeCounter(sequence, { parent, ...count }, () => true), count);
}

interface Acted {
  readonly check: StatefulCheckId;
  readonly parent: LiveRecord;
  readonly record: LiveRecord;
  readonly step: Step;
}

async function verifyNumber(
  sequence: Sequence,
  { check, parent, record, step }: Acted,
  count: StateCount,
  expected: number,
): Promise<void> {
  const seen = await observeCounter(sequence, { parent, ...count }, (each) => numberIn(each, count) === expected);
  const shown = numberIn(seen, count);
  if (!seen || shown === undefined || shown === expected) return;
  const { fact, pointer } = count;
  sequence.report(check, step, {
    records: [parent, record],
    steps: [step, seen.step],
    message: `${pointer} of the ${parent.type.name} is not the number of its ${sequence.type.name} records with ${fact.property} ${String(fact.value)}`,
    expected: String(expected),
    actual: String(shown),
  });
}
