import type { Contract } from '../../contract.ts';
import type { ResourceOperation, ResourceType } from '../model.ts';
import { words } from '../names.ts';
import { keepsDeleted, marksDeleted } from '../operations/trash.ts';
import { textAt } from '../text-at.ts';
import { conflictText, SAYS_CONFLICT, sentencesAbout, sentencesOf } from './conflicts.ts';
import { describedIn, toldUnique } from './uniqueness.ts';

/** What is so only as long as there is such a record. */
const HAS_NOW =
  /\b(?:in use|taken|used by another|(?:has|uses) (?:this|that|the same)|already exists?|exists already|with\b.*\bexists|there is (?:already )?an?(?:other)?|among all)\b/;
/** What was so once counts too. */
const ONCE =
  /\b(?:was|were|has been|have been|ever|never|again|re-?us\w+|previous(?:ly)?|former(?:ly)?|once|deleted)\b/;
/** A deletion is not for good, or leaves something. */
const LASTING =
  /\b(?:reserved|archiv\w*|soft|deactivat\w*|disabl\w*|inactive|trash\w*|restor\w*|undelet\w*|marks?|marked|hides?|hidden|keeps?|kept|retain\w*|retention|remain\w*|stays?|never|again|re-?us\w+|later|days|schedul\w*)\b/;
/** What services keep from being given to another person, mostly without saying so. */
const ACCOUNT = /^(?:user ?name|login|handle|nick ?name|account)$/;

/**
 * The properties of a creation that must be unique and are free once the record that has them is deleted: the document calls it a conflict
 * that another record has them, not that one ever had, and no deleted record is kept.
 */
export function freedNames(contract: Contract, type: ResourceType, creation: ResourceOperation): string[] {
  const { document } = contract;
  const deletions = type.operations.filter(({ role, scope }) => role === 'delete' && scope === 'item');
  const isKept = deletions.some(
    ({ operation }) =>
      marksDeleted(document, type, operation) ||
      [...sentencesAbout(document, operation), ...saidOfResponses(contract, operation)].some((each) =>
        LASTING.test(each),
      ),
  );
  if (deletions.length === 0 || isKept || keepsDeleted(type)) return [];
  const { general = [], ofResponse = [] } = conflictText(contract, creation.operation) ?? {};
  const ofConflict = [...general.filter((sentence) => SAYS_CONFLICT.test(sentence)), ...ofResponse];
  const identifying = new Set(type.identifiers.map(({ name }) => name));
  return toldUnique(contract, creation).filter((name) => {
    const told = [...ofConflict, ...(creation.request ? describedIn(contract, creation.request, name) : [])];
    return (
      !identifying.has(name) &&
      !ACCOUNT.test(words(name).join(' ')) &&
      told.some((each) => HAS_NOW.test(each)) &&
      !told.some((each) => ONCE.test(each) || LASTING.test(each))
    );
  });
}

/** The sentences in which a deletion describes its successes. */
function saidOfResponses({ document }: Contract, { responses }: ResourceOperation['operation']): string[] {
  return responses
    .filter(({ key }) => key.startsWith('2'))
    .flatMap(({ pointer }) => sentencesOf(textAt(document, pointer)));
}
