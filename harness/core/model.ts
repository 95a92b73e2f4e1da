/**
 * The terms of the program as types: clause, case, exchange, check, finding, result. Operations are in operation.ts, the report
 * is in report.ts.
 */

import type { CheckId } from './check-ids.ts';
import type { ClausePart } from './clause-part.ts';
import type { HttpRequest, HttpResponse, TransportError } from './http-message.ts';
import type { JsonValue, SourceLocation } from './json/value.ts';
import type { Operation } from './operation.ts';
import type { KeptExchange, SequenceStep } from './sequence.ts';

export type { HttpRequest, HttpResponse, TransportError, TransportErrorKind } from './http-message.ts';
export { ExactNumber, type JsonObject, type JsonValue, type SourceLocation } from './json/value.ts';
export type {
  DocumentedResponse,
  FormEncoding,
  MediaType,
  NamedExample,
  Operation,
  Parameter,
  ParameterIn,
  ParameterStyle,
  RequestBody,
  ResponseHeader,
  StreamFormat,
  StreamItems,
  XmlBody,
} from './operation.ts';

/** Half of an exchange that a schema describes; `readOnly` and `writeOnly` depend on it (OpenAPI 3.0.3, Schema Object). */
export type Direction = 'request' | 'response';

/** One statement of the contract that a service can satisfy or violate. */
export interface Clause {
  /** Stable over runs: operation, part, path in the value and keyword, e.g. `createPet request body a/b /id format`. */
  readonly id: string;
  /** `operationId`, or `METHOD /path` if the document has none. */
  readonly operation: string;
  readonly direction: Direction;
  readonly part: ClausePart;
  /** JSON Pointer into the document with `#`, e.g. `#/components/schemas/Error/required/0`. */
  readonly schemaPointer: string;
  readonly location: SourceLocation;
  /** JSON Pointer into the value of the part, in which `*` stands for every item or undeclared property. */
  readonly instancePath: string;
  /** The statement in one phrase, e.g. `request body /code is required`. */
  readonly description: string;
}

/** A behavior that the document leaves unspecified on purpose, marked with `x-unspecified`. */
export interface Unspecified {
  readonly pointer: string;
  readonly location: SourceLocation;
  readonly description: string;
}

export type Expectation = 'accept' | 'reject' | 'any';

/** Origin of a case, e.g. suite `examples`, kind `fixture`, with file and line. */
export interface CaseOrigin {
  readonly suite: string;
  readonly kind: string;
  readonly location: SourceLocation | undefined;
}

/** One request to send, with the response that the contract requires. */
export interface Case {
  /** Unique within a run, readable, stable over runs: e.g. `createPet: body /id is a numeric string`. */
  readonly id: string;
  readonly operation: Operation;
  readonly request: HttpRequest;
  readonly expectation: Expectation;
  /** The clauses that the case tests; the first one is violated if the expectation is not met. */
  readonly targets: readonly Clause[];
  readonly origin: CaseOrigin;
  /** What an example requires of the response beyond the contract: its status, and properties of its body. */
  readonly expected?: { readonly status?: number; readonly body?: JsonValue };
  /**
   * Returns the case with new values in its unique fields. Attempt 0 is derived from the seed; later attempts are random. From attempt 2,
   * every string that is not under test is replaced too. Undefined if the case has no such field.
   */
  withUniqueValues?(attempt: number): Case;
  /** True if the case tests a request without credentials. */
  readonly withoutCredentials?: boolean;
  /** Headers with credentials of its own, in place of those of the run. */
  readonly ownCredentials?: readonly (readonly [name: string, value: string])[];
  /** True if the unique field itself is under test; a well-formed 409 is then inconclusive. */
  readonly uniqueFieldUnderTest: boolean;
  /**
   * What changed in the valid request that this one was derived from: what it refers to, such as a path parameter, or
   * only its content. Absent: derived from none that the service accepted.
   */
  readonly change?: 'address' | 'content';
  /** What the value under test was replaced with: a JSON type, `absent` or a media type. The same in every run. Absent: of no such kind. */
  readonly changeKind?: string;
  /** True if a parser may accept the request although it is invalid (RFC 8259 section 9). */
  readonly leniency?: boolean;
  /** True if another string is under test; a 409 is then inconclusive if the service requires such strings to be unique. */
  readonly stringUnderTest?: boolean;
}

