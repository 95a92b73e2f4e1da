import { sentencesOf } from './documented-conflicts.ts';
import { words } from './names.ts';

/** Which states follow each other, as a document draws it: ``draft → published → archived; others are a conflict``. */
export interface ToldFlow {
  /** True if the document says that a record in one state is not led into the other one. */
  isForbidden(from: string, to: string): boolean;
}

const ARROW = /→|⟶|⇒|[-=]+>/;
/** What is said of all moves that are not drawn. */
const OTHERS = /\b(?:others?|else|otherwise)\b.*\b(?:conflicts?|409|422|rejected|invalid|illegal|not allowed)\b/;
/** What a rejection says of moves, rather than of other records. */
const ABOUT_MOVES = /\b(?:transitions?|workflow|states?|status|moves?)\b/;

/**
 * Reads which moves a document draws. A state that is also named in words may be led to from others.
 * @param general what is said of the operation and the property
 * @param ofRejection what is said of the response to a move that is not possible
 * @returns undefined if it draws none, or says nothing of others
 */
export function toldFlow(states: readonly string[], general: string, ofRejection: string): ToldFlow | undefined {
  const sentences = sentencesOf(general.replaceAll('_', ' ').replace(/\s+(?=→|⟶|⇒|[-=]+>)/g, ' '));
  const drawn = sentences.filter((each) => ARROW.test(each));
  const isComplete = sentences.some((each) => OTHERS.test(each));
  if (drawn.length === 0 || !(isComplete || ABOUT_MOVES.test(ofRejection.toLowerCase()))) return undefined;
  const named = (text: string) => statesIn(text, states);
  const moves = new Set(drawn.flatMap((each) => movesIn(each.split(ARROW).map(named))));
  const inWords = new Set(sentences.filter((each) => !ARROW.test(each) && !OTHERS.test(each)).flatMap(named));
  const all = new Set(drawn.flatMap(named));
  return {
    isForbidden: (from, to) =>
      (from !== to || isComplete) &&
      all.has(from) &&
      all.has(to) &&
      !moves.has(moveOf(from, to)) &&
      (from === to || !inWords.has(to)),
  };
}

function movesIn(parts: readonly string[][]): string[] {
  return parts.flatMap((from, index) =>
    from.flatMap((each) => (parts[index + 1] ?? []).map((next) => moveOf(each, next))),
  );
}

function moveOf(from: string, to: string): string {
  return `${from} → ${to}`;
}

function statesIn(text: string, states: readonly string[]): string[] {
  const phrase = ` ${words(text).join(' ')} `;
  return states.filter((state) => phrase.includes(` ${words(state).join(' ')} `));
}
