import { words } from '../names.ts';

/** Words beside the states in a sentence that says no more than which they are. */
const FILLERS = /\b(?:an?|or|and|yet|currently|still|in|the|state|status)\b|[^\p{L}\d]+/gu;

/** The states that a text names; undefined if it says more than which they are. */
export function onlyStatesIn(named: string, states: readonly string[]): string[] | undefined {
  const found = statesIn(named, states);
  const rest = found.reduce((text, state) => text.replaceAll(words(state).join(' '), ''), words(named).join(' '));
  return found.length === 0 || rest.replace(FILLERS, '') !== '' ? undefined : found;
}

export function statesIn(part: string, states: readonly string[]): string[] {
  const text = ` ${part.split(/[^\p{L}\d]+/u).join(' ')} `;
  const isIn = (state: string) => text.includes(` ${state} `) || (NOUN.test(state) && text.includes(` ${state}s `));
  return states.filter((state) => isIn(words(state).join(' ')));
}

/** A state that is what a record is, so that there are several: drafts. */
const NOUN = /^(?:draft|quote|lead|trial|proposal|preview)$/;
