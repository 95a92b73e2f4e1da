import { didYouMean, UsageError } from '../core/errors.ts';
import type { Operation } from '../core/model.ts';
import { listNames } from '../core/util/list-names.ts';
import type { Contract } from './contract.ts';
import { METHODS } from './operations.ts';

export type OperationMatcher = (operation: Operation) => boolean;

const KNOWN_METHODS = new Set(METHODS.map((method) => method.toUpperCase()));

const TAG = 'tag:';

/** A document may have thousands of operations. */
const MAX_LISTED_NAMES = 20;

/**
 * Returns which operations a selector names, or several with commas between them.
 * @param origin where the selector comes from, for the message
 * @throws {UsageError} for a selector that matches no operation
 */
export function operationMatcher(contract: Contract, selector: string, origin: string): OperationMatcher {
  const matches = matcherOf(contract, selector);
  if (contract.operations.some(matches)) return matches;
  // A path may have a comma in it.
  const [first, ...others] = selector.split(',').map((part) => part.trim());
  if (first === undefined || others.length === 0) throw matchesNothing(contract, selector, origin);
  const matchers = [first, ...others].map((part) => operationMatcher(contract, part, origin));
  return (operation) => matchers.some((isNamed) => isNamed(operation));
}

/**
 * Tells whether a selector matches an operation of any of the contracts.
 * @param origin where the selector is from, if it has to match
 * @throws {UsageError} if it has to match and does not
 */
export function selectsAny(contracts: readonly Contract[], selector: string, origin?: string): boolean {
  const found = contracts.some((contract) => contract.operations.some(matcherOf(contract, selector)));
  const [first] = contracts;
  if (!found && origin !== undefined && first) throw matchesNothing(first, selector, origin);
  return found;
}

/** An operationId, a method, a path with or without its method, each with `*`, or a tag. */
function matcherOf(contract: Contract, selector: string): OperationMatcher {
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
  const hint = guess === undefined ? `Operations: ${listNames(ids, MAX_LISTED_NAMES)}` : `Did you mean ${guess}?`;
  return new UsageError(`${origin}: "${selector}" matches no operation. ${hint}`);
}
