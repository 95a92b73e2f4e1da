import type { CaseResult } from '../../core/model.ts';
import { type BoundaryContext, createBoundaryCase } from '../../generate/boundary/case-spec.ts';
import type { RequestSpec } from '../../generate/requests/build-request.ts';
import type { SpecifiedCase } from '../../generate/requests/test-case.ts';
import { isValidBody, type OptionalPart } from './parts.ts';

/** Sends the requests that it yields, and is resumed with their results. */
export type Search<T> = Generator<SpecifiedCase, T, CaseResult>;

/** The part that makes the difference between two requests, and the result of the request that was rejected. */
export interface DecisivePart {
  readonly part: OptionalPart;
  readonly testCase: SpecifiedCase;
  readonly result: CaseResult;
}

/**
 * Finds the part whose addition makes the service reject a request, in as many requests as halving takes.
 * @param accepted a request that the service accepts
 * @param parts added one after the other; with all of them the request is rejected
 * @returns undefined if a request between the two is invalid
 */
export function* findRejectedPart(
  context: BoundaryContext,
  accepted: RequestSpec,
  parts: readonly OptionalPart[],
): Search<(DecisivePart & { readonly accepted: RequestSpec; readonly count: number }) | undefined> {
  let [low, high] = [0, parts.length];
  let rejection: Pick<DecisivePart, 'testCase' | 'result'> | undefined;
  let known = accepted;
  while (high - low > 1 || !rejection) {
    const middle = high - low > 1 ? (low + high) >> 1 : high;
    const spec = withParts(context, accepted, parts.slice(0, middle));
    if (!isValidBody(context, spec)) return undefined;
    const testCase = validCase(context, spec, `valid request with ${parts[middle - 1]?.name}`);
    const result = yield testCase;
    if (isAccepted(result) && middle === high) return undefined;
    if (isAccepted(result)) [low, known] = [middle, spec];
    else [high, rejection] = [middle, { testCase, result }];
  }
  const part = parts[high - 1];
  return part && { part, ...rejection, accepted: known, count: low };
}

/** Finds the part whose removal makes the service reject a request. */
export function* findNeededPart(
  context: BoundaryContext,
  parts: readonly OptionalPart[],
): Search<DecisivePart | undefined> {
  let [low, high] = [0, parts.length];
  let rejection: Pick<DecisivePart, 'testCase' | 'result'> | undefined;
  while (high - low > 1 || !rejection) {
    const middle = high - low > 1 ? (low + high) >> 1 : low;
    const spec = withParts(context, context.requiredOnly, parts.slice(0, middle));
    if (!isValidBody(context, spec)) return undefined;
    const testCase = validCase(context, spec, `valid request without ${parts[middle]?.name}`);
    const result = yield testCase;
    if (isAccepted(result) && middle === low) return undefined;
    if (isAccepted(result)) high = middle;
    else [low, rejection] = [middle, { testCase, result }];
  }
  const part = parts[low];
  return part && { part, ...rejection };
}

/** A request with some of the optional parts. */
export function withParts(
  { allParts }: BoundaryContext,
  spec: RequestSpec,
  parts: readonly OptionalPart[],
): RequestSpec {
  return parts.reduce((next, part) => part.copy(allParts, next), spec);
}

export function validCase(context: BoundaryContext, spec: RequestSpec, id: string): SpecifiedCase {
  return createBoundaryCase(context, { id, spec, expectation: 'accept', targets: [] });
}

export function isAccepted({ disposition, inconclusive }: CaseResult): boolean {
  return disposition === 'accepted' && inconclusive === undefined;
}
