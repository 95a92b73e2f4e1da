import type { Contract } from '../../contract.ts';
import type { Reference, ResourceOperation, ResourceType } from '../model.ts';
import { nameKey, words } from '../names.ts';
import { conflictText } from './conflicts.ts';
import { describedIn, inWords, saysUnique, toldUnique } from './uniqueness.ts';

/** A value that two records may have unless they belong to the same one: the name of a category within its parent. */
export interface UniqueWithin {
  /** Name of a property at the top of the request. */
  readonly name: string;
  /** Name of the type of the record that they belong to. */
  readonly resource: string;
  /** What names that record in the body of a creation; undefined if the path does. */
  readonly reference: Reference | undefined;
  /** What the document says. */
  readonly text: string;
}

const EACH = '(?:(?:the|its|their|an?|each|every|one|this|that|same|given|parent) )*';
const ANY_CASE = '(?:,? (?:ignoring|regardless of|whatever the) case| \\(?case[- ]insensitive(?:ly)?\\)?)?';
/** `Unique within the warehouse`, `unique among the categories with the same parent`. */
const WITHIN = new RegExp(
  `\\bunique (?:within|in|inside|per|for each|(?:among|across) (?:all |the |its )*([\\w -]+?) (?:within|in|of|with|below|under)) (${EACH})([\\w -]+?)${ANY_CASE}$`,
);
/** What makes it unique beyond that, or not always. */
const OTHERWISE =
  /\b(?:not|never|no|if|unless|when|should|may|usually|globally|everywhere|system[- ]wide|world[- ]?wide|(?:across|among|over) (?:all|the whole|every)|over all)\b/;

/** Within what the values of a creation must be unique, as the document says of them: not where it says that they are so everywhere, too. */
export function toldWithin(contract: Contract, type: ResourceType, called: ResourceOperation): UniqueWithin[] {
  return toldUnique(contract, called).flatMap((name): UniqueWithin[] => {
    const said = sentencesAbout(contract, called, name);
    const found = said.flatMap((text) => readScope(type, called, text) ?? []);
    const [only] = found;
    const areAlike = found.every(
      ({ resource, reference }) => resource === only?.resource && reference === only.reference,
    );
    return only && areAlike && found.length === said.length ? [{ name, ...only }] : [];
  });
}

/** Each sentence that says of a value that it is unique. */
function sentencesAbout(contract: Contract, called: ResourceOperation, name: string): string[] {
  const { general = [] } = conflictText(contract, called.operation) ?? {};
  const named = words(name).join(' ');
  const isAbout = (sentence: string) => inWords(sentence).includes(` ${named} `);
  const described = called.request
    ? describedIn(contract, called.request, name).filter((each) => saysUnique(name, each))
    : [];
  return [...described, ...general.filter((each) => /\bunique\b/.test(each) && isAbout(each))];
}

function readScope(
  type: ResourceType,
  { references, path }: ResourceOperation,
  text: string,
): Omit<UniqueWithin, 'name'> | undefined {
  const [, among, determiners = '', phrase = ''] = WITHIN.exec(text) ?? [];
  if (phrase === '' || OTHERWISE.test(text) || (among !== undefined && !isCalled(among, type.name))) return undefined;
  const inBody = references.filter((each) => each.in === 'body' && !each.many && !each.at.includes('/*'));
  const isParent = /^parent(?: |$)/.test(phrase) || / parent /.test(` ${determiners}`);
  const named = inBody.filter(({ resource }) => (resource === type.name ? isParent : isCalled(phrase, resource)));
  const [reference, ...others] = named;
  if (reference) return others.length === 0 ? { resource: reference.resource, reference, text } : undefined;
  const { parent } = type;
  const isAbove = parent !== undefined && path.some(({ resource }) => resource === parent);
  return isAbove && (phrase === 'parent' || isCalled(phrase, parent))
    ? { resource: parent, reference: undefined, text }
    : undefined;
}

/** Whether a phrase is the name of a type, or the last word of it: `order` for a purchase order. */
function isCalled(phrase: string, resource: string): boolean {
  const own = words(resource.split('.').at(-1) ?? '');
  const key = nameKey(words(phrase));
  return key === nameKey(own) || key === nameKey(own.slice(-1));
}
