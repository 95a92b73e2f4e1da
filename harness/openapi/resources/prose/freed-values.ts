import type { Contract } from '../../contract.ts';
import type { ResourceOperation, ResourceType } from '../model.ts';
import { textAt } from '../text-at.ts';
import { conflictText, sentencesAbout, sentencesOf } from './conflicts.ts';
import { describedIn, toldUnique } from './uniqueness.ts';

/** Services may keep the values of deleted records from others, for good or for a while, unless the document says so. */
const FREED =
  /\b(?:is|are|becomes?|gets?) (?:then |again )?(?:free|available|released|freed)\b|\b(?:can|may) (?:then )?be (?:used|taken|registered|assigned) again\b|\b(?:can|may) (?:then )?be re-?used\b/;
const UNCERTAIN = /\b(?:not|never|cannot|no|unless|until|after|later|days?|only|if|might|an admin\w*)\b/;

/**
 * The properties of a creation that must be unique and are free once the record that has them is deleted, as the document says of the
 * deletion, the conflict or the property: `The e-mail can be used again`.
 */
export function freedNames(contract: Contract, type: ResourceType, creation: ResourceOperation): string[] {
  const deletions = type.operations.filter(({ role, scope }) => role === 'delete' && scope === 'item');
  if (deletions.length === 0) return [];
  const { general = [], ofResponse = [] } = conflictText(contract, creation.operation) ?? {};
  const ofDeletion = deletions.flatMap(({ operation }) => [
    ...sentencesAbout(contract.document, operation),
    ...operation.responses.flatMap(({ pointer }) => sentencesOf(textAt(contract.document, pointer))),
  ]);
  return toldUnique(contract, creation).filter((name) => {
    const described = creation.request ? describedIn(contract, creation.request, name) : [];
    const ofName = described.map((sentence) => `${name} ${sentence}`);
    return [...ofDeletion, ...general, ...ofResponse, ...ofName].some(
      (each) => FREED.test(each) && !UNCERTAIN.test(each) && letters(each).includes(letters(name)),
    );
  });
}

/** `The e-mail` names `email`. */
function letters(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\d]+/gu, '');
}
