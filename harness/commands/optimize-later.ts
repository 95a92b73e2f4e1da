import { setFlagsFromString } from 'node:v8';

/** Fifteen times what V8 11 waits for before it optimises a function. */
const BUDGET = 1_000_000;

/**
 * Has V8 optimise only what stays hot for long: in a run of a second, what its compiler takes is not won back, and it takes it from the
 * threads that send and judge. From V8 12 on (Node 22), a tier between does that by itself, and the flag has another name.
 */
export function optimizeLater(v8Version: string = process.versions.v8): void {
  if (Number.parseInt(v8Version, 10) < 12) setFlagsFromString(`--interrupt-budget=${BUDGET}`);
}
