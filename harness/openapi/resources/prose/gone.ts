import type { Operation } from '../../../core/model.ts';
import type { OpenApiDocument } from '../../document.ts';
import type { ResourceOperation, ResourceType } from '../model.ts';
import { textAt } from '../text-at.ts';
import { sentencesAbout, sentencesOf } from './conflicts.ts';

const READ = '(?:read|found|retrieved|fetched|accessed|available|accessible|readable)';
const NOT = "(?:cannot|can't|can not|is not|will not)";
/** What is not so for everybody, everywhere or of every record. */
const UNCERTAIN =
  /\b(?:if|unless|when|while|may|might|should|users?|clients?|customers?|public|publicly|others?|in|for|to|by|via|through|lists?|search|results?|40[34])\b/;
/** What is not so at once. */
const DELAYED =
  /\b(?:until|eventually|later|soon|within|days?|hours?|minutes?|weeks?|months?|retention|emptied|purged?|permanent|permanently|scheduled?|asynchronous|asynchronously|background)\b/;
const DELETES = /\b(?:delet|remov)(?:e|es|ed|ion)\b/;

/**
 * True if the document says that a record cannot be read once it was deleted, not even as one that has ended: of its deletion,
 * `afterwards the order cannot be read any more`, or of the response 410 to a read, `The order was deleted`.
 */
export function saysGone(
  document: OpenApiDocument,
  { words }: ResourceType,
  deletion: Operation,
  reader: ResourceOperation | undefined,
): boolean {
  const told = sentencesAbout(document, deletion);
  if (!told.some((each) => DELETES.test(each)) || told.some((each) => DELAYED.test(withoutEnd(each)))) return false;
  const named = `(?:it|(?:the|an?|this|that) (?:deleted |removed )?(?:${words.join(' ')}|record|resource))`;
  const unreadable = new RegExp(
    `\\b(?:${named}|and)(?: (?:can|is|will be))? no longer (?:be )?${READ}\\b|` +
      `\\b${named} ${NOT} (?:be )?${READ} (?:any ?more|any longer|afterwards?)\\b|` +
      `\\b(?:afterwards?|then|after (?:that|this)),? ${named} ${NOT} be ${READ}\\b`,
  );
  const isDeleted = new RegExp(`^${named} (?:is|was|has been) (?:already )?(?:deleted|removed)$`);
  const gone = reader?.operation.responses.find(({ key }) => key === '410');
  return (
    told.some((each) => unreadable.test(each) && !UNCERTAIN.test(each)) ||
    (gone !== undefined && sentencesOf(textAt(document, gone.pointer)).some((each) => isDeleted.test(each)))
  );
}

/** A sentence up to when it ends to be so: `cannot be read any more, until it is restored`. */
function withoutEnd(sentence: string): string {
  return sentence.split(/(?<=\bany ?more),? until\b/)[0] ?? '';
}
