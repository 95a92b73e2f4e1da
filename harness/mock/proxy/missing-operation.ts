import type { Operation } from '../../core/model.ts';
import { listsStatus } from '../../core/operation.ts';

/** Statuses by which a service says that it does not have an operation (RFC 9110 sections 15.5.5, 15.5.6 and 15.6.2). */
const NOT_THERE = new Set([404, 405, 501]);

export function canMeanMissing(status: number): boolean {
  return NOT_THERE.has(status);
}

/**
 * True if a response says that the backend does not have the operation yet, and not something about a record: the document has
 * no such response, or another one. A framework's own 404 page is not the documented error.
 */
export function isMissing(operation: Operation | undefined, status: number, violations: readonly string[]): boolean {
  if (!canMeanMissing(status)) return false;
  if (operation === undefined) return true;
  if (status !== 404) return !listsStatus(operation, status);
  return operation.response(status) === undefined || violations.length > 0;
}
