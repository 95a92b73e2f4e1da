import type { Contract } from '../../openapi/contract.ts';
import type { MockAnswer, ReceivedRequest } from '../../mock/types.ts';
import type { Operation } from '../../core/model.ts';
import type { Alteration } from '../mutant.ts';
import type { RequestReader } from '../request-parser.ts';
import type { Subject } from '../operation-context.ts';

/** What a difference concerns, in the order in which such differences are applied when there are several at once. */
export const ASPECTS = [
  'record',
  'success',
  'failure',
  'members',
  'spelling',
  'media type',
  'headers',
  'choice',
  'delivery',
] as const;

/** A way to differ from other services that no harness may complain about. */
export interface Difference {
  /** What the service does, e.g. `answers with 201`. */
  readonly says: string;
  /** `state`: answers tell the client what to do next, so that nothing else may change them. */
  readonly aspect: (typeof ASPECTS)[number] | 'state';
  /** How often the cases are sent; more than once where the service remembers them. Default 1. */
  readonly passes?: number;
  alter(): Alteration;
}

/** What differences are made from. */
export interface Surroundings {
  readonly contract: Contract;
  readonly reader: RequestReader;
  readonly subjects: readonly Subject[];
}

/** A difference in the answers to known operations. */
export function inAnswers(
  aspect: Difference['aspect'],
  says: string,
  change: (answer: MockAnswer, operation: Operation, request: ReceivedRequest, refused: boolean) => MockAnswer,
): Difference {
  return {
    says,
    aspect,
    alter: () => ({
      answered: (request, { operation, problems }, answer) =>
        operation ? change(answer, operation, request, problems.length > 0) : answer,
    }),
  };
}
