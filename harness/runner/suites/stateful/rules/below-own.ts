import { withoutSelf } from '../../../pool/live-record.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';
import { createSubject } from './creation.ts';
import { verifyDeletion } from './deletion.ts';
import { verifyListed } from './lists.ts';

/** Chooses values that no other record has. */
const VARIANT = 43;

/** A record that is created with another of its type, such as a category below a category, shows which one. */
export async function verifyBelowOwn(sequence: Sequence, { record }: Subject): Promise<void> {
  const { name } = sequence.type;
  const names = record.origin.references.some(({ in: place, resource }) => place === 'body' && resource === name);
  if (!names || record.isDeleted) return;
  const subject = await createSubject(sequence, { context: withoutSelf(record), above: record, variant: VARIANT });
  if (!subject) return;
  await verifyListed(sequence, [subject], `below another ${name}`);
  await verifyDeletion(sequence, subject);
}
