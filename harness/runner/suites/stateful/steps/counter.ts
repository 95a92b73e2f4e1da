import { isNumber } from '../../../../core/json/decimal.ts';
import { getAt } from '../../../../core/json/pointer.ts';
import type { ChildCount } from '../../../../openapi/resources/child-counts.ts';
import { eventually } from '../../../pool/eventually.ts';
import type { LiveRecord } from '../../../pool/live-record.ts';
import { type Observation, readOnce } from './observe.ts';
import type { Sequence } from './sequence.ts';

/** A property of the parent that counts the records below it, and how it is read. */
export interface Counter extends ChildCount {
  readonly parent: LiveRecord;
}

export function numberIn(seen: Observation | undefined, { pointer }: Pick<Counter, 'pointer'>): number | undefined {
  const shown = seen?.record === undefined ? undefined : getAt(seen.record, pointer);
  return isNumber(shown ?? null) ? Number(shown) : undefined;
}

/** Reads the parent until it is as expected. */
export async function observeCounter(
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
