import type { UniqueValues } from '../../../../generate/requests/unique-values.ts';
import type { ResourceModel, ResourceType } from '../../../../openapi/resources/model.ts';
import type { SkippedItem } from '../../../execute/skipped-requests.ts';
import { Journal, type Step } from '../../../pool/journal.ts';
import { ResourcePool } from '../../../pool/resource-pool.ts';
import { type Sender, SequenceStopped } from '../../../pool/sender.ts';
import { STATEFUL } from '../name.ts';
import { verifyToldSums } from '../rules/told-sums.ts';
import type { SequenceFinding } from '../steps/evidence.ts';
import { Sequence, type SequenceOptions } from '../steps/sequence.ts';

export interface SequenceRunOptions extends SequenceOptions {
  readonly model: ResourceModel;
  readonly sender: Sender;
  readonly unique: UniqueValues;
  /** Leaves the records that were created. */
  readonly keep: boolean;
  readonly onSkip: (skipped: string | SkippedItem) => void;
}

/** The requests of one sequence, and what they show. */
export interface SequenceRun {
  readonly journal: Journal;
  readonly steps: readonly Step[];
  readonly findings: readonly SequenceFinding[];
}

/** Runs a sequence about a resource type with records of its own, which are deleted at the end. */
export async function runSequence(
  options: SequenceRunOptions,
  type: ResourceType,
  life: (sequence: Sequence) => Promise<void>,
): Promise<SequenceRun> {
  const { model, sender, unique, consistencyMs, isKnown, keep, onSkip } = options;
  // New for each sequence, and the same in every run.
  const journal = new Journal(sender, STATEFUL, unique.fork(`${type.name} ${unique.integer()}`));
  const pool = new ResourcePool(model, journal, { keep, consistencyMs });
  const sequence = new Sequence(pool, type, { consistencyMs, isKnown });
  try {
    await life(sequence);
  } catch (error) {
    if (!(error instanceof SequenceStopped)) throw error;
    onSkip(error.message);
  }
  verifyToldSums(sequence);
  for (const note of sequence.notes) onSkip(note);
  const steps = journal.take();
  journal.beginCleanUp();
  await cleanUp(pool, onSkip);
  return { journal, steps: [...steps, ...journal.take()], findings: sequence.findings };
}

async function cleanUp(pool: ResourcePool, onSkip: SequenceRunOptions['onSkip']): Promise<void> {
  try {
    for (const { record, reason } of await pool.cleanUp())
      onSkip({ item: record, reason: `created and not deleted: ${reason}` });
  } catch (error) {
    if (!(error instanceof SequenceStopped)) throw error;
    onSkip(`records were not deleted: ${error.message}`);
  }
}
