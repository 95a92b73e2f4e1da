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
    const step = steps.find((each) => shows(bodyOf(each), name, value));
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

/** True if a property of that name has the value, at any depth. */
function shows(body: JsonValue | undefined, name: string, value: JsonValue): boolean {
  if (Array.isArray(body)) return body.some((each) => shows(each, name, value));
  if (!isObject(body)) return false;
  return Object.entries(body).some(([key, each]) => (key === name && each === value) || shows(each, name, value));
}
