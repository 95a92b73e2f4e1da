import { isObject } from '../../../../core/json/index.ts';
import { getAt, parsePointer } from '../../../../core/json/pointer.ts';
import type { JsonValue } from '../../../../core/model.ts';
import { bodyOf, type Step } from '../../../pool/journal.ts';
import { isUniqueText } from '../steps/same-value.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';

/** A text that the document marks `writeOnly` is not in the response to its creation, in a read or in a list. */
export function verifyHidden(sequence: Sequence, { record }: Subject, steps: readonly Step[]): void {
  const { type } = sequence;
  const { origin, sent } = record;
  const envelope = origin.request?.envelope ?? '';
  for (const { pointer, writeOnly } of origin.request?.properties ?? []) {
    const value = sent === undefined || pointer.includes('/*') ? undefined : getAt(sent, envelope + pointer);
    if (!writeOnly || value === undefined || !isUniqueText(value)) continue;
    const name = parsePointer(pointer).at(-1) ?? '';
    // The same text in another property of that name may be shown there.
    if (count(sent, name, value) > 1) continue;
    const step = steps.find((each) => count(bodyOf(each), name, value) > 0);
    if (!step) continue;
    sequence.report('write-only-is-hidden', step, {
      records: [record],
      steps: [step],
      message: `it shows the writeOnly property ${pointer} of the ${type.name} as it was sent`,
      expected: 'absent, or masked',
      actual: `the value that was sent`,
    });
    return;
  }
}

/** How many properties of that name have the value, at any depth. */
function count(body: JsonValue | undefined, name: string, value: JsonValue): number {
  const sum = (counts: readonly number[]) => counts.reduce((total, each) => total + each, 0);
  if (Array.isArray(body)) return sum(body.map((each) => count(each, name, value)));
  if (!isObject(body)) return 0;
  return sum(
    Object.entries(body).map(([key, each]) => Number(key === name && each === value) + count(each, name, value)),
  );
}
