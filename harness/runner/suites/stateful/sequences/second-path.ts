import { withoutSelf } from '../../../pool/live-record.ts';
import { createSubject } from '../rules/creation.ts';
import { verifyDeletion } from '../rules/deletion.ts';
import { verifyListed } from '../rules/lists.ts';
import { verifyNested } from '../rules/nested.ts';
import { verifySafeMethods } from '../rules/safe-methods.ts';
import { patchOnce, replaceOnce } from '../rules/updates.ts';
import type { Sequence } from '../steps/sequence.ts';

/** Chooses values that the records have not had before. */
const VARIANTS = { doomed: 2, changed: 3, changedAgain: 8 };

/** What is created, changed and deleted at its own path shows so at the second one; the own path has a sequence of its own. */
export async function verifySecondPath(sequence: Sequence): Promise<void> {
  const subject = await createSubject(sequence);
  if (!subject) return;
  await verifySafeMethods(sequence, subject);
  const context = withoutSelf(subject.record);
  const doomed = await createSubject(sequence, { context, variant: VARIANTS.doomed });
  if (!doomed) return;
  await verifyListed(sequence, [subject, doomed], 'after the creation');
  for (const variant of [VARIANTS.changed, VARIANTS.changedAgain]) {
    await replaceOnce(sequence, subject, variant);
    await patchOnce(sequence, subject, variant);
  }
  await verifyListed(sequence, [subject, doomed], 'after the updates');
  await verifyNested(sequence, subject, doomed);
  await verifyDeletion(sequence, doomed);
  if (!subject.record.isDeleted) await verifyListed(sequence, [subject], 'after the deletion of another');
  await verifyDeletion(sequence, subject);
}
