import { headerValues, isResponse } from '../core/http-response.ts';
import { tryParseJson } from '../core/json/index.ts';
import { appendTokens } from '../core/json/pointer.ts';
import type { Case, Clause, HttpRequest, HttpResponse, Operation } from '../core/model.ts';
import { clauseParts } from '../openapi/clauses/clauses.ts';
import type { Contract } from '../openapi/contract.ts';
import { isJsonType } from '../openapi/media-type.ts';
import { createFinding, type FindingDetails, type ResponseCheck } from './check.ts';
import { documentsErrors, documentsSuccess, isSuccess, summarizeResponse } from './response.ts';

/** Errors of HTTP itself, whatever the resource; few documents list them (RFC 9110 section 15.5, RFC 6585). */
const GENERIC_HTTP_ERRORS = new Set([401, 403, 405, 406, 408, 411, 413, 414, 415, 417, 421, 426, 429, 431, 501, 503]);

/** If no status for a bad request is documented, the choice of one is unspecified. */
function documentsBadRequests({ responses }: Operation): boolean {
  return responses.some(({ key }) => key === 'default' || /^(4XX|400|422)$/i.test(key));
}

/** True for the status of a record or a page that does not exist, where the document gives none: few do. */
function isMissingRecord({ responses, parameters, method }: Operation, status: number): boolean {
  if ((status !== 404 && status !== 410) || responses.some(({ key }) => /^(404|410)$/.test(key))) return false;
  return parameters.some((each) => each.in === 'path' || (each.in === 'query' && method === 'GET'));
}

/** `default` covers every other HTTP status; 600 and above are invalid (RFC 9110 section 15). */
function isDocumented(operation: Operation, status: number): boolean {
  return status < 600 && operation.response(status) !== undefined;
}

/** Responses of a router to a path that it does not take as it is: it redirects to the path without dot segments. */
const ROUTER_STATUSES = new Set([301, 302, 307, 308, 400, 404]);

/** Many servers decode a slash in a segment before they look for the resource, or reject it (RFC 3875 section 4.1.5). */
function isMisrouted(target: string, status: number): boolean {
  return ROUTER_STATUSES.has(status) && /^[^?]*%(2f|5c)/i.test(target);
}

/** Requires a documented status (OpenAPI 3.0.3, Responses Object). */
export function documentedStatusCode(contract: Contract): ResponseCheck {
  return {
    title: 'The status code is documented',
    evaluate({ case: { operation, request, expectation }, response }) {
      if (!isResponse(response) || operation.responses.length === 0) return [];
      const { status } = response;
      if (isDocumented(operation, status)) return [];
      // As if `default` documented it: the check server-error warns.
      if (expectation === 'any' && status >= 500 && status < 600) return [];
      const isError = status >= 400 && status < 600;
      if (isMisrouted(request.path, status) || (isError && !documentsErrors(operation))) return [];
      const clause = contract.clauseAt(
        operation,
        clauseParts.anyResponse,
        appendTokens(operation.pointer, 'responses'),
      );
      const expected = operation.responses.map(({ key }) => key).join(', ');
      const isUnspecified =
        !documentsBadRequests(operation) || isMissingRecord(operation, status) || isUnreadable(request, status);
      const isTolerated = isError && (GENERIC_HTTP_ERRORS.has(status) || isUnspecified);
      const finding = createFinding(clause, `undocumented status ${status}`, expected, summarizeResponse(response));
      return [{ ...finding, outcome: String(status), severity: isTolerated ? 'warning' : 'error' }];
    },
  };
}

/** Many frameworks respond so before the service sees a body that is no JSON, whatever it documents (RFC 9110 section 15.5.1). */
function isUnreadable(request: HttpRequest, status: number): boolean {
  if (status !== 400 || request.body === undefined) return false;
  return isJsonType(headerValues(request, 'content-type')[0] ?? '') && 'error' in tryParseJson(request.body);
}

