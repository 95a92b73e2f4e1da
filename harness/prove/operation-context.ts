import type { Fresh } from '../generate/requests/unique-values.ts';
import type { Draft } from '../generate/requests/build-request.ts';
import type { Ground } from '../generate/boundary/case-spec.ts';
import { groundOf } from '../generate/boundary/boundary-cases.ts';
import { isSuccess } from '../checks/response.ts';
import type { Contract } from '../openapi/contract.ts';
import type { Operation } from '../core/model.ts';
import type { Baseline } from './dry-run-stats.ts';
import type { Documented } from './documented-response.ts';
import { documentedAnswer } from './model-answer.ts';
import type { RequestReader } from './request-parser.ts';

/** An operation whose clauses are broken, and what breaks are made of. */
export interface Subject {
  readonly contract: Contract;
  readonly fresh: Fresh;
  readonly operation: Operation;
  readonly reader: RequestReader;
  /** A valid request with everything that is declared; undefined where none could be made. */
  readonly full: Draft | undefined;
  /** What the generated cases are made from. */
  readonly ground: Ground | undefined;
  /** Each documented response with an answer that keeps it, but for those that no request leads to. */
  readonly responses: readonly Documented[];
}

export function createSubject(
  contract: Contract,
  fresh: Fresh,
  operation: Operation,
  reader: RequestReader,
  { given }: Baseline,
): Subject {
  const ground = groundOf(contract, fresh.fork(`generated ${operation.id}`), operation);
  return {
    contract,
    fresh,
    operation,
    reader,
    ground,
    full: ground?.full,
    responses: operation.responses.flatMap((spec) => {
      const made = documentedAnswer(contract, fresh, operation, spec);
      const { status } = made?.answer ?? {};
      if (!made || status === undefined || operation.response(status)?.key !== spec.key) return [];
      const effect = isSuccess(operation, status) ? 'accepted' : 'refused';
      const isGiven = given[effect] > 0 && (effect === 'accepted' || status >= 400);
      return isGiven ? [{ spec, effect, ...made }] : [];
    }),
  };
}
