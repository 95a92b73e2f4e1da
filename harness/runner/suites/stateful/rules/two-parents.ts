import type { Sequence, Subject } from '../steps/sequence.ts';
import { createSubject } from './creation.ts';
import { verifyListed } from './lists.ts';
import { underAnotherParent } from './nested.ts';
import { verifyUntouched } from './untouched.ts';
import { patchOnce, replaceOnce } from './updates.ts';

/** Chooses values that no other record has. */
const VARIANT = 39;

/** What is created and changed below one of two parents belongs to that one, whichever is the older. */
export async function verifyTwoParents(sequence: Sequence, subject: Subject): Promise<void> {
  const stranger = await underAnotherParent(sequence, subject);
  if (!stranger) return;
  const created: Subject[] = [];
  for (const parent of [stranger, subject.record]) {
    const context = new Map([...parent.context].filter(([name]) => name !== sequence.type.name));
    const child = await createSubject(sequence, { context, variant: VARIANT });
    if (!child) return;
    await replaceOnce(sequence, child, VARIANT + 1);
    await patchOnce(sequence, child, VARIANT + 2);
    await verifyListed(sequence, [child], 'below one of two parents');
    const [other] = created;
    const step = child.record.changes.at(-1) ?? child.record.step;
    if (other) await verifyUntouched(sequence, other, step, 'a change below another parent');
    created.push(child);
  }
}
