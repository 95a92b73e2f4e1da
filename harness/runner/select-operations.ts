import { didYouMean, UsageError } from '../core/errors.ts';
import type { Operation } from '../core/model.ts';
import type { Contract } from '../openapi/contract.ts';
import { METHODS } from '../openapi/operations.ts';
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

type Matcher = (operation: Operation) => boolean;

/** Methods that request no change of state (RFC 9110 9.2.1; QUERY: draft-ietf-httpbis-safe-method-w-body). */
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY']);

const KNOWN_METHODS = new Set(METHODS.map((method) => method.toUpperCase()));

const TAG = 'tag:';

/** A document may have thousands of operations. */
const MAX_LISTED_NAMES = 20;

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
export function sendableOperations(contract: Contract, selection: OperationSelection): Matcher {
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
): readonly Matcher[] {
  return selection[setting].map((selector) => {
    const matches = matcherOf(contract, selector);
    if (contract.operations.some(matches)) return matches;
    throw matchesNothing(contract, selector, originOf(selection.origins, setting, selector));
  });
}

/** An operationId, a method, a path with or without its method, each with `*`, or a tag. */
function matcherOf(contract: Contract, selector: string): Matcher {
  const named = contract.operation(selector);
  if (named) return (operation) => operation === named;
  if (selector.startsWith(TAG)) {
    const tag = selector.slice(TAG.length).trim();
    return (operation) => tagsOf(contract, operation).includes(tag);
  }
  const [, word, path] = /^([A-Za-z]+)?\s*(\/.*)?$/.exec(selector) ?? [];
  const method = word?.toUpperCase();
  if (path === undefined && (method === undefined || !KNOWN_METHODS.has(method))) {
    const pattern = globPattern(selector);
    return ({ id }) => pattern.test(id);
  }
  const pattern = path === undefined ? undefined : globPattern(path);
  return (operation) =>
    (method === undefined || operation.method === method) && (pattern?.test(operation.path) ?? true);
}

function tagsOf({ document }: Contract, { pointer }: Operation): readonly unknown[] {
  const { tags } = document.object(pointer).value;
  return Array.isArray(tags) ? tags : [];
}

/** `*` stands for anything within a path segment, `**` for any number of segments; a path matches with `/**` behind it too. */
function globPattern(glob: string): RegExp {
  const source = glob
    .split(/(\/\*\*$|\*\*|\*)/)
    .map((part) => {
      if (part === '/**') return '(?:/.*)?';
      if (part === '**') return '.*';
      return part === '*' ? '[^/]*' : part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
    })
    .join('');
  return new RegExp(`^${source}$`, 's');
}

function matchesNothing(contract: Contract, selector: string, origin: string): UsageError {
  const { operations } = contract;
  const tags = operations.flatMap((operation) => tagsOf(contract, operation).map((tag) => `${TAG}${String(tag)}`));
  const paths = operations.flatMap(({ method, path }) => [path, `${method} ${path}`]);
  const ids = operations.map(({ id }) => id);
  const guess = didYouMean(selector, [...new Set([...ids, ...paths, ...tags])]);
  const listed = ids.slice(0, MAX_LISTED_NAMES).join(', ');
  const more = ids.length > MAX_LISTED_NAMES ? ` and ${ids.length - MAX_LISTED_NAMES} more` : '';
  const hint = guess === undefined ? `Operations: ${listed}${more}` : `Did you mean ${guess}?`;
  return new UsageError(`${origin}: "${selector}" matches no operation. ${hint}`);
}
