import type { Operation } from '../../../core/model.ts';
import type { Contract } from '../../contract.ts';
import type { ResourceType } from '../model.ts';
import { words } from '../names.ts';
import { enumAt, factIn, type RecordFact, recordFacts } from '../record-facts.ts';
import { textAt } from '../text-at.ts';
import { sentencesAbout, sentencesOf } from './conflicts.ts';

/** What a record that a request names may not be. */
export interface ForbiddenFact extends RecordFact {
  /** Of the response that rejects it. */
  readonly status: number;
}

const STATUSES = [409, 422];

/**
 * What a record that a request names may not be, as the document says in words of the responses 409 and 422 of the operation: `409 if the
 * copy is on loan`, `409 archived vehicle`, `a loan of an inactive member is rejected with 422`.
 */
export function conflictFacts(contract: Contract, operation: Operation, named: ResourceType): readonly ForbiddenFact[] {
  const byType = known.get(operation) ?? new Map<string, readonly ForbiddenFact[]>();
  const facts = byType.get(named.name) ?? STATUSES.flatMap((status) => readFacts(contract, operation, named, status));
  known.set(operation, byType.set(named.name, facts));
  return facts;
}

const known = new WeakMap<Operation, Map<string, readonly ForbiddenFact[]>>();

function readFacts(contract: Contract, operation: Operation, named: ResourceType, status: number): ForbiddenFact[] {
  const { document } = contract;
  const response = operation.responses.find(({ key }) => key === String(status));
  if (!response) return [];
  const told = sentencesAbout(document, operation).flatMap((sentence) => phrasesIn(sentence, status));
  const ofResponse = sentencesOf(textAt(document, response.pointer)).flatMap(reasonsIn);
  const type = `(?:${namesOf(named, operation).join('|')})`;
  const article = '(?:(?:the|an?|its|this) )?';
  const before = new RegExp(`^(?:(?:if|when|while|for|on|with|of|to|by|in) )?${article}(.+) ${type}$`);
  const after = new RegExp(
    `^(?:(?:if|when|while) )?${article}${type} (?:is|was|has been) (?:already |still )?(.+?)(?: already)?$`,
  );
  const forbidden = [...told, ...ofResponse].flatMap((clause) => {
    const plain = words(clause).join(' ');
    const phrase = after.exec(plain)?.[1] ?? before.exec(plain)?.[1] ?? '';
    const told = OF_WHAT_IS_SENT.test(phrase) ? [] : phrase.split(' or ');
    return told.flatMap((each) => factsIn(contract, named, each));
  });
  const demands = sentencesAbout(document, operation).flatMap((sentence) => demandsIn(sentence, status));
  const required = demands.map((each) => MUST_BE(type).exec(each)?.[1]);
  const others = required.flatMap((phrase) => (phrase === undefined ? [] : othersThan(contract, named, phrase)));
  return [...forbidden, ...others].map((fact) => ({ ...fact, status }));
}

/** `Each product has to be active, and is on one line at most: otherwise, the order is rejected with 422`; without a status, a conflict. */
function demandsIn(sentence: string, status: number): string[] {
  const [, all, told] = OTHERWISE.exec(sentence) ?? [];
  if (all === undefined) return status === 409 ? [sentence] : [];
  return told === String(status) ? all.split(/, (?:and )?/) : [];
}

const OTHERWISE =
  /^(.+?)[:,] ?(?:and )?(?:otherwise|or else),? (?:(?:the|this|an?|it) (?:[\w -]+ )?(?:is|gets|will be) )?(?:rejected|refused|answered) with (?:an? |the |status )*(409|422)$/;

/** `The count has to be open`, of what is done to its lines. */
const MUST_BE = (type: string) =>
  new RegExp(`^(?:the|its|this|each|every) ${type} (?:has to|must|needs to) (?:still )?be (?:an? )?([\\w -]+)$`);

/** The values of a state that are none of those which a phrase lists: `open or paused`. */
function othersThan(contract: Contract, named: ResourceType, phrase: string): RecordFact[] {
  const lists = phrase.split(' or ').map((each) => factsIn(contract, named, `not ${each}`));
  const [first = [], ...rest] = lists;
  const isIn = (list: readonly RecordFact[], { property, value }: RecordFact) =>
    list.some((each) => each.property === property && each.value === value);
  return first.filter((fact) => rest.every((list) => isIn(list, fact)));
}

/** People say `order` of the purchase order that the path names. */
function namesOf({ words: own, operations }: ResourceType, { path }: Operation): string[] {
  const isAbove = operations.some(({ scope, operation }) => scope === 'item' && path.startsWith(`${operation.path}/`));
  return [own.join(' '), ...(isAbove && own.length > 1 ? own.slice(-1) : [])];
}

/** What a sentence says before or after a status: `409 if the copy is on loan`, `of an inactive member is rejected with 422`. */
function phrasesIn(sentence: string, status: number): string[] {
  const name = status === 409 ? '(?:409|conflicts?)' : String(status);
  // `Does not conflict with`, `to avoid conflicts with`
  const after = new RegExp(
    `^(?!.*\\b(?:not?|never|without|cannot|avoids?|prevents?|instead|rather)\\b.*\\b${name}\\b).*?\\b${name}\\b(.*)$`,
  );
  const before = new RegExp(
    `^.*\\b((?:of|for|to|by|in|on|with) an? [\\w -]+?) (?:is|gets|will be) (?:rejected|refused) (?:with|by|as) (?:an? |the status )*${name}$`,
  );
  const rejected = before.exec(sentence)?.[1];
  return [
    ...sentence.split(',').flatMap((clause) => after.exec(clause)?.[1] ?? []),
    ...(rejected === undefined ? [] : [rejected]),
  ];
}

/** `The member does not exist or is inactive`: that it is inactive is one of the reasons. */
function reasonsIn(sentence: string): string[] {
  const [first = '', ...rest] = sentence.split(/,? or (?=(?:the|an?|its|this|it|is|has) )/);
  const subject = /^((?:the|an?|its|this) [\w -]+?) (?:is|does|do|was|has)\b/.exec(first)?.[1] ?? '';
  return [first, ...rest.map((each) => each.replace(/^(?:it )?(?=is )/, `${subject} `))];
}

/** `Invalid request`, `bad order`: more likely of what is sent than of a record in such a state. */
const OF_WHAT_IS_SENT = /^(?:in ?valid|bad|wrong|unknown|missing|malformed|duplicate|existing|new)$/;

/** What a phrase says of a record; of `not active`, each other value that the document lists. */
function factsIn({ document }: Contract, named: ResourceType, phrase: string): RecordFact[] {
  const facts = recordFacts(document, named);
  const found = factIn(facts, words(phrase));
  if (found) return [found];
  const opposite = factIn(facts, words(/^not (?:an? )?(.+)$/.exec(phrase)?.[1] ?? ''));
  if (typeof opposite?.value !== 'string') return [];
  const { property, value } = opposite;
  const shown = named.operations.find(({ role, response }) => role === 'read' && response !== undefined)?.response;
  return enumAt(document, shown?.schemas ?? [], property)
    .filter((each) => each !== value)
    .map((each) => ({ property, value: each }));
}
