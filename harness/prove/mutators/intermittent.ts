import type { Clause } from '../../core/model.ts';
import { type Break, makeBreak } from '../mutant.ts';
import type { Documented } from '../documented-response.ts';
import type { Subject } from '../operation-context.ts';
import { type Change, onAnswers } from './mutate-response.ts';
import { bodyViolations } from './response-body.ts';
import { hasBody, htmlPage, mediaTypeClause, refusesHtml } from './content-type.ts';

const EVERY = [3, 10];

/**
 * Answers that break the contract now and then: every third, every tenth.
 * @param given how many answers of each effect a run gets
 */
export function* wrongNowAndThen(
  subject: Subject,
  given: Readonly<Record<Documented['effect'], number>>,
): Generator<Break> {
  for (const response of subject.responses)
    for (const every of EVERY) {
      if (given[response.effect] < every) continue;
      for (const { clause, what, change } of mistakes(subject, response))
        yield makeBreak(subject.operation, {
          clause,
          kind: 'now and then',
          says: `answers ${response.spec.key} with ${what}, every ${every} answers`,
          counts: true,
          alter: onAnswers(subject, response, change, ({ count }) => count % every === 0),
        });
    }
}

interface Mistake {
  readonly clause: Clause;
  readonly what: string;
  readonly change: Change;
}

function mistakes(subject: Subject, response: Documented): Mistake[] {
  const violation = bodyViolations(subject, response).find(({ path }) => path !== '');
  const [clause] = violation?.clauses ?? [];
  const found: Mistake[] = [];
  if (violation && clause) found.push({ clause, what: `a body in which ${violation.label}`, change: violation.apply });
  if (hasBody(response) && refusesHtml(response))
    found.push({ clause: mediaTypeClause(subject, response), what: 'an HTML page', change: htmlPage });
  return found;
}
