import type { Operation } from '../../../core/model.ts';
import type { OpenApiDocument } from '../../document.ts';
import { singular, words } from '../names.ts';
import { successResponse } from '../representations/representation.ts';
import { textAt } from '../text-at.ts';
import { saysAnyCase } from './letter-case.ts';
import { ASCENDING, DESCENDING, type NextKey, readKeys } from './order-keys.ts';

/** The order of a list that its document says in words. */
export interface ToldOrder {
  /** The name of a property; undefined for the time of creation or, if the items are texts, for themselves. */
  readonly by: string | undefined;
  /** More of its name, perhaps: `last name`. */
  readonly name: string;
  /** What decides where records have the same value of the first one, and so on. */
  readonly next: readonly NextKey[];
  readonly kind: 'property' | 'creation' | 'texts';
  /** Undefined if the text does not say. */
  readonly isDescending: boolean | undefined;
  /** True if texts that differ in letter case alone are the same. */
  readonly ignoresCase: boolean;
  /** As the document says it. */
  readonly text: string;
}

/** What holds only for some requests or records, or is not promised. */
const VAGUE =
  /\b(if|unless|when|whether|may|can|could|might|should|or|not|never|no|un(?:sorted|ordered)|either|depend\w*|usually|roughly|within|group\w*|except|pinned)\b/i;
/** What comes before an order that is that of some records alone, or of what is in each. */
const PARTIAL =
  /\b(those|same|equal\w*|ties?|tied|identical|duplicate\w*|then|each|every|among|with|whose|inside|nested|contain\w*|their|its)\b/i;
const BY = /\b(?:ordered|sorted) by (?:the |their |its )?(`?)([A-Za-z_]\w*)\1(?![\w.-]| of\b)/di;
const ORDER_OF = /\bin (?:ascending|descending) order of (?:the |their |its )?(`?)([A-Za-z_]\w*)\1(?![\w.-]| of\b)/di;
const PLACED = /\bby (?:the |their |its )?(`?)([A-Za-z_]\w*)\1,? in (?:ascending|descending) order\b/di;
/** `In order of arrival (`checkIn`)`, `in the order of their position`. */
const IN_ORDER_OF =
  /\bin (?:the )?order of (?:the |their |its )?(?:[\w ]+ \()?(`?)([A-Za-z_]\w*)\1\)?(?=$|,? then\b)/di;
/** What comes one after another. */
const ASCENDS =
  /^(?:position|index|sequence|ordinal|number|line|arrival|check_?in|date|day|starts?_?\w*|begins?_?\w*)$/i;
const NEWEST = /^[\w ]*?\b(?:newest|latest|most recent(?:ly (?:created|added))?) first$|^[\w ]*?\boldest last$/i;
const OLDEST =
  /^[\w ]*?\boldest first$|^[\w ]*?\b(?:newest|latest|most recent(?:ly (?:created|added))?) last$|\bin the order (?:in which )?they were (?:registered|created|added|made|booked|posted|recorded)$/i;
const ALPHABETICAL = /^[\w ]*\bin alphabetical order$/i;

/** Reads `Ordered by name`, `newest first` and the like where a list is described. */
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
  if (found && by !== undefined) return propertyOrder(text, found, by);
  const plain = { by, name: '', next: [], ignoresCase: false, text };
  // `List orders, newest first (descending id)`.
  const clauses = text.split(/[,(]/).map((each) => each.trim());
  if (clauses.some((each) => NEWEST.test(each))) return [{ ...plain, kind: 'creation', isDescending: true }];
  if (clauses.some((each) => OLDEST.test(each))) return [{ ...plain, kind: 'creation', isDescending: false }];
  return ALPHABETICAL.test(text) ? [{ ...plain, kind: 'texts', isDescending: false }] : [];
}

function propertyOrder(text: string, found: RegExpExecArray, by: string): ToldOrder[] {
  // That of the backtick before its name, if there is one.
  const [start = found.index] = found.indices?.[1] ?? [];
  const keys = readKeys(text.slice(start));
  if (!keys) return [];
  const { first, next, own } = keys;
  const said = text.slice(0, start) + own;
  const isPlaced = IN_ORDER_OF.test(found[0]) && ASCENDS.test(by);
  const isDescending = DESCENDING.test(said) || (ASCENDING.test(said) || isPlaced ? false : undefined);
  // Of several, it may be said of the last.
  const ignoresCase = next.length === 0 && saysAnyCase(text);
  return [{ by, name: first, next, kind: 'property', isDescending, ignoresCase, text }];
}

/** A property by which a list is ordered, and how. */
export interface OrderedBy<Property> {
  readonly property: Property;
  readonly isDescending: boolean | undefined;
}

/**
 * The properties that an order is by, as far as they are found, one after another.
 * @param type what the records are, in words: `room number` is the number of the rooms
 */
export function orderedBy<Property>(
  { by = '', name, next, isDescending }: ToldOrder,
  type: readonly string[],
  findNamed: (name: string) => Property | undefined,
): OrderedBy<Property>[] {
  const find = (phrase: string) => {
    const own = words(phrase);
    const start = own.findIndex((word) => !type.includes(word));
    return findNamed(phrase) ?? (start > 0 ? findNamed(own.slice(start).join(' ')) : undefined);
  };
  const property = [name, by, singular(by)].map((each) => (each === '' ? undefined : find(each))).find(isFound);
  if (property === undefined) return [];
  const ordered: OrderedBy<Property>[] = [{ property, isDescending }];
  for (const key of next) {
    const found = find(key.by);
    if (found !== undefined) ordered.push({ property: found, isDescending: key.isDescending });
    else if (key.isJoint && ordered.length === 1) return [];
    else break;
  }
  return ordered;
}

function isFound<Property>(property: Property | undefined): boolean {
  return property !== undefined;
}
