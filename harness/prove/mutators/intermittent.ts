import type { Clause } from '../../core/model.ts';
import type { ResponseUnderTest } from '../documented-response.ts';
import { createMutant, type Mutant } from '../mutant.ts';
import type { MutationContext } from '../operation-context.ts';
import { forbidsHtml, hasBody, htmlPage, mediaTypeClause } from './content-type.ts';
import { mutateResponses, type ResponseMutation } from './mutate-response.ts';
import { bodyViolations } from './response-body.ts';

const INTERVALS = [3, 10];

/**
 * Answers that break the contract now and then: every third, every tenth.
 * @param given how many answers of each effect a run gets
 */
export function* intermittentMutants(
  subject: MutationContext,
  given: Readonly<Record<ResponseUnderTest['disposition'], number>>,
): Generator<Mutant> {
  for (const response of subject.responses)
    for (const every of INTERVALS) {
      if (given[response.disposition] < every) continue;
      for (const { clause, what, change } of mistakes(subject, response))
        yield createMutant(subject.operation, {
          clause,
          kind: 'now and then',
          description: `answers ${response.spec.key} with ${what}, every ${every} answers`,
          stateful: true,
          mutate: mutateResponses(subject, response, change, ({ count }) => count % every === 0),
        });
    }
}

interface Mistake {
  readonly clause: Clause;
  readonly what: string;
  readonly change: ResponseMutation;
}

function mistakes(subject: MutationContext, response: ResponseUnderTest): Mistake[] {
  const violation = bodyViolations(subject, response).find(({ path }) => path !== '');
  const [clause] = violation?.clauses ?? [];
  const found: Mistake[] = [];
  if (violation && clause) found.push({ clause, what: `a body in which ${violation.label}`, change: violation.apply });
  if (hasBody(response) && forbidsHtml(response))
    found.push({ clause: mediaTypeClause(subject, response), what: 'an HTML page', change: htmlPage });
  return found;
}
