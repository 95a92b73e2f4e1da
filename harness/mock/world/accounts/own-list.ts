import { jsonEqual } from '../../../core/json/equal.ts';
import { getAt } from '../../../core/json/pointer.ts';
import type { Contract } from '../../../openapi/contract.ts';
import type { ResourceOperation } from '../../../openapi/resources/model.ts';
import { listsOwn } from '../../../openapi/resources/prose/own-list.ts';
import type { WorldRequest } from '../plan.ts';
import type { StoredRecord } from '../records/stored-record.ts';
import type { World } from '../world.ts';
import { authorIdentifier } from './authorship.ts';
import { shownIdentifier } from './user-facts.ts';

/** The records in a list that are of one user alone. */
export interface OwnList {
  readonly list: readonly StoredRecord[];
  /** The key of the user; undefined for a list that is the same for all. */
  readonly owner: string | undefined;
}

const own = new WeakMap<ResourceOperation, boolean>();

/** Leaves what others have created out of a list that is, as the document says, of whoever sends the request; first records are there for everybody who did not sign up. */
export function ownList(
  { accounts: { users } }: World,
  { operation, types, sender }: WorldRequest,
  { document }: Contract,
  list: readonly StoredRecord[],
): OwnList {
  const author = users && authorIdentifier(types, users);
  if (!users || author === undefined) return { list, owner: undefined };
  const isOwn = own.get(operation) ?? listsOwn(document, types.type, operation);
  own.set(operation, isOwn);
  const user = isOwn ? sender?.() : undefined;
  const identifier = user && shownIdentifier(users, user);
  if (!user || identifier === undefined) return { list, owner: undefined };
  const isShown = ({ value, origin }: StoredRecord) =>
    jsonEqual(getAt(value, author) ?? null, identifier) || (user.origin !== 'created' && origin !== 'created');
  return { list: list.filter(isShown), owner: user.key };
}
