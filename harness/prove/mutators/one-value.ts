import { createMutant, type Mutant } from '../mutant.ts';
import type { MutationContext } from '../operation-context.ts';
import { mutateResponses } from './mutate-response.ts';
import { type RequestValue, requestValues } from './request-values.ts';
import { bodyViolations } from './response-body.ts';

/** Answers that break the contract for one lawful value alone, such as the largest int64. */
export function* oneValueMutants(subject: MutationContext): Generator<Mutant> {
  const accepted = subject.responses.find(({ disposition, json }) => disposition === 'accepted' && json);
  if (!accepted) return;
  const violation = bodyViolations(subject, accepted).find(({ path }) => path !== '');
  const [clause] = violation?.clauses ?? [];
  if (!violation || !clause) return;
  for (const value of requestValues(subject)) {
    const { label, targetClause, isIn } = value;
    if (!isNotable(value)) continue;
    yield createMutant(subject.operation, {
      clause,
      kind: 'one value',
      description: `answers ${accepted.spec.key} with a body in which ${violation.label}, only where ${label}`,
      targetClause,
      mutate: mutateResponses(subject, accepted, violation.apply, ({ parsed }) => {
        const request = parsed();
        return request !== undefined && isIn(request);
      }),
    });
  }
}

/** A value at an edge, or one that services treat differently from others. */
function isNotable({ violated, targetClause, value }: RequestValue): boolean {
  if (violated.length > 0) return false;
  const isEdge = !/\/(type|properties\/[^/]*)$/.test(targetClause.schemaPointer);
  return (
    isEdge || value === undefined || value === '' || value === 0 || (typeof value === 'string' && ASTRAL.test(value))
  );
}

const ASTRAL = /[\u{10000}-\u{10ffff}]/u;
