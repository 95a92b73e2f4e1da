import { joinSignals } from '../../core/util/join-signals.ts';
import { MAX_TIMER_MS } from '../../core/util/timer.ts';
import { evaluate } from '../execute/evaluate.ts';
import { sendWithRetries } from '../execute/send-with-retries.ts';
import { CircuitBreaker } from '../service/circuit-breaker.ts';
import type { SuiteContext } from '../suite.ts';
import { MAX_TIME_REACHED } from '../time-limit.ts';
import type { Sender } from './sender.ts';

interface SendingContext extends Pick<SuiteContext, 'executor' | 'control'> {
  readonly source: Pick<SuiteContext['source'], 'examples'>;
}

/** How long after `--max-time`, or after the run is stopped, records are deleted that were created. */
const CLEAN_UP_MS = 2000;

/** Sends the requests of sequences as any other request is sent; their results count for a suite. */
export function createSender(context: SendingContext, suite: string): Sender {
  const { executor, control, source } = context;
  const breaker = new CircuitBreaker(control, executor.serviceState);
  return {
    contract: executor.contract,
    baseUrl: executor.client.baseUrl,
    examples: source.examples,
    send: async (testCase) => {
      const exchange = await sendWithRetries(executor, testCase);
      const { request } = exchange.case;
      breaker.record({ operation: testCase.operation.id, exchange: { request, response: exchange.response } });
      return exchange;
    },
    evaluate: (exchange) => evaluate(executor, suite, exchange),
    stopReason: (operation) => breaker.reason ?? (operation && breaker.reasonFor({ operation })),
    toCleanUp: () => createSender(longer(context), suite),
  };
}

/** The same run with a later end, however it ends. */
function longer({ executor, control, source }: SendingContext): SendingContext {
  const deadline = control.deadline + CLEAN_UP_MS;
  const leftMs = Math.max(0, deadline - performance.now());
  const end = new AbortController();
  if (leftMs <= MAX_TIMER_MS) setTimeout(() => end.abort(MAX_TIME_REACHED), leftMs).unref();
  const stop = laterThan(control.signal);
  return {
    source,
    executor: { ...executor, signal: joinSignals(stop, end.signal) },
    control: { ...control, signal: stop, deadline },
  };
}

const laterSignals = new WeakMap<AbortSignal, AbortSignal>();

/** A signal for the clean-up after a run is stopped; one for all sequences of the run. */
function laterThan(signal: AbortSignal): AbortSignal {
  const known = laterSignals.get(signal);
  if (known) return known;
  const later = new AbortController();
  laterSignals.set(signal, later.signal);
  const start = () => void setTimeout(() => later.abort(signal.reason), CLEAN_UP_MS).unref();
  if (signal.aborted) start();
  else signal.addEventListener('abort', start, { once: true });
  return later.signal;
}
