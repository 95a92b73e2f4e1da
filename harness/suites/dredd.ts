import type { Case, Outcome } from '../model.ts';
import { DreddError } from './dredd/dredd-error.ts';
import { type DreddWorker, startDredd } from './dredd/drive.ts';
import type { DreddResult } from './dredd/protocol.ts';
import { toOutcome } from './dredd-outcome.ts';
import { type Planned, plan } from './dredd-plan.ts';
import { exampleCases } from './examples.ts';
import type { Suite, SuiteContext } from './suite.ts';

/** Dredd on every documented response of every operation, with the accepted and refused examples. Its thread starts to load Dredd at once. */
export function createDreddSuite(): Suite {
  const worker = startDredd();
  return { name: 'dredd', run: (context) => runDredd(context, worker), close: () => worker.stop() };
}

const CONFLICT_ATTEMPTS = 2;

async function* runDredd(context: SuiteContext, worker: DreddWorker): AsyncIterable<Outcome> {
  const possible = exampleCases(context).flatMap((each, index) => plan(context, each, String(index), 0));
  if (possible.length === 0) return context.leaveOut('no example gives a request that Dredd could send');
  let planned = possible.filter(({ case: asked }) => context.asks?.(asked) ?? true);
  context.expect?.(possible.length);
  for (let attempt = 1; planned.length > 0; attempt++) {
    const again: Planned[] = [];
    for await (const { asked, result } of resultsOf(context, worker, planned)) {
      const { example, transaction } = asked;
      const taken = attempt <= CONFLICT_ATTEMPTS && isTaken(asked.case, result);
      const next = taken && example.freshen ? plan(context, example, transaction.id, attempt) : [];
      again.push(...next);
      if (next.length === 0) yield toOutcome(context, asked.case, result);
    }
    planned = again;
  }
}

interface Answered {
  readonly asked: Planned;
  readonly result: DreddResult;
}

async function* resultsOf(
  context: SuiteContext,
  worker: DreddWorker,
  planned: readonly Planned[],
): AsyncGenerator<Answered> {
  const byId = new Map(planned.map((each) => [each.transaction.id, each]));
  const results = worker.run({
    endpoint: context.target.baseUrl,
    transactions: planned.map(({ transaction }) => transaction),
    timeoutMs: context.timeout,
    ...(context.transport ? { transport: context.transport } : {}),
    signal: context.signal,
  });
  try {
    for await (const result of results) {
      const asked = byId.get(result.id);
      byId.delete(result.id);
      if (asked) yield { asked, result };
      if (performance.now() > context.deadline) return context.leaveOut('the time of --max-time was over', byId.size);
    }
  } catch (error) {
    if (context.signal.aborted) return context.leaveOut('the run was stopped', byId.size);
    if (!(error instanceof DreddError)) throw error;
    for (const asked of byId.values()) yield { asked, result: unasked(asked, error.message) };
  }
}

function unasked({ transaction: { id } }: Planned, reason: string): DreddResult {
  return { id, verdict: 'error', errors: [], reason, ms: 0 };
}

/** Whether the record that should be made is there already, and other values for what identifies it may be asked for. */
function isTaken({ intent }: Case, { actual, errors }: DreddResult): boolean {
  return intent === 'accept' && actual?.statusCode === 409 && errors.every(({ field }) => field !== 'headers');
}
