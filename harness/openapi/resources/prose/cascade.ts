import { nameKey, words } from '../names.ts';
import { sentencesOf } from './conflicts.ts';

/** What is not always so, or what stays. */
const UNCERTAIN =
  /\b(?:if|unless|while|when|only|may|might|can|cannot|optional(?:ly)?|not|no|never|without|keeps?|kept|stays?|remains?|detach\w*|orphan\w*|must|first|before|reassign\w*|moved?)\b/;
const DELETES = /\b(?:deletes?|removes?|destroys?|erases?|purges?|deleting|removing)\b/;
const ADDED = /\b(?:with|and|including|plus|also) (?:also )?(?:all )?(?:of )?(?:its|their|the|all|every)$/;
const GONE = /^(?:(?:of|below|in) it )?(?:are|is|get|will be) (?:also )?(?:deleted|removed|gone|destroyed|erased)\b/;

/** True if a text says that the deletion of a record deletes those of another type: `Delete an issue with its comments`, `its labels are removed with it`. */
export function takesAlong(dependent: readonly string[], text: string): boolean {
  return sentencesOf(text).some((sentence) => {
    const all = words(sentence);
    const at = all.findIndex((_, index) => nameKey(all.slice(index, index + dependent.length)) === nameKey(dependent));
    if (at < 0 || UNCERTAIN.test(sentence)) return false;
    const before = all.slice(0, at).join(' ');
    const after = all.slice(at + dependent.length).join(' ');
    // `Its cards and standing orders are removed with it` says it of both.
    return (
      (DELETES.test(before) && ADDED.test(before)) ||
      GONE.test(after.replace(/^(?:and|or) (?:\w+ ){1,3}?(?=are\b)/, ''))
    );
  });
}
