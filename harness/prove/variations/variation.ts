import type { Operation } from '../../core/model.ts';
import type { ReceivedRequest } from '../../core/received-request.ts';
import type { MockResponse } from '../../mock/types.ts';
import type { Contract } from '../../openapi/contract.ts';
import type { Mutation } from '../mutant.ts';
import type { MutationContext } from '../operation-context.ts';
import type { RequestParser } from '../request-parser.ts';

/** What a difference concerns, in the order in which such differences are applied when there are several at once. */
export const VARIATION_ASPECTS = [
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
export interface Variation {
  /** What the service does, e.g. `answers with 201`. */
  readonly description: string;
  /** `state`: answers tell the client what to do next, so that nothing else may change them. */
  readonly aspect: (typeof VARIATION_ASPECTS)[number] | 'state';
  /** How often the cases are sent; more than once where the service remembers them. Default 1. */
  readonly passes?: number;
  mutate(): Mutation;
}

/** What differences are made from. */
export interface VariationContext {
  readonly contract: Contract;
  readonly reader: RequestParser;
  readonly subjects: readonly MutationContext[];
}

/** A difference in the answers to known operations. */
export function varyResponses(
  aspect: Variation['aspect'],
  says: string,
  change: (response: MockResponse, operation: Operation, request: ReceivedRequest, refused: boolean) => MockResponse,
): Variation {
  return {
    description: says,
    aspect,
    mutate: () => ({
      onResponse: (request, { operation, problems }, response) =>
        operation ? change(response, operation, request, problems.length > 0) : response,
    }),
  };
}
