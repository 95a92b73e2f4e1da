import type { CaseResult } from '../core/model.ts';
import { findingKey } from '../core/model.ts';
import type { RandomCase } from '../generate/random/random-cases.ts';
import { compareForShrinking } from '../report/aggregate/finding-groups.ts';
import { executeCase } from './execute-case.ts';
import type { SuiteContext } from './suite.ts';

const MAX_REQUESTS = 60;

/** What is wrong with an outcome, as the report groups it: operation, check and clause of each error. */
export function failureKeys({ operation, findings }: CaseResult): string[] {
  const errors = findings.filter(({ severity }) => severity === 'error');
  return [...new Set(errors.map(({ check, clause }) => findingKey(operation, check, clause.id)))];
}

/**
 * Walks from a failed request to ever smaller ones while the same failure shows, as far as 60 requests and the run's deadline allow.
 * @param key the failure to keep, one of {@link failureKeys}
 * @returns the outcome of the smallest request that showed it: `outcome` itself where none did
 */
export async function shrinkFailure(
  context: SuiteContext,
  suite: string,
  failed: RandomCase,
  result: CaseResult,
  key = failureKeys(result)[0],
): Promise<CaseResult> {
  if (key === undefined || hangs(result)) return result;
  const tried = new Set([failed.fingerprint()]);
  let smallest: Failure = { case: failed.walk(key), result: result };
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

/** A service that does not answer would be waited for at every step. */
function hangs({ exchange }: CaseResult): boolean {
  return exchange !== undefined && 'kind' in exchange.response && exchange.response.kind === 'timeout';
}

/**
 * Asks the requests that a failed one shrinks to: the first, then ever more at once, because often the first fails, too.
 * Of those that fail likewise the first counts, so that timing decides nothing.
 */
async function smallerFailure(
  context: SuiteContext,
  suite: string,
  failed: RandomCase,
  key: string,
  { tried, budget }: { readonly tried: Set<string>; readonly budget: number },
): Promise<{ readonly found?: Failure; readonly sent: number }> {
  const candidates = untried(failed.shrinks(), tried);
  let atOnce = 1;
  for (let sent = 0; sent < budget && mayAsk(context); atOnce = Math.min(atOnce * 2, context.concurrency)) {
    const batch = take(candidates, Math.min(atOnce, budget - sent));
    if (batch.length === 0) return { sent };
    sent += batch.length;
    const failures = await Promise.all(
      batch.map(async (each) => ({ case: each, result: (await executeCase(context, suite, each)).result })),
    );
    const alike = failures.filter(({ result }) => failureKeys(result).includes(key));
    for (const failure of alike) tried.delete(failure.case.fingerprint());
    const [found] = alike;
    if (found) return { found, sent };
  }
  return { sent: budget };
}

function mayAsk({ signal, deadline, serviceState }: SuiteContext): boolean {
  return !signal.aborted && serviceState.unreachable === undefined && performance.now() < deadline;
}

function* untried(cases: Iterable<RandomCase>, tried: Set<string>): Generator<RandomCase> {
  for (const each of cases) {
    const likeness = each.fingerprint();
    if (tried.has(likeness)) continue;
    tried.add(likeness);
    yield each;
  }
}

/** The next few of an iterator, which is left open for more. */
function take<T>(iterator: Iterator<T>, count: number): T[] {
  const taken: T[] = [];
  while (taken.length < count) {
    const next = iterator.next();
    if (next.done) break;
    taken.push(next.value);
  }
  return taken;
}

/** A random request that failed, and the failures that no other showed before it. */
export interface ShrinkCandidate {
  readonly case: RandomCase;
  readonly result: CaseResult;
  /** As of {@link failureKeys}. */
  readonly keys: Set<string>;
}

/**
 * Finds of each failure the first random request that shows it: a valid one if there is one, first by its id, since the order of answers
 * changes from run to run, and a part of a run must find the same one as the whole.
 */
export class ShrinkCandidates {
  private readonly seen: ReadonlySet<string>;
  private readonly byKey = new Map<string, ShrinkCandidate>();

  /** @param known failures that other requests have shown, for which none of these is the first */
  constructor(known: ReadonlySet<string>) {
    this.seen = known;
  }

  /** Takes a failed request, and gives back those that are the first of none now. */
  add(testCase: RandomCase, result: CaseResult): CaseResult[] {
    const given: ShrinkCandidate = { case: testCase, result: result, keys: new Set() };
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
