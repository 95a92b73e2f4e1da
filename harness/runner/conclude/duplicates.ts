import type { HttpResponse, Operation } from '../../core/model.ts';
import { describeKind } from '../../report/aggregate/response-kind.ts';
import type { Executor } from '../suite.ts';

/**
 * True if a rejection says that a value is taken: a conflict (409, RFC 9110 section 15.5.10), or what the operation gives
 * to duplicates; many frameworks validate uniqueness and respond with 400 or 422.
 */
export function isConflict({ serviceState }: Executor, { id }: Operation, response: HttpResponse): boolean {
  const known = serviceState.duplicates.get(id);
  return response.status === 409 || (known !== undefined && known === rejectionOf(response));
}

/** Remembers how an operation rejects a request only because its values are taken. */
export function rememberDuplicate({ serviceState }: Executor, { id }: Operation, response: HttpResponse): void {
  if (response.status >= 400 && response.status < 500) serviceState.duplicates.set(id, rejectionOf(response));
}

function rejectionOf(response: HttpResponse): string {
  const { kind, words } = describeKind(response);
  return `${kind} ${words}`;
}
