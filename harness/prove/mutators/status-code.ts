import { isExpectationFinding } from '../../checks/index.ts';
import { documentsErrors } from '../../checks/response.ts';
import { appendTokens } from '../../core/json/pointer.ts';
import type { Clause } from '../../core/model.ts';
import { clauseParts } from '../../openapi/clauses/clauses.ts';
import type { ResponseUnderTest } from '../documented-response.ts';
import { createMutant, type Mutant } from '../mutant.ts';
import type { MutationContext } from '../operation-context.ts';
import { mutateResponses, type ResponseMutation } from './mutate-response.ts';

/** Status codes that few documents declare; 600 is not one (RFC 9110 section 15). */
const UNUSUAL_SUCCESSES = [299, 302, 600];
const UNUSUAL_FAILURES = [418, 499, 600];

/**
 * Mutants that respond with an undocumented status, or with the wrong documented one.
 * @param expectedRejections cases that are to be rejected
 */
export function* statusCodeMutants(context: MutationContext, expectedRejections: number): Generator<Mutant> {
  const { operation } = context;
  const clause = statusClause(context);
  const accepted = context.responses.find(({ disposition }) => disposition === 'accepted');
  const rejected = context.responses.find(({ disposition }) => disposition === 'rejected');
  for (const status of accepted ? UNUSUAL_SUCCESSES : [])
    if (isUndocumented(context, status) && accepted)
      yield createMutant(operation, {
        clause,
        mutator: 'status-code',
        description: `responds ${status} to valid requests`,
        mutate: mutateResponses(context, accepted, withStatus(status)),
      });
  for (const status of rejected ? UNUSUAL_FAILURES : [])
    if (isUndocumented(context, status) && rejected && documentsErrors(operation))
      yield createMutant(operation, {
        clause,
        mutator: 'status-code',
        description: `responds ${status} to invalid requests`,
        severity: documentsBadRequests(context) || status === 600 ? 'error' : 'warning',
        mutate: mutateResponses(context, rejected, withStatus(status)),
      });
  if (rejected)
    yield createMutant(operation, {
      clause,
      mutator: 'status-code',
      // `default` documents 500 as well, but the service is still at fault.
      severity: 'warning',
      description: 'responds 500 to invalid requests',
      mutate: mutateResponses(context, rejected, withStatus(500)),
    });
  for (const response of context.responses)
    if (response.disposition === 'accepted' || expectedRejections > 0) yield neverReturned(context, response);
}

function statusClause({ contract, operation }: MutationContext): Clause {
  return contract.clauseAt(operation, clauseParts.anyResponse, appendTokens(operation.pointer, 'responses'));
}

function isUndocumented({ operation }: MutationContext, status: number): boolean {
  return status > 599 || operation.response(status) === undefined;
}

function documentsBadRequests({ operation }: MutationContext): boolean {
  return operation.responses.some(({ key }) => key === 'default' || /^(4XX|400|422)$/i.test(key));
}

function withStatus(status: number): ResponseMutation {
  return (response) => ({ ...response, status });
}

/** A response that is never returned shows as another disposition than expected. */
function neverReturned({ contract, operation }: MutationContext, { spec, disposition }: ResponseUnderTest): Mutant {
  const rejects = disposition === 'accepted';
  return createMutant(operation, {
    clause: contract.clauseAt(operation, clauseParts.response(spec), spec.pointer),
    mutator: 'status-code',
    description: `never responds ${spec.key}: it ${rejects ? 'rejects' : 'accepts'} everything`,
    rejectsValid: rejects,
    equivalentFindings: {
      reason: 'the finding names the clause that the request targets',
      matches: isExpectationFinding,
    },
    mutate: (show) => ({
      onValidated(_, validation) {
        if (validation.operation !== operation || validation.problems.length > 0 === rejects) return validation;
        show();
        return { ...validation, body: undefined, problems: rejects ? [{ status: 422, message: 'rejected' }] : [] };
      },
    }),
  });
}
