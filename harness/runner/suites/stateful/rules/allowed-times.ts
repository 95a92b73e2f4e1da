import { withArticle } from '../../../../core/util/pluralize.ts';
import type { Reference } from '../../../../openapi/resources/model.ts';
import { freeStates, type ToldOverlap, toldOverlap } from '../../../../openapi/resources/prose/overlaps.ts';
import { stateProperty } from '../../../../openapi/resources/state-property.ts';
import { isDone, type Step, statusOf } from '../../../pool/journal.ts';
import { type LiveRecord, withoutSelf } from '../../../pool/live-record.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';
import { bringInto } from './forbidden-creations.ts';
import { bodyWith, timesOf } from './overlaps.ts';

/** Chooses values that no other record has. */
const VARIANTS = { touching: 161, ended: 163 };

/** What the document calls no conflict is none: a booking that begins when another ends, or at the time of one that was cancelled. */
export async function verifyAllowedTimes(sequence: Sequence, { record }: Subject): Promise<void> {
  const { origin } = record;
  const told = origin.scope === 'collection' ? toldOverlap(sequence.contract, origin) : undefined;
  const [taken, ...others] = told?.taken ?? [];
  if (!told || !taken || others.length > 0) return;
  if (told.mayTouch) {
    const free = { told, taken, variant: VARIANTS.touching, part: 1, what: 'that begins when another ends' };
    await verifyFree(sequence, record, free, async () => []);
  }
  const states = stateProperty(sequence.contract, sequence.reader?.response?.schemas ?? []);
  for (const state of states ? freeStates(told, states.listed) : []) {
    const fact = { property: states?.pointer ?? '', value: state };
    const free = { told, taken, variant: VARIANTS.ended, part: 0, what: `at the time of one that is ${state}` };
    await verifyFree(sequence, record, free, (first) => bringInto(sequence, first, fact));
  }
}

interface Free {
  readonly told: ToldOverlap;
  readonly taken: Reference;
  readonly variant: number;
  /** How much later the second one is, as a part of how long the first one lasts. */
  readonly part: number;
  readonly what: string;
}

/** @param prepare leads the first one to where it is no conflict; undefined if that is not possible */
async function verifyFree(
  sequence: Sequence,
  record: LiveRecord,
  { told, taken, variant, part, what }: Free,
  prepare: (first: LiveRecord) => Promise<Step[] | undefined>,
): Promise<void> {
  const { pool, type } = sequence;
  const { origin } = record;
  // Nothing else has taken a new one.
  const own = await aroundNew(sequence, record, taken);
  const first = own && (await pool.create(type, { context: own, variant }));
  const before = first && !('problem' in first) ? await prepare(first) : undefined;
  if (!own || !first || 'problem' in first || !before) return;
  const times = timesOf(first, told, part);
  const body = times && bodyWith(sequence, first, variant + 1, times);
  const send = async (context: LiveRecord['context'], purpose: string) => {
    const spec = body === undefined ? undefined : sequence.requestFor(origin, { context }, body);
    const step = spec && (await sequence.journal.send(origin.operation, spec, purpose));
    if (step && isDone(step)) pool.registry.createdRecord(type, origin, step, context);
    return step;
  };
  // What is in the way of others may be given one of its own.
  const step = await send(withoutSelf(first), `create ${withArticle(type.name)} ${what}`);
  if (step?.response?.status !== 409) return;
  // The time itself may be one that is not possible, or another record that both name may be what is taken.
  const other = await aroundNew(sequence, record, taken);
  const control = other && (await send(other, `create ${withArticle(type.name)} of another ${taken.resource} then`));
  if (!control || !isDone(control)) return;
  sequence.report('conflict-is-rejected', step, {
    records: [first],
    steps: [...before, step, control],
    message: `it rejects ${withArticle(type.name)} ${what}, which the document says is no conflict`,
    expected: 'a success, as of another that is free',
    actual: `status ${statusOf(step)}`,
  });
}

/** The records around another one, with a new one of what is taken. */
async function aroundNew(
  { pool }: Sequence,
  record: LiveRecord,
  { resource }: Reference,
): Promise<LiveRecord['context'] | undefined> {
  const around = withoutSelf(record);
  const old = around.get(resource);
  const made = old && (await pool.create(old.type, { context: withoutSelf(old), isNamed: true }));
  return made && !('problem' in made) ? new Map([...around, [resource, made]]) : undefined;
}
