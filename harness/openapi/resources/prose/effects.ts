/** What the document says in words that a success does to a property. */
export interface ToldEffect {
  /** Name of the property, in lower case. */
  readonly property: string;
  /** The type of the record that has it, in words; undefined if the text does not say. */
  readonly owner: string | undefined;
  readonly change: ToldChange;
}

export type ToldChange =
  /** A number rises (1) or falls (-1): by one, by a property of the request body, or by any amount. */
  | { readonly sign: 1 | -1; readonly by: 'one' | 'any' | { readonly property: string } }
  /** A listed value, in lower case; `true` for a switch of which no value is named, `null`, or `now` for the time of the change. */
  | { readonly value: string };

/** The effect on a number. */
export type ToldShift = ToldEffect & { readonly change: Extract<ToldChange, { sign: 1 | -1 }> };

/** Words of what is not always so, or not at once, or of what the client is to do: `To mark it as done, set completedAt`. */
const UNCERTAIN =
  /^to\b|\b(?:you|your|if|when|while|unless|once|after|before|until|except|only|may|might|can|could|should|would|depend\w*|not|never|no|each|every|per|most|least|eventually|later|otherwise|queue\w*|schedul\w*)\b/;

const NAME = '([\\w-]+)';
const OWNER = '(?:(?:of|for|on|in) (?:the|its|this|that|their|an?) ([\\w -]+?))?';
/** What is said of an amount: `the quantity of its line`. */
const OF_LINE = '(?: (?:of|in|on) (?:the|its|their) [\\w-]+)?';
const VALUE = '([\\w-]+|the (?:current|present) (?:date|time))';
const BY = `(?: by (one|1|(?:the |its |their )?[\\w-]+)${OF_LINE})?`;
const OWN = "(?:(?:the |its |their )?(?:([\\w -]+?)'s )?)";
const UP = 'raise|increase|increment';
const DOWN = 'lower|decrease|decrement|reduce';
const SHIFT = new RegExp(`^(?:also )?(?:(${UP})|(?:${DOWN}))s? ${OWN}${NAME} ?${OWNER}${BY}$`);
const SHIFTED = new RegExp(
  `^${OWN}${NAME} ?${OWNER} ?(?:(?:is|gets) (?:(${UP})d?e?d?|(?:${DOWN})e?d)|(rises)|falls)${BY}$`,
);
const ADD = new RegExp(
  `^(?:also )?(?:(adds?|returns?|puts?|gives?)|subtracts?|deducts?|takes?) (?:the |their |its )?${NAME}${OF_LINE} (?:back )?(?:to|into|from|out of) ${OWN}${NAME} ?${OWNER}$`,
);
const SET = new RegExp(`^(?:also )?sets? ${OWN}${NAME} ?${OWNER}(?: to ${VALUE})?$`);
/** `Sets the status to done and completedAt to null`. */
const ALSO_SET = new RegExp(`^${OWN}${NAME} ?${OWNER} to ${VALUE}$`);
const BECOME = new RegExp(`^${OWN}${NAME} ?${OWNER} ?(?:becomes|is set to|changes to) ${VALUE}$`);

/** Reads plain sentences: `Raises openLoans of the member`, `State becomes returned`, `adds the distance to the odometer of the vehicle`. */
export function toldEffects(text: string): ToldEffect[] {
  return certainSentences(text).flatMap((clauses) => {
    let before = '';
    let sets = false;
    return clauses.flatMap((clause) => {
      const also = sets ? ALSO_SET.exec(clause) : null;
      const found = also ? setTo(also) : readClause(clause, lastWord(before));
      sets = also !== null || (SET.test(clause) && found !== undefined);
      before = clause;
      return found ?? [];
    });
  });
}

/** The clauses of each sentence that says what is always so, and at once; in lower case. */
export function certainSentences(text: string): string[][] {
  const plainSentences = new Set(text.split(/[.;\n]+/).map(plain));
  const certain = [...plainSentences].filter((each) => !UNCERTAIN.test(each));
  return certain.map((sentence) => sentence.split(/, (?:and )?| and | then /));
}

function plain(sentence: string): string {
  const text = sentence.replaceAll(/[`"*]/g, '').replaceAll(/\s+/g, ' ').trim().toLowerCase();
  return text
    .replaceAll(/ (?:again|too|as well)(?=$|,| and )/g, '')
    .replaceAll(/ (of|for|in|from) (?:each|every|all(?: of)?(?: the)?) /g, ' $1 the ')
    .replaceAll(/ ordered (?=amount|number|quantit)/g, ' ')
    .replaceAll(/(?<= (?:amounts?|numbers?|quantity|quantities)) ordered(?=$|,| )/g, '');
}

function lastWord(clause: string): string {
  return clause.split(' ').at(-1) ?? '';
}

/** @param it what `it` stands for: the last word of the clause before */
function readClause(clause: string, it: string): ToldEffect | undefined {
  const shift = SHIFT.exec(clause);
  if (shift) return effect([shift[2], shift[4]], shift[3], { sign: shift[1] ? 1 : -1, by: amount(shift[5]) });
  const shifted = SHIFTED.exec(clause);
  if (shifted)
    return effect([shifted[1], shifted[3]], shifted[2], {
      sign: (shifted[4] ?? shifted[5]) ? 1 : -1,
      by: amount(shifted[6]),
    });
  const add = ADD.exec(clause);
  if (add)
    return effect([add[3], add[5]], add[4], { sign: add[1] ? 1 : -1, by: amount(add[2] === 'it' ? it : add[2]) });
  const set = SET.exec(clause) ?? BECOME.exec(clause);
  return set ? setTo(set) : undefined;
}

function setTo([, before, property, after, value = 'true']: RegExpExecArray): ToldEffect | undefined {
  return effect([before, after], property, { value: value.startsWith('the ') ? 'now' : value });
}

/** Words that stand for something else. */
const PRONOUN = /^(?:it|one|other|others|this|that|them|all)$/;

function effect(owners: readonly (string | undefined)[], property: string | undefined, change: ToldChange) {
  return property === undefined || PRONOUN.test(property)
    ? undefined
    : { property, owner: owners.find((each) => each !== undefined), change };
}

function amount(text: string | undefined): 'one' | 'any' | { readonly property: string } {
  const name = text?.replace(/^(?:the|its|their) /, '');
  if (name === undefined) return 'any';
  return name === 'one' || name === '1' ? 'one' : { property: name };
}
