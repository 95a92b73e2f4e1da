import { once } from 'node:events';
import { join } from 'node:path';
import { MessageChannel, Worker } from 'node:worker_threads';
import { packageRoot } from '../../../core/package-info.ts';
import { overload } from '../../../core/util/overload.ts';
import type { EvaluatedTexts, TextToEvaluate } from './evaluation-thread.ts';
import type { Pattern, PatternResult } from './pattern.ts';

/** For all patterns of one piece of work, in the time of the thread. */
const BUDGET_MS = 600;

interface SlowText {
  readonly pattern: Pattern;
  readonly text: string;
}

type Results = Map<Pattern, Map<string, PatternResult>>;

const NONE: Results = new Map();
const NOTHING: readonly SlowText[] = [];

/** One piece of work, which is done again once its texts are evaluated. */
class Attempts<T> {
  results: Results = NONE;
  private slow: SlowText[] | undefined;
  private readonly work: () => T;
  private spentMs = 0;
  private budgetMs: number | undefined;

  constructor(work: () => T) {
    this.work = work;
  }

  /** Most work needs no thread, and reading the load of the machine costs more than that work does. */
  private get remainingMs(): number {
    this.budgetMs ??= BUDGET_MS * overload();
    return this.budgetMs - this.spentMs;
  }

  get pending(): readonly SlowText[] {
    return this.slow ?? NOTHING;
  }

  next(): T {
    const outer = current;
    current = this;
    this.slow = undefined;
    try {
      return this.work();
    } finally {
      current = outer;
    }
  }

  resultOf(pattern: Pattern, text: string): PatternResult {
    const known = this.results.get(pattern)?.get(text);
    if (known !== undefined) return known;
    if (this.remainingMs <= 0) return 'not-evaluated';
    this.slow ??= [];
    this.slow.push({ pattern, text });
    return 'pending';
  }

  async evaluatePending(): Promise<void> {
    const { pending } = this;
    const texts = pending.map(({ pattern, text }) => ({ source: pattern.source, text }));
    const { results, spentMs } = await evaluateInThread(texts, this.remainingMs);
    if (this.results === NONE) this.results = new Map();
    this.spentMs += Math.max(1, Math.ceil(spentMs));
    for (const [index, { pattern, text }] of pending.entries()) {
      const own = this.results.get(pattern) ?? new Map<string, PatternResult>();
      this.results.set(pattern, own.set(text, pattern.conclude(text, results[index])));
    }
  }
}

let current: Pick<Attempts<unknown>, 'resultOf'> | undefined;
/** A response often repeats the texts of its request. */
let latest: Results = NONE;

/** What is known of a text by {@link evaluateAside}; undefined if it is to be evaluated in this thread. */
export function resultAside(pattern: Pattern, text: string): PatternResult | undefined {
  return current ? current.resultOf(pattern, text) : latest.get(pattern)?.get(text);
}

/**
 * Does work that evaluates patterns and has no other effect. Texts on which a pattern may take long are evaluated in another thread, so
 * that this one serves others meanwhile; the work is then done again, with the results.
 */
export function evaluateAside<T>(work: () => T | Promise<T>): T | Promise<T> {
  const attempts = new Attempts(work);
  const first = attempts.next();
  return attempts.pending.length === 0 ? first : finish(attempts, first);
}

async function finish<T>(attempts: Attempts<T | Promise<T>>, first: T | Promise<T>): Promise<T> {
  let result = first;
  while (attempts.pending.length > 0) {
    await Promise.all([attempts.evaluatePending(), result]);
    result = attempts.next();
  }
  latest = attempts.results;
  return result;
}

let thread: Worker | undefined;

async function evaluateInThread(texts: readonly TextToEvaluate[], budgetMs: number): Promise<EvaluatedTexts> {
  thread ??= startThread();
  const { port1, port2 } = new MessageChannel();
  thread.postMessage({ texts, budgetMs, port: port2 }, [port2]);
  // A thread that ended closes the port without a message.
  const ended = once(port1, 'close').then((): [EvaluatedTexts] => [{ results: [], spentMs: budgetMs }]);
  const [evaluated] = await Promise.race([once(port1, 'message') as Promise<[EvaluatedTexts]>, ended]);
  port1.close();
  return evaluated;
}

/** Starts the thread, always from the build: Node 20 runs only JavaScript in a thread. It does not keep the process alive. */
function startThread(): Worker {
  const started = new Worker(join(packageRoot(), 'dist/bundle/worker/evaluation-thread.cjs'), { execArgv: [] });
  const forget = () => {
    if (thread === started) thread = undefined;
  };
  started.once('error', forget).once('exit', forget).unref();
  return started;
}
