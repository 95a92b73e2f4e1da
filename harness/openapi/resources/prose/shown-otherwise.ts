import type { Role } from '../model.ts';

const ABSENT =
  "(?:empty|blank|null|omitted|left out|unset|absent|missing|unspecified|(?:not|no) (?:be )?(?:set|given|specified|provided|supplied|present|passed|defined|value)|(?:isn|wasn)['’]t (?:set|given|specified|provided))";
const FILLS = '(?:generat|assign|choos|chosen|automatic|default|comput|deriv|fill|populat|inherit|uses?\\b|used\\b)';
/** `MAY be empty to have the server generate it`, `If not specified, defaults to 14 days`, `Calculated automatically if omitted`. */
const FILLED_IN = new RegExp(
  `\\b${ABSENT}\\b[^.;]*\\b${FILLS}|\\b${FILLS}\\w*\\b[^.;]*\\b(?:if|when|unless)\\b[^.;]*\\b(?:${ABSENT}|set|given|specified|provided)\\b`,
  'i',
);
const ZERO = /\b(?:zero|0)\b/i;

const LEFT_OUT = "(?:empty|omitted|blank|null|hidden|masked|redacted|truncated|not|n['’]t|never|only|excluded|absent)";
const LIST_RESPONSE = 'list(?:ing)? (?:responses?|requests?|results?|calls?|endpoints?|operations?|views?|methods?)';
const IN_LISTS = `(?:when (?:listing|listed)|(?:in|by|for|from) (?:the |an? |any |all )?(?:lists|listings?|collections|${LIST_RESPONSE}))\\b`;
/** `empty when listing keys`, `only available in object details, not in listing`, `The schema is not included in list responses`. */
const LEFT_OUT_OF_LISTS = new RegExp(`\\b${LEFT_OUT}\\b[^.;]*\\b${IN_LISTS}`, 'i');

const SHOWN = '(?:returned|shown|visible|available|included|displayed|present|provided|exposed|echoed)';
/** `Only returned at creation`, `The secret is shown only once`, `it will not be returned by the API`. */
const NOT_READABLE = new RegExp(
  `\\b(?:only|just) (?:be |is |ever )?${SHOWN}\\b[^.;]*\\b(?:once|creat\\w*|first)\\b|\\b${SHOWN} only\\b[^.;]*\\b(?:once|creat\\w*|first)\\b|\\b(?:never|not) (?:be )?(?:returned|shown|exposed|displayed|echoed)(?: back)?(?: (?:by the (?:api|service|server)|(?:in|with) (?:the |any )?responses?|on request|again|afterwards))?(?= *(?:[.,;:()\\n]|$|and\\b))`,
  'i',
);

const CONDITIONAL = /\b(?:if|when|unless|while)\b/i;

/** True if a description says that the service may show a value of its own in place of an empty one. */
export function isFilledIn(description: string, value: unknown): boolean {
  const isZero = value === 0 || value === false;
  return description.split(SENTENCE_END).some((each) => FILLED_IN.test(each) && (!isZero || ZERO.test(each)));
}

/** True if a description says that lists do not show a value, or not whole. */
export function isLeftOutOfLists(description: string): boolean {
  return description.split(SENTENCE_END).some((each) => LEFT_OUT_OF_LISTS.test(each));
}

/** True if a description says that reads do not show a value, such as one that only the creation shows. */
export function isNotReadable(description: string): boolean {
  return description.split(SENTENCE_END).some((each) => {
    const found = NOT_READABLE.exec(each);
    return found !== null && !CONDITIONAL.test(each.slice(0, found.index));
  });
}

/** True if a description says that responses of an operation with that role do not show a value. */
export function isToldHidden(description: string, role: Role): boolean {
  return isNotReadable(description) || (role === 'list' && isLeftOutOfLists(description));
}

const SENTENCE_END = /(?<=[.;])\s|\n\s*\n/;
