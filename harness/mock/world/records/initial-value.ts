import { isNumber } from '../../../core/json/decimal.ts';
import { parsePointer } from '../../../core/json/pointer.ts';
import type { JsonValue } from '../../../core/model.ts';
import { isRare } from '../../../generate/plausible/events.ts';
import { words } from '../../../openapi/resources/names.ts';

const COUNT = /count|total|number|\bnum |votes|likes|views|followers|lifetime|spent|earned|revenue/i;
const RATING = /rating|score/i;
/** What is added to a price or taken from it, or was paid; a rate is none. */
const AMOUNT = /\b(tax|vat|discount|shipping|refunded|paid|balance)\b(?!.*\b(rate|percent|percentage)\b)/;

/** How a value that only the service sets begins: flags are off, counts, ratings and what a price is changed by are 0, lists are empty. */
export function initialValue(pointer: string, example: JsonValue): JsonValue | undefined {
  if (typeof example === 'boolean') return false;
  if (Array.isArray(example)) return [];
  const name = words(parsePointer(pointer).at(-1) ?? '').join(' ');
  return isNumber(example) && [COUNT, RATING, AMOUNT].some((each) => each.test(name)) ? 0 : undefined;
}

const ENDS = /^(closed|completed?|done|finished|failed|resolved|delivered|archived|deactivated|inactive)$/;
const BEGINNINGS = /^(none|new|draft|pending|created|open|queued|to ?do|unread|unpaid|waiting|initial|not .+)$/;

/** The first of the values of an enum with which a record may begin: none is cancelled from the start, nor closed where another is open. */
export function firstListed(listed: readonly JsonValue[]): JsonValue | undefined {
  const first = listed.find((each) => typeof each !== 'string' || !isRare(words(each).join(''))) ?? listed[0];
  const isNamed = (names: RegExp) => (each: JsonValue | undefined) =>
    typeof each === 'string' && names.test(words(each).join(' '));
  return isNamed(ENDS)(first) ? (listed.find(isNamed(BEGINNINGS)) ?? first) : first;
}
