import { isNumber } from '../../../../core/json/decimal.ts';
import { getAt, parsePointer } from '../../../../core/json/pointer.ts';
import { type ChildCount, childCount } from '../../../../openapi/resources/child-counts.ts';
import type { ResourceType } from '../../../../openapi/resources/model.ts';
import { words } from '../../../../openapi/resources/names.ts';
import { eventually } from '../../../pool/eventually.ts';
import { isDone, type Step } from '../../../pool/journal.ts';
import { type LiveRecord, withoutSelf } from '../../../pool/live-record.ts';
import { type Observation, readOnce } from '../steps/observe.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';

/** Chooses values that no other record has. */
const VARIANTS = { parent: 51, first: 52, second: 54 };

/** With one of these, a record may be one that does not count: a draft, say. */
const STATE =
  /^(status|state|phase|stage|type|kind|(is )?(active|approved|archived|published|visible|enabled|deleted))$/;

/** A property of the parent that counts the records below it, and how it is read. */
interface Counter extends ChildCount {
  readonly parent: LiveRecord;
}

/** A record that shows by name how many records are below it, or name it, counts those that are created and deleted. */
export async function verifyChildCounts(sequence: Sequence, { record }: Subject): Promise<void> {
  for (const resource of aboveOf(sequence.type, record)) await verifyCountsOf(sequence, record.context.get(resource));
}

/** The type above, and those that a creation has to name once. */
function aboveOf({ name, parent }: ResourceType, { origin }: LiveRecord): Set<string> {
  const named = origin.references.filter(
    ({ resource }, _, all) => resource !== name && all.filter((each) => each.resource === resource).length === 1,
  );
  const required = named.filter((each) => each.required && !each.many).map(({ resource }) => resource);
  return new Set(parent === undefined ? required : [parent, ...required]);
}

async function verifyCountsOf(sequence: Sequence, own: LiveRecord | undefined): Promise<void> {
  const { pool, type } = sequence;
  if (!own?.isOwn || own.type.singleton || !childCount(type, own.type)) return;
  const parent = await pool.create(own.type, { context: withoutSelf(own), variant: VARIANTS.parent });
  const counter = 'problem' in parent ? undefined : childCount(type, own.type);
  if (!counter || 'problem' in parent) return;
  const counting = { parent, ...counter };
  const before = numberIn(await observe(sequence, counting, () => true), counting);
  if (before === undefined) return;
  const first = await pool.create(type, { context: parent.context, variant: VARIANTS.first });
  const second =
    'problem' in first ? first : await pool.create(type, { context: parent.context, variant: VARIANTS.second });
  if ('problem' in first || 'problem' in second) return;
  const records = [first, second];
  if (!(await verifyCount(sequence, counting, before + 2, { check: 'created-is-listed', records, at: second.step })))
    return;
  const step = await remove(sequence, second);
  if (step) await verifyCount(sequence, counting, before + 1, { check: 'delete-removes', records, at: step });
}

interface Expectation {
  readonly check: 'created-is-listed' | 'delete-removes';
  readonly records: readonly LiveRecord[];
  /** The step after which the parent is read. */
  readonly at: Step;
}

/** @returns true if the parent shows the number */
async function verifyCount(
  sequence: Sequence,
  counter: Counter,
  expected: number,
  { check, records, at }: Expectation,
): Promise<boolean> {
  const { type } = sequence;
  const seen = await observe(sequence, counter, (each) => numberIn(each, counter) === expected);
  const shown = numberIn(seen, counter);
  if (!seen || shown === undefined || shown === expected) return shown === expected;
  const mayBeOthers = check === 'created-is-listed' && hasState(type);
  if (mayBeOthers) return false;
  const what = `${counter.pointer} of the ${counter.parent.type.name}`;
  const change = check === 'created-is-listed' ? 'the creation of two below it' : 'the deletion of one of two below it';
  sequence.report(check, at, {
    records: [counter.parent, ...records],
    steps: [at, seen.step],
    message: `${what} is not the number of its ${type.name} records after ${change}`,
    expected: String(expected),
    actual: String(shown),
  });
  return false;
}

function hasState({ properties }: ResourceType): boolean {
  return properties.some(({ pointer }) => STATE.test(words(parsePointer(pointer).at(-1) ?? '').join(' ')));
}

function numberIn(seen: Observation | undefined, { pointer }: Counter): number | undefined {
  const shown = seen?.record === undefined ? undefined : getAt(seen.record, pointer);
  return isNumber(shown ?? null) ? Number(shown) : undefined;
}

async function remove(sequence: Sequence, record: LiveRecord): Promise<Step | undefined> {
  const [operation] = sequence.operations('delete').filter(({ scope }) => scope === 'item');
  const spec = operation && sequence.requestFor(operation, record);
  if (!operation || !spec) return undefined;
  const step = await sequence.change(operation, record, spec, `delete one ${sequence.type.name} of two`);
  if (!isDone(step)) return undefined;
  record.isDeleted = true;
  return step;
}

/** Reads the parent until it is as expected. */
async function observe(
  { pool, journal, options }: Sequence,
  { parent, reader }: Counter,
  isExpected: (seen: Observation) => boolean,
): Promise<Observation | undefined> {
  const base = pool.candidates.base(reader.operation, []);
  const spec = base && pool.request(reader, parent, base);
  if (!spec || 'problem' in spec) return undefined;
  const purpose = `read what the ${parent.type.name} counts`;
  const seen = await eventually(options.consistencyMs, () => readOnce(journal, reader, spec, purpose), isExpected);
  journal.record(seen.step);
  return seen;
}
