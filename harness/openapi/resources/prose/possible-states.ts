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
  /^(?:only )?(?:(?:the|an?|any|all|each|every) )?(?:(?!no |none |neither )(?:[\w' -]+ )?([\w-]+) (?:that|which|who) (?:is|are|was|were|has been|have been) (.+)|(.+) ([\w-]+)) (?:can|may) be (\w+)$/;
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

/** Words of what else has to be so, or of another reason for a conflict. */
const CONDITION =
  /\b(?:if|unless|when|while|until|before|after|once|only|as long as|ha(?:s|ve) to|must|needs?|requires?|within|without|may|cannot|not|no|never|less|more|enough)\b/;
/** `The order can no longer be cancelled`, `the order is not in a state that allows it`. */
const OF_STATE =
  /\b(?:can no longer be|can(?:not| not|'t) be \w+ (?:any ?more|any longer|in its (?:current )?(?:state|status))|in (?:a|its|this|the) (?:current )?(?:state|status))\b/;

/** Such states if the document tells of no other condition, so that the operation is accepted in each of them. */
export function statesOfAcceptance(states: readonly string[], text: ConflictText): readonly string[] {
  const { general, ofResponse, deed } = text;
  if (!deed) return [];
  const isOther = (each: string) => statesOfSentence(each, states, deed) === undefined;
  const isOfState = (each: string) =>
    OF_STATE.test(each) || (statesIn(each, states).length > 0 && !/,| or (?:an?|the|its?)\b/.test(each));
  const isUnconditional = !general.filter(isOther).some((each) => CONDITION.test(each)) && ofResponse.every(isOfState);
  return isUnconditional && ofResponse.length > 0 ? statesOfPossible(states, text) : [];
}

function statesOfSentence(sentence: string, states: readonly string[], { done, noun }: Deed): string[] | undefined {
  const [, first, ofWhich, before, last, verb = ''] = POSSIBLE.exec(sentence) ?? [];
  const isMeant = done.includes(verb) && singular(first ?? last ?? '') === noun;
  return isMeant ? onlyStatesIn(ofWhich ?? before ?? '', states) : undefined;
}
