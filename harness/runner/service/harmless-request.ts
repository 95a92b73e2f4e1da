import type { HttpRequest } from '../../core/model.ts';
import { withCredentials } from '../../http/credentials.ts';
import type { Executor } from '../suite.ts';

/**
 * One that an operation has accepted and that changes nothing; undefined if there is none.
 * @param except an operation that may be what the service hangs at
 */
export function harmlessRequest({ serviceState, credentials }: Executor, except?: string): HttpRequest | undefined {
  const accepted = [...serviceState.bases.values()].map((base) => base.accepted);
  const found = accepted.find(
    ({ operation, request }) =>
      request.method === 'GET' && operation.id !== except && !serviceState.hanging.has(operation.id),
  );
  return found && withCredentials(found, credentials).request;
}
