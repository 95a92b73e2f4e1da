import { isExpectationFinding } from '../../checks/index.ts';
import { documentsErrors } from '../../checks/response.ts';
import { appendTokens } from '../../core/json/pointer.ts';
import type { Clause } from '../../core/model.ts';
import { clauseParts } from '../../openapi/clauses/clauses.ts';
import type { ResponseUnderTest } from '../documented-response.ts';
import { createMutant, type Mutant } from '../mutant.ts';
import type { MutationContext } from '../operation-context.ts';
import { mutateResponses, type ResponseMutation } from './mutate-response.ts';

/** Statuses that few documents name; 600 is none at all (RFC 9110 section 15). */
const ODD_SUCCESSES = [299, 302, 600];
const ODD_FAILURES = [418, 499, 600];

/** Answers with a status that is not documented, or with the wrong one of those that are. */
export function* statusCodeMutants(subject: MutationContext): Generator<Mutant> {
  const { operation } = subject;
  const clause = statusClause(subject);
  const accepted = subject.responses.find(({ disposition }) => disposition === 'accepted');
  const refused = subject.responses.find(({ disposition }) => disposition === 'rejected');
  for (const status of accepted ? ODD_SUCCESSES : [])
    if (isUndocumented(subject, status) && accepted)
      yield createMutant(operation, {
        clause,
        kind: 'status',
        description: `answers what it accepts with ${status}`,
        mutate: mutateResponses(subject, accepted, withStatus(status)),
      });
  for (const status of refused ? ODD_FAILURES : [])
    if (isUndocumented(subject, status) && refused && documentsErrors(operation))
      yield createMutant(operation, {
        clause,
        kind: 'status',
        description: `answers what it refuses with ${status}`,
        severity: documentsBadRequests(subject) || status === 600 ? 'error' : 'warning',
        mutate: mutateResponses(subject, refused, withStatus(status)),
      });
  if (refused)
    yield createMutant(operation, {
      clause,
      kind: 'status',
      // A status that `default` documents: the contract is kept to the letter, and the service is at fault nevertheless.
      severity: 'warning',
      description: 'answers what it refuses with 500',
      mutate: mutateResponses(subject, refused, withStatus(500)),
    });
  for (const response of subject.responses) yield neverGiven(subject, response);
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

/** A response that never comes shows as another that comes in its place, against what the request was meant for. */
function neverGiven({ contract, operation }: MutationContext, { spec, disposition }: ResponseUnderTest): Mutant {
  const refuses = disposition === 'accepted';
  return createMutant(operation, {
    clause: contract.clauseAt(operation, clauseParts.response(spec), spec.pointer),
    kind: 'status',
    description: `never answers ${spec.key}: it ${refuses ? 'refuses' : 'accepts'} everything`,
    equivalentFindings: {
      reason: 'the clause that is named is the one that the request was about',
      matches: isExpectationFinding,
    },
    mutate: (show) => ({
      onValidated(_, judgement) {
        if (judgement.operation !== operation || judgement.problems.length > 0 === refuses) return judgement;
        show();
        return { ...judgement, body: undefined, problems: refuses ? [{ status: 422, message: 'rejected' }] : [] };
      },
    }),
  });
}
