import type { Clause } from '../../core/model.ts';
import type { ResponseUnderTest } from '../documented-response.ts';
import { createMutant, type Mutant } from '../mutant.ts';
import type { MutationContext } from '../operation-context.ts';
import { forbidsHtml, hasBody, htmlPage, mediaTypeClause } from './content-type.ts';
import { mutateResponses, type ResponseMutation } from './mutate-response.ts';
import { bodyViolations } from './response-body.ts';

const INTERVALS = [3, 10];

/**
 * Mutants that violate the contract in every third or tenth response.
 * @param counts number of accepted and rejected cases of a run
 */
export function* intermittentMutants(
  context: MutationContext,
  counts: Readonly<Record<ResponseUnderTest['disposition'], number>>,
): Generator<Mutant> {
  for (const response of context.responses)
    for (const every of INTERVALS) {
      if (counts[response.disposition] < every) continue;
      for (const { clause, what, change } of violations(context, response))
        yield createMutant(context.operation, {
          clause,
          mutator: 'intermittent',
          description: `responds ${response.spec.key} with ${what}, every ${every} responses`,
          stateful: true,
          mutate: mutateResponses(context, response, change, ({ count }) => count % every === 0),
        });
    }
}

interface Violation {
  readonly clause: Clause;
  readonly what: string;
  readonly change: ResponseMutation;
}

function violations(context: MutationContext, response: ResponseUnderTest): Violation[] {
  const violation = bodyViolations(context, response).find(({ path }) => path !== '');
  const [clause] = violation?.clauses ?? [];
  const found: Violation[] = [];
  if (violation && clause) found.push({ clause, what: `a body in which ${violation.label}`, change: violation.apply });
  if (hasBody(response) && forbidsHtml(response))
    found.push({ clause: mediaTypeClause(context, response), what: 'an HTML page', change: htmlPage });
  return found;
}
