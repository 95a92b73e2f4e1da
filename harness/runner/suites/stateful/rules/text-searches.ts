import { isObject } from '../../../../core/json/index.ts';
import { getAt } from '../../../../core/json/pointer.ts';
import { nameKey } from '../../../../openapi/resources/names.ts';
import { isSearchParameter } from '../../../../openapi/resources/operations/filter-names.ts';
import type { Selector } from '../../../../openapi/resources/operations/selectors.ts';
import { selectorText, type ToldPart, toldAnyPart, toldPart } from '../../../../openapi/resources/prose/filters.ts';
import { saysAnyCase } from '../../../../openapi/resources/prose/letter-case.ts';
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

/** What a search finds by one text it finds by another one, as the document says: in capitals, or by a part of it. */
export async function verifySearchTexts(listing: Listing, selectors: readonly Selector[]): Promise<void> {
  const { sequence, operation } = listing;
  for (const by of selectors.filter((each) => isTextSearch(listing, each))) {
    const told = selectorText(sequence.contract.document, operation.operation, by);
    const inCase = saysAnyCase(told) ? textsFor(listing, by).map((text) => [text, otherCase(text)] as const) : [];
    const part = toldPart(told);
    const parts = part ? textsFor(listing, by, part).flatMap((text) => partsOf(text, part)) : [];
    if (await isMissed(listing, by, inCase, 'in another case')) return;
    if (await isMissed(listing, by, parts, 'by a part of the text')) return;
    const named = toldAnyPart(told).flatMap((of) =>
      textsFor(listing, by, { of }).flatMap((text) => (isShown(listing, text) ? [{ of, text }] : [])),
    );
    for (const one of named)
      for (const { of, text } of named.filter((each) => each !== one))
        if (await isMissed(listing, by, [[one.text, text]], `by its ${of}`)) return;
  }
}

/** Whether a record is found by a text and not by what is like it; the first text that finds it decides. */
async function isMissed(
  listing: Listing,
  by: Selector,
  texts: readonly (readonly [text: string, like: string])[],
  how: string,
): Promise<boolean> {
  const { sequence, operation, subject } = listing;
  const isFound = (listed: ListedPages) => findListed(subject.record, listed) !== undefined;
  for (const [text, like] of texts) {
    const own = await select(listing, [{ by, value: text }], isFound);
    const other = own && isFound(own) ? await select(listing, [{ by, value: like }], isFound) : undefined;
    const last = other?.steps.at(-1);
    if (!own || !other?.isComplete || !last) continue;
    if (isFound(other)) return false;
    sequence.report('list-follows-query', last, {
      records: [subject.record],
      steps: [...own.steps, ...other.steps],
      message: `${operation.operation.id} finds a record by ${by.name}, but not ${how}`,
      expected: `the record by ${text} and by ${like}`,
      actual: `${other.records.length} others by ${like}`,
    });
    return true;
  }
  return false;
}

/** Whether a record shows a text as it was sent. */
function isShown({ records }: Listing, text: string): boolean {
  return records.some((each) => isObject(each) && Object.values(each).includes(text));
}

const MIN_PART = 3;

/** A later word of a text, or the inside of the first one. */
function partsOf(text: string, { isInWords }: ToldPart): [text: string, part: string][] {
  const [first = '', ...later] = text.split(/\s+/);
  const found = later.findLast((word) => word.length >= MIN_PART) ?? (isInWords ? first.slice(1) : '');
  return found.length >= MIN_PART && /^[a-z0-9]+$/i.test(found) ? [[text, found]] : [];
}

/** The texts that a record was created with, of the name given, and a search takes in either case. */
function textsFor(
  { sequence: { contract }, subject: { record } }: Listing,
  { schema }: Selector,
  part?: Pick<ToldPart, 'of'>,
): string[] {
  const sent = getAt(record.sent ?? null, record.origin.request?.envelope ?? '');
  const isTaken = (text: string) => schema !== undefined && contract.schemas.accepts(schema, text, 'request');
  return Object.entries(isObject(sent) ? sent : {})
    .filter(([name]) => part === undefined || nameKey(name) === nameKey(part.of))
    .map(([, value]) => value)
    .filter((value): value is string => typeof value === 'string' && ASCII.test(value))
    .filter((text) => otherCase(text) !== text && !OPERATOR.test(text) && isTaken(text) && isTaken(otherCase(text)))
    .slice(0, MAX_TEXTS);
}
