import { withArticle } from '../../../../core/util/pluralize.ts';
import type { Step } from '../../../pool/journal.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';

/** Verifies that a record is as it was before a step that was about another one. */
export async function verifyUntouched(sequence: Sequence, subject: Subject, step: Step, cause: string): Promise<void> {
  const { name } = sequence.type;
  await sequence.verify('others-are-untouched', subject, step, {
    purpose: `read the other ${name}`,
    gone: `${withArticle(name)} is no longer found after ${cause}`,
    differs: `${withArticle(name)} has changed by ${cause}`,
  });
}
