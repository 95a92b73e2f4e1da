import type { Case } from '../../../core/model.ts';

/** Limits how long cases are generated ahead: they would fill the memory, and nothing else runs meanwhile. */
const PREGENERATE_MS = 100;

/** Yields the cases one at a time and reports their number: at the end, or once due if the rest is generated soon. */
export function* countedCases(
  cases: Generator<Case>,
  isDue: () => boolean,
  report: (count: number) => void,
): Generator<Case> {
  let count = 0;
  for (let next = cases.next(); ; next = cases.next()) {
    if (next.done) return report(count);
    count++;
    yield next.value;
    if (isDue()) break;
  }
  const rest: Case[] = [];
  let isAll = false;
  for (const end = performance.now() + PREGENERATE_MS; !isAll && performance.now() < end; ) {
    const next = cases.next();
    isAll = next.done === true;
    if (!next.done) rest.push(next.value);
  }
  count += rest.length;
  if (isAll) report(count);
  yield* rest;
  if (isAll) return;
  for (const each of cases) {
    count++;
    yield each;
  }
  report(count);
}
