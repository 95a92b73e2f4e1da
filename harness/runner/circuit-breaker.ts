import type { Case, CaseResult } from '../core/model.ts';
import { type ServiceState, TimeoutCount } from './service-state.ts';
import type { RunControl } from './suite.ts';

interface TimeoutLimits {
  readonly consecutive: number;
  readonly total: number;
}

/** Per operation. */
const MAX_TIMEOUTS: TimeoutLimits = { consecutive: 8, total: 24 };
const MAX_RATE_LIMITED = 8;

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
    return deadlineReason(this.control);
  }

  /** Why a case is not sent, although others are. */
  reasonFor({ operation: { id: operation }, change }: Pick<Case, 'operation' | 'change'>): string | undefined {
    const gone = change === 'content' ? this.state.bases.get(operation)?.gone : undefined;
    if (gone !== undefined) return `${operation}: ${gone}`;
    const limited = this.state.rateLimited.get(operation) ?? 0;
    if (limited >= MAX_RATE_LIMITED) return `rate limited: ${limited} consecutive requests to ${operation}`;
    return timeoutReason(this.state.timeouts.get(operation), MAX_TIMEOUTS, ` on ${operation}`);
  }

  record({ operation, exchange }: Pick<CaseResult, 'operation' | 'exchange'>): void {
    const { timeouts, rateLimited } = this.state;
    const isLimited = exchange !== undefined && 'status' in exchange.response && exchange.response.status === 429;
    rateLimited.set(operation, isLimited ? (rateLimited.get(operation) ?? 0) + 1 : 0);
    const count = timeouts.get(operation) ?? new TimeoutCount();
    timeouts.set(operation, count);
    count.record(isTimeout(exchange));
  }
}

export const STOPPED = 'the run was stopped';

export function deadlineReason({ deadline }: Pick<RunControl, 'deadline'>): string | undefined {
  return performance.now() > deadline ? '--max-time reached' : undefined;
}

/** @param of what was sent, with a space before it */
export function timeoutReason(count: TimeoutCount | undefined, limits: TimeoutLimits, of = ''): string | undefined {
  if (!count) return undefined;
  if (count.consecutive >= limits.consecutive) return `${count.consecutive} consecutive timeouts${of}`;
  return count.total >= limits.total ? `${count.total} timeouts${of}` : undefined;
}

/** True for a request without a response in time. */
export function isTimeout(exchange: CaseResult['exchange']): boolean {
  return exchange !== undefined && 'kind' in exchange.response && exchange.response.kind === 'timeout';
}
