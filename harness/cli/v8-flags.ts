import { setFlagsFromString } from 'node:v8';

/** Fifteen times what V8 11 waits for before it optimises a function. */
const BUDGET = 1_000_000;
/** After so many cases a run is long enough for its memory to matter more than a few percent of its time. */
const MANY_CASES = 5000;

/**
 * Sets V8 up for a run of a second. Only what stays hot for long is optimised: what the compiler takes is not won back, and it takes it
 * from the threads that send and judge; from V8 12 on (Node 22), a tier between does that by itself, and the flag has another name. The
 * place for short-lived things stays small: an exchange is garbage soon, and the room saved is that of some 50 MB.
 */
export function tuneForShortRun(v8Version: string = process.versions.v8): void {
  if (Number.parseInt(v8Version, 10) < 12) setFlagsFromString(`--interrupt-budget=${BUDGET}`);
  setFlagsFromString('--semi-space-growth-factor=1');
}

/** Has V8 collect garbage before it is several times of what lives, once a run has become long. */
export function tuneForLongRun(casesDone: number): void {
  if (casesDone === MANY_CASES) setFlagsFromString('--heap-growing-percent=30');
}
