import type { Operation } from '../../../core/model.ts';
import type { Ending, Role } from '../model.ts';
import { words } from '../names.ts';
import { isAccountName, isSessionName } from './verbs.ts';

const LOGOUT = /^(log(out|off)|sign(out|off)|invalidate(session|token)?|endsession)/;
const REVOKE = /^revoke/;
const ACCOUNT_END =
  /^(deactivate|disable|suspend|close|delete|cancel|erase|terminate|remove)(my|own|the|current)?(account|me|self|profile)$/;
const CREDENTIALS = /^(change|update|reset|set|rotate)?(my)?(password|credential)s?$/;
const SERVICE_END =
  /^(shutdown|restart|reboot|terminate|factoryreset|wipe|purge|drop|truncate|flush|resetdatabase|resetall)$/;
const MAINTENANCE = /^(toggle|enable|enter|start|set|begin|update)?maintenance(mode)?$/;

/** What an operation may end for all other requests, guessed by its path and its operationId. */
export function guessEnding(
  operation: Operation,
  role: Role,
  scope: 'item' | 'collection' | 'singleton' | 'other',
): { readonly ends: Ending; readonly reason: string } | undefined {
  const segments = operation.path.split('/').filter((segment) => segment !== '' && !segment.includes('{'));
  const last = segments.at(-1) ?? '';
  const names = [words(last).join(''), words(operation.id).join('')];
  const above = segments.slice(0, -1);
  const isPersonal = above.some(isAccountName) && !operation.path.includes('{');
  // A prescription may be revoked, too.
  const isOfSession = !operation.path.includes('{') || segments.some(isSessionName);
  if (names.some((name) => LOGOUT.test(name) || (isOfSession && REVOKE.test(name))))
    return { ends: 'session', reason: 'it is named like a logout' };
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
