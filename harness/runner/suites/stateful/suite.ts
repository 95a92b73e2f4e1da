import type { CaseResult, Finding } from '../../../core/model.ts';
import { pluralize } from '../../../core/util/pluralize.ts';
import type { ResourceModel, ResourceType } from '../../../openapi/resources/model.ts';
import { fileContent } from '../../../openapi/resources/operations/file-content.ts';
import { mayBeSame } from '../../../openapi/resources/references/identifying.ts';
import { restrictModel } from '../../../openapi/resources/restrict-model.ts';
import { createSender } from '../../pool/create-sender.ts';
import { resultOf, type Step } from '../../pool/journal.ts';
import { withStepsBefore } from '../../pool/lineage.ts';
import type { RunControl, StatefulSettings, Suite, SuiteContext } from '../../suite.ts';
import { MAX_TIME_REACHED } from '../../time-limit.ts';
import { STATEFUL } from './name.ts';
import { verifyFileContent } from './sequences/file-content.ts';
import { verifyLife } from './sequences/life.ts';
import { runRandomSequences } from './sequences/random-sequences.ts';
import { runSequence, type SequenceRun, type SequenceRunOptions } from './sequences/run-sequence.ts';
import { verifySecondPath } from './sequences/second-path.ts';
import { verifySingleton } from './sequences/singleton.ts';
import { verifyUnidentified } from './sequences/unidentified.ts';
import { withEmbeddedLists } from './steps/embedded-lists.ts';
import type { SequenceFinding } from './steps/evidence.ts';
import { isSecondPath, withSecondPaths } from './steps/second-paths.ts';
import { type Sequenced, UsedOperations } from './unused-operations.ts';

export interface StatefulOptions extends SequenceRunOptions {
  readonly seed: number;
  /** Random sequences for each resource type. */
  readonly randomSequences: number;
  /** Those of the model, with the operations under test. */
  readonly types: readonly ResourceType[];
  /** Whether a resource type is tested by this run, not by another shard. */
  readonly isSelected: (type: ResourceType) => boolean;
  /** Applies the user's severities; undefined for a finding that is off. */
  readonly grade: (operation: string, finding: Finding) => Finding | undefined;
  /** Called for each type with which nothing was left out. */
  readonly onDone?: (type: ResourceType) => void;
}

/** A sequence is repeated so often until it shows a finding a second time. */
const MAX_REPEATS = 2;
/** A random sequence has about as many requests as random cases of an operation. */
const RANDOM_CASES_PER_SEQUENCE = 2;

/** The suite for a run; it is given nothing to go by if the target keeps no records. */
export const stateful: Suite = {
  name: STATEFUL,
  isExclusive: true,
  run: async function* (context) {
    const { stateful: settings, source, executor, control } = context;
    if (!settings) return control.onSkip('the mock keeps no records');
    const tested = new Set(source.operations.map(({ id }) => id));
    const { severityPolicy } = executor;
    const inferred = withEmbeddedLists(settings.model());
    const doubtful = new Map([...doubtfulIdentifiers(inferred)].filter(([id]) => tested.has(id)));
    for (const [id, reason] of doubtful) control.onSkip(`${id}: ${reason}`);
    const model = withSecondPaths(inferred);
    const { types } = restrictModel(model, ({ id }) => tested.has(id) && !doubtful.has(id));
    const names = new Set(model.types.filter(isReadable).map(({ name }) => name));
    const readable = types.filter(({ name }) => names.has(name));
    for (const { name } of readable.filter(isCutShort))
      control.onSkip(`${name}: of the operations under test none creates it, or none reads it`);
    const isSelected = selection(settings, control);
    const unique = source.unique.fork(STATEFUL);
    const done = new Set<ResourceType>();
    const sequences = (own: SuiteContext) =>
      runSequences({
        ...settings,
        model,
        types,
        sender: createSender(own, STATEFUL),
        unique,
        seed: source.seed,
        randomSequences: Math.ceil(source.randomCases / RANDOM_CASES_PER_SEQUENCE),
        isSelected: (type) => isSelected(type) && !done.has(type),
        grade: (operation, finding) => (severityPolicy ? severityPolicy(operation, finding) : finding),
        onSkip: (skipped) => own.control.onSkip(skipped),
        onDone: (type) => done.add(type),
      });
    const isDone = (type: ResourceType) => isSelected(type) && (done.has(type) || isCutShort(type));
    const results = inTurns(context, sequences, () => readable.every((type) => isDone(type) || !isSelected(type)));
    const end = () => (performance.now() > control.deadline ? MAX_TIME_REACHED : undefined);
    yield* notingUnused(context, results, { types: readable, isDone, end });
  },
};

/** Runs in its own turn, and again after the other suites if it was not done by then. */
async function* inTurns(
  context: SuiteContext,
  run: (context: SuiteContext) => AsyncIterable<CaseResult>,
  isDone: () => boolean,
): AsyncGenerator<CaseResult> {
  const { control } = context;
  if (control.turn) {
    const { deadline, giveWay } = control.turn;
    const onSkip: RunControl['onSkip'] = (skipped, ...rest) => {
      if (skipped !== MAX_TIME_REACHED) control.onSkip(skipped, ...rest);
    };
    yield* run({ ...context, control: { ...control, deadline, onSkip } });
    if (isDone() || performance.now() <= deadline) return;
    await giveWay();
  }
  yield* run(context);
}

