import type { Clause } from '../../core/model.ts';
import type { ResponseUnderTest } from '../documented-response.ts';
import { createMutant, type Mutant } from '../mutant.ts';
import type { MutationContext } from '../operation-context.ts';
import { forbidsHtml, hasBody, htmlPage, mediaTypeClause } from './content-type.ts';
import { mutateResponses, type ResponseMutation } from './mutate-response.ts';
import { bodyViolations } from './response-body.ts';

/**
 * Errors that break the contract for one class of refused requests alone, as where a framework answers before the service does.
 * @param refusable the clauses that requests are known to break
 */
export function* oneErrorClassMutants(subject: MutationContext, refusable: readonly Clause[]): Generator<Mutant> {
  const refused = subject.responses.find((response) => response.disposition === 'rejected' && hasBody(response));
  if (!refused) return;
  const missing = bodyViolations(subject, refused).find(({ label, path }) => label === `${path} is absent`);
  for (const about of refusable) {
    if (forbidsHtml(refused))
      yield only(subject, refused, about, mediaTypeClause(subject, refused), 'an HTML page', htmlPage);
    const [clause] = missing?.clauses ?? [];
    if (clause && missing)
      yield only(subject, refused, about, clause, `a body in which ${missing.label}`, missing.apply);
  }
}

function only(
  subject: MutationContext,
  response: ResponseUnderTest,
  about: Clause,
  clause: Clause,
  what: string,
  change: ResponseMutation,
): Mutant {
  return createMutant(subject.operation, {
    clause,
    kind: 'one class',
    description: `answers ${response.spec.key} with ${what}, only where it is broken that ${about.description} (${about.id})`,
    targetClause: about,
    mutate: mutateResponses(subject, response, change, ({ parsed }) => parsed()?.violated.has(about.id) ?? false),
  });
}
