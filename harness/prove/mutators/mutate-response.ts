import { isRequestTarget, type ReceivedRequest } from '../../core/received-request.ts';
import type { MockResponse } from '../../mock/types.ts';
import type { ResponseUnderTest } from '../documented-response.ts';
import { mediaTypeOf } from '../json-response.ts';
import type { Mutant } from '../mutant.ts';
import type { MutationContext } from '../operation-context.ts';
import type { ParsedRequest } from '../request-parser.ts';

/** A response that a mutant may change. */
interface ResponseContext {
  readonly request: ReceivedRequest;
  /** Number of responses of this operation and disposition, this one included. */
  readonly count: number;
  /** Parses the request; undefined if it is too large. */
  parsed(): ParsedRequest | undefined;
}

export type ResponseMutation = (response: MockResponse, request: ReceivedRequest) => MockResponse;
export type ResponsePredicate = (occasion: ResponseContext) => boolean;

const ALWAYS: ResponsePredicate = () => true;

/**
 * Changes the responses of one disposition. If the mock chose another documented response or media type than the given
 * one, that one is used instead, so that every documented response gets tested; a mutant that always shows is seen only by
 * whoever gets that media type of a success.
 */
export function mutateResponses(
  { operation, reader }: MutationContext,
  { spec, disposition, response: model }: ResponseUnderTest,
  change: ResponseMutation,
  when: ResponsePredicate = ALWAYS,
): Mutant['mutate'] {
  return (show) => {
    let count = 0;
    return {
      onResponse(request, validation, response) {
        const rejected = validation.problems.length > 0;
        if (validation.operation !== operation || rejected !== (disposition === 'rejected')) return response;
        const isSameKey = operation.response(response.status)?.key === spec.key;
        if (when === ALWAYS && isSameKey && !rejected && !hasSameType(response, model)) return response;
        // A 400 to a target that is no URI proves nothing: it is not counted, and no n-th response.
        const isCounted = isRequestTarget(request.target);
        if (isCounted) count++;
        if (!when({ request, count: isCounted ? count : Number.NaN, parsed: () => reader.read(request) }))
          return response;
        show();
        return change(isSameKey && hasSameType(response, model) ? response : model, request);
      },
    };
  };
}

function hasSameType(a: MockResponse, b: MockResponse): boolean {
  return mediaTypeOf(a) === mediaTypeOf(b);
}

/** Replaces all headers of a name; removes them if no value is given. */
export function withHeader(response: MockResponse, name: string, ...values: readonly string[]): MockResponse {
  const others = response.headers.filter(([each]) => each.toLowerCase() !== name.toLowerCase());
  return { ...response, headers: [...values.map((value) => [name, value] as const), ...others] };
}
