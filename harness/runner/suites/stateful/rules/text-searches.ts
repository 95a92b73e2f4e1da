import { isObject } from '../../../../core/json/index.ts';
import { getAt } from '../../../../core/json/pointer.ts';
import { isSearchParameter } from '../../../../openapi/resources/operations/filter-names.ts';
import type { Selector } from '../../../../openapi/resources/operations/selectors.ts';
import { saysNoCase, selectorText } from '../../../../openapi/resources/prose/filters.ts';
import { effectiveSchema, firstKeyword } from '../../../../openapi/schema/effective-schema.ts';
import type { ListedPages } from '../steps/pages.ts';
import { ASCII, type Listing, otherCase, propertyNamed, select } from './listing.ts';
import { findListed } from './lists.ts';

/** So many records have something that tells them apart. */
const MIN_RECORDS = 3;

/** Whatever a search takes for similar, a word that nobody has written is not in every record. */
export async function verifyTextSearch(listing: Listing, selectors: readonly Selector[]): Promise<void> {
  const { sequence, operation, subject, records } = listing;
  if (records.length < MIN_RECORDS) return;
  for (const by of selectors.filter((each) => isTextSearch(listing, each))) {
    const value = sequence.journal.unique.word();
    if (!by.schema || !sequence.contract.schemas.accepts(by.schema, value, 'request')) continue;
    const isRight = ({ records: found }: ListedPages) => found.length < records.length;
    const listed = await select(listing, [{ by, value }], isRight);
    const last = listed?.steps.at(-1);
    if (!listed || !last || isRight(listed)) continue;
    sequence.report('list-follows-query', last, {
      records: [subject.record],
      steps: listed.steps,
      message: `${operation.operation.id} finds every record by a ${by.name} that none has`,
      expected: `no record with ${value}`,
      actual: `${listed.records.length} records`,
    });
    return;
  }
}

/** A text of one's own choice that is named for a search, not for a property. */
function isTextSearch({ sequence: { contract }, operation }: Listing, { name, schema }: Selector): boolean {
  if (schema === undefined || !isSearchParameter(name) || propertyNamed(operation, name)) return false;
  const whole = effectiveSchema(contract.document, schema, 'request');
  return firstKeyword(whole, 'enum') === undefined && firstKeyword(whole, 'format') === undefined;
}

/** An operator of a search, not a word of a text. */
const OPERATOR = /\b(?:and|or|not|near)\b/i;
/** So many texts of a record are tried: the document need not say by name which ones a search is about. */
const MAX_TEXTS = 6;

/** A search that ignores case, as the document says, finds a record by a text in capitals if it does by the text itself. */
export async function verifySearchCase(listing: Listing, selectors: readonly Selector[]): Promise<void> {
  const { sequence, operation, subject } = listing;
  const { document } = sequence.contract;
  const isFound = (listed: ListedPages) => findListed(subject.record, listed) !== undefined;
  for (const by of selectors.filter((each) => isTextSearch(listing, each))) {
    if (!saysNoCase(selectorText(document, operation.operation, by))) continue;
    for (const text of textsFor(listing, by)) {
      const own = await select(listing, [{ by, value: text }], isFound);
      const other = own && isFound(own) ? await select(listing, [{ by, value: otherCase(text) }], isFound) : undefined;
      const last = other?.steps.at(-1);
      if (!own || !other?.isComplete || !last) continue;
      if (isFound(other)) break;
      sequence.report('list-follows-query', last, {
        records: [subject.record],
        steps: [...own.steps, ...other.steps],
        message: `${operation.operation.id} finds a record by ${by.name}, but not in ${text === text.toUpperCase() ? 'small letters' : 'capitals'}`,
        expected: 'the same record, whatever the case',
        actual: `${other.records.length} others`,
      });
      return;
    }
  }
}

/** The texts that a record was created with and a search takes in either case. */
function textsFor({ sequence: { contract }, subject: { record } }: Listing, { schema }: Selector): string[] {
  const sent = getAt(record.sent ?? null, record.origin.request?.envelope ?? '');
  const isTaken = (text: string) => schema !== undefined && contract.schemas.accepts(schema, text, 'request');
  return Object.values(isObject(sent) ? sent : {})
    .filter((value): value is string => typeof value === 'string' && ASCII.test(value))
    .filter((text) => otherCase(text) !== text && !OPERATOR.test(text) && isTaken(text) && isTaken(otherCase(text)))
    .slice(0, MAX_TEXTS);
}
