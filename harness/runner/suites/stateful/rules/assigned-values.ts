import { getAt } from '../../../../core/json/pointer.ts';
import type { JsonValue } from '../../../../core/model.ts';
import { withArticle } from '../../../../core/util/pluralize.ts';
import { assignedUnique } from '../../../../openapi/resources/prose/uniqueness.ts';
import { isSameRecord, withoutSelf } from '../../../pool/live-record.ts';
import { isSameValue } from '../steps/same-value.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';
import { createSubject } from './creation.ts';

/** Chooses values that no other record has. */
const VARIANT = 210;
/** So many records in a row have different values. */
const COUNT = 4;

/** What the service itself gives to each record, and is unique as the document says, such as the number of an order, is no other's. */
export async function verifyAssignedValues(sequence: Sequence, { record }: Subject): Promise<void> {
  const { contract, type, reader } = sequence;
  const pointers = reader && record.origin.scope === 'collection' ? assignedUnique(contract, type, reader) : [];
  if (pointers.length === 0) return;
  const made: Subject[] = [];
  for (let count = 0; count < COUNT; count++) {
    const subject = await createSubject(sequence, { context: withoutSelf(record), variant: VARIANT + count });
    if (!subject) return;
    for (const pointer of pointers) {
      const value = shown(subject, pointer);
      const other = made.find(
        (each) => !isSameRecord(each.record, subject.record) && isSame(value, shown(each, pointer)),
      );
      if (!other || !subject.seen || !other.seen) continue;
      sequence.report('values-stay-unique', subject.record.step, {
        records: [other.record, subject.record],
        steps: [other.seen.step, subject.record.step, subject.seen.step],
        message: `it gives ${withArticle(type.name)} the ${pointer.slice(1)} of another, which the document calls unique`,
        expected: 'a value that no other has',
        actual: String(value),
      });
      return;
    }
    made.push(subject);
  }
}

function shown({ seen }: Subject, pointer: string): JsonValue {
  return getAt(seen?.record ?? null, pointer) ?? null;
}

function isSame(one: JsonValue, other: JsonValue): boolean {
  return /\d$/.test(String(one)) && isSameValue(one, other);
}