/** Notes why operations got no request. */
async function* notingUnused(
  { source, executor: { serviceState } }: SuiteContext,
  results: AsyncIterable<CaseResult>,
  sequenced: Sequenced,
): AsyncGenerator<CaseResult> {
  const used = new UsedOperations();
  for await (const result of results) {
    used.record(result);
    yield result;
  }
  for (const operation of source.operations) {
    const reason = used.whyUnused(operation, sequenced);
    if (reason) serviceState.unused.set(operation.id, reason);
  }
}

/** Leads records of every resource type through their life, and yields the result of each request. */
export async function* runSequences(options: StatefulOptions): AsyncGenerator<CaseResult> {
  const types = options.types.filter(isReadable);
  if (types.length === 0) options.onSkip('no readable resource');
  for (const type of types.filter(options.isSelected)) {
    const first = await runLife(options, type);
    yield* confirm(options, type, first);
    const isOfItsOwn = !type.singleton && isIdentified(type) && !isSecondPath(options.model, type);
    if (isOfItsOwn) yield* explore(options, type, first);
    if (options.sender.stopReason() === undefined) options.onDone?.(type);
  }
}

/** Whether this run is about a resource type, by the cases that it repeats and its shard. */
function selection({ isInShard }: StatefulSettings, { repetition }: RunControl): StatefulOptions['isSelected'] {
  return (type) =>
    isInShard(type) &&
    type.operations.some(({ operation }) => repetition?.hasOperation(operation.id, [STATEFUL]) !== false);
}

/** True for a type that cannot be led through a life although some of its operations are under test. */
function isCutShort(type: ResourceType): boolean {
  return type.operations.length > 0 && !isReadable(type);
}

/** Changes of a record that may be another one than meant: they name it by what its item path does not. */
function* doubtfulIdentifiers({ types }: ResourceModel): Generator<readonly [id: string, reason: string]> {
  for (const { name, words, operations } of types)
    for (const { operation, role, path } of operations) {
      const own = path.findLast((each) => each.in === 'path' && each.resource === name);
      if (role === 'list' || role === 'read' || !own || mayBeSame(own.at, own.identifier, words)) continue;
      yield [operation.id, `{${own.at}} may be another identifier than {${own.identifier}} of the same path`];
    }
}

function isIdentified({ identifiers }: ResourceType): boolean {
  return identifiers.length > 0;
}

function runLife(options: StatefulOptions, type: ResourceType): Promise<SequenceRun> {
  const file = fileContent(type);
  if (file) return runSequence(options, type, (sequence) => verifyFileContent(sequence, file));
  if (type.singleton) return runSequence(options, type, verifySingleton);
  if (isSecondPath(options.model, type)) return runSequence(options, type, verifySecondPath);
  return runSequence(options, type, isIdentified(type) ? verifyLife : verifyUnidentified);
}

/** Yields the results of a run with the findings that show a second time, with new records. */
async function* confirm(options: StatefulOptions, type: ResourceType, first: SequenceRun): AsyncGenerator<CaseResult> {
  const results = [first];
  const confirmed = new Set<string>();
  for (let repeat = 0; repeat < MAX_REPEATS && unconfirmed(first, confirmed).length > 0; repeat++) {
    if (options.sender.stopReason() !== undefined) break;
    const again = await runLife(options, type);
    for (const found of again.findings) confirmed.add(keyOf(found));
    results.push({ ...again, findings: [] });
  }
  const doubtful = unconfirmed(first, confirmed).length;
  if (doubtful > 0 && options.sender.stopReason() === undefined)
    options.onSkip(`${pluralize(doubtful, 'finding')} about ${type.name} did not show a second time`);
  const findings = first.findings.filter((found) => confirmed.has(keyOf(found)));
  for (const each of results) yield* resultsOf(options, each, each === first ? findings : []);
}

/** Yields the results of random sequences, with what only they show. */
async function* explore(
  options: StatefulOptions,
  type: ResourceType,
  { findings }: SequenceRun,
): AsyncGenerator<CaseResult> {
  const known = new Set(findings.map(keyOf));
  const isKnown: SequenceRunOptions['isKnown'] = (check, { id }) => known.has(`${id} ${check}`);
  const runs = await runRandomSequences(type, {
    seed: options.seed,
    count: options.randomSequences,
    isStopped: () => options.sender.stopReason() !== undefined,
    run: (life) => runSequence({ ...options, isKnown }, type, life),
  });
  for (const each of runs) yield* resultsOf(options, each, each.findings);
}

/** A record that can be created and then read or listed, or a part of one; or a file below it. */
export function isReadable(type: ResourceType): boolean {
  const { operations, singleton } = type;
  if (fileContent(type)) return true;
  const isRead = operations.some(
    ({ role, response }) => (role === 'read' || role === 'list') && response !== undefined,
  );
  return isRead && (singleton || operations.some(({ creates }) => creates));
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
    const result = withStepsBefore(resultOf(journal, step), step, steps);
    const own = byStep.get(step) ?? [];
    const isFailed = own.some(({ severity }) => severity === 'error');
    yield { ...result, status: isFailed ? 'fail' : result.status, findings: [...result.findings, ...own] };
  }
}
