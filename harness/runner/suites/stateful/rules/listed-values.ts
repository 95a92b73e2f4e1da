import { getAt } from '../../../../core/json/pointer.ts';
import { withArticle } from '../../../../core/util/pluralize.ts';
import type { ResourceOperation } from '../../../../openapi/resources/model.ts';
import { bodyOf } from '../../../pool/journal.ts';
import type { ListedRecord } from '../../../pool/listed-records.ts';
import type { ExpectedProperty } from '../steps/expected-properties.ts';
import type { ListedPages } from '../steps/pages.ts';
import { isSameValue, isUniqueText } from '../steps/same-value.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';
import { differencesIn, list } from './lists.ts';
import { underAnotherParent, verifyListBelow } from './nested.ts';

/** What was created and has no identifier is found in every list by its texts, and in none below another parent. */
export async function verifyListedValues(sequence: Sequence, subjects: readonly Subject[]): Promise<void> {
  const told = subjects.filter((subject) => textsOf(subject).length > 0);
  const [first] = told;
  if (!first) return;
  for (const operation of sequence.lists) await verifyValues(sequence, operation, told);
  const stranger = await underAnotherParent(sequence, first);
  if (stranger) await verifyListBelow(sequence, first, stranger, (operation, listed) => find(operation, listed, first));
}

async function verifyValues(
  sequence: Sequence,
  operation: ResourceOperation,
  subjects: readonly Subject[],
): Promise<void> {
  const [first] = subjects;
  const { type } = sequence;
  const isAsSent = (listed: ListedPages) => (subject: Subject) => {
    const item = find(operation, listed, subject);
    return item !== undefined && differencesIn(sequence, operation, listed, item, subject).length === 0;
  };
  const purpose = `list the ${type.name} after the creation`;
  const listed =
    first && (await list(sequence, operation, first.record, purpose, (each) => subjects.every(isAsSent(each))));
  const last = listed?.steps.at(-1);
  const wrong = listed && subjects.find((subject) => !isAsSent(listed)(subject));
  if (!last || !wrong) return;
  const evidence = { records: [wrong.record], steps: listed.steps };
  const item = find(operation, listed, wrong);
  if (item) {
    const message = `${withArticle(type.name)} is listed with other values than were sent`;
    const differences = differencesIn(sequence, operation, listed, item, wrong);
    sequence.report('created-is-listed', last, { ...evidence, message, differences });
  } else if (listed.isComplete) {
    const message = `${withArticle(type.name)} that was created is not listed`;
    const expected = `an item with ${textsOf(wrong)
      .map(({ value }) => JSON.stringify(value))
      .join(' and ')}`;
    sequence.report('created-is-listed', last, {
      ...evidence,
      message,
      expected,
      actual: `${listed.records.length} others`,
    });
  }
}

/** The item that shows a text which only this record can have. */
function find({ response }: ResourceOperation, { records }: ListedPages, subject: Subject): ListedRecord | undefined {
  const texts = textsOf(subject);
  return records.find(({ item }) => {
    const record = getAt(item, response?.envelope ?? '') ?? null;
    return texts.some(({ pointer, value }) => isSameValue(value, getAt(record, pointer) ?? null));
  });
}

/** The texts that the response to a creation shows, too: what is sent to somebody, or done at once, is not listed. */
function textsOf({ record: { origin, step }, expected }: Subject): ExpectedProperty[] {
  const shown = getAt(bodyOf(step) ?? null, origin.response?.envelope ?? '') ?? null;
  const shared = new Set(
    origin.request?.properties.flatMap(({ pointer, enumerated }) => (enumerated ? [pointer] : [])),
  );
  return expected.filter(
    ({ pointer, value }) =>
      isUniqueText(value) && !shared.has(pointer) && isSameValue(value, getAt(shown, pointer) ?? null),
  );
}
