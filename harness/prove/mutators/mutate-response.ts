import type { ReceivedRequest } from '../../core/received-request.ts';
import type { MockResponse } from '../../mock/types.ts';
import type { ResponseUnderTest } from '../documented-response.ts';
import type { Mutant } from '../mutant.ts';
import type { MutationContext } from '../operation-context.ts';
import type { ParsedRequest } from '../request-parser.ts';

/** An answer as a break gets it. */
interface Occasion {
  readonly request: ReceivedRequest;
  /** How many answers of this effect the operation has given, this one included. */
  readonly count: number;
  /** What the request says; undefined where it is too large to look at. */
  parsed(): ParsedRequest | undefined;
}

export type ResponseMutation = (response: MockResponse, request: ReceivedRequest) => MockResponse;
export type ResponsePredicate = (occasion: Occasion) => boolean;

/**
 * Changes the answers that a documented response is for. Where the mock chose another response of the same effect, the documented
 * one takes its place first, so that every response is put to the test.
 */
export function mutateResponses(
  { operation, reader }: MutationContext,
  { spec, disposition, response: model }: ResponseUnderTest,
  change: ResponseMutation,
  when: ResponsePredicate = () => true,
): Mutant['mutate'] {
  return (show) => {
    let count = 0;
    return {
      onResponse(request, judgement, response) {
        const refused = judgement.problems.length > 0;
        if (judgement.operation !== operation || refused !== (disposition === 'rejected')) return response;
        count++;
        if (!when({ request, count, parsed: () => reader.read(request) })) return response;
        show();
        return change(operation.response(response.status)?.key === spec.key ? response : model, request);
      },
    };
  };
}

/** The answer with a header in the place of all of its name; taken away where no value is given. */
export function withHeader(response: MockResponse, name: string, ...values: readonly string[]): MockResponse {
  const others = response.headers.filter(([each]) => each.toLowerCase() !== name.toLowerCase());
  return { ...response, headers: [...values.map((value) => [name, value] as const), ...others] };
}
