import { isTimeout } from '../../core/http-response.ts';
import type { Case, CaseResult } from '../../core/model.ts';
import type { RunControl } from '../suite.ts';
import { MAX_TIME_REACHED } from '../time-limit.ts';
import { type ServiceState, TimeoutCount } from './service-state.ts';

interface WaitLimits {
  /** Since the last response. */
  readonly consecutive: number;
  readonly total: number;
}

/** How often a timeout of an operation is waited for; the first one is confirmed by a request that is sent alone. */
const MAX_WAITS: WaitLimits = { consecutive: 2, total: 6 };
/** A wait is a little shorter if a timer or two fire early. */
const TOLERANCE = 0.1;
/** Operations that time out, without a response to anything in between. */
const MAX_SILENT_OPERATIONS = 5;
const MAX_RATE_LIMITED = 8;
/** Each takes a restart of the service. */
const MAX_CRASHES = 3;
/** Of an operation that has accepted nothing yet, every request may end it. */
const MAX_CRASHES_BEFORE_ACCEPTED = 2;

/** Stops sending once there is no point in it: the run is over, the service is gone, or an operation hangs. */
export class CircuitBreaker {
  private readonly control: Pick<RunControl, 'signal' | 'deadline'>;
  private readonly state: ServiceState;

  constructor(control: Pick<RunControl, 'signal' | 'deadline'>, state: ServiceState) {
    this.control = control;
    this.state = state;
  }

  /** Why nothing more is sent; undefined as long as requests are. */
  get reason(): string | undefined {
    if (this.control.signal.aborted) return STOPPED;
    if (this.state.unreachable !== undefined) return this.state.unreachable;
    const silent = this.state.silence.operations.size;
    if (silent >= MAX_SILENT_OPERATIONS)
      return `the service hangs: timeouts on ${silent} operations, and no response in between`;
    return deadlineReason(this.control);
  }

  /** Why a case is not sent, although others are. */
  reasonFor({ operation: { id: operation }, change }: Pick<Case, 'operation' | 'change'>): string | undefined {
    const gone = change === 'content' ? this.state.bases.get(operation)?.gone : undefined;
    if (gone !== undefined) return `${operation}: ${gone}`;
    const crashes = crashReason(this.state, operation);
    if (crashes !== undefined) return crashes;
    const limited = this.state.rateLimited.get(operation) ?? 0;
    if (limited >= MAX_RATE_LIMITED) return `rate limited: ${limited} consecutive requests to ${operation}`;
    return timeoutReason(this.state.timeouts.get(operation), MAX_WAITS, ` on ${operation}`);
  }

  record({ operation, exchange }: Pick<CaseResult, 'operation' | 'exchange'>): void {
    const { timeouts, rateLimited } = this.state;
    const isLimited = exchange !== undefined && 'status' in exchange.response && exchange.response.status === 429;
    rateLimited.set(operation, isLimited ? (rateLimited.get(operation) ?? 0) + 1 : 0);
    const count = timeouts.get(operation) ?? new TimeoutCount();
    timeouts.set(operation, count);
    if (exchange) count.record(isTimeout(exchange.response), exchange.response.durationMs);
  }
}

/** Why an operation is sent no more that ends the service, or has it respond to nothing. */
export function crashReason(
  { crashes, acceptingOperations }: Pick<ServiceState, 'crashes' | 'acceptingOperations'>,
  operation: string,
): string | undefined {
  const count = crashes.counts.get(operation) ?? 0;
  const max = acceptingOperations.has(operation) ? MAX_CRASHES : MAX_CRASHES_BEFORE_ACCEPTED;
  return count < max ? undefined : `${count} requests to ${operation} ended the service or blocked it`;
}

export const STOPPED = 'the run was stopped';

export function deadlineReason({ deadline }: Pick<RunControl, 'deadline'>): string | undefined {
  return performance.now() > deadline ? MAX_TIME_REACHED : undefined;
}

/** @param of what was sent, with a space before it */
export function timeoutReason(count: TimeoutCount | undefined, limits: WaitLimits, of = ''): string | undefined {
  if (!count) return undefined;
  if (count.waits >= limits.consecutive - TOLERANCE) return `${count.consecutive} consecutive timeouts${of}`;
  return count.totalWaits >= limits.total - TOLERANCE ? `${count.total} timeouts${of}` : undefined;
}
