import { formatLocation } from '../../core/errors.ts';
import { isObject } from '../../core/json/index.ts';
import { appendTokens } from '../../core/json/pointer.ts';
import type { Operation } from '../../core/model.ts';
import type { Contract } from '../contract.ts';
import type { OpenApiDocument } from '../document.ts';
import type { LintProblem } from './lint.ts';

/** Returns the errors of a document by the operations whose description they are in, directly or through references. */
export function errorsByOperation(contract: Contract, errors: readonly LintProblem[]): Map<Operation, LintProblem[]> {
  const affected = new Map<Operation, LintProblem[]>();
  if (errors.length === 0) return affected;
  for (const operation of contract.operations) {
    const parts = describedBy(contract.document, operation);
    const shadowed = isShadowed(contract, operation) ? appendTokens('#/paths', operation.path) : undefined;
    const schemes = brokenSchemes(operation, errors);
    const own = errors.filter(
      ({ pointer }) =>
        [...parts, ...schemes].some((part) => isWithin(pointer, part)) || isWhole(pointer) || pointer === shadowed,
    );
    if (own.length > 0) affected.set(operation, own);
  }
  return affected;
}

/** The security schemes with errors, if every way to call the operation needs one of them. */
function brokenSchemes({ security }: Operation, errors: readonly LintProblem[]): string[] {
  const pointers = security.map((names) => names.map((name) => appendTokens('#/components/securitySchemes', name)));
  const broken = pointers.map((each) =>
    each.filter((scheme) => errors.some(({ pointer }) => isWithin(pointer, scheme))),
  );
  return broken.every((each) => each.length > 0) ? broken.flat() : [];
}

/** True for an operation with the requests of another before it: their paths differ only by the names of parameters. */
function isShadowed({ operations }: Contract, { method, path }: Operation): boolean {
  const template = withoutNames(path);
  const first = operations.find((other) => other.method === method && withoutNames(other.path) === template);
  return first !== undefined && first.path !== path;
}

function withoutNames(path: string): string {
  return path.replace(/\{[^}]*\}/g, '{}');
}

/** Says in one line why an operation is left out; undefined without an error. */
export function describeErrors(problems: readonly LintProblem[] = []): string | undefined {
  const [first] = problems;
  if (!first) return undefined;
  const more = problems.length > 1 ? `, and ${problems.length - 1} more` : '';
  return `error in the document at ${formatLocation(first.location)}: ${first.message}${more}`;
}

/** Pointers of an operation, of the parameters of its path, and of everything that they refer to. */
function describedBy(document: OpenApiDocument, { pointer, parameters }: Operation): string[] {
  const pathItem = pointer.slice(0, pointer.lastIndexOf('/'));
  const found = new Set([pointer, appendTokens(pathItem, 'parameters'), ...parameters.map((each) => each.pointer)]);
  for (const part of found) for (const target of referencesIn(document.at(part))) found.add(target);
  return [...found];
}

function* referencesIn(value: unknown): Generator<string> {
  if (Array.isArray(value)) for (const item of value) yield* referencesIn(item);
  else if (isObject(value as never)) {
    for (const [name, inner] of Object.entries(value as object))
      if (name === '$ref' && typeof inner === 'string' && inner.startsWith('#')) yield inner;
      else yield* referencesIn(inner);
  }
}

function isWithin(pointer: string, part: string): boolean {
  return pointer === part || pointer.startsWith(`${part}/`);
}

/** An error in the document as a whole concerns each operation; one in its `info` or `tags` concerns none. */
function isWhole(pointer: string): boolean {
  return pointer === '#' || pointer === '' || pointer === '#/openapi';
}
