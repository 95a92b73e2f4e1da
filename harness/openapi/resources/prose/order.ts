import type { Operation } from '../../../core/model.ts';
import type { OpenApiDocument } from '../../document.ts';
import { successResponse } from '../representations/representation.ts';
import { textAt } from '../text-at.ts';

/** The order of a list that its document says in words. */
export interface ToldOrder {
  /** The name of a property; undefined for the time of creation or, if the items are texts, for themselves. */
  readonly by: string | undefined;
  readonly kind: 'property' | 'creation' | 'texts';
  /** Undefined if the text does not say. */
  readonly isDescending: boolean | undefined;
  /** As the document says it. */
  readonly text: string;
}

/** What holds only for some requests or records, or is not promised. */
const VAGUE =
  /\b(if|unless|when|whether|may|can|could|might|should|or|not|never|no|un(?:sorted|ordered)|either|depend\w*|usually|roughly|within|group\w*|except|pinned)\b/i;
/** What comes before an order that is that of some records alone, or of what is in each. */
const PARTIAL =
  /\b(those|same|equal\w*|ties?|tied|identical|duplicate\w*|then|each|every|among|with|whose|inside|nested|contain\w*|their|its)\b/i;
const BY = /\b(?:ordered|sorted) by (?:the |their |its )?(`?)([A-Za-z_]\w*)\1(?![\w.-]| (?:of|and)\b)/i;
const ORDER_OF =
  /\bin (?:ascending|descending) order of (?:the |their |its )?(`?)([A-Za-z_]\w*)\1(?![\w.-]| (?:of|and)\b)/i;
const PLACED = /\bby (?:the |their |its )?(`?)([A-Za-z_]\w*)\1,? in (?:ascending|descending) order\b/i;
/** `In order of arrival (`checkIn`)`, `in the order of their position`. */
const IN_ORDER_OF = /\bin (?:the )?order of (?:the |their |its )?(?:[\w ]+ \()?(`?)([A-Za-z_]\w*)\1\)?$/i;
/** What comes one after another. */
const ASCENDS =
  /^(?:position|index|sequence|ordinal|number|line|arrival|check_?in|date|day|starts?_?\w*|begins?_?\w*)$/i;
const DESCENDING = /\bdesc(?:ending)?\b|\b(?:newest|latest|most recent|highest|largest|biggest)(?: \w+)? first\b/i;
const ASCENDING = /\basc(?:ending)?\b|\b(?:oldest|earliest|lowest|smallest)(?: \w+)? first\b/i;
const NEWEST = /^[\w ]*?\b(?:newest|latest|most recent(?:ly (?:created|added))?) first$|^[\w ]*?\boldest last$/i;
const OLDEST =
  /^[\w ]*?\boldest first$|^[\w ]*?\b(?:newest|latest|most recent(?:ly (?:created|added))?) last$|\bin the order (?:in which )?they were (?:registered|created|added|made|booked|posted|recorded)$/i;
const ALPHABETICAL = /^[\w ]*\bin alphabetical order$/i;

/** Reads `Ordered by name`, `newest first` and the like where a list is described; of several properties, the first. */
export function toldOrders(document: OpenApiDocument, operation: Operation): ToldOrder[] {
  const response = successResponse(operation);
  const texts = [
    ...['summary', 'description'].map((keyword) => textAt(document, operation.pointer, keyword)),
    response ? textAt(document, response.pointer) : '',
  ];
  return texts.flatMap((text) => text.split(/[.;:](?=\s|$)|\n\s*\n/)).flatMap((sentence) => orderIn(sentence));
}

function orderIn(sentence: string): ToldOrder[] {
  const text = sentence.replace(/\s+/g, ' ').trim();
  if (VAGUE.test(text)) return [];
  const found = BY.exec(text) ?? ORDER_OF.exec(text) ?? PLACED.exec(text) ?? IN_ORDER_OF.exec(text);
  if (PARTIAL.test(text.slice(0, found?.index))) return [];
  const by = found?.[2];
  // `by name, then by age descending`: that is said of the second.
  const [own = ''] = text.split(/\bthen\b|,? (?:those|records|entries) of\b/i);
  const isDescending = DESCENDING.test(own) || (ASCENDING.test(own) ? false : undefined);
  const isPlaced = found?.[0].match(IN_ORDER_OF) !== null && ASCENDS.test(by ?? '');
  if (by !== undefined)
    return [{ by, kind: 'property', isDescending: isDescending ?? (isPlaced ? false : undefined), text }];
  // `List orders, newest first (descending id)`.
  const clauses = text.split(/[,(]/).map((each) => each.trim());
  if (clauses.some((each) => NEWEST.test(each))) return [{ by, kind: 'creation', isDescending: true, text }];
  if (clauses.some((each) => OLDEST.test(each))) return [{ by, kind: 'creation', isDescending: false, text }];
  return ALPHABETICAL.test(text) ? [{ by, kind: 'texts', isDescending: false, text }] : [];
}
