import { isExpectationFinding } from '../../checks/index.ts';
import { headerValues, isResponse } from '../../core/http-response.ts';
import { isNumber } from '../../core/json/decimal.ts';
import type { Case, CaseResult, Clause, Exchange, Finding, JsonValue, Operation } from '../../core/model.ts';
import { listsStatus } from '../../core/operation.ts';
import { isRequestTarget } from '../../core/received-request.ts';
import { isSpecified } from '../../generate/requests/test-case.ts';
import { parseMediaType } from '../../openapi/media-type.ts';
import type { Executor } from '../suite.ts';
import { missingReference } from './missing-reference.ts';
import { signInReason } from './sign-in.ts';

/** A body so large that a rejection before its end cannot be told from a dropped connection (RFC 9112 section 9.6). */
const AMBIGUOUS_RESET_BODY_BYTES = 512 * 1024;

/** Why an exchange proves nothing, and what that depends on, if it is not final. */
export interface InconclusiveReason {
  readonly kind?: CaseResult['inconclusive'];
  readonly text: string;
}

/** What is known of the service beside the exchange. */
export interface Knowledge {
  /** Whether the request that the case was derived from is accepted now; undefined if that is not known. */
  readonly isBaseAccepted?: boolean | undefined;
  /** Whether the request has credentials; `not required` if only other operations get those of the run. */
  readonly credentials: 'sent' | 'none' | 'not required';
  /** Whether another operation accepts requests. */
  readonly isAcceptedElsewhere: boolean;
  /** Whether bodies of the operation name other records: those below the record that the path of its base names. */
  readonly namesRecords?: boolean;
  /** Whether the operation acts on a record, and its requests say nothing but which one. */
  readonly isBareAction?: boolean;
  /** Whether a request about a record has another value of a list than the one that was accepted. */
  readonly choosesState?: boolean;
  /** Whether a list is asked for a page that it need not have. */
  readonly isLaterPage?: boolean;
  /** Whether the request merges a part of an object, which is not valid by itself, into that of a record. */
  readonly hasPartOfObject?: boolean;
  /** Whether the path names the record that the request creates. */
  readonly createsAtPath?: boolean;
  /** Whether the records that the path names are known to exist. */
  readonly namesKnownRecord?: boolean;
}

/** Why an exchange proves nothing; undefined if it does. A response that violates the contract always does. */
export function inconclusiveReason(
  exchange: Exchange,
  failures: readonly Finding[],
  knowledge: Knowledge,
): InconclusiveReason | undefined {
  const { case: testCase, response } = exchange;
  if (!isResponse(response)) {
    if (response.kind === 'aborted' || response.kind === 'unsendable') return { text: response.detail };
    const isLarge = (testCase.request.body?.length ?? 0) > AMBIGUOUS_RESET_BODY_BYTES;
    if (!isLarge || response.kind !== 'reset') return undefined;
    return { text: 'the connection was closed while a large body was sent' };
  }
  const { status } = response;
  if (failures.length > 0 && status === 400 && !isRequestTarget(testCase.request.path))
    return { text: 'the request target is not a URI, which a server may reject before the service sees it (400)' };
  if (!isOutcomeOnly(failures)) return undefined;
  if (status === 429) return { text: RATE_LIMITED };
  if (knowledge.isBaseAccepted === false) return { text: goneReason(status) };
  if (testCase.expectation !== 'accept') return undefined;
  const state =
    stateReason(testCase, status, knowledge) ??
    missingReference(exchange, knowledge.namesRecords) ??
    signInReason(testCase, status);
  if (state !== undefined) return { text: state };
  if (status !== 401 && status !== 403) return undefined;
  const reason = credentialsReason(status, knowledge);
  if (testCase.change === 'address') return { text: reason.text };
  return status === 403 && mayNameNone(testCase, knowledge) ? { ...reason, kind: 'record' } : reason;
}

/** Whether the path may name no record: some services say that those may not be used, so that nobody learns which exist. */
function mayNameNone({ change, expected, operation }: Case, { namesKnownRecord }: Knowledge): boolean {
  if (namesKnownRecord || change !== undefined || expected?.status !== undefined) return false;
  return operation.parameters.some((parameter) => parameter.in === 'path');
}

/** Whether nothing is wrong with a response but that it is not the expected outcome. */
export function isOutcomeOnly(failures: readonly Finding[]): boolean {
  return failures.every(isExpectationFinding);
}

export const RATE_LIMITED = 'rate limited (429)';

export function alreadyExists(status: number): string {
  return `conflict: the value already exists (${status})`;
}

function otherState(status: number): string {
  return `not possible in the present state of the record (${status})`;
}

/** Preconditions and locks: nothing in the document tells whether they are met (RFC 9110 section 13, RFC 4918 section 11). */
const PRECONDITIONS: Readonly<Record<number, string>> = {
  412: 'a precondition is not met (412)',
  423: 'the record is locked (423)',
  424: 'a request that this one depends on has failed (424)',
  428: 'a precondition is required (428)',
};

