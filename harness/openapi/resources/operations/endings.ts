import type { Operation } from '../../../core/model.ts';
import type { Ending, Role } from '../model.ts';
import { words } from '../names.ts';
import { isAccountName, isSessionName } from './verbs.ts';

const LOGOUT = /^(log(out|off)|sign(out|off)|invalidate(session|token)?|endsession)/;
/** Narrower: not `logOutput`, nor `invalidateCache`. */
const SIGN_OUT =
  /^(user)?(log|sign)(out|off)(user|me|all|everywhere|(all|current)?(user|session|device)s?)?$|^(invalidate|end|terminate|revoke)(my|the|current|all|access|refresh)*(session|token)s?$/;
const REVOKE = /^revoke/;
const ACCOUNT_END =
  /^(deactivate|disable|suspend|close|delete|cancel|erase|terminate|remove)(my|own|the|current)?(account|me|self|profile)$/;
const CREDENTIALS = /^(change|update|reset|set|rotate)?(my)?(password|credential)s?$/;
const SERVICE_END =
  /^(shutdown|restart|reboot|terminate|factoryreset|wipe|purge|drop|truncate|flush|resetdatabase|resetall)$/;
const MAINTENANCE = /^(toggle|enable|enter|start|set|begin|update)?maintenance(mode)?$/;

function namesOf({ path, id }: Operation) {
  const segments = path.split('/').filter((segment) => segment !== '' && !segment.includes('{'));
  const last = segments.at(-1) ?? '';
  return { segments, last, names: [words(last).join(''), words(id).join('')] };
}

function isNamedLogout(operation: Operation): boolean {
  const { segments, names } = namesOf(operation);
  // A prescription may be revoked, too.
  const isOfSession = !operation.path.includes('{') || segments.some(isSessionName);
  return names.some((name) => LOGOUT.test(name) || (isOfSession && REVOKE.test(name)));
}

/** True for an operation that signs out whoever sends it; a new password need not. */
export function isSignOut(operation: Operation): boolean {
  if (operation.path.includes('{')) return false;
  const { segments, last, names } = namesOf(operation);
  if (names.some((name) => SIGN_OUT.test(name)) || (operation.method === 'DELETE' && isSessionName(last))) return true;
  return /^revoke$/i.test(last) && segments.some((each) => isSessionName(each) || /^oauth2?$/i.test(each));
}

/** True for a sign-out that ends all sessions of a user. */
export function isSignOutOfAll(operation: Operation): boolean {
  const { last, names } = namesOf(operation);
  return names.some((name) => /(all|everywhere)(sessions|devices|tokens)?$/.test(name)) || /^sessions$/i.test(last);
}

/** What an operation may end for all other requests, guessed by its path and its operationId. */
export function guessEnding(
  operation: Operation,
  role: Role,
  scope: 'item' | 'collection' | 'singleton' | 'other',
): { readonly ends: Ending; readonly reason: string } | undefined {
  const { segments, last, names } = namesOf(operation);
  const above = segments.slice(0, -1);
  const isPersonal = above.some(isAccountName) && !operation.path.includes('{');
  if (isNamedLogout(operation)) return { ends: 'session', reason: 'it is named like a logout' };
  if (operation.method !== 'GET' && names.some((name) => SERVICE_END.test(name)))
    return { ends: 'service', reason: 'it is named like the end of the service or of its data' };
  if (operation.method !== 'GET' && !operation.path.includes('{') && names.some((name) => MAINTENANCE.test(name)))
    return {
      ends: 'service',
      reason: 'it is named like a switch to maintenance, in which a service rejects everything',
    };
  // Of a record that is named in the path, the end is no more than that of a record that was created.
  const isOfRecord = /\/accounts?\/\{/i.test(operation.path);
  if (
    (!isOfRecord && names.some((name) => ACCOUNT_END.test(name))) ||
    (isPersonal && /^(deactivate|disable|close|suspend)/.test(names[0] ?? ''))
  )
    return { ends: 'account', reason: 'it is named like the end of an account' };
  if (isPersonal && operation.method !== 'GET' && CREDENTIALS.test(names[0] ?? ''))
    return { ends: 'session', reason: 'it changes the credentials of whoever is logged in' };
  const isShared = scope === 'collection' && !operation.path.includes('{');
  if (isShared && role === 'action' && (operation.method === 'PUT' || operation.method === 'PATCH'))
    return { ends: 'collection', reason: 'it changes a whole collection' };
  if (operation.method !== 'DELETE') return undefined;
  if (scope !== 'item' && isSessionName(last)) return { ends: 'session', reason: 'it deletes the session' };
  if (scope !== 'item' && !operation.path.includes('{') && isAccountName(last))
    return { ends: 'account', reason: 'it deletes the account of whoever is logged in' };
  if (scope === 'collection' && role !== 'delete')
    return { ends: 'collection', reason: 'it deletes a whole collection' };
  return undefined;
}
