import type { Clause } from '../../core/model.ts';
import { type Break, makeBreak } from '../mutant.ts';
import type { Documented } from '../documented-response.ts';
import type { Subject } from '../operation-context.ts';
import { type Change, onAnswers } from './mutate-response.ts';
import { bodyViolations } from './response-body.ts';
import { hasBody, htmlPage, mediaTypeClause, refusesHtml } from './content-type.ts';

/**
 * Errors that break the contract for one class of refused requests alone, as where a framework answers before the service does.
 * @param refusable the clauses that requests are known to break
 */
export function* wrongInOneClass(subject: Subject, refusable: readonly Clause[]): Generator<Break> {
  const refused = subject.responses.find((response) => response.effect === 'refused' && hasBody(response));
  if (!refused) return;
  const missing = bodyViolations(subject, refused).find(({ label, path }) => label === `${path} is absent`);
  for (const about of refusable) {
    if (refusesHtml(refused))
      yield only(subject, refused, about, mediaTypeClause(subject, refused), 'an HTML page', htmlPage);
    const [clause] = missing?.clauses ?? [];
    if (clause && missing)
      yield only(subject, refused, about, clause, `a body in which ${missing.label}`, missing.apply);
  }
}

function only(
  subject: Subject,
  response: Documented,
  about: Clause,
  clause: Clause,
  what: string,
  change: Change,
): Break {
  return makeBreak(subject.operation, {
    clause,
    kind: 'one class',
    says: `answers ${response.spec.key} with ${what}, only where it is broken that ${about.says} (${about.id})`,
    about,
    alter: onAnswers(subject, response, change, ({ seen }) => seen()?.broken.has(about.id) ?? false),
  });
}
