import type { Case, TransportError } from '../core/model.ts';
import type { Contract } from '../openapi/contract.ts';
import { CrossTalkDetector } from './cross-talk.ts';
import { SendGate } from './send-gate.ts';

/** Requests without a response in time. */
export class TimeoutCount {
  consecutive = 0;
  total = 0;

  record(timedOut: boolean): void {
    this.consecutive = timedOut ? this.consecutive + 1 : 0;
    this.total += Number(timedOut);
  }
}

/** A request that an operation accepted, from which its cases are derived. */
export interface BaseState {
  readonly accepted: Case;
  /** Why it is accepted no more; undefined as long as it is. */
  gone?: string;
  /** Set while it is sent again. */
  check?: Promise<boolean | undefined> | undefined;
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
  readonly gate: SendGate;
  /** Ids of the operations that time out alone, too. */
  readonly hanging: Set<string>;
  /** Requests whose keep-alive connection was closed without a response. */
  readonly resets: { readonly case: Case; readonly error: TransportError }[];
  readonly crossTalk: CrossTalkDetector;
  /** By operation id. */
  readonly timeouts: Map<string, TimeoutCount>;
  /** By operation id, how many consecutive requests stayed rate limited (429). */
  readonly rateLimited: Map<string, number>;
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
    gate: new SendGate(),
    hanging: new Set(),
    resets: [],
    crossTalk: new CrossTalkDetector(contract),
    timeouts: new Map(),
    rateLimited: new Map(),
    sent: 0,
    unreachable: undefined,
  };
}
