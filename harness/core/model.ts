/**
 * The words of the program as types: contract, operation, clause, case, exchange, finding, outcome; the report is in model/report.ts.
 * Every layer imports this file.
 */

import type { CheckId } from './check-ids.ts';
import type { ClausePart } from './clause-part.ts';
import type { JsonValue, SourceLocation } from './json/value.ts';
import type { Operation } from './operation.ts';

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
} from './operation.ts';

/** Which half of an exchange a schema describes: `readOnly` and `writeOnly` depend on it (OpenAPI 3.0.3, Schema Object). */
export type Direction = 'request' | 'response';

/** One statement of the contract that a service can keep or break. */
export interface Clause {
  /** Stable over runs: operation, part, path in the value, keyword; e.g. `createPet request body /id format`. */
  readonly id: string;
  /** `operationId`, or `METHOD /path` where the document gives none. */
  readonly operation: string;
  readonly direction: Direction;
  readonly part: ClausePart;
  /** JSON Pointer into the document with `#`, e.g. `#/components/schemas/Error/required/0`. */
  readonly schemaPointer: string;
  readonly location: SourceLocation;
  /** Where in the part's value it holds: a JSON Pointer in which `*` stands for every item or undeclared member. */
  readonly instancePath: string;
  /** The statement in one phrase, e.g. `member code is required`. */
  readonly description: string;
}

/** What the document deliberately leaves open, marked there with `x-unspecified`. */
export interface Unspecified {
  readonly pointer: string;
  readonly location: SourceLocation;
  readonly description: string;
}

/** A request ready to be sent; nothing is added on the way but `host`, `connection` and a length for the body. */
export interface HttpRequest {
  readonly method: string;
  /** Request target below the target's base URL: path and query as sent, percent-encoded. */
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array | undefined;
}

export type Expectation = 'accept' | 'reject' | 'any';

/** Where a case comes from, e.g. suite `examples`, kind `fixture`, at a file and line. */
export interface CaseOrigin {
  readonly suite: string;
  readonly kind: string;
  readonly location: SourceLocation | undefined;
}

/** One request to send, with what the contract says must come back. */
export interface Case {
  /** Unique within a run, readable, stable over runs: e.g. `createPet: body /id is a numeric string`. */
  readonly id: string;
  readonly operation: Operation;
  readonly request: HttpRequest;
  readonly expectation: Expectation;
  /** The clauses that the case is about; the first is the one that breaks when the intent is not met. */
  readonly targets: readonly Clause[];
  readonly origin: CaseOrigin;
  /** What the answer must be beyond the contract, where an example says so: its status, and members of its body. */
  readonly expected?: { readonly status?: number; readonly body?: JsonValue };
  /**
   * The same case with other values for what identifies a record, with 0 those of the seed, else new each time; from 2 on also with others for
   * all that may have to be unique and is not tested. Absent where nothing could.
   */
  withUniqueValues?(attempt: number): Case;
  /** True where the request is sent without credentials, because that is what it is about. */
  readonly withoutCredentials?: boolean;
  /** True where a value that identifies a record is fixed by what is tested: a well-formed 409 then proves nothing. */
  readonly uniqueFieldUnderTest: boolean;
  /**
   * What changed in the valid request that this one was derived from: what it refers to, such as a path parameter, or
   * only its content. Absent: derived from none that the service accepted.
   */
  readonly change?: 'address' | 'content';
  /** True if a parser may accept the request although it is invalid (RFC 8259 section 9). */
  readonly leniency?: boolean;
  /** True where another value is: a 409 then proves nothing where the service refuses such values a second time. */
  readonly stringUnderTest?: boolean;
}

/** What came back: bytes as sent, before any decoding. */
export interface HttpResponse {
  readonly status: number;
  readonly statusText: string;
  readonly httpVersion: string;
  /** In order and as spelt on the wire. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
  /** How many bytes of the body were not kept as evidence; absent: all of it is there. */
  readonly truncatedBytes?: number;
  /** False where the message ended before its declared end (RFC 9112 section 8). */
  readonly complete: boolean;
  readonly durationMs: number;
  /** How the connection fared: whether it had carried a request before, and a reset of such a one after which the request was sent again. */
  readonly connection?: { readonly reused: boolean; readonly reset?: TransportError };
}

export type TransportErrorKind =
  | 'connect'
  | 'reset'
  | 'timeout'
  | 'truncated'
  | 'malformed'
  | 'too-large'
  | 'cross-talk'
  | 'aborted';

/** No usable answer: what was seen instead. */
export interface TransportError {
  readonly kind: TransportErrorKind;
  readonly detail: string;
  readonly durationMs: number;
  /** What had arrived until then. */
  readonly partial?: HttpResponse;
}

export interface Exchange {
  readonly case: Case;
  readonly response: HttpResponse | TransportError;
}

/** Where requests go: the mock, or a live service. */
export interface HttpClient {
  readonly baseUrl: string;
  /** Never rejects for what the service does: a fault is returned. */
  send(request: HttpRequest, signal: AbortSignal): Promise<HttpResponse | TransportError>;
  /**
   * Sends requests one after another on one kept connection, with pauses in which a connection that is closed is seen to be closed. Tells
   * whether some are dropped even so: by a service, then, and not by the chance that it closed an idle connection.
   */
  dropsRequests(requests: Iterable<HttpRequest>, signal: AbortSignal): Promise<boolean>;
  /** Tries for so many milliseconds to connect; 0 tries once. Gives undefined once it does, else why not. */
  waitUntilReachable(wait: number, signal: AbortSignal): Promise<string | undefined>;
  close(): Promise<void>;
}

export type Severity = 'error' | 'warning';

/** One clause broken, with the evidence. */
export interface Finding {
  /** Id of the check that found it. */
  readonly check: string;
  readonly clause: Clause;
  readonly severity: Severity;
  readonly message: string;
  readonly expected?: string;
  readonly actual?: string;
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

/** `error`: could not ask; `skip`: asked, and the answer proves nothing (see `reason`). */
export type CaseStatus = 'pass' | 'fail' | 'error' | 'skip';

/** A case with its verdict. */
export interface CaseResult {
  readonly suite: string;
  readonly case: string;
  readonly operation: string;
  readonly expectation: Expectation;
  readonly status: CaseStatus;
  readonly findings: readonly Finding[];
  /** Whether the service took the request (a documented success) or refused it (a well-formed error); undefined where neither. */
  readonly disposition: 'accepted' | 'rejected' | undefined;
  /** Ids of the clauses that this outcome exercised. */
  readonly coveredClauses: readonly string[];
  readonly inconclusiveReason?: string;
  /**
   * What a `skip` depends on as long as it is open: 401 and 403 are explained by missing credentials, unless the service
   * accepts another request of the operation; `findings`, `disposition` and `coveredClauses` count then.
   */
  readonly inconclusive?: 'credentials';
  /** What smaller requests showed of the same failures, by their keys; present, if only empty, where a random request failed. */
  readonly shrunk?: readonly { readonly key: string; readonly result: CaseResult }[];
  /** A report keeps it where it is evidence: for the first outcomes of each failure, and of each reason to prove nothing. */
  readonly exchange?: { readonly request: HttpRequest; readonly response: HttpResponse | TransportError };
  readonly durationMs: number;
}

/** Names a failure over runs and seeds: operation, check and clause. */
export function findingKey(operation: string, check: string, clause: string): string {
  return `${operation} ${check} ${clause}`;
}
