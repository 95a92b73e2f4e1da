import { isSuccess } from '../checks/response.ts';
import type { Operation } from '../core/model.ts';
import { createBoundaryContext } from '../generate/boundary/boundary-cases.ts';
import type { BoundaryContext } from '../generate/boundary/case-spec.ts';
import type { RequestSpec } from '../generate/requests/build-request.ts';
import type { UniqueValues } from '../generate/requests/unique-values.ts';
import type { Contract } from '../openapi/contract.ts';
import type { ResponseUnderTest } from './documented-response.ts';
import { createDocumentedResponse } from './documented-response.ts';
import type { DryRunStats } from './dry-run.ts';
import type { RequestParser } from './request-parser.ts';

/** An operation whose clauses are broken, and what breaks are made of. */
export interface MutationContext {
  readonly contract: Contract;
  readonly unique: UniqueValues;
  readonly operation: Operation;
  readonly reader: RequestParser;
  /** A valid request with everything that is declared; undefined where none could be made. */
  readonly allParts: RequestSpec | undefined;
  /** What the generated cases are made from. */
  readonly boundary: BoundaryContext | undefined;
  /** Each documented response with an answer that keeps it, but for those that no request leads to. */
  readonly responses: readonly ResponseUnderTest[];
}

export function createMutationContext(
  contract: Contract,
  unique: UniqueValues,
  operation: Operation,
  reader: RequestParser,
  { cases }: DryRunStats,
): MutationContext {
  const ground = createBoundaryContext(contract, unique.fork(`generated ${operation.id}`), operation);
  return {
    contract,
    unique: unique,
    operation,
    reader,
    boundary: ground,
    allParts: ground?.allParts,
    responses: operation.responses.flatMap((spec) => {
      const made = createDocumentedResponse(contract, unique, operation, spec);
      const { status } = made?.response ?? {};
      if (!made || status === undefined || operation.response(status)?.key !== spec.key) return [];
      const effect = isSuccess(operation, status) ? 'accepted' : 'rejected';
      const isGiven = cases[effect] > 0 && (effect === 'accepted' || status >= 400);
      return isGiven ? [{ spec, disposition: effect, ...made }] : [];
    }),
  };
}
