import type { ReceivedRequest } from '../../mock/types.ts';
import type { Clause } from '../../core/model.ts';
import type { Break } from '../mutant.ts';
import type { Seen } from '../request-parser.ts';
import type { Subject } from '../operation-context.ts';

/** True for the requests that a break concerns. */
export type Concerns = (seen: Seen, request: ReceivedRequest) => boolean;

/** Takes the requests that are concerned and break these clauses and no other. */
export function lettingIn(
  { operation, reader }: Subject,
  broken: readonly Clause[],
  concerns: Concerns,
): Break['alter'] {
  const overlooked = new Set(broken.map(({ id }) => id));
  return (show) => ({
    judged(request, judgement) {
      if (judgement.operation !== operation || judgement.problems.length === 0) return judgement;
      const seen = reader.read(request);
      if (!seen || seen.broken.size === 0 || ![...seen.broken].every((id) => overlooked.has(id))) return judgement;
      if (!concerns(seen, request)) return judgement;
      show();
      return { ...judgement, problems: [], body: undefined };
    },
  });
}

/** Refuses the requests that are concerned and break no clause, as the contract documents a refusal. */
export function refusing({ operation, reader }: Subject, concerns: Concerns): Break['alter'] {
  return (show) => ({
    judged(request, judgement) {
      if (judgement.operation !== operation || judgement.problems.length > 0) return judgement;
      const seen = reader.read(request);
      if (!seen || !concerns(seen, request)) return judgement;
      show();
      return { ...judgement, problems: [{ status: 422, says: 'refused' }] };
    },
  });
}