/** Why a valid request may be rejected in the present state of the service; undefined if the state is known to allow it. */
export function stateReason(
  testCase: Case,
  status: number,
  knowledge: Omit<Knowledge, keyof CredentialsKnowledge>,
): string | undefined {
  const { change, operation, expected } = testCase;
  // Whoever writes an example with its status knows the state.
  if (expected?.status !== undefined) return undefined;
  const needsState = knowledge.hasPartOfObject || isOfType(testCase, 'application/json-patch+json');
  if (needsState && PATCH_DOES_NOT_APPLY.has(status))
    return `the patch does not apply to the record (${status}): give an example of one that does`;
  const precondition = PRECONDITIONS[status];
  if (precondition !== undefined) return precondition;
  if (status === 409 && testCase.uniqueFieldUnderTest) return alreadyExists(status);
  if (knowledge.namesRecords && isOtherPath(testCase) && INVALID.has(status))
    return `the records that its body names need not exist below another path (${status})`;
  if (knowledge.isBareAction && change === undefined && INVALID.has(status)) return otherState(status);
  if (knowledge.choosesState && status === 409 && listsStatus(operation, 409)) return otherState(status);
  if (knowledge.createsAtPath && status === 409) return alreadyExists(status);
  if (knowledge.isLaterPage && status === 404) return 'there is no such page (404)';
  if (hasFreeForm(testCase) && INVALID.has(status) && listsStatus(operation, status)) return madeUp(status);
  if (status !== 404 && status !== 409 && status !== 410) return undefined;
  if (status !== 409 && removesUnnamed(operation)) return goneReason(status);
  const isOpen =
    change === 'address' || (change === undefined ? dependsOnState(operation, status) : isFilter(testCase, status));
  if (!isOpen || (change === 'content' && knowledge.isBaseAccepted === undefined)) return undefined;
  if (status === 409) return otherState(status);
  return change === 'address' ? madeUp(status) : unknownRecord(status);
}

function madeUp(status: number): string {
  return `a made-up identifier names no record (${status})`;
}

/** A schema does not say which changes a record takes (RFC 5789 section 2.2, RFC 6902 section 5). */
const PATCH_DOES_NOT_APPLY: ReadonlySet<number> = new Set([400, 409, 422]);

const INVALID: ReadonlySet<number> = new Set([400, 422]);

/** Whether the request names another record in its path than its base: one that is there may have no such records below it. */
function isOtherPath({ change, targets }: Case): boolean {
  return change === 'address' && targets.some(({ part }) => part.kind === 'parameter' && part.in === 'path');
}

/** Whether a case has such a value in its path in place of that of its base. */
function hasFreeForm(testCase: Case): boolean {
  const [target] = testCase.targets;
  if (!target || !isSpecified(testCase) || target.part.kind !== 'parameter') return false;
  const value = testCase.spec.parameters.path[target.part.name];
  return isFreeForm(target, value) && (isNumber(value) || testCase.change === 'address');
}

/** Whether a value is a text, or a number with a point, in a path of which the document says no more: a service may know the form of its identifiers. */
export function isFreeForm({ part, schemaPointer = '' }: Clause, value: JsonValue | undefined): boolean {
  if (part.kind !== 'parameter' || part.in !== 'path' || !schemaPointer.endsWith('/type')) return false;
  return typeof value === 'string' || (isNumber(value) && !/^-?\d+$/.test(String(value)));
}

/** Whether such a value may be rejected: the document lists a status for it. */
export function mayRejectForm(operation: Operation): boolean {
  return [...INVALID].some((status) => listsStatus(operation, status));
}

/** Whether the body of a request is of a media type. */
export function isOfType({ request }: Case, essence: string): boolean {
  const type = headerValues(request, 'content-type')[0] ?? '';
  return parseMediaType(type)?.essence === essence;
}

/** Whether a request refers to something that has to exist, or may be in another state. */
function dependsOnState({ parameters, responses }: Operation, status: number): boolean {
  return parameters.some((parameter) => parameter.in === 'path') || listsStatus({ responses }, status);
}

/** Whether a request removes something without an identifier, such as settings: once it is gone, only another operation brings it back. */
function removesUnnamed({ method, path }: Operation): boolean {
  return method === 'DELETE' && !path.endsWith('}');
}

/** A query may find nothing, if the document says so. */
function isFilter({ operation }: Case, status: number): boolean {
  return operation.requestBody === undefined && listsStatus(operation, status);
}

function unknownRecord(status: number): string {
  return `unknown record (${status}): give the id of one that exists, in an example`;
}

function goneReason(status: number): string {
  return `its record is gone, or in another state (${status})`;
}

type CredentialsKnowledge = Pick<Knowledge, 'credentials' | 'isAcceptedElsewhere'>;

/** What is known of the credentials with which an operation is tested. */
export function credentialsKnowledge(
  { serviceState, hasCredentials, credentials }: Executor,
  operation: Operation,
): CredentialsKnowledge {
  const { headers, query } = credentials(operation);
  const isRequired = operation.security.some((names) => names.length > 0);
  const unsent = hasCredentials && !isRequired ? 'not required' : 'none';
  return {
    credentials: headers.length + query.length > 0 && hasCredentials ? 'sent' : unsent,
    isAcceptedElsewhere: serviceState.acceptingOperations.size > 0,
  };
}

/** Why a request is not allowed, and what would help. */
export function credentialsReason(
  status: number,
  { credentials, isAcceptedElsewhere }: CredentialsKnowledge,
): InconclusiveReason {
  const kind = 'credentials';
  const advice = "pass --header 'Authorization: …'";
  if (credentials === 'none') return { kind, text: `authentication required (${status}): ${advice}` };
  if (credentials === 'not required') {
    const text = `sent without credentials, because the document requires none here (${status})`;
    return { kind, text: `${text}: add its \`security\`, or ${advice}` };
  }
  if (!isAcceptedElsewhere) return { kind, text: `the credentials are not accepted (${status}): check --header` };
  return {
    kind,
    text: `not allowed (${status}), although other operations accept the credentials: it takes other rights, or another record`,
  };
}
