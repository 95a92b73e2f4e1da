import type { DryRunStats } from '../dry-run.ts';
import type { Mutant } from '../mutant.ts';
import type { MutationContext } from '../operation-context.ts';
import { connectionMutants } from './connection.ts';
import { contentTypeMutants } from './content-type.ts';
import { exampleMismatchMutants } from './expected-response.ts';
import { intermittentMutants } from './intermittent.ts';
import { malformedJsonMutants } from './json-syntax.ts';
import { lenientJsonMutants } from './lenient-json.ts';
import { lenientMultipartMutants } from './lenient-multipart.ts';
import { oneErrorClassMutants } from './one-error-class.ts';
import { oneValueMutants } from './one-value.ts';
import { mojibakeMutants, roundedNumberMutants } from './precision-loss.ts';
import { rejectValidMutants } from './reject-valid.ts';
import { rejectValueClassMutants } from './reject-value-class.ts';
import { invalidBodyMutants } from './response-body.ts';
import { invalidHeaderMutants } from './response-headers.ts';
import { skipValidationMutants } from './skip-validation.ts';
import { statusCodeMutants } from './status-code.ts';
import { uncoveredClauseMutants } from './uncovered-clauses.ts';

/** Every way that is known to break the clauses of an operation. */
export function createMutants(subject: MutationContext, baseline: DryRunStats): Mutant[] {
  const taken = [
    ...skipValidationMutants(subject),
    ...lenientJsonMutants(subject),
    ...lenientMultipartMutants(subject),
  ];
  const refusable = [...new Map(taken.map(({ clause }) => [clause.id, clause])).values()];
  const refused = [...rejectValidMutants(subject), ...rejectValueClassMutants(subject)];
  const all = [
    ...connectionMutants(subject, baseline.cases),
    ...statusCodeMutants(subject),
    ...contentTypeMutants(subject),
    ...invalidHeaderMutants(subject),
    ...malformedJsonMutants(subject),
    ...invalidBodyMutants(subject),
    ...roundedNumberMutants(subject),
    ...mojibakeMutants(subject),
    ...exampleMismatchMutants(subject, baseline.samples),
    ...taken,
    ...refused,
    ...uncoveredClauseMutants(subject, [...taken, ...refused]),
    ...oneErrorClassMutants(subject, refusable),
    ...oneValueMutants(subject),
    ...intermittentMutants(subject, baseline.cases),
  ];
  return [...new Map(all.map((each) => [each.id, each])).values()];
}
