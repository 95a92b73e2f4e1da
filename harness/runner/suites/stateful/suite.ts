import { randomUUID } from 'node:crypto';
import type { CaseResult, Finding } from '../../../core/model.ts';
import { pluralize } from '../../../core/util/pluralize.ts';
import type { UniqueValues } from '../../../generate/requests/unique-values.ts';
import type { ResourceModel, ResourceType } from '../../../openapi/resources/model.ts';
import { Journal, resultOf, type Step } from '../../pool/journal.ts';
import { ResourcePool } from '../../pool/resource-pool.ts';
import { type Sender, SequenceStopped } from '../../pool/sender.ts';
import type { Suite } from '../../suite.ts';
import { createSender } from './create-sender.ts';
import { verifyLife } from './life.ts';
import { STATEFUL } from './name.ts';
import { Sequence, type SequenceFinding } from './sequence.ts';
import { verifySingleton } from './singleton.ts';

export interface StatefulOptions {
  readonly model: ResourceModel;
  readonly sender: Sender;
  readonly unique: UniqueValues;
  readonly consistencyMs: number;
  /** Leaves the records that were created. */
  readonly keep: boolean;
  /** Whether a resource type is tested by this run, not by another shard. */
  readonly isSelected: (type: ResourceType) => boolean;
  /** Applies the user's severities; undefined for a finding that is off. */
  readonly grade: (operation: string, finding: Finding) => Finding | undefined;
  readonly onSkip: (reason: string) => void;
}

/** A sequence is repeated so often until it shows a finding a second time. */
const MAX_REPEATS = 2;

/** The suite for a run; it is given nothing to go by if the target keeps no records. */
export const stateful: Suite = {
  name: STATEFUL,
  isExclusive: true,
  run: async function* (context) {
    const { stateful: settings, source, executor, control } = context;
    if (!settings) return control.onSkip('the mock keeps no records');
    const tested = new Set(source.operations.map(({ id }) => id));
    const { severityPolicy } = executor;
    yield* runSequences({
      ...settings,
      model: settings.model(),
      sender: createSender(context),
      unique: source.unique,
      isSelected: ({ name, operations }) =>
        operations.every(({ operation }) => tested.has(operation.id)) &&
        control.isInShard?.({ id: `${STATEFUL} ${name}` }) !== false,
      grade: (operation, finding) => (severityPolicy ? severityPolicy(operation, finding) : finding),
      onSkip: (reason) => control.onSkip(reason),
    });
  },
};

/** Leads records of every resource type through their life, and yields the result of each request. */
export async function* runSequences(options: StatefulOptions): AsyncGenerator<CaseResult> {
  const types = options.model.types.filter(isReadable);
  if (types.length === 0) options.onSkip('no readable resource');
  for (const type of types.filter(options.isSelected)) {
    const first = await runOnce(options, type);
    const results = [first];
    const confirmed = new Set<string>();
    for (let repeat = 0; repeat < MAX_REPEATS && unconfirmed(first, confirmed).length > 0; repeat++) {
      if (options.sender.stopReason() !== undefined) break;
      const again = await runOnce(options, type);
      for (const found of again.findings) confirmed.add(keyOf(found));
      results.push({ ...again, findings: [] });
    }
    const doubtful = unconfirmed(first, confirmed).length;
    if (doubtful > 0) options.onSkip(`${pluralize(doubtful, 'finding')} about ${type.name} did not show a second time`);
    const findings = first.findings.filter((found) => confirmed.has(keyOf(found)));
    for (const each of results) yield* resultsOf(options, each, each === first ? findings : []);
  }
}

/** A record that can be created and then read or listed, or a part of one. */
function isReadable({ operations, singleton }: ResourceType): boolean {
  const isRead = operations.some(
    ({ role, response }) => (role === 'read' || role === 'list') && response !== undefined,
  );
  return isRead && (singleton || operations.some(({ creates }) => creates));
}

interface SequenceRun {
  readonly journal: Journal;
  readonly steps: readonly Step[];
  readonly findings: readonly SequenceFinding[];
}

async function runOnce(options: StatefulOptions, type: ResourceType): Promise<SequenceRun> {
  const { model, sender, unique, consistencyMs, keep, onSkip } = options;
  // New for each run: the records of earlier runs, or of one beside this, may still be there.
  const journal = new Journal(sender, STATEFUL, unique.fork(`${STATEFUL} ${type.name} ${randomUUID()}`));
  const pool = new ResourcePool(model, journal, { keep });
  const sequence = new Sequence(pool, type, { consistencyMs });
  try {
    await (type.singleton ? verifySingleton(sequence) : verifyLife(sequence));
  } catch (error) {
    if (!(error instanceof SequenceStopped)) throw error;
    onSkip(error.message);
  }
  for (const note of sequence.notes) onSkip(note);
  const steps = journal.take();
  await cleanUp(pool, onSkip);
  return { journal, steps: [...steps, ...journal.take()], findings: sequence.findings };
}

async function cleanUp(pool: ResourcePool, onSkip: StatefulOptions['onSkip']): Promise<void> {
  try {
    for (const { record, reason } of await pool.cleanUp()) onSkip(`${record} was created and not deleted: ${reason}`);
  } catch (error) {
    if (!(error instanceof SequenceStopped)) throw error;
    onSkip(`records were not deleted: ${error.message}`);
  }
}

function keyOf({ step, finding }: SequenceFinding): string {
  return `${step.operation.id} ${finding.check}`;
}

function unconfirmed({ findings }: SequenceRun, confirmed: ReadonlySet<string>): SequenceFinding[] {
  return findings.filter((found) => !confirmed.has(keyOf(found)));
}

function* resultsOf(
  { grade }: StatefulOptions,
  { journal, steps }: SequenceRun,
  findings: readonly SequenceFinding[],
): Generator<CaseResult> {
  const byStep = new Map<Step, Finding[]>();
  for (const { step, finding } of findings) {
    const graded = grade(step.operation.id, finding);
    if (graded) byStep.set(step, [...(byStep.get(step) ?? []), graded]);
  }
  for (const step of steps) {
    const result = resultOf(journal, step);
    const own = byStep.get(step) ?? [];
    const isFailed = own.some(({ severity }) => severity === 'error');
    yield { ...result, status: isFailed ? 'fail' : result.status, findings: [...result.findings, ...own] };
  }
}
