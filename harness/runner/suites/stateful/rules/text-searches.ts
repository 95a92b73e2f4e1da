import { words } from '../../../../openapi/resources/names.ts';
import type { Selector } from '../../../../openapi/resources/operations/selectors.ts';
import { effectiveSchema, firstKeyword } from '../../../../openapi/schema/effective-schema.ts';
import type { ListedPages } from '../steps/pages.ts';
import { type Listing, propertyNamed, select } from './listing.ts';

/** `q`, `search`, `search_term`, `keywords`, `filter[search]`. */
const SEARCH = /^(filter )?(q|query|search|keywords?|full ?text|search ?(query|terms?|text|string|phrase|keywords?))$/;
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
  if (schema === undefined || !SEARCH.test(words(name).join(' ')) || propertyNamed(operation, name)) return false;
  const whole = effectiveSchema(contract.document, schema, 'request');
  return firstKeyword(whole, 'enum') === undefined && firstKeyword(whole, 'format') === undefined;
}
