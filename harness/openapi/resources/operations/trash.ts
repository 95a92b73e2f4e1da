import type { Operation } from '../../../core/model.ts';
import type { OpenApiDocument } from '../../document.ts';
import type { ResourceOperation, ResourceType } from '../model.ts';
import { topName, words } from '../names.ts';
import { sentencesAbout } from '../prose/conflicts.ts';
import { actionWords } from './verbs.ts';

const RESTORES = /^(restore|undelete|recover|untrash|revive|reinstate)$/;
const BACK = '(?:undelet|restor|reinstat|recover|reviv|untrash|bring|brings)\\w*(?: back)?';
const DELETED = '(?:deleted|removed|trashed)';
/** `Undoes the deletion`, `Reinstate a deleted employee`, `Brings back an employee that was deleted`. */
const TELLS_RESTORING = new RegExp(
  `^(?:also )?(?:(?:undo|undoes|reverts?|reverses?) (?:the|a|its) (?:\\w+ )?(?:deletion|removal)\\b|${BACK} (?:an?|the|one) (?:(?:\\w+ )?${DELETED}|\\w+ (?:that|which) (?:was|is|has been) ${DELETED})\\b)`,
);
const TRASH = /^(trash|trashed|deleted|removed|bin|recyclebin|trashcan)$/;
const ONLY = /^(only )?(is )?(deleted|removed|trashed|in trash|trash)$/;
const WITH = /^(include|with|show|including|and) (deleted|removed|trashed|trash)$/;

/** Which records a list shows beside those that are there: deleted ones, alone or with the others. */
export type TrashSelection = 'only' | 'with';

/** True for an action that brings back what was deleted. */
export function isRestoring({ role, restores }: ResourceOperation): boolean {
  return role === 'action' && restores;
}

/** True for an operation that is named so, such as `POST /orders/{id}/restore`, or of which the document says so: `Undoes the deletion`. */
export function tellsRestoring(document: OpenApiDocument, operation: Operation): boolean {
  const isNamed = RESTORES.test(actionWords(operation.path).join(''));
  return isNamed || sentencesAbout(document, operation).some((each) => TELLS_RESTORING.test(each));
}

/** True for what is about all deleted records, such as `GET /orders/trash`. */
export function isOfTrash({ operation: { path } }: ResourceOperation): boolean {
  return TRASH.test(actionWords(path).join(''));
}

/** What a parameter of a list such as `deleted` or `includeDeleted` selects if it is true. */
export function trashSelection(parameter: string): TrashSelection | undefined {
  const name = words(parameter).join(' ');
  return ONLY.test(name) ? 'only' : WITH.test(name) ? 'with' : undefined;
}

/** True if the document has a use for records that were deleted. */
export function keepsDeleted({ operations }: ResourceType): boolean {
  return operations.some(
    (each) => isRestoring(each) || (each.role === 'list' && (isOfTrash(each) || selectsDeleted(each))),
  );
}

const SHOWS_DELETION = /^(is )?(deleted|removed|trashed)( (at|on|date|time))?$/;
const FOR_GOOD =
  /\b(?:permanent|permanently|irrevocably|irreversibly|purges?|erases?|for good|(?:cannot|can't|can not) be (?:undone|restored|recovered|reversed))\b/;

/** True if records of the type show that they were deleted, or can be brought back, and the deletion is not said to be for good. */
export function marksDeleted(document: OpenApiDocument, { operations }: ResourceType, deletion: Operation): boolean {
  const told = sentencesAbout(document, deletion);
  const shows = ({ role, response }: ResourceOperation) =>
    role === 'list' &&
    response?.properties.some((each) => SHOWS_DELETION.test(words(topName(each.pointer) ?? '').join(' ')));
  return operations.some((each) => isRestoring(each) || shows(each)) && !told.some((each) => FOR_GOOD.test(each));
}

function selectsDeleted({ operation: { parameters } }: ResourceOperation): boolean {
  return parameters.some(({ in: place, name }) => place === 'query' && trashSelection(name) !== undefined);
}
