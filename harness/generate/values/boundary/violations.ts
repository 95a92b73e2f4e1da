import { appendTokens, getAt } from '../../../core/json/pointer.ts';
import type { Direction, JsonValue } from '../../../core/model.ts';
import type { Contract } from '../../../openapi/contract.ts';
import type { ValidationError } from '../../../openapi/schema/messages.ts';
import type { ValueMutation } from './mutate-value.ts';

/** Whether a value violates its schema at one location, the one that was changed. */
export function isOneViolation(errors: readonly ValidationError[], path: string): boolean {
  return errors.every(
    (error) =>
      error.instancePath === path || error.instancePath.startsWith(`${path}/`) || isParent(error.instancePath, path),
  );
}

/** Counts of properties or items are validated at the parent of the location. */
function isParent(parent: string, path: string): boolean {
  return path.slice(0, path.lastIndexOf('/')) === parent;
}

/** Yields what a value violates of the branches that it was valid against before: each at one place alone, so that nothing else rejects it there. */
export function* violationsInBranches(
  { document, schemas }: Contract,
  base: JsonValue,
  result: JsonValue,
  direction: Direction,
  errors: readonly ValidationError[],
): Generator<string> {
  for (const { keyword, pointer, instancePath } of errors) {
    const branches = keyword === 'oneOf' || keyword === 'anyOf' ? document.at(pointer) : undefined;
    const [before, after] = [getAt(base, instancePath), getAt(result, instancePath)];
    if (!Array.isArray(branches) || before === undefined || after === undefined) continue;
    for (const index of branches.keys()) {
      const branch = appendTokens(pointer, index);
      if (!schemas.accepts(branch, before, direction)) continue;
      const own = schemas.validate(branch, after, direction);
      if (new Set(own.map(placeOf)).size === 1) for (const each of own) yield each.pointer;
    }
  }
}

/** Where a value is violated: for a property that is missing, its place is that of its requirement. */
function placeOf({ keyword, pointer, instancePath }: ValidationError): string {
  return keyword === 'required' ? pointer : instancePath;
}

/** Schema pointers of what a mutation tests: all that it violates, or what a valid one is about. */
export function testedBy({
  violated,
  violatedInBranches,
  targets,
}: Pick<ValueMutation, 'violated' | 'violatedInBranches' | 'targets'>): readonly string[] {
  return violated.length > 0 ? [...new Set([...violated, ...violatedInBranches])] : [targets];
}