export interface Exchange {
  readonly case: Case;
  readonly response: HttpResponse | TransportError;
}

/** Sends requests to the mock or to a live service. */
export interface HttpClient {
  readonly baseUrl: string;
  /** Never rejects because of the service: a transport error is returned. */
  send(request: HttpRequest, signal: AbortSignal): Promise<HttpResponse | TransportError>;
  /**
   * Sends requests one after another on a keep-alive connection, with pauses long enough to observe an idle close.
   * @returns true if requests are dropped all the same: not by the race with an idle close (RFC 9112 section 9.5)
   */
  dropsRequests(requests: Iterable<HttpRequest>, signal: AbortSignal): Promise<boolean>;
  /**
   * Tries to connect for `timeoutMs`; 0 tries once.
   * @returns undefined once connected, else the reason
   */
  waitUntilReachable(timeoutMs: number, signal: AbortSignal): Promise<string | undefined>;
  close(): Promise<void>;
}

export type Severity = 'error' | 'warning';

/** One violated clause, with the evidence. */
export interface Finding {
  /** Id of the check that found it. */
  readonly check: string;
  readonly clause: Clause;
  readonly severity: Severity;
  readonly message: string;
  readonly expected?: string;
  readonly actual?: string;
  /**
   * Of a check of the outcome: expectation and class of the status, e.g. `accept 4xx`. A valid value that is rejected and an invalid one
   * that is accepted are different findings on the same clause. Of `status-code`: the status, since each undocumented one is a finding.
   */
  readonly outcome?: string;
  /** The kind of change that showed it, as in {@link Case}. A baseline accepts only the kinds that it lists. */
  readonly changeKind?: string;
  /** JSON Pointer of the value in the body of the response that violates the clause; absent if no such value does. */
  readonly instancePath?: string;
  /** True if the baseline has it. */
  readonly known?: true;
  /** The key of the finding that explains this one: an invalid request was accepted, and this response shows what it stored. */
  readonly consequenceOf?: string;
  /** The requests that show it together, in their order; absent if the exchange of its result shows it alone. */
  readonly sequence?: readonly SequenceStep[];
}

/** `expectation`: whether the case was accepted or rejected as it must be. `conformance`: whether the response is as documented. */
export type CheckRole = 'expectation' | 'conformance';

/** A pure evaluation of an exchange. */
export interface Check {
  readonly id: CheckId;
  readonly role: CheckRole;
  readonly title: string;
  evaluate(exchange: Exchange): Finding[];
}

/** `error`: not sent; `skip`: sent, but the response is inconclusive (see `inconclusiveReason`). */
export type CaseStatus = 'pass' | 'fail' | 'error' | 'skip';

/** The result of a case. */
export interface CaseResult {
  readonly suite: string;
  readonly case: string;
  readonly operation: string;
  readonly expectation: Expectation;
  readonly status: CaseStatus;
  readonly findings: readonly Finding[];
  /** Whether the service accepted the request (a documented success) or rejected it (a well-formed error); undefined if neither. */
  readonly disposition: 'accepted' | 'rejected' | undefined;
  /** Ids of the clauses that this result covers. */
  readonly coveredClauses: readonly string[];
  readonly inconclusiveReason?: string;
  /**
   * What a `skip` depends on as long as it is open: 401 and 403 are explained by missing credentials, unless the service
   * accepts another request of the operation; `findings`, `disposition` and `coveredClauses` count then. `record`: a 403 to
   * a record that need not exist proves nothing even then.
   */
  readonly inconclusive?: 'credentials' | 'record';
  /** Results of smaller requests with the same failures, by finding key; present (perhaps empty) if a random request failed. */
  readonly shrunk?: readonly { readonly key: string; readonly result: CaseResult }[];
  /** Kept in a report as evidence: for the first results of each failure and of each inconclusive reason. */
  readonly exchange?: KeptExchange;
  readonly durationMs: number;
}

/** Names a finding in every run, with any seed: operation, check, clause and, if the check has one, the outcome. */
export function findingKey(
  operation: string,
  { check, clause, outcome }: Pick<Finding, 'check' | 'outcome'> & { readonly clause: Pick<Clause, 'id'> },
): string {
  return [operation, check, clause.id, ...(outcome === undefined ? [] : [outcome])].join(' ');
}
