import type { OpenApiDocument } from '../../document.ts';
import type { ResourceType } from '../model.ts';
import { nameKey, words } from '../names.ts';
import { sentencesAbout } from './conflicts.ts';

/** What is not always so, or not at once. */
const UNCERTAIN =
  /\b(?:if|unless|while|when|may|might|can|cannot|could|should|not|never|no|only|must|first|before|later|eventually|soon|within|background|asynchronous\w*|queue\w*|schedul\w*|future|new)\b/;
const TAKEN = '(?:removed|detached|unassigned|cleared|taken (?:off|away)|unlinked|stripped)';
const ALL = '(?:(?:all|the|its|their|every|each|any|of|those|that|which|have|has|had) )*';
/** What is between two records that name each other: `from its tasks`. */
const FROM = `(?:from|off|of|in) ${ALL}`;

const known = new WeakMap<ResourceType, ReadonlyMap<string, boolean>>();

/**
 * True if the document says that a record which is deleted is no longer named by those of another type, which stay: `Deleting a tag removes
 * it from all tasks`, `Deletes a tag; it is removed from its tasks`.
 */
export function isDetached(document: OpenApiDocument, type: ResourceType, dependent: ResourceType): boolean {
  const read = new Map(known.get(type));
  const found = read.get(dependent.name) ?? readDetached(document, type, dependent);
  known.set(type, read.set(dependent.name, found));
  return found;
}

function readDetached(
  document: OpenApiDocument,
  { operations, words: own }: ResourceType,
  { words: named }: ResourceType,
) {
  const deletions = operations.filter(({ role, scope }) => role === 'delete' && scope === 'item');
  const name = own.join(' ');
  const it = `(?:it|(?:the|an?|this|that|its) (?:deleted )?${name})`;
  const says = new RegExp(
    `(?:^|\\b(?:and|then|also) |, )(?:${it} )?(?:is|gets|will be) (?:also |then )?${TAKEN} ${FROM}([\\w -]+)$|` +
      `\\b(?:removes|detaches|unassigns|unlinks|clears) ${it} (?:also )?${FROM}([\\w -]+)$`,
  );
  return deletions.some(({ operation }) =>
    sentencesAbout(document, operation)
      .filter((sentence) => !UNCERTAIN.test(sentence))
      .some((sentence) => {
        const [, one, other] = says.exec(sentence.replaceAll(/\s+/g, ' ')) ?? [];
        const all = (one ?? other ?? '').split(/, (?:and )?| and /);
        return all.some((each) => nameKey(words(each)) === nameKey(named));
      }),
  );
}
