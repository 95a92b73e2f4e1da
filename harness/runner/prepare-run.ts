import { createSeverityPolicy, type SeverityPolicy } from '../checks/severity.ts';
import type { Operation } from '../core/model.ts';
import type { Contract } from '../openapi/contract.ts';
import { errorsByOperation } from '../openapi/lint/affected-operations.ts';
import { documentDigest } from '../openapi/lint/document-digest.ts';
import { type LintProblem, lintErrors, rejectErrors } from '../openapi/lint/lint.ts';
import { type BaselineEntry, knownFindings, readBaseline } from './baseline.ts';
import { createCaseSource } from './context.ts';
import { loadDocument } from './load-document.ts';
import { caseStore, openRunCache } from './run-cache.ts';
import type { MockThread } from './service/own-mock/mock-thread.ts';
import { type OwnMock, startOwnMock } from './service/own-mock/own-mock.ts';
import type { RunConfig } from './settings/options.ts';
import { rejectUntested, resolveSeverity } from './settings/read-severity.ts';
import { selectOperations } from './settings/select-operations.ts';
import type { CaseSource } from './suite.ts';

/** Everything that a check of traffic needs of its files. */
export interface PreparedCheck {
  readonly contract: Contract;
  /** Those that were selected, also those that errors in the document exclude. */
  readonly operations: readonly Operation[];
  readonly errors: ReadonlyMap<Operation, readonly LintProblem[]>;
  /** Whether the document was linted and has no error. */
  readonly isSound: boolean;
  readonly baseline: readonly BaselineEntry[] | undefined;
  readonly severityPolicy: SeverityPolicy;
  readonly source: CaseSource;
}

/** Everything that a run needs of its files, and the mock. */
export interface PreparedRun extends PreparedCheck {
  /** Started while the rest was read; absent if the run has a target. */
  readonly mock: Promise<OwnMock> | undefined;
  readonly tookMs: number;
}

/**
 * Reads the files of a run. This takes seconds for a large document, in which no event is served: before anything is
 * started, a signal can simply end the process.
 * @param thread for the mock
 * @throws {InputError} for a file that cannot be used
 * @throws {UsageError} for a name that is not in the document
 */
export async function prepareRun(config: RunConfig, thread?: MockThread): Promise<PreparedRun> {
  const begin = performance.now();
  const contract = loadDocument(config);
  const mock = config.target === undefined ? startOwnMock(contract, config, thread) : undefined;
  // Why it cannot be started is told to whoever waits for it, after the files are read.
  const started = mock?.catch(() => undefined);
  try {
    const read = await readFiles(config, contract);
    return { ...read, mock, tookMs: performance.now() - begin };
  } catch (error) {
    await (await started)?.close();
    throw error;
  }
}

/** As {@link prepareRun}, for those who send nothing. */
export async function prepareCheck(config: RunConfig): Promise<PreparedCheck> {
  return readFiles(config, loadDocument(config));
}

async function readFiles(config: RunConfig, contract: Contract): Promise<PreparedCheck> {
  const operations = selectOperations(contract, config.selection);
  const baseline = config.baseline === undefined ? undefined : readBaseline(config.baseline);
  const levels = resolveSeverity(contract, config.severity, config.origins);
  rejectUntested(levels, operations, config.suites);
  const severityPolicy = createSeverityPolicy(levels, knownFindings(baseline ?? []));
  const isKnown = config.soundDocument !== undefined && config.soundDocument === documentDigest(contract);
  const cache = openRunCache(config, contract);
  const problems = config.lint && !isKnown ? await (cache ?? { lintErrors }).lintErrors(contract) : [];
  const errors = errorsByOperation(contract, problems);
  const tested = operations.filter((operation) => !errors.has(operation));
  if (tested.length === 0) rejectErrors(problems, 'Correct it, or pass --no-lint.');
  const store = caseStore(cache, config, tested);
  const source = { ...createCaseSource(config, contract, tested), ...(store ? { store } : {}) };
  const isSound = config.lint && problems.length === 0;
  return { contract, operations, errors, isSound, baseline, severityPolicy, source };
}
