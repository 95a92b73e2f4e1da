import type { Operation } from '../../../core/model.ts';
import { singular, words } from '../names.ts';
import { actionWords, participles } from '../operations/verbs.ts';
import type { ConflictText } from './conflicts.ts';
import { onlyStatesIn, statesIn } from './named-states.ts';

const CHANGED = ['changed', 'updated', 'edited', 'modified', 'altered', 'amended'];

/** What an operation does, and to what. */
export interface Deed {
  /** As participles: `cancelled` and `canceled` for `/orders/{id}/cancel`. */
  readonly done: readonly string[];
  /** `order` of `/purchase-orders/{id}`. */
  readonly noun: string;
}

export function deedOf({ method, path }: Operation): Deed {
  const noun = singular(words(/([^/]+)\/\{[^/]*$/.exec(path.replace(/\}\/[^/{]*$/, '}'))?.[1] ?? '').at(-1) ?? '');
  if (method === 'DELETE') return { noun, done: ['deleted', 'removed'] };
  if (method === 'PUT' || method === 'PATCH') return { noun, done: CHANGED };
  const [verb, ...rest] = actionWords(path);
  return { noun, done: verb !== undefined && rest.length === 0 ? participles(verb) : [] };
}

const POSSIBLE =
  /^(?:(?:the|an?|any|all|each|every) )?(?:(?!no |none |neither )(?:[\w' -]+ )?([\w-]+) (?:that|which|who) (?:is|are|was|were|has been|have been) (.+)|(.+) ([\w-]+)) (?:can|may) be (\w+)$/;
/** A conflict with another record or client, rather than with the state of this one. */
const OF_OTHERS =
  /\b(?:another|others?|exists?|unique|taken|duplicates?|versions?|modified|concurrent(?:ly)?|in use)\b/;

/**
 * The states in which an operation that can be a conflict is possible: `Orders that are open or paid can be cancelled`, `Paid orders can be
 * refunded`. None if the document speaks of further states, or if the conflict is said to be another one.
 */
export function statesOfPossible(
  states: readonly string[],
  { general, ofResponse, deed, said = general }: ConflictText,
): readonly string[] {
  if (!deed) return [];
  const found = general.flatMap((each) => statesOfSentence(each, states, deed) ?? []);
  const others = said.filter((each) => statesOfSentence(each, states, deed) === undefined);
  const isDone = (state: string) => deed.done.includes(state);
  const isMore = others.some((each) => statesIn(each, states).some((state) => !isDone(state)));
  return isMore || ofResponse.some((each) => OF_OTHERS.test(each)) ? [] : found;
}

function statesOfSentence(sentence: string, states: readonly string[], { done, noun }: Deed): string[] | undefined {
  const [, first, ofWhich, before, last, verb = ''] = POSSIBLE.exec(sentence) ?? [];
  const isMeant = done.includes(verb) && singular(first ?? last ?? '') === noun;
  return isMeant ? onlyStatesIn(ofWhich ?? before ?? '', states) : undefined;
}
