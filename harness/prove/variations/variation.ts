import type { Operation } from '../../core/model.ts';
import type { ReceivedRequest } from '../../core/received-request.ts';
import type { MockResponse } from '../../mock/types.ts';
import type { Contract } from '../../openapi/contract.ts';
import type { Mutation } from '../mutant.ts';
import type { MutationContext } from '../operation-context.ts';
import type { RequestParser } from '../request-parser.ts';

/** What a variation changes, in the order in which combined variations are applied. */
export const VARIATION_ASPECTS = [
  'record',
  'success',
  'failure',
  'properties',
  'json',
  'stream',
  'media type',
  'headers',
  'unspecified',
  'transport',
] as const;

/** A way in which conforming services differ, which must not cause findings. */
export interface Variation {
  /** What the service does, e.g. `responds 201 to valid requests`. */
  readonly description: string;
  /** `state`: depends on earlier requests, so that it is not combined with others. */
  readonly aspect: (typeof VARIATION_ASPECTS)[number] | 'state';
  /** How often the cases are sent; default 1. */
  readonly passes?: number;
  mutate(): Mutation;
}

/** What variations are created from. */
export interface VariationContext {
  readonly contract: Contract;
  readonly reader: RequestParser;
  readonly subjects: readonly MutationContext[];
}

/** Creates a variation of the responses of all operations. */
export function varyResponses(
  aspect: Variation['aspect'],
  description: string,
  change: (response: MockResponse, operation: Operation, request: ReceivedRequest, rejected: boolean) => MockResponse,
): Variation {
  return {
    description: description,
    aspect,
    mutate: () => ({
      onResponse: (request, { operation, problems }, response) =>
        operation ? change(response, operation, request, problems.length > 0) : response,
    }),
  };
}
