import { type Context, createContext, Script } from 'node:vm';
import { overload } from './overload.ts';

/** What {@link runWithDeadline} returns for work that took too long. */
export const TIMED_OUT = Symbol('timed out');

const script = new Script('work()');
let context: Context | undefined;
let timeouts = 0;

/** How often work has taken too long in this thread so far, or was not tried again for it. What was made meanwhile may be incomplete. */
export function timeoutCount(): number {
  return timeouts;
}

/**
 * Runs synchronous work, and ends it when it takes longer than `deadlineMs`. V8 interrupts JavaScript and its regular expressions, so this
 * bounds what nothing else in the same thread could. It costs about a tenth of a millisecond, for the thread that keeps the time.
 * @throws what the work throws
 */
export function runWithDeadline<T>(deadlineMs: number, work: () => T): T | typeof TIMED_OUT {
  context ??= createContext(Object.create(null));
  const outer = context['work'];
  context['work'] = work;
  try {
    return script.runInContext(context, { timeout: deadlineMs }) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException)?.code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    timeouts++;
    return TIMED_OUT;
  } finally {
    context['work'] = outer;
  }
}

/** For making one request or value: the event loop, and with it signals, wait no longer. */
const STEP_DEADLINE_MS = 1000;

/** Runs a step of generating. */
export function runStep<T>(work: () => T, deadlineMs: number = STEP_DEADLINE_MS): T | typeof TIMED_OUT {
  return runWithDeadline(Math.ceil(deadlineMs * overload()), work);
}

/** A step that took no longer will not take more than a moment when it is repeated. */
const QUICK_MS = 20;

/**
 * Runs steps that are repeated, each under a key. One that was quick runs without a deadline from then on, because keeping the time takes a
 * thread, which costs more than most steps on a busy machine; one that took too long several times in a row is not tried again.
 */
export class RepeatedSteps<Key> {
  private readonly quick = new Set<Key>();
  private readonly timeouts = new Map<Key, number>();
  private readonly deadlineMs: number;
  private readonly maxTimeouts: number;

  constructor(deadlineMs: number = STEP_DEADLINE_MS, maxTimeouts = 1) {
    this.deadlineMs = deadlineMs;
    this.maxTimeouts = maxTimeouts;
  }

  run<T>(key: Key, work: () => T): T | typeof TIMED_OUT {
    if (this.quick.has(key)) return work();
    const before = this.timeouts.get(key) ?? 0;
    if (before >= this.maxTimeouts) {
      timeouts++;
      return TIMED_OUT;
    }
    const start = performance.now();
    const result = runStep(work, this.deadlineMs);
    if (result !== TIMED_OUT && performance.now() - start < QUICK_MS) this.quick.add(key);
    this.timeouts.set(key, result === TIMED_OUT ? before + 1 : 0);
    return result;
  }
}

/** Items are made ahead in batches, because a deadline costs more than most of them. */
const BATCH = { items: 16, durationMs: 5 } as const;

/**
 * Gives the items of a synchronous source, each of which is made as {@link runStep} does.
 * @param onTimeout called when one takes longer; no other follows it
 */
export function* pullWithDeadline<T>(source: Iterable<T>, onTimeout: () => void): Generator<T> {
  const iterator = source[Symbol.iterator]();
  for (let isDone = false; !isDone; ) {
    const batch: T[] = [];
    const result = runStep(() => pull(iterator, batch));
    // What was given is let go: the sources of a thousand operations take turns.
    while (batch.length > 0) yield batch.shift() as T;
    if (result === TIMED_OUT) return onTimeout();
    isDone = result;
  }
}

/** Takes items as long as they are quickly made; true once there are no more. */
function pull<T>(iterator: Iterator<T>, batch: T[]): boolean {
  const end = performance.now() + BATCH.durationMs;
  do {
    const next = iterator.next();
    if (next.done) return true;
    batch.push(next.value);
  } while (batch.length < BATCH.items && performance.now() < end);
  return false;
}
