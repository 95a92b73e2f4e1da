import type { Baseline } from '../dry-run-stats.ts';
import type { Break } from '../mutant.ts';
import type { Subject } from '../operation-context.ts';
import { brokenBodies } from './response-body.ts';
import { refusedClasses } from './reject-value-class.ts';
import { lostAnswers } from './connection.ts';
import { misreadTexts, roundedNumbers } from './precision-loss.ts';
import { contradictedExamples } from './expected-response.ts';
import { wrongHeaders } from './response-headers.ts';
import { leftovers } from './uncovered-clauses.ts';
import { lenientMultipart } from './lenient-multipart.ts';
import { lenientReaders } from './lenient-json.ts';
import { letIn } from './skip-validation.ts';
import { wrongMediaTypes } from './content-type.ts';
import { wrongNowAndThen } from './intermittent.ts';
import { wrongInOneClass } from './one-error-class.ts';
import { wrongForOneValue } from './one-value.ts';
import { refusals } from './reject-valid.ts';
import { wrongStatuses } from './status-code.ts';
import { brokenSyntax } from './json-syntax.ts';

/** Every way that is known to break the clauses of an operation. */
export function deriveBreaks(subject: Subject, baseline: Baseline): Break[] {
  const taken = [...letIn(subject), ...lenientReaders(subject), ...lenientMultipart(subject)];
  const refusable = [...new Map(taken.map(({ clause }) => [clause.id, clause])).values()];
  const refused = [...refusals(subject), ...refusedClasses(subject)];
  const all = [
    ...lostAnswers(subject, baseline.given),
    ...wrongStatuses(subject),
    ...wrongMediaTypes(subject),
    ...wrongHeaders(subject),
    ...brokenSyntax(subject),
    ...brokenBodies(subject),
    ...roundedNumbers(subject),
    ...misreadTexts(subject),
    ...contradictedExamples(subject, baseline.usual),
    ...taken,
    ...refused,
    ...leftovers(subject, [...taken, ...refused]),
    ...wrongInOneClass(subject, refusable),
    ...wrongForOneValue(subject),
    ...wrongNowAndThen(subject, baseline.given),
  ];
  return [...new Map(all.map((each) => [each.id, each])).values()];
}
