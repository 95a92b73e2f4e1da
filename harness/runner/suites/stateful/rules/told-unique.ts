import { getAt } from '../../../../core/json/pointer.ts';
import { withArticle } from '../../../../core/util/pluralize.ts';
import { toldUnique } from '../../../../openapi/resources/documented-conflicts.ts';
import { isDone, statusOf } from '../../../pool/journal.ts';
import { withoutSelf } from '../../../pool/live-record.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';
import { createSubject } from './creation.ts';

/** Chooses values that no other record has. */
const VARIANT = 55;

/** What the document calls a conflict in words is one: a creation with all the values of another, which must be unique. */
export async function verifyToldUnique(sequence: Sequence, { record }: Subject): Promise<void> {
  const { contract, type, journal, pool } = sequence;
  const { origin } = record;
  const told = origin.scope === 'collection' ? toldUnique(contract, origin) : [];
  if (told.length === 0) return;
  const context = withoutSelf(record);
  const first = await createSubject(sequence, { context, variant: VARIANT });
  const { sent } = first?.record ?? {};
  const names = told.filter((name) => getAt(sent ?? null, `${origin.request?.envelope ?? ''}/${name}`) !== undefined);
  const spec = sent === undefined ? undefined : sequence.requestFor(origin, { ...record, context }, sent);
  if (!first || !spec || names.length === 0) return;
  const step = await journal.send(
    origin.operation,
    spec,
    `create ${withArticle(type.name)} with the values of another`,
  );
  const again = isDone(step) ? pool.adoptCreated(type, origin, step, context) : undefined;
  // The same record again is no second one.
  const isSecond = again && !('problem' in again) && !isSame(again.identifiers, first.record.identifiers);
  if (!isSecond && step.response?.status !== 500) return;
  sequence.report('values-stay-unique', step, {
    records: [first.record],
    steps: [step],
    message: `it ${isSecond ? 'accepts' : 'fails for'} the ${names.join(' and ')} of another ${type.name}, which the document calls a conflict`,
    expected: 'status 409',
    actual: `status ${statusOf(step)}`,
  });
}

type Identifiers = Subject['record']['identifiers'];

function isSame(one: Identifiers, other: Identifiers): boolean {
  return [...one].every(([name, value]) => String(other.get(name)) === String(value));
}
