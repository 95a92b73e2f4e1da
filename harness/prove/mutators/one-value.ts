import { createMutant, type Mutant } from '../mutant.ts';
import type { MutationContext } from '../operation-context.ts';
import { mutateResponses } from './mutate-response.ts';
import { type RequestValue, requestValues } from './request-values.ts';
import { bodyViolations } from './response-body.ts';

/** Mutants that violate the contract for one valid value only, e.g. the largest int64. */
export function* oneValueMutants(context: MutationContext): Generator<Mutant> {
  const accepted = context.responses.find(({ disposition, json }) => disposition === 'accepted' && json);
  if (!accepted) return;
  const violation = bodyViolations(context, accepted).find(({ path }) => path !== '');
  const [clause] = violation?.clauses ?? [];
  if (!violation || !clause) return;
  for (const value of requestValues(context)) {
    const { label, targetClause, isIn } = value;
    if (!isNotable(value)) continue;
    yield createMutant(context.operation, {
      clause,
      mutator: 'one-value',
      description: `responds ${accepted.spec.key} with a body in which ${violation.label}, only if ${label}`,
      targetClause,
      mutate: mutateResponses(context, accepted, violation.apply, ({ parsed }) => {
        const request = parsed();
        return request !== undefined && isIn(request);
      }),
    });
  }
}

/** Returns whether a valid value is a boundary, or one that services often mishandle. */
function isNotable({ violated, targetClause, value }: RequestValue): boolean {
  if (violated.length > 0) return false;
  const isEdge = !/\/(type|properties\/[^/]*)$/.test(targetClause.schemaPointer);
  return (
    isEdge || value === undefined || value === '' || value === 0 || (typeof value === 'string' && ASTRAL.test(value))
  );
}

const ASTRAL = /[\u{10000}-\u{10ffff}]/u;
