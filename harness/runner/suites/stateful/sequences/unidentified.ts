import { withoutSelf } from '../../../pool/live-record.ts';
import { verifyChildCounts } from '../rules/child-counts.ts';
import { createSubject } from '../rules/creation.ts';
import { verifyListedValues } from '../rules/listed-values.ts';
import { verifyRejectedCreate } from '../rules/rejections.ts';
import { verifyToldOrder } from '../rules/told-order.ts';
import type { Sequence } from '../steps/sequence.ts';

/** Chooses values that the first record does not have. */
const VARIANT = 2;

/** Creates records that nothing identifies, such as the reviews of a book; only lists show them, by their values. */
export async function verifyUnidentified(sequence: Sequence): Promise<void> {
  const main = await createSubject(sequence);
  if (!main) return;
  const other = await createSubject(sequence, { context: withoutSelf(main.record), variant: VARIANT });
  await verifyListedValues(sequence, other ? [main, other] : [main]);
  await verifyToldOrder(sequence, [main]);
  await verifyRejectedCreate(sequence, main);
  await verifyChildCounts(sequence, main);
}
