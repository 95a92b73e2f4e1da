/**
 * The words of the program as types: contract, operation, clause, case, exchange, finding, outcome, report.
 * Every layer imports this file; it imports nothing.
 */

/** A JSON number whose exact value a double cannot hold, or whose spelling matters; kept as its source text (RFC 8259 section 6). */
export class ExactNumber {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  toString(): string {
    return this.text;
  }
}

/** A JSON value in which every number is exact: a double that prints as its source text, or an {@link ExactNumber}. */
export type Json = null | boolean | number | ExactNumber | string | Json[] | JsonObject;
export interface JsonObject {
  [member: string]: Json;
}

/** A place in a source file: 1-based line and column. */
export interface Location {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Which half of an exchange a schema describes: `readOnly` and `writeOnly` depend on it (OpenAPI 3.0.3, Schema Object). */
export type Direction = 'request' | 'response';

/** One statement of the contract that a service can keep or break. */
export interface Clause {
  /** Stable over runs: operation, part, path in the value, keyword; e.g. `createPet request body /id format`. */
  readonly id: string;
  /** `operationId`, or `METHOD /path` where the document gives none. */
  readonly operation: string;
  readonly direction: Direction;
  /** The part of the exchange that it speaks of, e.g. `query tags`, `request body`, `response default body`. */
  readonly part: string;
  /** JSON Pointer into the document with `#`, e.g. `#/components/schemas/Error/required/0`. */
  readonly pointer: string;
  readonly location: Location;
  /** Where in the part's value it holds: a JSON Pointer in which `*` stands for every item or undeclared member. */
  readonly path: string;
  /** The statement in one phrase, e.g. `member code is required`. */
  readonly says: string;
}

/** What the document deliberately leaves open, marked there with `x-unspecified`. */
export interface Gap {
  readonly pointer: string;
  readonly location: Location;
  readonly says: string;
}

export type ParameterPlace = 'path' | 'query' | 'header' | 'cookie';
export type ParameterStyle =
  | 'matrix'
  | 'label'
  | 'simple'
  | 'form'
  | 'spaceDelimited'
  | 'pipeDelimited'
  | 'deepObject'
  | 'content';

/** A parameter with its defaults filled in (OpenAPI 3.0.3, Parameter Object). */
export interface Parameter {
  readonly name: string;
  readonly in: ParameterPlace;
  readonly required: boolean;
  readonly style: ParameterStyle;
  readonly explode: boolean;
  readonly allowReserved: boolean;
  readonly allowEmptyValue: boolean;
  /** Pointer of the Parameter Object. */
  readonly pointer: string;
  /** Pointer of its schema; with `content`, of that media type's schema. Absent where it has none. */
  readonly schema: string | undefined;
  /** The media type, where the parameter is described by `content`. */
  readonly mediaType: string | undefined;
  /** Values of `example` and `examples`. */
  readonly examples: readonly NamedExample[];
}

export interface NamedExample {
  readonly name: string;
  readonly value: Json;
  readonly pointer: string;
}

/** A media type of a request or response (OpenAPI 3.0.3, Media Type Object). */
export interface MediaType {
  /** As declared, e.g. `application/json` or `image/*`. */
  readonly type: string;
  readonly pointer: string;
  readonly schema: string | undefined;
  readonly examples: readonly NamedExample[];
}

export interface RequestBody {
  readonly required: boolean;
  readonly pointer: string;
  readonly content: readonly MediaType[];
}

export interface ResponseHeader {
  readonly name: string;
  readonly required: boolean;
  readonly pointer: string;
  readonly schema: string | undefined;
}

/** A documented response: `key` is `200`, `2XX` or `default`. */
export interface ResponseSpec {
  readonly key: string;
  readonly pointer: string;
  readonly content: readonly MediaType[];
  readonly headers: readonly ResponseHeader[];
}

/** A method on a path. */
export interface Operation {
  /** `operationId`, or `METHOD /path`. */
  readonly id: string;
  /** Upper case. */
  readonly method: string;
  /** Path template as in the document. */
  readonly path: string;
  readonly pointer: string;
  readonly summary: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody: RequestBody | undefined;
  readonly responses: readonly ResponseSpec[];
  /** Names of required security schemes; each inner list is one alternative. Empty: none declared. */
  readonly security: readonly (readonly string[])[];
  /** Picks `200`, then `2XX`, then `default`. */
  response(status: number): ResponseSpec | undefined;
}

/** A request ready to be sent; nothing is added on the way but `host`, `connection` and a length for the body. */
export interface Request {
  readonly method: string;
  /** Request target below the target's base URL: path and query as sent, percent-encoded. */
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array | undefined;
}

export type Intent = 'accept' | 'reject' | 'either';

/** Where a case comes from, e.g. suite `examples`, kind `fixture`, at a file and line. */
export interface Origin {
  readonly suite: string;
  readonly kind: string;
  readonly location: Location | undefined;
}

/** One request to send, with what the contract says must come back. */
export interface Case {
  /** Unique within a run, readable, stable over runs: e.g. `createPet: body /id is a numeric string`. */
  readonly id: string;
  readonly operation: Operation;
  readonly request: Request;
  readonly intent: Intent;
  /** The clauses that the case is about; the first is the one that breaks when the intent is not met. */
  readonly exercises: readonly Clause[];
  readonly origin: Origin;
  /** What the answer must be beyond the contract, where an example says so: its status, and members of its body. */
  readonly expected?: { readonly status?: number; readonly body?: Json };
  /** The same case with other values for what identifies a record: with 0 those of the seed, else new each time; absent where no member could. */
  freshen?(attempt: number): Case;
  /** True where the request is sent without credentials, because that is what it is about. */
  readonly anonymous?: boolean;
  /** True where a value that may have to be unique is fixed by what is tested: a well-formed 409 then proves nothing. */
  readonly fixedIdentity: boolean;
}

/** What came back: bytes as sent, before any decoding. */
export interface Answer {
  readonly status: number;
  readonly statusText: string;
  readonly httpVersion: string;
  /** In order and as spelt on the wire. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly bytes: Uint8Array;
  /** How many bytes of the body were not kept as evidence; absent: all of it is there. */
  readonly omitted?: number;
  /** False where the message ended before its declared end (RFC 9112 section 8). */
  readonly complete: boolean;
  readonly ms: number;
  /** How the connection fared: whether it had carried a request before, and a reset of such a one after which the request was sent again. */
  readonly connection?: { readonly reused: boolean; readonly reset?: Fault };
}

export type FaultKind = 'connect' | 'reset' | 'timeout' | 'cut' | 'garbage' | 'too-large' | 'aborted';

/** No usable answer: what was seen instead. */
export interface Fault {
  readonly fault: FaultKind;
  readonly detail: string;
  readonly ms: number;
  /** What had arrived until then. */
  readonly partial?: Answer;
}

export interface Exchange {
  readonly case: Case;
  readonly answer: Answer | Fault;
}

/** Where requests go: the mock, or a live service. */
export interface Target {
  readonly baseUrl: string;
  /** Never rejects for what the service does: a fault is returned. */
  send(request: Request, signal: AbortSignal): Promise<Answer | Fault>;
  /**
   * Sends requests one after another on one kept connection, with pauses in which a connection that is closed is seen to be closed. Tells
   * whether some are dropped even so: by a service, then, and not by the chance that it closed an idle connection.
   */
  dropsRequests(requests: Iterable<Request>, signal: AbortSignal): Promise<boolean>;
  /** Tries for so many milliseconds to connect; 0 tries once. Gives undefined once it does, else why not. */
  whyUnreachable(wait: number, signal: AbortSignal): Promise<string | undefined>;
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

/** A pure judgement of an exchange. */
export interface Check {
  readonly id: string;
  readonly title: string;
  judge(exchange: Exchange): Finding[];
}

/** `error`: could not ask; `skip`: asked, and the answer proves nothing (see `reason`). */
export type Verdict = 'pass' | 'fail' | 'error' | 'skip';

/** A case with its verdict. */
export interface Outcome {
  readonly suite: string;
  readonly case: string;
  readonly operation: string;
  readonly intent: Intent;
  readonly verdict: Verdict;
  readonly findings: readonly Finding[];
  /** Whether the service took the request (a documented success) or refused it (a well-formed error); undefined where neither. */
  readonly effect: 'accepted' | 'refused' | undefined;
  /** Ids of the clauses that this outcome exercised. */
  readonly exercised: readonly string[];
  readonly reason?: string;
  /** What takes its place once another request of the operation was accepted: the service then does not ask for credentials alone. */
  readonly ifAccepting?: Outcome;
  /** What smaller requests showed of the same failures, by their keys; present, if only empty, where a random request failed. */
  readonly shrunk?: readonly { readonly key: string; readonly outcome: Outcome }[];
  /** A report keeps it where it is evidence: for the first outcomes of each failure, and of each reason to prove nothing. */
  readonly exchange?: { readonly request: Request; readonly answer: Answer | Fault };
  readonly ms: number;
}

/** The same failure, however many requests showed it: one entry with a count and the smallest request. */
export interface FindingGroup extends Finding {
  /** Stable over runs and seeds: operation, check and clause. */
  readonly key: string;
  readonly operation: string;
  /** How many outcomes showed it. */
  readonly count: number;
  readonly suites: readonly string[];
  /** Ids of the first cases that showed it; the first is the one with the smallest request. */
  readonly cases: readonly string[];
  readonly exchange: { readonly request: Request; readonly answer: Answer | Fault } | undefined;
}

/** How one clause fared: kept under at least one request, broken, or never reached. */
export interface ClauseCoverage {
  readonly clause: Clause;
  readonly state: 'exercised' | 'broken' | 'unreached';
  /** Number of outcomes that exercised it. */
  readonly count: number;
  /** Why it was never reached. */
  readonly why?: string;
}

/** How one operation fared. It is proven once a request was accepted and, where one should be, another refused; a shard leaves that to the others. */
export interface OperationSummary {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly location: Location;
  readonly sent: number;
  readonly accepted: number;
  readonly refused: number;
  readonly proven: boolean;
  /** Why it is unproven, with what to do. */
  readonly why?: string;
}

export interface SuiteSummary {
  readonly name: string;
  readonly pass: number;
  readonly fail: number;
  readonly error: number;
  readonly skip: number;
  readonly ms: number;
  /** What the suite left out, and why; e.g. cases beyond `--max-time`. */
  readonly leftOut?: string;
}

/** The part of a run's cases that one machine asks: `2/4` is number 2 of 4. */
export interface Shard {
  readonly number: number;
  readonly count: number;
}

/** A finding that was accepted before the run. */
export interface AcceptedFinding {
  readonly operation: string;
  readonly check: string;
  /** Id of the clause that it breaks. */
  readonly clause: string;
  readonly says: string;
  /** Whether this run found it again. */
  readonly seen: boolean;
}

/** `kept`: exit 0; `broken`, `unproven`: exit 1; `not-run`: exit 2. */
export type RunVerdict = 'kept' | 'broken' | 'unproven' | 'not-run';

/** All outcomes of a run and what follows from them; renderers turn it into text, JUnit, HTML and so on. */
export interface Report {
  readonly tool: { readonly name: string; readonly version: string };
  readonly spec: { readonly file: string; readonly overlays: readonly string[] };
  /** Text of every file that a clause points into, for reports that draw it. */
  readonly sources: readonly { readonly file: string; readonly text: string }[];
  readonly target: string;
  readonly seed: number;
  /** Present where the run is one part of several, which give the verdict together. */
  readonly shard?: Shard;
  /** What a baseline accepts, as far as the run could find it; present where there is one. */
  readonly accepted?: readonly AcceptedFinding[];
  /** ISO 8601. */
  readonly started: string;
  readonly ms: number;
  readonly verdict: RunVerdict;
  /** One line: what the verdict rests on, or what to do. */
  readonly summary: string;
  readonly suites: readonly SuiteSummary[];
  readonly operations: readonly OperationSummary[];
  readonly findings: readonly FindingGroup[];
  readonly coverage: readonly ClauseCoverage[];
  readonly gaps: readonly Gap[];
  /** Of a very large run, those first by the ids of their cases, and all that are evidence; `suites` counts every one. */
  readonly outcomes: readonly Outcome[];
}

/** What a run tells while it goes on, in order; `end` comes once and last. */
export type RunEvent =
  | { readonly type: 'start'; readonly target: string; readonly suites: readonly string[]; readonly seed: number }
  /** How many cases a suite will have judged in the end, as well as can be told; another such event takes its place. */
  | { readonly type: 'plan'; readonly suite: string; readonly cases: number }
  | { readonly type: 'outcome'; readonly outcome: Outcome }
  | { readonly type: 'suite'; readonly suite: SuiteSummary }
  | { readonly type: 'end'; readonly report: Report };
