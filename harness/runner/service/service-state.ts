import type { Case, HttpResponse, TransportError } from '../../core/model.ts';
import { KeyedQueue } from '../../core/util/keyed-queue.ts';
import type { Contract } from '../../openapi/contract.ts';
import { InvalidRecords } from '../conclude/invalid-records.ts';
import { ConcurrencyLimit } from '../execute/concurrency-limit.ts';
import { CrossTalkDetector } from './cross-talk.ts';

/** Requests without a response in time. */
export class TimeoutCount {
  /** Since the last response. */
  consecutive = 0;
  total = 0;
  /** How often a whole timeout was waited for since the last response; requests that wait at the same time count once. */
  waits = 0;
  totalWaits = 0;
  private lastEnd = 0;

  record(timedOut: boolean, durationMs: number): void {
    if (!timedOut) {
      this.consecutive = 0;
      this.waits = 0;
      return;
    }
    const now = performance.now();
    const waited = Math.min(now - this.lastEnd, durationMs) / durationMs;
    this.lastEnd = now;
    this.consecutive++;
    this.total++;
    this.waits += waited;
    this.totalWaits += waited;
  }
}

/** What was not responded to since the last response to anything. */
export interface Silence {
  /** Ids of the operations that timed out. */
  readonly operations: Set<string>;
  /** Requests that timed out although they were sent alone. */
  alone: number;
  /** The requests that timed out. */
  readonly suspects: Map<Case, TransportError>;
  /** Why those of which it is known got no response, or the response that they got when sent again. */
  readonly outcomes: WeakMap<Case, HttpResponse | TransportError>;
}

/** A request that an operation accepted, from which its cases are derived. */
export interface BaseState {
  readonly accepted: Case;
  /** Why it is accepted no more; undefined as long as it is. */
  gone?: string;
  /** Whether its end is no matter of what the operation does. */
  isExpectedToStay?: boolean;
}

/** A request that may have ended the service. */
export interface Suspect {
  readonly case: Case;
  readonly error: TransportError;
  /** What came when it was sent again alone. */
  alone?: HttpResponse | TransportError;
  /** Set once it is decided. */
  outcome?: HttpResponse | TransportError;
}

/** What is known of requests that ended the service. */
export interface CrashState {
  /** Those in flight when it ended, as long as they are not investigated. */
  readonly suspects: Suspect[];
  investigation: Promise<void> | undefined;
  /** The last requests with a response. */
  readonly recent: Case[];
  /** Those that ended it after their response, which has a result of its own. */
  readonly late: { readonly case: Case; readonly error: TransportError }[];
  /** Ids of the cases that ended it, also when sent alone. */
  readonly cases: Set<string>;
  /** Their number by operation id. */
  readonly counts: Map<string, number>;
  restarts: number;
}

/** Why sequences of requests have sent nothing to an operation. */
export interface UnusedOperation {
  readonly reason: string;
  /** Whether there is nothing that sequences could show of it. */
  readonly isOptional: boolean;
}

/** What a run has learned about the service; shared by its suites. */
export interface ServiceState {
  /** Ids of the operations that accepted a request. */
  readonly acceptingOperations: Set<string>;
  /** By operation id, the first few valid requests that were accepted. */
  readonly acceptedCases: Map<string, Case[]>;
  /** By operation id. */
  readonly bases: Map<string, BaseState>;
  /** By operation id, whether an accepted request with new unique fields is a conflict (409). Absent: not tried. */
  readonly rejectsDuplicates: Map<string, Promise<boolean>>;
  /** By operation and the request that was varied, the names of the properties that have to be unique. */
  readonly learning: Map<string, Promise<readonly string[]>>;
  /** Ids of the operations whose first rejected request was sent again with other values. */
  readonly triedOtherValues: Set<string>;
  /** By operation id, how it rejects values that are taken. */
  readonly duplicates: Map<string, string>;
  /** By operation id, how it fails (500) for values that are taken. */
  readonly failingDuplicates: Map<string, string>;
  readonly gate: ConcurrencyLimit;
  /** Deletions of the only record of a type, by operation id: it is created for each of them. */
  readonly onlyOnes: KeyedQueue;
  readonly silence: Silence;
  /** Ids of the operations that time out alone, too. */
  readonly hanging: Set<string>;
  /** How many requests got no response in time although no other was in flight, but did when they were sent again. */
  pauses: number;
  /** Requests whose keep-alive connection was closed without a response. */
  readonly resets: { readonly case: Case; readonly error: TransportError }[];
  readonly crashes: CrashState;
  readonly crossTalk: CrossTalkDetector;
  readonly invalidRecords: InvalidRecords;
  /** By operation id. */
  readonly timeouts: Map<string, TimeoutCount>;
  /** By operation id, how many consecutive requests stayed rate limited (429). */
  readonly rateLimited: Map<string, number>;
  /** By operation id, why the run ended before all its cases were sent. */
  readonly notReached: Map<string, string>;
  /** By operation id, why it is sent only if the user names it. */
  readonly withheld: Map<string, string>;
  /** By operation id, those to which sequences of requests have sent nothing. */
  readonly unused: Map<string, UnusedOperation>;
  /** How many requests were sent. */
  sent: number;
  /** Why the service cannot be reached any more; undefined as long as it can. */
  unreachable: string | undefined;
}

export function createServiceState(contract: Contract): ServiceState {
  return {
    acceptingOperations: new Set(),
    acceptedCases: new Map(),
    bases: new Map(),
    rejectsDuplicates: new Map(),
    learning: new Map(),
    triedOtherValues: new Set(),
    duplicates: new Map(),
    failingDuplicates: new Map(),
    gate: new ConcurrencyLimit(),
    onlyOnes: new KeyedQueue(),
    silence: { operations: new Set(), alone: 0, suspects: new Map(), outcomes: new WeakMap() },
    hanging: new Set(),
    pauses: 0,
    resets: [],
    crashes: {
      suspects: [],
      investigation: undefined,
      recent: [],
      late: [],
      cases: new Set(),
      counts: new Map(),
      restarts: 0,
    },
    crossTalk: new CrossTalkDetector(contract),
    invalidRecords: new InvalidRecords(),
    timeouts: new Map(),
    rateLimited: new Map(),
    notReached: new Map(),
    withheld: new Map(),
    unused: new Map(),
    sent: 0,
    unreachable: undefined,
  };
}
