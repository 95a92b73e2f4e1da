import { isExpectationFinding } from '../../checks/index.ts';
import { isResponse } from '../../core/http-response.ts';
import type { Case, CaseResult, Exchange, Finding } from '../../core/model.ts';
import { isSpecified } from '../../generate/requests/test-case.ts';
import type { ResourceOperation } from '../../openapi/resources/model.ts';
import { asInconclusive, decide } from '../../report/aggregate/inconclusive.ts';
import { isBaseAccepted, whyForbidden } from '../establish/recheck.ts';
import { asksForLaterPage } from '../pool/service-values.ts';
import type { Executor } from '../suite.ts';
import { explainConflict } from './conflict-probe.ts';
import { explainDates } from './date-rules.ts';
import {
  credentialsKnowledge,
  type InconclusiveReason,
  inconclusiveReason,
  isOutcomeOnly,
  type Knowledge,
} from './inconclusive.ts';
import { hasPartOfObject } from './partial-objects.ts';
import { choosesOther } from './state-choice.ts';
import { explainNumbers } from './told-limits.ts';

/**
 * The final result of an exchange that was evaluated; may send requests to find out why it was rejected.
 * @param isOnRecord whether it was sent with records that the run has found or created
 */
export async function conclude(
  executor: Executor,
  evaluated: CaseResult,
  exchange: Exchange,
  isOnRecord: boolean,
): Promise<CaseResult> {
  const failures = evaluated.findings.filter(({ severity }) => severity === 'error');
  if (failures.length === 0 && isConclusive(exchange)) return evaluated;
  const { serviceState } = executor;
  const { operation, change, expectation } = exchange.case;
  const namesKnownRecord = isOnRecord || isPathAccepted(executor, exchange.case);
  const state = { namesKnownRecord, ...stateKnowledge(executor, exchange) };
  const knowledge = { ...credentialsKnowledge(executor, operation), ...state };
  const known = inconclusiveReason(exchange, failures, knowledge);
  if (known) {
    const loss = known.kind === 'credentials' ? await whyForbidden(executor, operation) : undefined;
    if (loss !== undefined) return asInconclusive(evaluated, loss);
    return withReason(evaluated, known, serviceState.bases.has(operation.id));
  }
  if (isStateOnly(exchange, failures, knowledge)) return withoutExpectation(evaluated);
  const conflict = await explainConflict(executor, exchange, failures);
  if (conflict !== undefined) return asInconclusive(evaluated, conflict);
  const dates = await explainDates(executor, exchange, failures);
  if (dates !== undefined) return asInconclusive(evaluated, dates);
  const numbers = await explainNumbers(executor, exchange, failures);
  if (numbers !== undefined) return asInconclusive(evaluated, numbers);
  const isTwin = change === 'content' && expectation !== 'any' && serviceState.bases.has(operation.id);
  if (!isTwin || !mayBeGone(exchange) || !isOutcomeOnly(failures)) return evaluated;
  // The record that both refer to may be gone (RFC 9110 section 15.5.5).
  const baseAccepted = await isBaseAccepted(executor, operation);
  const reason = inconclusiveReason(exchange, failures, { ...knowledge, isBaseAccepted: baseAccepted });
  return reason ? withReason(evaluated, reason) : evaluated;
}

/** Whether a response without failures proves what it shows, whatever is known of the service: most do. */
function isConclusive({ case: { expectation }, response }: Exchange): boolean {
  if (!isResponse(response)) return false;
  return response.status < 400 || (expectation !== 'accept' && response.status !== 429 && !mayBeGone({ response }));
}

/** What the resources of the document say of the state that a case needs. */
function stateKnowledge(
  { contract, records, unique, serviceState }: Executor,
  { case: testCase, response }: Exchange,
): Partial<Knowledge> {
  const { id } = testCase.operation;
  // Looked at for conflicts alone: it takes the whole body.
  const base = isResponse(response) && response.status === 409 ? serviceState.bases.get(id)?.accepted : undefined;
  const model = records?.live.model;
  const found = model?.operations.get(id);
  return {
    namesRecords: unique.referencesOf(id).some(({ in: place }) => place === 'body'),
    isBareAction: found?.role === 'action' && found.path.length > 0 && isBare(found),
    choosesState:
      isSpecified(testCase) && base !== undefined && isSpecified(base) && choosesOther(contract, testCase, base),
    isLaterPage: model !== undefined && isSpecified(testCase) && asksForLaterPage(model, testCase),
    hasPartOfObject: model !== undefined && hasPartOfObject(contract, model, testCase),
    createsAtPath: found?.role === 'create' && found.scope === 'item',
  };
}

/** Whether the operation has accepted the path of a request, and its record was not deleted by that. */
function isPathAccepted({ serviceState }: Executor, { operation, request }: Case): boolean {
  const [path] = request.path.split('?');
  const accepted = serviceState.acceptedCases.get(operation.id) ?? [];
  return operation.method !== 'DELETE' && accepted.some((each) => each.request.path.split('?')[0] === path);
}

/** Whether a request has nothing but what names its record. */
function isBare({ operation: { parameters, requestBody }, path, request }: ResourceOperation): boolean {
  const names = (place: string, at: string) => path.some((each) => each.in === place && each.at === at);
  const inBody =
    requestBody === undefined || request?.properties.every(({ pointer }) => names('body', request.envelope + pointer));
  return inBody === true && parameters.every(({ in: place, name }) => place === 'path' || names(place, name));
}

/** Whether a response violates something else, and its status alone would prove nothing. */
function isStateOnly(exchange: Exchange, failures: readonly Finding[], knowledge: Knowledge): boolean {
  const outcomes = failures.filter(isExpectationFinding);
  const isMixed = outcomes.length > 0 && outcomes.length < failures.length;
  return isMixed && isResponse(exchange.response) && inconclusiveReason(exchange, outcomes, knowledge) !== undefined;
}

function withoutExpectation(evaluated: CaseResult): CaseResult {
  const findings = evaluated.findings.filter((each) => each.severity !== 'error' || !isExpectationFinding(each));
  return { ...evaluated, findings };
}

function mayBeGone({ response }: Pick<Exchange, 'response'>): boolean {
  return isResponse(response) && (response.status === 404 || response.status === 409 || response.status === 410);
}

/**
 * The result with why it proves nothing; one for missing credentials is decided when the operation is better known.
 * @param isAccepting whether the operation is known to accept other requests
 */
export function withReason(evaluated: CaseResult, { kind, text }: InconclusiveReason, isAccepting = false): CaseResult {
  if (kind === undefined) return asInconclusive(evaluated, text);
  const open: CaseResult = { ...evaluated, status: 'skip', inconclusive: kind, inconclusiveReason: text };
  return isAccepting ? decide(open, true) : open;
}
