import type { Clause } from '../../core/model.ts';
import type { ReceivedRequest } from '../../core/received-request.ts';
import type { Mutant } from '../mutant.ts';
import type { MutationContext } from '../operation-context.ts';
import type { ParsedRequest } from '../request-parser.ts';

/** True for the requests that a break concerns. */
export type RequestPredicate = (seen: ParsedRequest, request: ReceivedRequest) => boolean;

/** Takes the requests that are concerned and break these clauses and no other. */
export function acceptInvalid(
  { operation, reader }: MutationContext,
  broken: readonly Clause[],
  concerns: RequestPredicate,
): Mutant['mutate'] {
  const overlooked = new Set(broken.map(({ id }) => id));
  return (show) => ({
    onValidated(request, judgement) {
      if (judgement.operation !== operation || judgement.problems.length === 0) return judgement;
      const seen = reader.read(request);
      if (!seen || seen.violated.size === 0 || ![...seen.violated].every((id) => overlooked.has(id))) return judgement;
      if (!concerns(seen, request)) return judgement;
      show();
      return { ...judgement, problems: [], body: undefined };
    },
  });
}

/** Refuses the requests that are concerned and break no clause, as the contract documents a refusal. */
export function rejectValid({ operation, reader }: MutationContext, concerns: RequestPredicate): Mutant['mutate'] {
  return (show) => ({
    onValidated(request, judgement) {
      if (judgement.operation !== operation || judgement.problems.length > 0) return judgement;
      const seen = reader.read(request);
      if (!seen || !concerns(seen, request)) return judgement;
      show();
      return { ...judgement, problems: [{ status: 422, message: 'rejected' }] };
    },
  });
}
