import type { Case, TransportError } from '../core/model.ts';
import { CrossTalkDetector } from './cross-talk.ts';

/** Requests that were not answered in time. */
export interface TimeoutCount {
  readonly consecutive: number;
  readonly total: number;
}

/** What a run knows of the service so far; shared by its suites. */
export interface ServiceState {
  /** Ids of the operations that took at least one request. */
  readonly acceptingOperations: Set<string>;
  /** By operation the first few valid requests that it took. */
  readonly acceptedCases: Map<string, Case[]>;
  /** By operation whether it refuses with 409 what it took before, but for what identifies the record; absent: not tried. */
  readonly rejectsDuplicates: Map<string, Promise<boolean>>;
  /** Requests on which a kept connection was closed without an answer. */
  readonly resets: { readonly case: Case; readonly error: TransportError }[];
  readonly crossTalk: CrossTalkDetector;
  /** By operation the requests that were not answered in time: in a row, and in all. */
  readonly timeouts: Map<string, TimeoutCount>;
  /** By operation how many requests in a row were put off for as long as they were sent again. */
  readonly rateLimited: Map<string, number>;
  /** Set once the service no longer listens: what was seen. */
  unreachable: string | undefined;
}

/** Nothing is known yet. */
export function createServiceState(): ServiceState {
  return {
    acceptingOperations: new Set(),
    acceptedCases: new Map(),
    rejectsDuplicates: new Map(),
    resets: [],
    crossTalk: new CrossTalkDetector(),
    timeouts: new Map(),
    rateLimited: new Map(),
    unreachable: undefined,
  };
}
