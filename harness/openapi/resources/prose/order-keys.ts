/** A property that decides where records have the same value of those before it. */
export interface NextKey {
  /** What the document calls it: `first name`. */
  readonly by: string;
  /** Undefined if the text does not say. */
  readonly isDescending: boolean | undefined;
  /** True if it may be but a part of what the one before it is called: `by date and time of its creation`. */
  readonly isJoint: boolean;
}

/** What is said after `ordered by`. */
export interface KeysRead {
  /** What the document calls the first property: `last name`. */
  readonly first: string;
  readonly next: readonly NextKey[];
  /** What is said of the first one, or of all. */
  readonly own: string;
}

export const DESCENDING =
  /\bdesc(?:ending)?\b|\b(?:newest|latest|most recent|highest|largest|biggest)(?: \w+)? first\b/i;
export const ASCENDING = /\basc(?:ending)?\b|\b(?:oldest|earliest|lowest|smallest)(?: \w+)? first\b/i;
const BETWEEN = /(,? (?:and )?then (?:by )?|,? and (?:by )?|, (?:by )?)/i;
const NAME = '(?:the |their |its )?(`?)([A-Za-z_]\\w*(?: [A-Za-z_]\\w*){0,2}?)\\1';
const KEY = new RegExp(`^${NAME}(?: (?:in )?(asc|desc)(?:ending)?(?: order)?)?$`, 'i');
const MODIFIER = new RegExp(
  `^(?:in |with |showing )?(?:the )?(?:${DESCENDING.source}|${ASCENDING.source})(?: order)?$`,
  'i',
);

/** Reads the properties that follow `ordered by`: `last name, then first name descending`; undefined if it is not clear what they are. */
export function readKeys(tail: string): KeysRead | undefined {
  const [first = '', ...rest] = withoutNotes(tail).split(BETWEEN);
  const next: NextKey[] = [];
  let own = first;
  for (let at = 0; at < rest.length; at += 2) {
    const [between = '', text = ''] = rest.slice(at, at + 2);
    if (MODIFIER.test(text)) {
      if (/then/i.test(between)) break;
      // `By name, then date, newest first` may be said of both, and `by date and time, newest first` is.
      const last = next.pop();
      if (last?.isJoint) return undefined;
      if (last) break;
      own += between + text;
      continue;
    }
    const [, , by, direction] = KEY.exec(text) ?? [];
    const isJoint = /^ and (?!then)/i.test(between);
    if (by === undefined && isJoint && next.length === 0) return undefined;
    if (by === undefined) {
      if (next.length === 0)
        own += rest
          .slice(at)
          .join('')
          .split(/\bthen\b|,? (?:those|records|entries) of\b/i)[0];
      break;
    }
    next.push({ by, isDescending: direction === undefined ? undefined : /^desc/i.test(direction), isJoint });
  }
  return { first: KEY.exec(first)?.[2] ?? '', next, own };
}

/** `lastName (ascending), then size (largest first)` with the directions alone, as words. */
function withoutNotes(text: string): string {
  return text.replaceAll(/ \(([^)]*)\)?/g, (_, note: string) =>
    DESCENDING.test(note) ? ' descending' : ASCENDING.test(note) ? ' ascending' : '',
  );
}
