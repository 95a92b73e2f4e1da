import { isResponse } from '../core/http-response.ts';
import { appendTokens } from '../core/json/pointer.ts';
import type { Case, Check, Clause, Finding, HttpResponse, Operation } from '../core/model.ts';
import { clauseParts } from '../openapi/clauses/clauses.ts';
import type { Contract } from '../openapi/contract.ts';
import { createFinding, documentsErrors, isSuccess, summarizeResponse } from './response.ts';

/** Statuses by which HTTP itself refuses, whatever the resource is about (RFC 9110 section 15.5, RFC 6585); few documents name them. */
const GENERIC_HTTP_ERRORS = new Set([401, 403, 405, 406, 408, 411, 413, 414, 415, 417, 421, 426, 429, 431, 501, 503]);

/** Where a document names no status for a bad request, it is silent about how one is refused. */
function documentsRefusals({ responses }: Operation): boolean {
  return responses.some(({ key }) => key === 'default' || /^(4XX|400|422)$/i.test(key));
}

/** `default` stands for every other status that HTTP has; 600 and more are none (RFC 9110 section 15). */
function isDocumented(operation: Operation, status: number): boolean {
  return status < 600 && operation.response(status) !== undefined;
}

/** The status is one that the contract documents (OpenAPI 3.0.3, Responses Object). */
export function documentedStatusCode(contract: Contract): Check {
  return {
    id: 'status-code',
    title: 'The status is documented',
    evaluate({ case: { operation }, response }) {
      if (!isResponse(response) || isDocumented(operation, response.status) || operation.responses.length === 0)
        return [];
      const isError = response.status >= 400 && response.status < 600;
      if (isError && !documentsErrors(operation)) return [];
      const clause = contract.clauseAt(operation, clauseParts.answer, appendTokens(operation.pointer, 'responses'));
      const keys = operation.responses.map(({ key }) => key).join(', ');
      const message = `status ${response.status} is not documented`;
      const isOwn = isError && (GENERIC_HTTP_ERRORS.has(response.status) || !documentsRefusals(operation));
      const severity = isOwn ? 'warning' : 'error';
      return [{ ...createFinding('status-code', clause, message, keys, summarizeResponse(response)), severity }];
    },
  };
}

/** A valid request gets a documented success; a request that breaks a clause gets an error. */
export function expectedOutcome(contract: Contract): Check {
  return {
    id: 'expected-outcome',
    title: 'Valid requests are accepted, invalid ones refused',
    evaluate({ case: testCase, response }) {
      if (!isResponse(response)) return [];
      const clause =
        testCase.targets[0] ?? contract.clauseAt(testCase.operation, clauseParts.answer, testCase.operation.pointer);
      if (testCase.expectation === 'accept') return judgeAccept(testCase, response, clause);
      if (testCase.expectation !== 'reject' || testCase.leniency) return [];
      return judgeReject(testCase, response, clause);
    },
  };
}

function judgeAccept({ operation, id, origin }: Case, response: HttpResponse, clause: Clause): Finding[] {
  if (isSuccess(operation, response.status)) return [];
  const verb = response.status >= 400 ? 'is refused' : 'gets no documented success';
  const expected = `a documented success (${successKeys(operation)})`;
  const blame = UNTARGETED_ORIGINS.has(origin.kind) ? WHOLE_REQUEST_NOTE : '';
  return [
    createFinding(
      'expected-outcome',
      clause,
      `a valid request ${verb}: ${id}${blame}`,
      expected,
      summarizeResponse(response),
    ),
  ];
}

/** Kinds of requests that are about no clause in particular. */
const UNTARGETED_ORIGINS = new Set(['document', 'fixture', 'random']);
const WHOLE_REQUEST_NOTE = ' (any part of the request may be to blame: the clause stands for all of it)';

function judgeReject({ id }: Case, response: HttpResponse, clause: Clause): Finding[] {
  if (response.status >= 400) return [];
  const verb = response.status < 300 ? 'is accepted' : 'is not refused';
  const expected = 'an error answer (4xx)';
  return [
    createFinding(
      'expected-outcome',
      clause,
      `a request that breaks the contract ${verb}: ${id}`,
      expected,
      summarizeResponse(response),
    ),
  ];
}

function successKeys(operation: Operation): string {
  const keys = operation.responses.map(({ key }) => key).filter((key) => /^[23]/.test(key));
  return keys.length > 0 ? keys.join(', ') : '2XX';
}

/** Id of the check below; its warnings count as kills of mutants that parse leniently. */
export const LENIENT_PARSING = 'lenient-parsing';

/** JSON and numbers are read strictly; a parser may accept extensions (RFC 8259 section 9), so findings are warnings. */
export function lenientParsing(contract: Contract): Check {
  return {
    id: LENIENT_PARSING,
    title: 'JSON and numbers are read strictly',
    evaluate({ case: testCase, response }) {
      if (!testCase.leniency || !isResponse(response) || response.status >= 400) return [];
      const { operation, targets, id } = testCase;
      const clause = targets[0] ?? contract.clauseAt(operation, clauseParts.answer, operation.pointer);
      const message = `lenient parsing, an invalid request is accepted: ${id}`;
      const actual = summarizeResponse(response);
      return [{ ...createFinding(LENIENT_PARSING, clause, message, 'an error (4xx)', actual), severity: 'warning' }];
    },
  };
}

/** A status of 5xx is documented by `default`, and still says that the service, not the request, is at fault (RFC 9110 section 15.6). */
export function serverError(contract: Contract): Check {
  return {
    id: 'server-error',
    title: 'No request makes the service fail',
    evaluate({ case: testCase, response }) {
      if (!isResponse(response) || !isFailure(response.status) || testCase.expectation === 'accept') return [];
      const clause = contract.clauseAt(
        testCase.operation,
        clauseParts.answer,
        appendTokens(testCase.operation.pointer, 'responses'),
      );
      const message = `the service failed with ${response.status} where it should refuse: ${testCase.id}`;
      return [
        {
          ...createFinding('server-error', clause, message, '4xx or a success', summarizeResponse(response)),
          severity: 'warning',
        },
      ];
    },
  };
}

function isFailure(status: number): boolean {
  return status >= 500 && status < 600;
}
