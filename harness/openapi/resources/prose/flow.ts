import type { Operation } from '../../../core/model.ts';
import type { Contract } from '../../contract.ts';
import { words } from '../names.ts';
import { textAt } from '../text-at.ts';
import { sentencesOf } from './conflicts.ts';

/** Which states follow each other, as a document draws it, ``draft → published → archived; others are a conflict``, or says it: `from open to closed, never back`. */
export interface ToldFlow {
  /** True if the document says that a record in one state is not led into the other one. */
  isForbidden(from: string, to: string): boolean;
}

const ARROW = /→|⟶|⇒|[-=]+>/;
/** What is said of all moves that are not drawn. */
const OTHERS = /\b(?:others?|else|otherwise)\b.*\b(?:conflicts?|409|422|rejected|invalid|illegal|not allowed)\b/;
/** What a rejection says of moves, rather than of other records. */
const ABOUT_MOVES = /\b(?:transitions?|workflow|states?|status|moves?)\b/;
const FORWARD =
  /\b(?:never|not|cannot (?:go|move)|no (?:way|going)) back(?:wards?)?\b|\bonly (?:(?:goes|moves|go|move) )?forwards?\b/;

/** The flow that an operation keeps to; undefined if the document tells of none, or of no rejection of other moves. */
export function flowOf(
  { document }: Contract,
  { pointer, responses }: Operation,
  states: readonly string[],
): ToldFlow | undefined {
  const rejections = responses.filter(({ key }) => key === '409' || key === '422');
  if (rejections.length === 0) return undefined;
  const general = ['summary', 'description'].map((keyword) => textAt(document, pointer, keyword)).join('. ');
  return toldFlow(states, general, rejections.map((each) => textAt(document, each.pointer)).join('. '));
}

/**
 * Reads which moves a document allows.
 * @param general what is said of the operation and the property
 * @param ofRejection what is said of the response to a move that is not possible
 * @returns undefined if it tells of none, or says nothing of others
 */
export function toldFlow(states: readonly string[], general: string, ofRejection: string): ToldFlow | undefined {
  const drawn = drawnFlow(states, general, ofRejection);
  const order = forwardStates(states, general);
  if (!drawn && order.length === 0) return undefined;
  const isBack = (from: string, to: string) => order.includes(to) && order.indexOf(to) < order.indexOf(from);
  return { isForbidden: (from, to) => drawn?.isForbidden(from, to) === true || isBack(from, to) };
}

/** A state that is also named in words may be led to from others than those that are drawn. */
function drawnFlow(states: readonly string[], general: string, ofRejection: string): ToldFlow | undefined {
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

/** The states in the order from which there is no way back: `from open to closed, never back`; none if the text does not say so. */
function forwardStates(states: readonly string[], general: string): string[] {
  const sentence = sentencesOf(general).find((each) => FORWARD.test(each)) ?? '';
  const at = (state: string) => sentence.search(new RegExp(`\\b${state.replaceAll(/[^a-z\d]+/gi, '.')}\\b`, 'i'));
  return states.filter((state) => at(state) >= 0).sort((one, other) => at(one) - at(other));
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
