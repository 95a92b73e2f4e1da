import { parsePointer } from '../../../core/json/pointer.ts';
import type { Operation } from '../../../core/model.ts';
import type { Contract } from '../../contract.ts';
import type { OpenApiDocument } from '../../document.ts';
import { schemasAt } from '../../schema/schemas-at.ts';
import type { Reference, ResourceOperation, ResourceType } from '../model.ts';
import { nameKey, words } from '../names.ts';
import { isParentName, withoutId } from '../references/identifying.ts';
import { textAt } from '../text-at.ts';
import { sentencesOf } from './conflicts.ts';

/** What an operation sends of the record of the same type that a record is below: `parentId`. */
export function treeReference({ name }: ResourceType, { references }: ResourceOperation): Reference | undefined {
  const own = references.filter(
    ({ in: place, resource, many, at, required }) =>
      place === 'body' && resource === name && !many && !required && !at.includes('/*'),
  );
  return own.length === 1 ? own[0] : undefined;
}

/** True for a reference whose name says that the record is above: `parentId`, `parentCategoryId`, `replyTo`. */
export function isAbove({ at }: Reference): boolean {
  const stem = withoutId(words(parsePointer(at).at(-1) ?? ''));
  return isParentName(stem) || stem.includes('parent');
}

/** A move that the document says is rejected. */
export interface ToldCycles {
  /** True if a record must not come below itself. */
  readonly isItself: boolean;
  /** True if a record must not come below one that is below it, either. */
  readonly isBelow: boolean;
  readonly status: number | undefined;
}

const FORBIDS = "(?:cannot|can not|can't|must not|may not|must never|can never)";
/** `A category cannot be moved into itself or below itself`, `must not be moved below itself`. */
const MOVED = new RegExp(
  `\\b${FORBIDS} be (?:moved|placed|put|nested) (?:in|into|under|below|inside) (?:itself|(?:one|any) of its (?:own )?(?:descendants|children|sub[\\w-]+)|its (?:own )?(?:descendants|children|sub[\\w-]+))\\b`,
);
/** `A category cannot be its own parent`. */
const OWN = new RegExp(`\\b${FORBIDS} be (?:its|their) own (?:parent|ancestor)\\b`);
/** Of the property: `Must not be the category itself or one below it`. */
const ITSELF = new RegExp(
  `^(?:the parent(?: [\\w-]+)?[,:] )?(?:(?:it|the parent(?: [\\w-]+)?|this|and) )?${FORBIDS} be (?:itself|(?:the|this) [\\w-]+ itself|(?:one|any) of its (?:own )?descendants|an? descendant)\\b`,
);
/** `Rejected if this would create a cycle`, `Cycles are rejected`. */
const CYCLES =
  /\b(?:rejected|error|fails|4\d\d)\b.*\bif (?:it|this|that|the (?:move|change|new parent)) (?:would )?(?:creates?|causes?|makes?|results? in|leads? to) (?:a )?(?:cycle|loop)\b|^(?:all )?(?:cycles|loops) (?:in the (?:tree|hierarchy) )?(?:are|get) (?:rejected|not allowed|forbidden)\b/;
/** As the reason of a response with 4xx: `The move would create a cycle`, `The parent is the category itself or below it`. */
const REASON =
  /^(?:(?:it|this|that|the (?:move|change|new parent)) )?would (?:create|cause|make|result in|lead to) (?:a )?(?:cycle|loop)\b|^the (?:new )?parent(?: [\w-]+)? is (?:the [\w-]+ )?itself or (?:one )?below it\b/;
const ITSELF_TOO = /\b(?:itself|own|cycles?|loops?)\b/;
const BELOW = /\b(?:below|descendants?|children|sub[\w-]+|cycles?|loops?|ancestor)\b/;
const UNCERTAIN = /\b(?:unless|when|while|might|should|except|only|unchecked|without|yet|currently)\b/;

/** What the document says of a change that puts a record below itself. @param at JSON Pointer of the reference in the body */
export function toldCycles(
  { document }: Contract,
  { operation, request }: ResourceOperation,
  at: string,
): ToldCycles | undefined {
  const pointer = at.slice(request?.envelope.length ?? 0);
  const schemas = (request?.schemas ?? []).flatMap((whole) =>
    schemasAt(document, { whole, pointer, direction: 'request' }),
  );
  const general = [MOVED, OWN, CYCLES];
  const responses = operation.responses.filter(({ key }) => /^4\d\d$/.test(key));
  const said = [
    ...[textAt(document, operation.pointer), textAt(document, operation.pointer, 'summary')].flatMap((text) =>
      forbiddenIn(text, general),
    ),
    ...schemas.flatMap((each) => forbiddenIn(textAt(document, each), [...general, ITSELF])),
    ...responses.flatMap((each) => forbiddenIn(textAt(document, each.pointer), [...general, REASON], Number(each.key))),
  ];
  if (said.length === 0) return undefined;
  return {
    isItself: said.some(({ isItself }) => isItself),
    isBelow: said.some(({ isBelow }) => isBelow),
    status: said.find(({ status }) => status)?.status,
  };
}

function forbiddenIn(text: string, patterns: readonly RegExp[], status?: number): ToldCycles[] {
  const told = sentencesOf(text).filter(
    (sentence) => !UNCERTAIN.test(sentence) && patterns.some((each) => each.test(sentence)),
  );
  return told.map((sentence) => {
    const code = /\b4\d\d\b/.exec(sentence)?.[0];
    return {
      isItself: ITSELF_TOO.test(sentence),
      isBelow: BELOW.test(sentence),
      status: status ?? (code === undefined ? undefined : Number(code)),
    };
  });
}

const DELETES = /\b(?:deletes?|removes?|destroys?|erases?|purges?|deleting|removing)\b/;
const STAYS =
  /\b(?:if|unless|while|when|only|may|might|can|cannot|optional(?:ly)?|not|no|never|without|keeps?|kept|stays?|remains?|orphan\w*|must|first|before|reassign\w*|moved?|archiv\w*)\b/;

const TAKEN_ALONG = /\b(?:and|with|including|plus) (?:also )?(?:(?:all|of|everything|its|the|their) )*([\w -]+)$/;
const ALL_BELOW = /^(?:(?:below|under|beneath|inside|in) it|descendants|subtree)$/;

/** True if the deletion of a record deletes those of its type below it, at any depth: `Deletes the category and everything below it`; not `and its children`, which may have others below them. */
export function deletesTree(document: OpenApiDocument, { pointer }: Operation, { words: type }: ResourceType): boolean {
  const texts = ['summary', 'description'].map((keyword) => textAt(document, pointer, keyword));
  const nested = ['sub', 'nested'].map((each) => `${each}${nameKey(type.slice(-1))}`);
  return sentencesOf(texts.join('. ')).some((sentence) => {
    const below = TAKEN_ALONG.exec(sentence)?.[1]?.trim();
    if (below === undefined || STAYS.test(sentence) || !DELETES.test(sentence)) return false;
    return ALL_BELOW.test(below) || nested.includes(nameKey(below));
  });
}
