import type { ResourceOperation, ResourceType } from '../model.ts';
import { words } from '../names.ts';
import { actionWords } from './verbs.ts';

const RESTORES = /^(restore|undelete|recover|untrash|revive)$/;
const TRASH = /^(trash|trashed|deleted|removed|bin|recyclebin|trashcan)$/;
const ONLY = /^(only )?(is )?(deleted|removed|trashed|in trash|trash)$/;
const WITH = /^(include|with|show|including|and) (deleted|removed|trashed|trash)$/;

/** Which records a list shows beside those that are there: deleted ones, alone or with the others. */
export type TrashSelection = 'only' | 'with';

/** True for an action that brings back what was deleted, such as `POST /orders/{id}/restore`. */
export function isRestoring({ role, operation: { path } }: ResourceOperation): boolean {
  return role === 'action' && RESTORES.test(actionWords(path).join(''));
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

function selectsDeleted({ operation: { parameters } }: ResourceOperation): boolean {
  return parameters.some(({ in: place, name }) => place === 'query' && trashSelection(name) !== undefined);
}
