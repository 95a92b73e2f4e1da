import { isTimeout } from '../../core/http-response.ts';
import type { CaseResult } from '../../core/model.ts';
import { findingKey } from '../../core/model.ts';
import type { RandomCase } from '../../generate/random/random-cases.ts';
import { compareForShrinking } from '../../report/aggregate/finding-groups.ts';
import { CircuitBreaker } from '../service/circuit-breaker.ts';
import type { SuiteContext } from '../suite.ts';
import { executeCase } from './execute-case.ts';

const MAX_REQUESTS = 60;

/** The keys of a result's errors, as the report groups them. */
export function failureKeys({ operation, findings }: CaseResult): string[] {
  const errors = findings.filter(({ severity }) => severity === 'error');
  return [...new Set(errors.map((finding) => findingKey(operation, finding)))];
}

/**
 * Shrinks a failed request while the same failure shows, within 60 requests and the deadline of the run.
 * @param key one of {@link failureKeys}
 * @returns the result of the smallest request that showed it; `result` itself if none did
 */
export async function shrinkFailure(
  context: SuiteContext,
  suite: string,
  failed: RandomCase,
  result: CaseResult,
  key = failureKeys(result)[0],
): Promise<CaseResult> {
  // A service that hangs would be waited for at every step, and one that ends started again.
  const hasEnded = context.executor.serviceState.crashes.cases.has(result.case);
  if (key === undefined || hasEnded || (result.exchange && isTimeout(result.exchange.response))) return result;
  const tried = new Set([failed.fingerprint()]);
  let smallest: Failure = { case: failed.walk(key), result };
  for (let sent = 0; sent < MAX_REQUESTS; ) {
    const budget = MAX_REQUESTS - sent;
    const step = await smallerFailure(context, suite, smallest.case, key, { tried, budget });
    if (!step.found) break;
    smallest = step.found;
    sent += step.sent;
  }
  return smallest.result;
}

interface Failure {
  readonly case: RandomCase;
  readonly result: CaseResult;
}

/**
 * Sends the requests that a failed one shrinks to: the first alone, because it often fails too, then twice as many each
 * time. The first of them that fails likewise counts, so that timing decides nothing.
 */
async function smallerFailure(
  context: SuiteContext,
  suite: string,
  failed: RandomCase,
  key: string,
  { tried, budget }: { readonly tried: Set<string>; readonly budget: number },
): Promise<{ readonly found?: Failure; readonly sent: number }> {
  const candidates = untried(failed.shrinks(), tried);
  const { executor, control } = context;
  const breaker = new CircuitBreaker(control, executor.serviceState);
  let batchSize = 1;
  for (let sent = 0; sent < budget && breaker.reason === undefined; batchSize *= 2) {
    const batch = take(candidates, Math.min(batchSize, control.concurrency, budget - sent));
    if (batch.length === 0) return { sent };
    sent += batch.length;
    const failures = await Promise.all(
      batch.map(async (each) => ({ case: each, result: await executeCase(executor, suite, each) })),
    );
    const alike = failures.filter(({ result }) => failureKeys(result).includes(key));
    for (const failure of alike) tried.delete(failure.case.fingerprint());
    const [found] = alike;
    if (found) return { found, sent };
  }
  return { sent: budget };
}

function* untried(cases: Iterable<RandomCase>, tried: Set<string>): Generator<RandomCase> {
  for (const each of cases) {
    const fingerprint = each.fingerprint();
    if (tried.has(fingerprint)) continue;
    tried.add(fingerprint);
    yield each;
  }
}

/** The next items of an iterator, which stays open. */
function take<T>(iterator: Iterator<T>, count: number): T[] {
  const taken: T[] = [];
  while (taken.length < count) {
    const next = iterator.next();
    if (next.done) break;
    taken.push(next.value);
  }
  return taken;
}

/** A random request that failed, and the failures of which it is the first. */
export interface ShrinkCandidate {
  readonly case: RandomCase;
  readonly result: CaseResult;
  /** As of {@link failureKeys}. */
  readonly keys: Set<string>;
}

/**
 * Finds the first random request that shows each failure: a valid one if there is one, then by id, because the order of
 * responses changes from run to run, and a shard must find the same one as the whole run.
 */
export class ShrinkCandidates {
  private readonly seen: ReadonlySet<string>;
  private readonly byKey = new Map<string, ShrinkCandidate>();

  /** @param known failures that other requests have shown before */
  constructor(known: ReadonlySet<string>) {
    this.seen = known;
  }

  /** Adds a failed request and returns the results of those that are the first of no failure any more. */
  add(testCase: RandomCase, result: CaseResult): CaseResult[] {
    const given: ShrinkCandidate = { case: testCase, result, keys: new Set() };
    const touched = new Set([given]);
    for (const key of failureKeys(result)) {
      const first = this.byKey.get(key);
      if (this.seen.has(key) || (first && compareForShrinking(first.case, testCase) < 0)) continue;
      first?.keys.delete(key);
      if (first) touched.add(first);
      given.keys.add(key);
      this.byKey.set(key, given);
    }
    return [...touched].filter(({ keys }) => keys.size === 0).map((each) => each.result);
  }

  first(): ShrinkCandidate[] {
    return [...new Set(this.byKey.values())].sort((a, b) => compareForShrinking(a.case, b.case));
  }
}
