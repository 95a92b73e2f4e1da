import { UsageError } from '../../core/errors.ts';
import type { Operation } from '../../core/model.ts';
import type { Contract } from '../../openapi/contract.ts';
import { type OperationMatcher, operationMatcher } from '../../openapi/operation-selector.ts';
import { type Origins, originOf } from './origins.ts';

/** Which operations of a contract are tested. */
export interface OperationSelection {
  /** Selectors; empty: all operations. */
  readonly include: readonly string[];
  /** Selectors; they win. */
  readonly exclude: readonly string[];
  /** Omits the operations that may change records. */
  readonly safeMethodsOnly: boolean;
  readonly origins?: Origins;
}

/** Methods that request no change of state (RFC 9110 9.2.1; QUERY: draft-ietf-httpbis-safe-method-w-body). */
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY']);

/**
 * Returns the operations that are tested, in the order of the document.
 * @throws {UsageError} for a selector that matches no operation, and if none is left
 */
export function selectOperations(contract: Contract, selection: OperationSelection): readonly Operation[] {
  const { include, exclude } = selection;
  const included = matchersOf(contract, selection, 'include');
  const isSendable = sendableOperations(contract, selection);
  const selected = contract.operations.filter(
    (operation) => isSendable(operation) && (include.length === 0 || included.some((matches) => matches(operation))),
  );
  if (selected.length > 0 || contract.operations.length === 0) return selected;
  const settings = [
    ...(include.length > 0 ? ['include'] : []),
    ...(exclude.length > 0 ? ['exclude'] : []),
    ...(selection.safeMethodsOnly ? ['safe-methods-only'] : []),
  ];
  throw new UsageError(
    `No operation is left to test: ${settings.join(' and ')} omit all ${contract.operations.length}`,
  );
}

/**
 * Returns whether an operation may be sent at all, as preparation of another too.
 * @throws {UsageError} for a selector that matches no operation
 */
export function sendableOperations(contract: Contract, selection: OperationSelection): OperationMatcher {
  const excluded = matchersOf(contract, selection, 'exclude');
  return (operation) =>
    !excluded.some((matches) => matches(operation)) && (!selection.safeMethodsOnly || isSafeMethod(operation.method));
}

export function isSafeMethod(method: string): boolean {
  return SAFE_METHODS.has(method);
}

function matchersOf(
  contract: Contract,
  selection: OperationSelection,
  setting: 'include' | 'exclude',
): readonly OperationMatcher[] {
  return selection[setting].map((selector) =>
    operationMatcher(contract, selector, originOf(selection.origins, setting, selector)),
  );
}