/** Requires a documented success for a valid request and an error for an invalid one. */
export function expectedOutcome(contract: Contract): ResponseCheck {
  return {
    title: 'Valid requests are accepted, invalid ones rejected',
    evaluate({ case: testCase, response }) {
      if (!isResponse(response)) return [];
      const { operation, targets, expectation } = testCase;
      const clause = targets[0] ?? contract.clauseAt(operation, clauseParts.anyResponse, operation.pointer);
      const { changeKind } = testCase;
      const withKind = (found: FindingDetails) => (changeKind === undefined ? found : { ...found, changeKind });
      if (expectation === 'accept') return checkAccepted(testCase, response, clause).map(withKind);
      if (expectation === 'reject' && !testCase.leniency) return checkRejected(response, clause).map(withKind);
      return [];
    },
  };
}

function checkAccepted({ operation, origin }: Case, response: HttpResponse, clause: Clause): FindingDetails[] {
  if (isSuccess(operation, response.status) || !documentsSuccess(operation)) return [];
  // That it is not documented is a finding of its own check.
  if (response.status < 300 && !isDocumented(operation, response.status)) return [];
  const problem = response.status >= 400 ? 'valid request rejected' : 'undocumented success status';
  const note = UNTARGETED_ORIGINS.has(origin.kind) ? WHOLE_REQUEST_NOTE : '';
  const expected = `a documented success (${successKeys(operation)})`;
  const finding = createFinding(clause, `${problem}${note}`, expected, summarizeResponse(response));
  return [{ ...finding, outcome: `accept ${statusClass(response)}` }];
}

/** Kinds of requests that target no clause in particular. */
const UNTARGETED_ORIGINS = new Set(['document', 'fixture', 'random']);
const WHOLE_REQUEST_NOTE = ' (the clause names the request as a whole; any part may be the cause)';

function checkRejected(response: HttpResponse, clause: Clause): FindingDetails[] {
  if (response.status >= 400) return [];
  const problem = response.status < 300 ? 'invalid request accepted' : 'invalid request not rejected';
  const finding = createFinding(clause, problem, 'an error response (4xx)', summarizeResponse(response));
  return [{ ...finding, outcome: `reject ${statusClass(response)}` }];
}

function statusClass({ status }: HttpResponse): string {
  return `${Math.floor(status / 100)}xx`;
}

function successKeys(operation: Operation): string {
  const keys = operation.responses.map(({ key }) => key).filter((key) => /^[23]/.test(key));
  return keys.length > 0 ? keys.join(', ') : '2XX';
}

/** JSON and numbers are read strictly; a parser may accept extensions (RFC 8259 section 9), so findings are warnings. */
export function lenientParsing(contract: Contract): ResponseCheck {
  return {
    title: 'JSON and numbers are read strictly',
    evaluate({ case: testCase, response }) {
      if (!testCase.leniency || !isResponse(response) || response.status >= 400) return [];
      const { operation, targets, id } = testCase;
      const clause = targets[0] ?? contract.clauseAt(operation, clauseParts.anyResponse, operation.pointer);
      const message = `lenient parsing: invalid request accepted: ${id}`;
      return [
        { ...createFinding(clause, message, 'an error (4xx)', summarizeResponse(response)), severity: 'warning' },
      ];
    },
  };
}

/** Warns about 5xx: even if documented by `default`, it means that the server failed, not the request (RFC 9110 section 15.6). */
export function serverError(contract: Contract): ResponseCheck {
  return {
    title: 'No request causes a server error',
    evaluate({ case: { operation, expectation }, response }) {
      if (!isResponse(response) || expectation === 'accept') return [];
      const { status } = response;
      if (status < 500 || status > 599) return [];
      const clause = contract.clauseAt(
        operation,
        clauseParts.anyResponse,
        appendTokens(operation.pointer, 'responses'),
      );
      const request = expectation === 'reject' ? 'an invalid request' : 'a request that may be invalid';
      const message = `5xx (${status}) for ${request}`;
      return [
        { ...createFinding(clause, message, '4xx or a success', summarizeResponse(response)), severity: 'warning' },
      ];
    },
  };
}
