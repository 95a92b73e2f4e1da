import type { Baseline } from '../baseline.ts';
import type { Break } from '../break.ts';
import type { Subject } from '../subject.ts';
import { brokenBodies } from './bodies.ts';
import { refusedClasses } from './classes.ts';
import { lostAnswers } from './delivery.ts';
import { misreadTexts, roundedNumbers } from './exactness.ts';
import { contradictedExamples } from './examples.ts';
import { wrongHeaders } from './headers.ts';
import { leftovers } from './leftovers.ts';
import { lenientMultipart } from './lenient-multipart.ts';
import { lenientReaders } from './lenient-readers.ts';
import { letIn } from './let-in.ts';
import { wrongMediaTypes } from './media-types.ts';
import { wrongNowAndThen } from './now-and-then.ts';
import { wrongInOneClass } from './one-class.ts';
import { wrongForOneValue } from './one-value.ts';
import { refusals } from './refused.ts';
import { wrongStatuses } from './statuses.ts';
import { brokenSyntax } from './syntax.ts';

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
