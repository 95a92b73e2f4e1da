import type { HttpResponse, Operation } from '../../core/model.ts';
import { describeKind } from '../../report/aggregate/response-kind.ts';
import type { Executor } from '../suite.ts';

/**
 * True if a rejection says that a value is taken: a conflict (409, RFC 9110 section 15.5.10), or what the operation gives
 * to duplicates; many frameworks validate uniqueness and respond with 400 or 422.
 */
export function isConflict({ serviceState }: Executor, { id }: Operation, response: HttpResponse): boolean {
  const known = serviceState.duplicates.get(id);
  return saysTaken(response) || (known !== undefined && known === rejectionOf(response));
}

/** True if a rejection is a conflict, or says in words that another record has a value. */
export function saysTaken({ status, body }: HttpResponse): boolean {
  return status === 409 || ((status === 400 || status === 422) && TAKEN.test(Buffer.from(body).toString()));
}

const TAKEN = /\b(unique|already|taken|duplicated?)\b/i;

/** True if an operation fails (500) as it did when only its values were taken: a database that nobody asked before. */
export function isUnhandledConflict({ serviceState }: Executor, { id }: Operation, response: HttpResponse): boolean {
  return response.status === 500 && serviceState.failingDuplicates.get(id) === rejectionOf(response);
}

/** Remembers how an operation responds to a request only because its values are taken. */
export function rememberDuplicate({ serviceState }: Executor, { id }: Operation, response: HttpResponse): void {
  const { status } = response;
  if (status >= 400 && status < 500) serviceState.duplicates.set(id, rejectionOf(response));
  if (status === 500) serviceState.failingDuplicates.set(id, rejectionOf(response));
}

function rejectionOf(response: HttpResponse): string {
  const { kind, words } = describeKind(response);
  return `${kind} ${words}`;
}
