import { isMultipart } from '../../openapi/media-type.ts';
import { needsRealAccount } from '../../runner/conclude/sign-in.ts';
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
import { otherBodyMutants } from './other-bodies.ts';
import { mojibakeMutants, roundedNumberMutants } from './precision-loss.ts';
import { rejectValidMutants } from './reject-valid.ts';
import { rejectValueClassMutants } from './reject-value-class.ts';
import { invalidBodyMutants } from './response-body.ts';
import { invalidHeaderMutants } from './response-headers.ts';
import { skipValidationMutants } from './skip-validation.ts';
import { statusCodeMutants } from './status-code.ts';
import { wrongFramingMutants } from './stream-framing.ts';
import { invalidItemMutants } from './stream-items.ts';
import { uncoveredClauseMutants } from './uncovered-clauses.ts';

/** Returns all mutants of an operation. */
export function createMutants(context: MutationContext, stats: DryRunStats): Mutant[] {
  const taken = [
    ...skipValidationMutants(context),
    ...lenientJsonMutants(context),
    ...lenientMultipartMutants(context),
    ...otherBodyMutants(context),
  ];
  const violable = [...new Map(taken.filter(isRead).map(({ clause }) => [clause.id, clause])).values()];
  const rejected = [...rejectValidMutants(context), ...rejectValueClassMutants(context)];
  const all = [
    ...connectionMutants(context, stats.cases),
    ...statusCodeMutants(context, stats.expectedRejections),
    ...contentTypeMutants(context),
    ...invalidHeaderMutants(context),
    ...malformedJsonMutants(context),
    ...invalidBodyMutants(context),
    ...wrongFramingMutants(context),
    ...invalidItemMutants(context),
    ...roundedNumberMutants(context),
    ...mojibakeMutants(context),
    ...exampleMismatchMutants(context, stats.samples),
    ...taken,
    ...rejected,
    ...uncoveredClauseMutants(context, [...taken, ...rejected]),
    ...oneErrorClassMutants(context, violable),
    ...oneValueMutants(context),
    ...intermittentMutants(context, stats.cases),
  ];
  // Where no account has made-up values, nobody can tell such a rejection from that of a sign-in that fails.
  const isOpen = needsRealAccount(context.operation, context.allParts?.body);
  const visible = isOpen ? all.filter(({ rejectsValid }) => !rejectsValid) : all;
  return [...new Map(visible.map((each) => [each.id, each])).values()];
}

/** Whether a mutant accepts what is invalid in a part that is read a second time: not the fields of a multipart form. */
function isRead({ rejectsValid, clause: { part } }: Mutant): boolean {
  return (
    !rejectsValid && !(part.kind === 'request-body' && part.mediaType !== undefined && isMultipart(part.mediaType))
  );
}
