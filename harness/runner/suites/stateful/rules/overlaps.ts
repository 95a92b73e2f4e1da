import { getAt, replaceAt } from '../../../../core/json/pointer.ts';
import type { JsonValue } from '../../../../core/model.ts';
import { withArticle } from '../../../../core/util/pluralize.ts';
import { acceptsBody } from '../../../../generate/requests/accepts-body.ts';
import type { ResourceOperation } from '../../../../openapi/resources/model.ts';
import { boundsIn } from '../../../../openapi/resources/operations/date-bounds.ts';
import { isLeftOut, type ToldOverlap, toldOverlap } from '../../../../openapi/resources/prose/overlaps.ts';
import { stateProperty } from '../../../../openapi/resources/state-property.ts';
import { isDone, isRejected, type Step, statusOf } from '../../../pool/journal.ts';
import { isSameRecord, type LiveRecord, withoutSelf } from '../../../pool/live-record.ts';
import { likeSent } from '../steps/like-sent.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';
import { createSubject } from './creation.ts';
import { ownTexts, shows, verifyNotStored } from './rejections.ts';

/** Chooses values that no other record has. */
const VARIANTS = { first: 91, others: 92 };
const DAY_MS = 24 * 60 * 60 * 1000;
/** At the same time, and so much of the duration later. */
const PARTS = [0, 0.5, -0.5];

/** What the document says is taken once at a time is not taken by two records whose times overlap. */
export async function verifyOverlaps(sequence: Sequence, { record }: Subject): Promise<void> {
  const { origin } = record;
  const told = origin.scope === 'collection' ? toldOverlap(sequence.contract, origin) : undefined;
  const first = told && (await createSubject(sequence, { context: withoutSelf(record), variant: VARIANTS.first }));
  if (!told || !first || first.record.origin !== origin) return;
  const states = stateProperty(sequence.contract, sequence.reader?.response?.schemas ?? []);
  const state = states && first.seen?.record !== undefined ? getAt(first.seen.record, states.pointer) : undefined;
  if (states && typeof state === 'string' && isLeftOut(told, state, states.listed)) return;
  const times = PARTS.map((part) => timesOf(first.record, told, part));
  const resources = told.taken.map(({ resource }) => resource);
  for (const resource of resources.length > 0 ? new Set(resources) : [undefined])
    for (const [index, time] of times.entries()) {
      const taken = { record: first.record, told, resource, variant: VARIANTS.others + index };
      if (time && !(await isHeld(sequence, taken, time))) return;
    }
}

interface Taken {
  readonly record: LiveRecord;
  readonly told: ToldOverlap;
  /** The type of the record that both name; undefined for all. */
  readonly resource: string | undefined;
  readonly variant: number;
}

/** Values by their JSON Pointers. */
export type Times = ReadonlyMap<string, JsonValue>;

/** The times of a record, or a part of its duration later or earlier; undefined if it is too short for that. */
export function timesOf(
  { sent = null, origin }: LiveRecord,
  { interval }: ToldOverlap,
  part: number,
): Times | undefined {
  const envelope = origin.request?.envelope ?? '';
  const record = getAt(sent, envelope);
  const places = [interval.start, interval.end].filter((each) => each !== undefined);
  const values = record === undefined ? [] : places.map((at) => getAt(record, at));
  if (record === undefined || !values.every((each) => typeof each === 'string')) return undefined;
  const { from, to } = boundsIn(interval, record);
  const isDay = values.every(({ length }) => length === 10);
  const unit = isDay ? DAY_MS : 60 * 1000;
  const shift = Math.trunc(((to - from) * part) / unit) * unit;
  if (part !== 0 && !(Math.abs(shift) > 0)) return undefined;
  const moved = (text: string) => {
    const other = new Date(Date.parse(text) + shift).toISOString();
    return isDay ? other.slice(0, 10) : other.replace('.000', '');
  };
  const length = interval.length && getAt(record, interval.length.pointer);
  return new Map<string, JsonValue>([
    ...places.map(
      (at, index) => [envelope + at, part === 0 ? (values[index] ?? '') : moved(values[index] ?? '')] as const,
    ),
    ...(interval.length && length !== undefined ? [[envelope + interval.length.pointer, length] as const] : []),
  ]);
}

/** False if a record is created at the time of another, or stored although it is rejected. */
async function isHeld(sequence: Sequence, taken: Taken, times: Times): Promise<boolean> {
  const { type, pool, journal } = sequence;
  const { record } = taken;
  const { origin } = record;
  const context = await contextOf(sequence, taken);
  const body = bodyWith(sequence, record, taken.variant, times);
  const spec = context && body !== undefined ? sequence.requestFor(origin, { context }, body) : undefined;
  if (!spec) return true;
  const step = await journal.send(origin.operation, spec, `create ${withArticle(type.name)} at the time of another`);
  if (isRejected(step)) {
    await verifyRejected(sequence, record, origin, step);
    return true;
  }
  const again = isDone(step) ? pool.registry.createdRecord(type, origin, step, context ?? record.context) : undefined;
  if (!again || 'problem' in again || isSameRecord(again, record)) return true;
  sequence.report('conflict-is-rejected', step, {
    records: [record],
    steps: [step],
    message: `it creates ${withArticle(type.name)} at the time of another${taken.resource === undefined ? '' : ` of the same ${taken.resource}`}, which the document calls a conflict`,
    expected: 'status 409',
    actual: `status ${statusOf(step)}`,
  });
  return false;
}

/** The records around another one, of which all but the one that is taken are new. */
async function contextOf(
  { pool }: Sequence,
  { record, resource }: Taken,
): Promise<ReadonlyMap<string, LiveRecord> | undefined> {
  const context = new Map(withoutSelf(record));
  const named = new Set(record.origin.references.map((each) => each.resource));
  for (const [name, each] of resource === undefined ? [] : [...context]) {
    if (name === resource || !named.has(name)) continue;
    const others = new Map([...context].filter(([, other]) => other !== each));
    const made = await pool.create(each.type, { context: others, isNamed: true });
    if ('problem' in made) return undefined;
    context.set(name, made);
  }
  return context;
}

export function bodyWith(
  { pool, contract }: Sequence,
  record: LiveRecord,
  variant: number,
  times: Times,
): JsonValue | undefined {
  const { operation } = record.origin;
  const whole = pool.candidates.body(operation, 'all', variant);
  if (whole === undefined) return undefined;
  const own = likeSent(contract, record, whole);
  const body = [...times].reduce<JsonValue>((made, [at, value]) => replaceAt(made, at, value), own);
  return acceptsBody(contract, operation, body) ? body : undefined;
}

async function verifyRejected(
  sequence: Sequence,
  around: LiveRecord,
  origin: ResourceOperation,
  step: Step,
): Promise<void> {
  const [collection] = sequence.lists;
  const texts = collection ? ownTexts(sequence, origin, collection, step.spec.body) : [];
  if (texts.length > 0)
    await verifyNotStored(sequence, around, step, (item) => texts.some((text) => shows(item, text)));
}
