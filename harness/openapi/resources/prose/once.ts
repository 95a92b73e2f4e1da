import type { Contract } from '../../contract.ts';
import type { ResourceOperation, ResourceType } from '../model.ts';
import { singularWords, words } from '../names.ts';
import { conflictText } from './conflicts.ts';

/** What each user creates once for each record of another type, as the document says. */
export interface ToldOnce {
  /** Pointers of the references in the body to what it is for; none if it is for what is in the path. */
  readonly at: readonly string[];
}

/** What people do once, by what there is then. */
const DEEDS: ReadonlyMap<string, string> = new Map([
  ['review', 'review'],
  ['rating', 'rat'],
  ['vote', 'vot'],
  ['like', 'lik'],
  ['favorite', 'favorit'],
  ['favourite', 'favourit'],
  ['bookmark', 'bookmark'],
  ['application', 'appl'],
  ['registration', 'register'],
  ['enrollment', 'enroll'],
  ['enrolment', 'enrol'],
  ['endorsement', 'endors'],
  ['testimonial', 'review'],
]);
const PERSON =
  '(?:you|(?:(?:the|this|an?|each|every|one|the same) )?(?:(?:current|signed[- ]in|logged[- ]in|authenticated|same) )?(?:users?|customers?|members?|guests?|persons?|readers?|accounts?|students?|buyers?|candidates?|applicants?|attendees?))';
/** Another rule than once for ever, or one with exceptions. */
const UNCERTAIN =
  /\b(?:replac\w*|overwrit\w*|updates?|upsert\w*|unless|except|per (?:day|week|month|year|hour|order|purchase|visit|booking|stay|session|season|device|ip)|within|a day|daily|until|anonymous\w*|more than one|several|multiple)\b/;

/** Reads that a user creates such a record once for each of another type: `Each user may review a product once`, `You have already reviewed it` (409). */
export function toldOnce(
  contract: Contract,
  { operation, path, references, role }: ResourceOperation,
  type: ResourceType,
): ToldOnce | undefined {
  const noun = singularWords(type.words).at(-1) ?? '';
  const deed = DEEDS.get(noun);
  const text = role === 'create' && deed !== undefined ? conflictText(contract, operation) : undefined;
  if (!text || [...text.general, ...text.ofResponse].some((each) => UNCERTAIN.test(each))) return undefined;
  const sent = references.filter((each) => each.in === 'body' && each.required && !each.at.includes('*'));
  const above = path.at(-1)?.resource;
  const targets = above === undefined ? sent.map(({ resource }) => resource) : [above];
  const [target, ...others] = new Set(targets);
  if (deed === undefined || target === undefined || others.length > 0) return undefined;
  const says = patterns(noun, deed, words(target).join(' '));
  const isTold =
    text.general.some((each) => says.rule.test(each)) || text.ofResponse.some((each) => says.broken.test(each));
  return isTold ? { at: above === undefined ? sent.map(({ at }) => at) : [] } : undefined;
}

/** How a document says so, and how a conflict says that somebody has done it before. */
function patterns(noun: string, deed: string, target: string) {
  const what = `(?:it|(?:(?:the|this|that|an?|each|every|one|the same) )?${target}s?)`;
  const one = `(?:only |at most |exactly )?(?:one|a single) ${noun}`;
  const done = `${deed}(?:ed|ied)`;
  const leaves = '(?:submit|leave|write|post|create|add|give|have|make)s?';
  const rule = [
    `^${PERSON} (?:can|may)(?: only)? ${deed}(?:e|y)? ${what} (?:only |at most )?once(?: only)?$`,
    `^${PERSON} (?:(?:can|may)(?: only)? )?${leaves} ${one} (?:per|for(?: each)?|of(?: each)?) ${what}$`,
    `^${one} (?:per|for each|by each) ${PERSON}(?:(?: and|,| per| for each) ${what})?(?: is (?:allowed|permitted|possible|accepted))?$`,
    `^${one} (?:per|for each) ${what} (?:and|per|for each|by each) ${PERSON}(?: is (?:allowed|permitted|possible|accepted))?$`,
    `^${what} (?:can|may)(?: only)? be ${done}(?: only)? once (?:by|per) ${PERSON}$`,
  ];
  const broken = [
    `^(?:conflict[:,-]? )?(?:${PERSON} (?:has |have )?)?already ${done}(?: (?:this|the|that|an?|for this|for the) ?${target})?$`,
    `^(?:conflict[:,-]? )?${PERSON} (?:has |have )${done} ${what} already$`,
    `^${what} (?:is |was |has been )?already (?:been )?${done} by ${PERSON}$`,
    `^${PERSON} already (?:has|have|left|wrote|submitted) an? ${noun}(?: (?:for|of|on) ${what})?$`,
    `^an? ${noun} (?:by|from|of) ${PERSON} (?:(?:for|of) ${what} )?already exists$`,
  ];
  const anyOf = (all: readonly string[]) => new RegExp(all.join('|'));
  return { rule: anyOf([...rule, ...broken]), broken: anyOf([...broken, ...rule]) };
}
