import { isSuccess } from '../../checks/response.ts';
import { formatLocation } from '../../core/errors.ts';
import type { Case, CaseResult, Check, Clause, HttpRequest, Operation, SourceLocation } from '../../core/model.ts';
import { toReceivedRequest } from '../../core/received-request.ts';
import { TRAFFIC } from '../../core/report.ts';
import { MASK } from '../../core/secrets/secret-values.ts';
import type { RecordedExchange, RecordedResponse } from '../../http/har/recorded-exchange.ts';
import type { RequestViolation } from '../../openapi/request/request-violation.ts';
import { syncRequestValidator, type ValidatedRequest } from '../../openapi/request/validate-request.ts';
import { asInconclusive } from '../../report/aggregate/inconclusive.ts';
import { inconclusiveReason } from '../conclude/inconclusive.ts';
import { type Evaluator, evaluate } from '../execute/evaluate.ts';
import type { RequestClauseIndex } from './request-clauses.ts';
import type { TrafficRoute } from './route-exchange.ts';

export interface TrafficEvaluator extends Evaluator {
  readonly requestClauses: RequestClauseIndex;
}

/** An exchange with an operation of the contract, and where it was recorded. */
export interface RoutedExchange extends RecordedExchange {
  readonly route: Exclude<TrafficRoute, string>;
  readonly number: number;
  readonly location: SourceLocation;
}

/** An exchange as it was evaluated. */
export interface EvaluatedExchange {
  readonly result: CaseResult;
  readonly validated: ValidatedRequest;
}

/** Evaluates a recorded exchange by all checks of which the recording has the evidence. */
export function evaluateRecorded(evaluator: TrafficEvaluator, exchange: RoutedExchange): EvaluatedExchange {
  const { contract } = evaluator;
  const { route, request, response } = exchange;
  const { operation, pathParameters } = route;
  const received = toReceivedRequest(route.request);
  const validated = syncRequestValidator(contract, operation)(received, pathParameters);
  const violations = knownViolations(exchange, validated.violations);
  const testCase = caseOf(exchange, violations, response?.status);
  if (!response) return { result: noResponse(evaluator, testCase), validated };
  const checks = response.body.isWhole ? evaluator.checks : evaluator.checks.filter(isAboutHead);
  const complete = { case: testCase, response: { ...response, body: response.body.bytes } };
  const evaluated = evaluate({ ...evaluator, checks }, TRAFFIC, complete);
  const failures = evaluated.findings.filter(({ severity }) => severity === 'error');
  const reason =
    protocolReason(operation, route.request, response) ??
    inconclusiveReason(complete, failures, { credentials: 'sent', isAcceptedElsewhere: false })?.text;
  if (reason !== undefined) return { result: asInconclusive(evaluated, reason), validated };
  const isAccepted = evaluated.disposition === 'accepted' && violations.length === 0 && request.body.isWhole;
  const covered = isAccepted ? evaluator.requestClauses.coveredBy(operation, validated.parsed) : [];
  return { result: { ...evaluated, coveredClauses: [...evaluated.coveredClauses, ...covered] }, validated };
}

function noResponse(evaluator: TrafficEvaluator, testCase: Case): CaseResult {
  const response = { kind: 'aborted', detail: 'no response was recorded', durationMs: 0 } as const;
  const evaluated = evaluate({ ...evaluator, checks: [] }, TRAFFIC, { case: testCase, response });
  return asInconclusive(evaluated, response.detail);
}

const BODY_CHECKS: ReadonlySet<string> = new Set([
  'json-syntax',
  'stream-framing',
  'response-schema',
  'lossless-values',
]);

function isAboutHead({ id }: Check): boolean {
  return !BODY_CHECKS.has(id);
}

/** Violations that the recording shows: it may lack cookies, credentials and bodies, and have masked values. */
function knownViolations(
  { request, route }: RoutedExchange,
  violations: readonly RequestViolation[],
): readonly (RequestViolation & { readonly clause: Clause })[] {
  if (violations.length === 0 || isMasked(route.request)) return [];
  return violations.filter((violation): violation is RequestViolation & { readonly clause: Clause } => {
    const part = violation.clause?.part;
    if (!part || part.kind === 'security') return false;
    if (part.kind === 'request-body') return request.body.isWhole;
    return part.kind !== 'parameter' || (part.in !== 'cookie' && (part.in !== 'header' || request.headers.length > 0));
  });
}

function isMasked({ path, headers, body }: HttpRequest): boolean {
  const isIn = (text: string) => text.includes(MASK);
  return (
    isIn(path) ||
    headers.some(([, value]) => isIn(value)) ||
    (body !== undefined && isIn(Buffer.from(body).toString('latin1')))
  );
}

/** Rejections that have other reasons than an invalid request (RFC 9110 section 15.5). */
const OTHER_REJECTIONS = new Set([401, 403, 404, 405, 406, 408, 409, 410, 412, 423, 424, 428, 429]);

/**
 * A request that the contract forbids is to be rejected. Nobody knows whether one that it allows is possible in the
 * state that the service was in.
 */
function caseOf(
  { route: { operation, request }, location, number }: RoutedExchange,
  violations: readonly { readonly status: number; readonly place: unknown; readonly clause: Clause }[],
  status = 0,
): Case {
  const isProven = !OTHER_REJECTIONS.has(status) && status < 500;
  const isLenient = violations.every((violation) => violation.status === 400 && violation.place === undefined);
  return {
    id: `${operation.id}: ${formatLocation(location)} (entry ${number})`,
    operation,
    request,
    expectation: violations.length > 0 ? 'reject' : 'any',
    targets: isProven ? [...new Set(violations.map(({ clause }) => clause))] : [],
    origin: { suite: TRAFFIC, kind: 'recorded', location },
    uniqueFieldUnderTest: true,
    ...(violations.length > 0 && isLenient ? { leniency: true } : {}),
  };
}

/** Responses of the protocol, which a document need not list: to conditional and range requests, and upgrades. */
function protocolReason(operation: Operation, request: HttpRequest, { status }: RecordedResponse): string | undefined {
  if (operation.response(status) !== undefined && isSuccess(operation, status)) return undefined;
  const has = (pattern: RegExp) => request.headers.some(([name]) => pattern.test(name));
  if (status === 304 || status === 412)
    return has(/^if-/i) ? `the response to a conditional request (${status})` : undefined;
  if (status === 206 || status === 416) return has(/^range$/i) ? `a part of the response (${status})` : undefined;
  return status === 101 ? 'the connection was upgraded to another protocol (101)' : undefined;
}
