import { setFlagsFromString } from 'node:v8';

/** After so many cases a run is long enough for its memory to matter more than a few percent of its time. */
const MANY_CASES = 5000;

/** Has V8 collect garbage before it is several times of what lives, once a run has become long. */
export function collectSooner(casesDone: number): void {
  if (casesDone === MANY_CASES) setFlagsFromString('--heap-growing-percent=30');
}
