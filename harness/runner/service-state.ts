import type { Case, TransportError } from '../core/model.ts';
import { CrossTalkDetector } from './cross-talk.ts';

/** Requests that were not answered in time. */
export interface TimeoutCount {
  readonly row: number;
  readonly all: number;
}

/** What a run knows of the service so far; shared by its suites. */
export interface ServiceState {
  /** Ids of the operations that took at least one request. */
  readonly accepting: Set<string>;
  /** By operation the first few valid requests that it took. */
  readonly taken: Map<string, Case[]>;
  /** By operation whether it refuses with 409 what it took before, but for what identifies the record; absent: not tried. */
  readonly refusesRepeats: Map<string, Promise<boolean>>;
  /** Requests on which a kept connection was closed without an answer. */
  readonly resets: { readonly case: Case; readonly fault: TransportError }[];
  readonly mixUps: CrossTalkDetector;
  /** By operation the requests that were not answered in time: in a row, and in all. */
  readonly hanging: Map<string, TimeoutCount>;
  /** By operation how many requests in a row were put off for as long as they were sent again. */
  readonly putOff: Map<string, number>;
  /** Set once the service no longer listens: what was seen. */
  gone: string | undefined;
}

/** Nothing is known yet. */
export function createServiceState(): ServiceState {
  return {
    accepting: new Set(),
    taken: new Map(),
    refusesRepeats: new Map(),
    resets: [],
    mixUps: new CrossTalkDetector(),
    hanging: new Map(),
    putOff: new Map(),
    gone: undefined,
  };
}
