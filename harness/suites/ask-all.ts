import type { Case, Outcome } from '../model.ts';
import { type Asked, ask } from './ask.ts';
import type { SuiteContext } from './suite.ts';

/** After so many requests of an operation in a row without an answer in time, or so many in all, it is not asked again. */
const PATIENCE = { row: 8, all: 24 };

interface Hanging {
  readonly row: number;
  readonly all: number;
}

/** Asks cases, several at once, and gives each outcome as it comes; what proves nothing until more is known comes last. */
export async function* askAll(context: SuiteContext, suite: string, cases: Iterable<Case>): AsyncIterable<Outcome> {
  const pending = new Map<number, Promise<{ readonly key: number; readonly asked: Asked }>>();
  const open: Required<Asked>[] = [];
  const hanging = new Map<string, Hanging>();
  const queue = cases[Symbol.iterator]();
  let left = 0;
  let why = '';
  for (let key = 0, done = false; !done || pending.size > 0; ) {
    while (!done && pending.size < context.concurrency) {
      const next = queue.next();
      if (next.done) {
        done = true;
        break;
      }
      if (context.asks?.(next.value) === false) continue;
      const reason = whyNotAsk(context, next.value, hanging);
      if (reason !== undefined) {
        left++;
        why = reason;
        continue;
      }
      const number = key++;
      pending.set(
        number,
        ask(context, suite, next.value).then((asked) => ({ key: number, asked })),
      );
    }
    if (pending.size === 0) break;
    const { key: number, asked } = await Promise.race(pending.values());
    pending.delete(number);
    countHanging(hanging, asked.outcome);
    const { outcome, ifAccepting } = asked;
    if (ifAccepting) open.push({ outcome, ifAccepting });
    else yield outcome;
  }
  for (const { outcome, ifAccepting } of open)
    yield context.acquaintance.accepting.has(outcome.operation) ? ifAccepting : { ...outcome, ifAccepting };
  if (left > 0) context.leaveOut(why, left);
}

function whyNotAsk(context: SuiteContext, asked: Case, hanging: ReadonlyMap<string, Hanging>): string | undefined {
  if (context.signal.aborted) return 'the run was stopped';
  if (context.acquaintance.gone !== undefined) return context.acquaintance.gone;
  if (performance.now() > context.deadline) return 'the time of --max-time was over';
  const { row, all } = hanging.get(asked.operation.id) ?? NONE;
  if (row >= PATIENCE.row) return `${row} requests of ${asked.operation.id} in a row were not answered in time`;
  return all >= PATIENCE.all ? `${all} requests of ${asked.operation.id} were not answered in time` : undefined;
}

const NONE: Hanging = { row: 0, all: 0 };

function countHanging(hanging: Map<string, Hanging>, { operation, exchange }: Outcome): void {
  const timedOut = exchange !== undefined && 'fault' in exchange.answer && exchange.answer.fault === 'timeout';
  const { row, all } = hanging.get(operation) ?? NONE;
  hanging.set(operation, timedOut ? { row: row + 1, all: all + 1 } : { row: 0, all });
}
