import type { Operation } from '../../../core/model.ts';
import type { OpenApiDocument } from '../../document.ts';
import { textAt } from '../text-at.ts';
import { ASCENDING, DESCENDING } from './order-keys.ts';

/** What decides the order of records that have the same value of what a request orders them by. */
export interface ToldTies {
  /** The only property of which the text speaks; undefined for whichever the request names. */
  readonly among: string | undefined;
  readonly by: string;
  readonly isDescending: boolean | undefined;
  /** As the document says it. */
  readonly text: string;
}

const VAGUE =
  /\b(if|unless|when|may|can|could|might|should|not|never|no|unordered|unsorted|undefined|usually|except)\b/i;
/** `Books with the same value are ordered by `title`, ascending`. */
const SAME =
  /^(?:then )?(?:[\w -]+ )?(?:with|of|having|that have) (?:the )?(?:same|equal|identical) (`?)([A-Za-z_]\w*)\1(?: of [\w -]+?| for [\w -]+?)?,? (?:are|is|come) (?:then )?(?:ordered |sorted )?by (?:the |their |its )?(`?)([A-Za-z_]\w*)\3(?=$|,| (?:in )?(?:ascending|descending))/i;
/** `Ties are broken by `id``. */
const TIES =
  /^(?:[\w -]+, )?ties (?:are|get) (?:broken|ordered|sorted|resolved) by (?:the |their |its )?(`?)([A-Za-z_]\w*)\1(?=$|,| (?:in )?(?:ascending|descending))/i;
const ANY = /^(?:values?|keys?|property|propert(?:y|ies)|sort|order|rank)$/i;

/** Reads what the description of a list says of records that are equal in a chosen order. */
export function toldTies(document: OpenApiDocument, { pointer }: Operation): ToldTies[] {
  const texts = ['summary', 'description'].map((keyword) => textAt(document, pointer, keyword));
  return texts.flatMap((text) => text.split(/[.;:](?=\s|$)|\n\s*\n/)).flatMap(tiesIn);
}

function tiesIn(sentence: string): ToldTies[] {
  const text = sentence.replace(/\s+/g, ' ').trim();
  if (VAGUE.test(text)) return [];
  const [, , among, , first] = SAME.exec(text) ?? [];
  const by = first ?? TIES.exec(text)?.[2];
  if (by === undefined) return [];
  const isDescending = DESCENDING.test(text) || (ASCENDING.test(text) ? false : undefined);
  return [{ among: among === undefined || ANY.test(among) ? undefined : among, by, isDescending, text }];
}
