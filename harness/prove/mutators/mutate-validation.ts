import type { Clause } from '../../core/model.ts';
import type { ReceivedRequest, RequestProblem } from '../../core/received-request.ts';
import { isMultipart } from '../../openapi/media-type.ts';
import { RequestViolation } from '../../openapi/request/request-violation.ts';
import type { Mutant } from '../mutant.ts';
import type { MutationContext } from '../operation-context.ts';
import type { ParsedRequest } from '../request-parser.ts';

/** Selects the requests that a mutant handles differently. */
export type RequestPredicate = (parsed: ParsedRequest, request: ReceivedRequest) => boolean;

/** Accepts the selected requests if they violate only these clauses. */
export function acceptInvalid(
  { operation, reader }: MutationContext,
  violated: readonly Clause[],
  concerns: RequestPredicate,
): Mutant['mutate'] {
  const overlooked = new Set(violated.map(({ id }) => id));
  return (show) => ({
    onValidated(request, validation) {
      if (validation.operation !== operation || validation.problems.length === 0) return validation;
      const parsed = reader.read(request);
      const found = isMultipart(String(request.headers['content-type']))
        ? clausesOf(validation.problems)
        : parsed?.violated;
      if (!parsed || !found || found.size === 0 || ![...found].every((id) => overlooked.has(id))) return validation;
      if (!concerns(parsed, request)) return validation;
      show();
      return { ...validation, problems: [], body: undefined };
    },
  });
}

/** The clauses that the mock has found violated: the fields of a multipart form are not read a second time. */
function clausesOf(problems: readonly RequestProblem[]): ReadonlySet<string> {
  return new Set(problems.map((problem) => (problem instanceof RequestViolation ? (problem.clause?.id ?? '') : '')));
}

/** Rejects the selected valid requests, with an error as documented. */
export function rejectValid({ operation, reader }: MutationContext, concerns: RequestPredicate): Mutant['mutate'] {
  return (show) => ({
    onValidated(request, validation) {
      if (validation.operation !== operation || validation.problems.length > 0) return validation;
      const parsed = reader.read(request);
      if (!parsed || !concerns(parsed, request)) return validation;
      show();
      return { ...validation, problems: [{ status: 422, message: 'rejected' }] };
    },
  });
}
