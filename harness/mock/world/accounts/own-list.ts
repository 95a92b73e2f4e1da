import { jsonEqual } from '../../../core/json/equal.ts';
import { getAt } from '../../../core/json/pointer.ts';
import type { Contract } from '../../../openapi/contract.ts';
import type { ResourceOperation } from '../../../openapi/resources/model.ts';
import { listsOwn } from '../../../openapi/resources/prose/own-list.ts';
import type { WorldRequest } from '../plan.ts';
import { OF_USER } from '../records/record-paths.ts';
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
  { accounts: { users, sessions } }: World,
  { operation, types, sender, path }: WorldRequest,
  { document }: Contract,
  list: readonly StoredRecord[],
): OwnList {
  const isOwn = own.get(operation) ?? listsOwn(document, types.type, operation);
  own.set(operation, isOwn);
  const user = isOwn ? sender?.() : undefined;
  const author = users && user ? authorIdentifier(types, users) : undefined;
  const identifier = users && user ? shownIdentifier(users, user) : undefined;
  if (user && author !== undefined && identifier !== undefined) {
    const isShown = ({ value, origin }: StoredRecord) =>
      jsonEqual(getAt(value, author) ?? null, identifier) || (user.origin !== 'created' && origin !== 'created');
    return { list: list.filter(isShown), owner: user.key };
  }
  const key = isOwn ? path.get(OF_USER) : undefined;
  if (typeof key !== 'string') return { list, owner: types.paths.userIn(path) };
  // What a test has added has no sender.
  const hasFirst = user?.origin !== 'created' || sessions.isFirst(key);
  const isShown = (each: StoredRecord) =>
    each.origin === 'created' ? (each.path.get(OF_USER) ?? key) === key : hasFirst;
  return { list: list.filter(isShown), owner: key };
}
