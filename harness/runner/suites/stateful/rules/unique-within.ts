import { getAt, replaceAt } from '../../../../core/json/pointer.ts';
import type { JsonValue } from '../../../../core/model.ts';
import { withArticle } from '../../../../core/util/pluralize.ts';
import { acceptsBody } from '../../../../generate/requests/accepts-body.ts';
import type { ResourceOperation } from '../../../../openapi/resources/model.ts';
import { toldWithin, type UniqueWithin } from '../../../../openapi/resources/prose/unique-within.ts';
import { isDone, type Step } from '../../../pool/journal.ts';
import { type LiveRecord, withoutSelf } from '../../../pool/live-record.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';

/** Chooses values that no other record has. */
const VARIANT = 57;

/** A value that must be unique within a record above may be that of one below another, where the document says no more than that. */
export async function verifyUniqueWithin(sequence: Sequence, subject: Subject): Promise<void> {
  const { contract, type } = sequence;
  for (const told of toldWithin(contract, type, subject.record.origin)) await verifyBelowOther(sequence, subject, told);
}

async function verifyBelowOther(sequence: Sequence, { record }: Subject, told: UniqueWithin): Promise<void> {
  const { pool, type } = sequence;
  const { origin, sent } = record;
  const at = `${origin.request?.envelope ?? ''}/${told.name}`;
  const value = getAt(sent ?? null, at);
  const whole = pool.candidates.body(origin.operation, 'all', VARIANT);
  const isSent = value !== undefined && whole !== undefined && getAt(whole, at) !== undefined;
  const above = isSent ? await createAbove(sequence, record, told) : undefined;
  if (!isSent || !above) return;
  const what = `create ${withArticle(type.name)} below another ${told.resource}`;
  const taken = await createBelow(
    sequence,
    record,
    { above, told },
    replaceAt(whole, at, value),
    `${what} with the same ${told.name}`,
  );
  if (taken?.response?.status !== 409) return;
  // With another value it is accepted: nothing else is the conflict.
  const control = await createBelow(sequence, record, { above, told }, whole, `${what} with another ${told.name}`);
  if (!control || !isDone(control)) return;
  sequence.report('values-stay-unique', taken, {
    records: [record, above],
    steps: [taken, control],
    message: `it rejects the ${told.name} of ${withArticle(type.name)} below another ${told.resource}, within which the document calls it unique`,
    expected: `a success, as with another value: ${told.text}`,
    actual: 'status 409',
  });
}

/** Another record for those that have the same value to belong to. */
async function createAbove(
  { pool, type }: Sequence,
  { context, type: own }: LiveRecord,
  { resource }: UniqueWithin,
): Promise<LiveRecord | undefined> {
  const old = resource === type.name ? undefined : context.get(resource);
  const around = old ? withoutSelf(old) : new Map([...context].filter(([name]) => name !== own.name));
  if (!old && resource !== type.name) return undefined;
  const made = await pool.create(old?.type ?? own, { context: around, variant: VARIANT + 1, isNamed: true });
  return 'problem' in made ? undefined : made;
}

interface Place {
  readonly above: LiveRecord;
  readonly told: UniqueWithin;
}

async function createBelow(
  sequence: Sequence,
  record: LiveRecord,
  { above, told: { resource, reference } }: Place,
  body: JsonValue,
  purpose: string,
): Promise<Step | undefined> {
  const { contract, journal, pool, type } = sequence;
  const { origin } = record;
  const around = withoutSelf(record);
  const context = resource === type.name ? around : new Map([...around, [resource, above]]);
  const spec = sequence.requestFor(origin, { context }, body);
  const named = reference && above.identifiers.get(reference.identifier);
  if (spec?.body === undefined || (reference && named === undefined)) return undefined;
  // One of its own type is in no context.
  const whole = reference && named !== undefined ? replaceAt(spec.body, reference.at, named) : spec.body;
  if (!acceptsBody(contract, origin.operation, whole)) return undefined;
  const step = await journal.send(origin.operation, { ...spec, body: whole }, purpose);
  if (isDone(step)) pool.registry.createdRecord(type, origin, step, context);
  return step;
}

/** Values that are unique within another record that the body names: the creation may name another one than the record to change. */
export function namesWithin({ contract, type }: Sequence, creator: ResourceOperation): Set<string> {
  const told = toldWithin(contract, type, creator).filter(({ reference }) => reference !== undefined);
  return new Set(told.map(({ name }) => `${creator.request?.envelope ?? ''}/${name}`));
}
