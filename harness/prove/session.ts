import { createChecks } from '../checks/index.ts';
import type { Operation } from '../core/model.ts';
import type { CaseFamilies } from '../generate/boundary/boundary-cases.ts';
import { UniqueValues } from '../generate/requests/unique-values.ts';
import type { Contract } from '../openapi/contract.ts';
import { errorsByOperation } from '../openapi/lint/affected-operations.ts';
import { type LintProblem, lintErrors, rejectErrors } from '../openapi/lint/lint.ts';
import { loadContract } from '../openapi/load.ts';
import type { SuiteName } from '../runner/settings/suite-names.ts';
import { loadExamples } from '../runner/suites/examples.ts';
import type { Mutant } from './mutant.ts';
import { RecordBed } from './records/record-bed.ts';
import { createMutationSuites, type MutationSuite } from './suites.ts';
import { TestBed } from './test-bed.ts';

export interface MutationConfig {
  readonly spec: string | object;
  /** Folders that a `$ref` may lead to, besides the repository of the document. */
  readonly allowRefs?: readonly string[] | undefined;
  readonly overlays: readonly string[];
  readonly examples: readonly string[];
  readonly suites: readonly SuiteName[];
  readonly seed: number;
  /** After this time, planning included, nothing more is run; default no limit. */
  readonly maxTimeMs?: number | undefined;
  /** Ids of the operations to mutate; default all. */
  readonly operations?: readonly string[];
  /** Ids of checks to disable, to see that mutants survive without them. */
  readonly without?: readonly string[];
  /** The families of boundary cases; default all. */
  readonly families?: CaseFamilies;
  /** Selects the mutants to run; default all. */
  readonly tries?: (mutant: Mutant) => boolean;
  /** Selects the runs of combined variations by their number; default all. The mock without one is always run. */
  readonly rounds?: (index: number) => boolean;
}

/** What mutation tests run on; closed at their end. */
export interface MutationSession {
  readonly contract: Contract;
  readonly unique: UniqueValues;
  readonly operations: readonly Operation[];
  /** The errors of the document by the operations that are left out for them. */
  readonly errors: ReadonlyMap<Operation, readonly LintProblem[]>;
  readonly testBed: TestBed;
  /** For what several requests show; undefined if the suite `stateful` is not tested. */
  readonly records: RecordBed | undefined;
  close(): Promise<void>;
}

/** Some of the operations with their cases, planned and run before the next ones; closed at its end. */
export interface MutationPart {
  readonly operations: readonly Operation[];
  readonly suites: readonly MutationSuite[];
  /** Those of all operations, in the last part. */
  readonly records: RecordBed | undefined;
  close(): Promise<void>;
}

/** The cases and mutants of all operations of a large document would fill the memory. */
const OPERATIONS_AT_ONCE = 10;

/** Yields the parts of a session, each to be closed before the next one is taken. */
export function* partsOf(session: MutationSession, config: MutationConfig): Generator<MutationPart> {
  const { operations: all, testBed, records } = session;
  for (let first = 0; first < all.length; first += OPERATIONS_AT_ONCE) {
    const operations = all.slice(first, first + OPERATIONS_AT_ONCE);
    const suites = createMutationSuites(config.suites, testBed.set({}, operations), config.families);
    const isLast = first + OPERATIONS_AT_ONCE >= all.length;
    const close = async () => void (await Promise.all(suites.map((suite) => suite.close?.())));
    yield { operations, suites, records: isLast ? records : undefined, close };
  }
}

/** @throws {InputError} if the document cannot be used */
export async function openSession(config: MutationConfig, signal: AbortSignal): Promise<MutationSession> {
  const { spec, overlays, examples, allowRefs, seed, without = [] } = config;
  const contract = loadContract(spec, overlays, config);
  const checks = createChecks(contract).filter(({ id }) => !without.includes(id));
  const unique = new UniqueValues(seed);
  const selected = contract.operations.filter(({ id }) => config.operations?.includes(id) ?? true);
  const problems = await lintErrors(contract);
  const errors = new Map(
    [...errorsByOperation(contract, problems)].filter(([operation]) => selected.includes(operation)),
  );
  const operations = selected.filter((operation) => !errors.has(operation));
  if (operations.length === 0) rejectErrors(problems, 'Correct it.');
  const cases = loadExamples({ contract, unique, operations }, examples, allowRefs);
  const testBed = await TestBed.open({ contract, checks, unique, seed, examples: cases, signal });
  const isStateful = config.suites.includes('stateful');
  const records = isStateful ? await RecordBed.open({ contract, checks, unique, seed, signal }) : undefined;
  return {
    contract,
    unique,
    operations,
    errors,
    testBed,
    records,
    close: async () => {
      await testBed.close();
      await records?.close();
    },
  };
}
