import type { Case, CaseResult } from '../../core/model.ts';
import { endingOf } from '../service/endings.ts';
import type { SuiteContext } from '../suite.ts';
import { createSender } from './create-sender.ts';
import { CreatedRecords } from './created-records.ts';
import { Journal, resultOf } from './journal.ts';
import { LiveRecords } from './live-records.ts';
import { OwnSessions } from './own-sessions.ts';
import { ResourcePool } from './resource-pool.ts';
import { SequenceStopped } from './sender.ts';

/** The live records of a suite, and those that its cases create. */
export interface SuiteRecords {
  readonly live: LiveRecords;
  readonly created: CreatedRecords;
  readonly sessions: OwnSessions;
  /** The results of the requests that were sent for records since the last call. */
  results(): Generator<CaseResult>;
  /** Deletes what the suite created, unless it is to be left; yields the results. */
  cleanUp(): AsyncGenerator<CaseResult>;
}

/** The same suite with live records; none if the target keeps none. */
export function withRecords(context: SuiteContext, suite: string): SuiteContext {
  const { stateful: settings, executor } = context;
  if (!settings) return context;
  // An example in the document does not mean that the user wants to end a session with it.
  const isMeant = ({ origin, operation }: Case) =>
    origin.kind !== 'document' || endingOf(context, operation) === undefined;
  const source = { ...context.source, examples: context.source.examples.filter(isMeant) };
  return { ...context, source, executor: { ...executor, records: openRecords(context, settings, source, suite) } };
}

function openRecords(
  context: SuiteContext,
  { model, keep, consistencyMs }: NonNullable<SuiteContext['stateful']>,
  { unique }: SuiteContext['source'],
  suite: string,
): SuiteRecords {
  const { control, executor } = context;
  const journal = new Journal(createSender(context, suite), suite, unique.fork(`records of ${suite}`));
  const pool = new ResourcePool(model(), journal, { keep, consistencyMs });
  const live = new LiveRecords(pool, consistencyMs);
  const created = new CreatedRecords(pool);
  function* results() {
    for (const step of journal.take()) yield resultOf(journal, step);
  }
  async function* cleanUp() {
    try {
      if (keep) return;
      journal.beginCleanUp();
      for (const reason of await created.clean(control.concurrency)) control.onSkip(reason);
      for (const { record, reason } of await pool.cleanUp(control.concurrency))
        control.onSkip({ item: record, reason: `not deleted: ${reason}` });
    } catch (error) {
      if (!(error instanceof SequenceStopped)) throw error;
      control.onSkip(`records were not deleted: ${error.message}`);
    } finally {
      yield* results();
    }
  }
  return { live, created, sessions: new OwnSessions(executor), results, cleanUp };
}
