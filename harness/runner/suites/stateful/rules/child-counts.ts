import type { StatefulCheckId } from '../../../../core/check-ids.ts';
import { getAt, parsePointer } from '../../../../core/json/pointer.ts';
import { childCount, countBeside } from '../../../../openapi/resources/child-counts.ts';
import type { Reference, ResourceType } from '../../../../openapi/resources/model.ts';
import { words } from '../../../../openapi/resources/names.ts';
import { recordFacts } from '../../../../openapi/resources/record-facts.ts';
import { stateProperty } from '../../../../openapi/resources/state-property.ts';
import { isDone, type Step } from '../../../pool/journal.ts';
import { type LiveRecord, withoutSelf } from '../../../pool/live-record.ts';
import { type Counter, numberIn, observeCounter } from '../steps/counter.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';
import { remove } from './deletion.ts';
import { verifyStateCounts, verifyStateCountsBelow } from './state-counts.ts';
import { perform } from './transitions.ts';

/** Chooses values that no other record has. */
const VARIANTS = { first: 52, second: 54, foreign: 55 };

/** With one of these, a record may be one that does not count: a draft, say. */
const STATE =
  /^(status|state|phase|stage|type|kind|(is )?(active|approved|archived|published|visible|enabled|deleted))$/;

/** So many actions are tried to bring a record into other states. */
const MAX_TRIED = 12;

/** A record that shows by name how many records are below it, or name it, counts those that are created and deleted. */
export async function verifyChildCounts(sequence: Sequence, { record }: Subject): Promise<void> {
  for (const resource of aboveOf(sequence.type, record)) await verifyCountsOf(sequence, record, resource);
}

/** The type above, and those that its creation names once, in its body or its path. */
export function aboveOf({ name, parent }: ResourceType, record: LiveRecord): Set<string> {
  const { origin } = record;
  const named = origin.references.filter(
    ({ resource }, _, all) => resource !== name && all.filter((each) => each.resource === resource).length === 1,
  );
  const inBody = named.filter((each) => !each.many && (each.required || isSent(record, each)));
  const inPath = origin.path.map(({ resource }) => resource).filter((each) => each !== name);
  const above = [...(parent === undefined ? [] : [parent]), ...inPath.slice(-1)];
  return new Set([...above, ...inBody.map(({ resource }) => resource)]);
}

/** Whether a record was created with what names the record of its context. */
function isSent({ sent, context }: LiveRecord, { in: place, at, resource, identifier }: Reference): boolean {
  const named = context.get(resource)?.identifiers.get(identifier);
  const value = place === 'body' && sent !== undefined ? getAt(sent, at) : undefined;
  return named !== undefined && value !== undefined && String(value) === String(named);
}

async function verifyCountsOf(sequence: Sequence, record: LiveRecord, resource: string): Promise<void> {
  const { pool, type } = sequence;
  const own = record.context.get(resource);
  if (!own?.isOwn || own.type.singleton) return;
  const facts = recordFacts(sequence.contract.document, type);
  const counter = childCount(type, own.type, facts) ?? countBeside(type, own.type, facts);
  if (!counter) return verifyStateCountsBelow(sequence, record, own);
  const parent = await pool.create(own.type, { context: withoutSelf(own), isNamed: true });
  if ('problem' in parent) return;
  const counting = { parent, ...counter };
  const before = numberIn(await observeCounter(sequence, counting, () => true), counting);
  if (before === undefined) return;
  const foreign = await pool.create(type, { context: withoutSelf(record), variant: VARIANTS.foreign });
  if ('problem' in foreign) return;
  const elsewhere = { records: [foreign], at: foreign.step, when: `the creation of one below another ${resource}` };
  if (!(await verifyCount(sequence, counting, before, { check: 'others-are-untouched', ...elsewhere }))) return;
  const first = await pool.create(type, { context: parent.context, variant: VARIANTS.first });
  const second =
    'problem' in first ? first : await pool.create(type, { context: parent.context, variant: VARIANTS.second });
  if ('problem' in first || 'problem' in second) return;
  const records = [first, second];
  if (!records.every((each) => aboveOf(type, each).has(resource))) return;
  const after = { check: 'created-is-listed', records, at: second.step, when: 'the creation of two below it' } as const;
  if (!(await verifyCount(sequence, counting, before + 2, after))) return;
  const step = await remove(sequence, second, `delete one ${type.name} of two`);
  const when = 'the deletion of one of two below it';
  const last = { check: 'delete-removes', records, at: step ?? second.step, when } as const;
  if (step && (await verifyCount(sequence, counting, before + 1, last)))
    await verifyStateCounts(sequence, parent, first);
}

interface Expectation {
  readonly check: StatefulCheckId;
  readonly records: readonly LiveRecord[];
  /** The step after which the parent is read. */
  readonly at: Step;
  readonly when: string;
}

/** @returns true if the parent shows the number */
async function verifyCount(
  sequence: Sequence,
  counter: Counter,
  expected: number,
  { check, records, at, when }: Expectation,
): Promise<boolean> {
  const { type } = sequence;
  const seen = await observeCounter(sequence, counter, (each) => numberIn(each, counter) === expected);
  const shown = numberIn(seen, counter);
  if (!seen || shown === undefined || shown === expected) return shown === expected;
  const mayBeOthers = check === 'created-is-listed' && statesOf(type).length > 0;
  const isAsBefore = shown === expected - records.length;
  if (mayBeOthers && !(isAsBefore && (await isInNoState(sequence, counter, shown, records)))) return false;
  sequence.report(check, at, {
    records: [counter.parent, ...records],
    steps: [at, seen.step],
    message: `${counter.pointer} of the ${counter.parent.type.name} is not the number of its ${type.name} records after ${when}`,
    expected: String(expected),
    actual: String(shown),
  });
  return false;
}

/** Whether a number stays what it was while a record below takes each state that the document lists: it counts in none. */
async function isInNoState(
  sequence: Sequence,
  counter: Counter,
  before: number,
  records: readonly LiveRecord[],
): Promise<boolean> {
  const { type, contract, reader } = sequence;
  const states = stateProperty(contract, reader?.response?.schemas ?? []);
  if (!states || statesOf(type).some((pointer) => pointer !== states.pointer)) return false;
  const left = new Set<unknown>(states.listed);
  const look = async (record: LiveRecord) => {
    const seen = await sequence.read({ record, expected: [] }, `read the ${type.name} in its state`);
    left.delete(seen?.record === undefined ? undefined : getAt(seen.record, states.pointer));
  };
  for (const record of records) await look(record);
  const [record] = records;
  const actions = sequence
    .operations('action')
    .filter(({ path }) => path.some(({ resource }) => resource === type.name));
  for (const action of record ? [...actions, ...actions].slice(0, MAX_TRIED) : []) {
    if (left.size === 0) break;
    const step = record && (await perform(sequence, { record, expected: [] }, action, `${action.operation.id} below`));
    if (!record || !step || !isDone(step)) continue;
    await look(record);
    const shown = numberIn(
      await observeCounter(sequence, counter, (each) => numberIn(each, counter) !== before),
      counter,
    );
    if (shown !== before) return false;
  }
  return left.size === 0;
}

/** Properties by which a record may be one that does not count. */
function statesOf({ properties }: ResourceType): string[] {
  return properties.flatMap(({ pointer }) =>
    STATE.test(words(parsePointer(pointer).at(-1) ?? '').join(' ')) ? [pointer] : [],
  );
}
