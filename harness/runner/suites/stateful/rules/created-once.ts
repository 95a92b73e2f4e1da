import { getAt } from '../../../../core/json/pointer.ts';
import type { ResourceOperation } from '../../../../openapi/resources/model.ts';
import type { ListedRecord } from '../../../pool/listed-records.ts';
import { withoutSelf } from '../../../pool/live-record.ts';
import type { ListedPages } from '../steps/pages.ts';
import { isUniqueText } from '../steps/same-value.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';
import { createSubject } from './creation.ts';
import { findListed, list, listExpectations } from './lists.ts';

/** One creation makes one record: no list has another one with all the texts that only it was sent. */
export async function verifyCreatedOnce(sequence: Sequence, subject: Subject): Promise<void> {
  for (const operation of sequence.lists) {
    if (!(await listWithCopy(sequence, operation, subject))) continue;
    // An earlier run may have left a record with the same values, so it is shown by one with values of chance.
    sequence.journal.renewUnique();
    const again = await createSubject(sequence, { context: withoutSelf(subject.record) });
    const found = again && (await listWithCopy(sequence, operation, again, subject));
    if (!again || !found) continue;
    sequence.report('created-is-listed', again.record.step, {
      records: [again.record],
      steps: found.listed.steps,
      message: `it creates a second ${sequence.type.name} with the same values`,
      expected: 'one record',
      actual: `another one: ${[...found.copy.identifiers.values()].map(({ value }) => String(value)).join('/')}`,
    });
    return;
  }
}

async function listWithCopy(
  sequence: Sequence,
  operation: ResourceOperation,
  subject: Subject,
  earlier?: Subject,
): Promise<{ readonly listed: ListedPages; readonly copy: ListedRecord } | undefined> {
  const purpose = `list the ${sequence.type.name} to count what was created`;
  const listed = await list(sequence, operation, subject.record, purpose, () => true);
  const own = listed && findListed(subject.record, listed);
  if (!listed || !own) return undefined;
  const { envelope = '', properties = [] } = operation.response ?? {};
  const sent = subject.record.origin.request?.properties ?? [];
  const enumerated = new Set([...properties, ...sent].flatMap((each) => (each.enumerated ? [each.pointer] : [])));
  // What both were sent, such as the name of another record, is not of chance.
  const repeated = earlier ? listExpectations(sequence, operation, earlier) : [];
  const texts = listExpectations(sequence, operation, subject).filter(
    ({ pointer, value }) =>
      isUniqueText(value) &&
      !enumerated.has(pointer) &&
      !repeated.some((each) => each.pointer === pointer && each.value === value),
  );
  const hasTexts = ({ item }: ListedRecord) =>
    texts.every(({ pointer, value }) => getAt(getAt(item, envelope) ?? null, pointer) === value);
  if (texts.length === 0 || !hasTexts(own)) return undefined;
  const copy = listed.records.find((each) => each !== own && !isSameRecord(each, own) && hasTexts(each));
  return copy && { listed, copy };
}

function isSameRecord(one: ListedRecord, other: ListedRecord): boolean {
  return [...one.identifiers].every(
    ([name, { value }]) => String(other.identifiers.get(name)?.value) === String(value),
  );
}
