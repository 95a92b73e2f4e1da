import type { Clause } from '../../core/model.ts';
import type { ResponseUnderTest } from '../documented-response.ts';
import { createMutant, type Mutant } from '../mutant.ts';
import type { MutationContext } from '../operation-context.ts';
import { forbidsHtml, hasBody, htmlPage, mediaTypeClause } from './content-type.ts';
import { mutateResponses, type ResponseMutation } from './mutate-response.ts';
import { bodyViolations } from './response-body.ts';

/**
 * Mutants with non-conforming errors for one class of invalid requests, e.g. if a framework responds before the service.
 * @param violable the clauses that requests can violate
 */
export function* oneErrorClassMutants(context: MutationContext, violable: readonly Clause[]): Generator<Mutant> {
  const rejected = context.responses.find((response) => response.disposition === 'rejected' && hasBody(response));
  if (!rejected) return;
  const missing = bodyViolations(context, rejected).find(({ label, path }) => label === `${path} is absent`);
  for (const target of violable) {
    if (forbidsHtml(rejected))
      yield mutant(context, rejected, target, mediaTypeClause(context, rejected), 'an HTML page', htmlPage);
    const [clause] = missing?.clauses ?? [];
    if (clause && missing)
      yield mutant(context, rejected, target, clause, `a body in which ${missing.label}`, missing.apply);
  }
}

function mutant(
  context: MutationContext,
  response: ResponseUnderTest,
  target: Clause,
  clause: Clause,
  what: string,
  change: ResponseMutation,
): Mutant {
  return createMutant(context.operation, {
    clause,
    mutator: 'one-error-class',
    description: `responds ${response.spec.key} with ${what}, only to violations of: ${target.description} (${target.id})`,
    targetClause: target,
    mutate: mutateResponses(context, response, change, ({ parsed }) => parsed()?.violated.has(target.id) ?? false),
  });
}
