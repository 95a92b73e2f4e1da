import { type ToldCount, toldChangeCount } from '../../../../openapi/resources/prose/change-counts.ts';
import { isDone } from '../../../pool/journal.ts';
import { withoutSelf } from '../../../pool/live-record.ts';
import { numberIn } from '../steps/counter.ts';
import type { Observation } from '../steps/observe.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';
import { hasChanged } from './change-time.ts';
import { createSubject } from './creation.ts';
import { changeTexts, replaceOnce } from './updates.ts';

/** Chooses values that no other record has; each change chooses others. */
const VARIANT = 150;

/** A number that the document says rises with each change, such as a `version`, rises with the first one and with later ones. */
export async function verifyChangeCounts(sequence: Sequence, main: Subject): Promise<void> {
  const { contract, type } = sequence;
  const told = toldChangeCount(contract, type);
  const subject = told && (await createSubject(sequence, { context: withoutSelf(main.record), variant: VARIANT }));
  if (!told || !subject) return;
  const changes = told.by.flatMap((method) => {
    const change = method === 'PATCH' ? changeTexts : replaceOnce;
    return [change, change];
  });
  for (const [index, change] of changes.entries())
    if (!(await isCounted(sequence, subject, told, () => change(sequence, subject, VARIANT + 1 + index)))) return;
}

/** False if a change does not count, which is reported. */
async function isCounted(
  sequence: Sequence,
  { record }: Subject,
  told: ToldCount,
  change: () => Promise<void>,
): Promise<boolean> {
  const { pointer, by, text } = told;
  const { name } = sequence.type;
  const read = (isExpected: (seen: Observation) => boolean, when: string) =>
    sequence.read({ record, expected: [] }, `read the ${name} ${when} a change`, isExpected);
  const before = await read(() => true, 'before');
  const count = numberIn(before, told);
  if (!before || count === undefined || !Number.isSafeInteger(count)) return true;
  const known = record.changes.length;
  await change();
  const step = record.changes
    .slice(known)
    .find((each) => isDone(each) && by.some((method) => method === each.operation.method));
  // A service may make several changes of one, such as to normalize a text.
  const isRight = (now: number | undefined) => now !== undefined && now > count;
  const after = step && (await read((seen) => isRight(numberIn(seen, told)), 'after'));
  const now = numberIn(after, told);
  if (!step || !after || now === undefined || isRight(now) || !hasChanged(sequence, before.record, after.record))
    return true;
  sequence.report('update-is-visible', step, {
    records: [record],
    steps: [before.step, step, after.step],
    message: `${pointer} of the ${name} does not count a change`,
    expected: `${pointer}: more than ${count} (${text})`,
    actual: `${pointer}: ${now}`,
  });
  return false;
}
