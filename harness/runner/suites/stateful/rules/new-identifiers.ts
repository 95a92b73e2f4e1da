import { withArticle } from '../../../../core/util/pluralize.ts';
import { neverReusesIdentifiers } from '../../../../openapi/resources/prose/identifiers.ts';
import { isSameRecord, withoutSelf } from '../../../pool/live-record.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';
import { createSubject } from './creation.ts';
import { verifyDeletion } from './deletion.ts';

/** Chooses values that no other record has. */
const VARIANT = 57;

/** Where the document says so, a record that was created last and deleted leaves its identifier to none that is new. */
export async function verifyNewIdentifiers(sequence: Sequence, { record }: Subject): Promise<void> {
  const { contract, type } = sequence;
  if (record.origin.scope !== 'collection' || !neverReusesIdentifiers(contract, type)) return;
  const context = withoutSelf(record);
  const last = await createSubject(sequence, { context, variant: VARIANT });
  const deletion = last && (await verifyDeletion(sequence, last));
  if (!last?.record.isDeleted || !deletion) return;
  const next = await createSubject(sequence, { context, variant: VARIANT + 1 });
  if (!next || !isSameRecord(next.record, last.record)) return;
  sequence.report('identity-is-stable', next.record.step, {
    records: [last.record],
    steps: [deletion, next.record.step],
    message: `it gives ${withArticle(type.name)} the identifier of one that was deleted, which the document says it never does`,
    expected: 'a new identifier',
    actual: [...next.record.identifiers.values()].map(String).join('/'),
  });
}
