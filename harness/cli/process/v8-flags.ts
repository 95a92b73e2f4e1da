import { setFlagsFromString } from 'node:v8';

/** Fifteen times the budget that V8 11 gives a function before it optimizes it. */
const INTERRUPT_BUDGET_BYTES = 1_000_000;
/** From this number of cases, memory matters more than a few percent of time. */
const LONG_RUN_CASES = 5000;
const SLOW_GROWTH = '--heap-growing-percent=30';

/**
 * Tunes V8 for a run of about a second; `make bench ARGS=verify` shows the same run without it. Optimizing late saves compiler time that such a run does not win back; from V8 12 (Node 22) on, a
 * tier between does that, and the flag has another name. A small young generation saves about 50 MB, since exchanges are short-lived.
 */
export function tuneForShortRun(v8Version: string = process.versions.v8): void {
  if (Number.parseInt(v8Version, 10) < 12) setFlagsFromString(`--interrupt-budget=${INTERRUPT_BUDGET_BYTES}`);
  setFlagsFromString('--semi-space-growth-factor=1');
}

/** Lets the heap grow more slowly once a run is long. */
export function tuneForLongRun(casesDone: number): void {
  if (casesDone === LONG_RUN_CASES) setFlagsFromString(SLOW_GROWTH);
}

/**
 * Keeps a server small that runs all day: records that are dropped are old garbage, of which V8 would gather as much as is in use. A
 * small young generation would save another 25 MB, and cost a quarter of the processor time of each creation.
 */
export function tuneForServer(): void {
  setFlagsFromString(SLOW_GROWTH);
}
