import { setFlags } from '../../core/util/thread-flags.ts';
import type { ProcessUse } from '../command.ts';

/** Fifteen times the budget that V8 11 gives a function before it optimizes it. */
const INTERRUPT_BUDGET_BYTES = 1_000_000;
/** For reading alone, which takes seconds if the document is large. */
const READING_BUDGET_BYTES = 300_000;
/** That of V8 11. */
const DEFAULT_BUDGET_BYTES = 67_584;

const BUDGETS: { readonly [Use in ProcessUse]?: number } = {
  reading: READING_BUDGET_BYTES,
  'short run': INTERRUPT_BUDGET_BYTES,
  'starting server': READING_BUDGET_BYTES,
  server: DEFAULT_BUDGET_BYTES,
};

/**
 * A short run takes about a second, and reading a document less; `make bench ARGS=verify` shows the same run without this. Optimizing late saves compiler time that such a
 * run does not win back; from V8 12 (Node 22) on, a tier between does that, and the flag has another name. A small young generation saves
 * about 50 MB, since exchanges are short-lived. A server reads its document first, like a command that does nothing else.
 *
 * The heap grows slowly: V8 would gather as much old garbage as is in use, and more. That is nothing to a small document, and a third of
 * the memory of a large one, whose schemas and exchanges live for a while; to a server, which runs all day, it is records that are dropped. A
 * small young generation would save a server another 25 MB, and cost a quarter of the processor time of each creation.
 */
function flagsFor(use: ProcessUse): string[] {
  const slow = '--heap-growing-percent=12';
  const budget = Number.parseInt(process.versions.v8, 10) < 12 ? BUDGETS[use] : undefined;
  const late = budget === undefined ? [] : [`--interrupt-budget=${budget}`];
  if (use === 'reading') return late;
  return use === 'short run' ? [...late, slow, '--semi-space-growth-factor=1'] : [...late, slow];
}

/** Tunes V8, for the whole process. */
export function tuneV8(use: ProcessUse): void {
  setFlags(flagsFor(use));
}
