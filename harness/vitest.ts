import { afterAll, beforeAll, describe, test } from 'vitest';
import { createSeverityPolicy, type SeverityPolicy } from './checks/severity.ts';
import type { Case } from './core/model.ts';
import { loadContract } from './openapi/load.ts';
import { decide } from './report/aggregate/inconclusive.ts';
import { RunTotals } from './report/aggregate/run-totals.ts';
import { summarizeOperation } from './report/aggregate/summarize.ts';
import { ContractViolationError } from './report/violation-error.ts';
import { findingKeyOf, readBaseline } from './runner/baseline.ts';
import { createCaseSource, createRunContext, selectOperations } from './runner/context.ts';
import { executeCase } from './runner/execute-case.ts';
import { openTarget } from './runner/open-target.ts';
import { type RunConfig, resolveOptions, type VerifyOptions } from './runner/options.ts';
import type { CaseSource, Executor } from './runner/suite.ts';
import { generatedCases } from './runner/suites/generated.ts';

export interface ContractTestsOptions
  extends Omit<VerifyOptions, 'target' | 'suites' | 'shard' | 'concurrency' | 'maxTime'> {
  /** Base URL of the service, or a function that returns it once the service runs; absent: the mock is started. */
  readonly target?: string | (() => string | Promise<string>);
  /** `examples` and `generated`; default: both. */
  readonly suites?: readonly ('examples' | 'generated')[];
}

/**
 * Declares a Vitest test for each case, and one for each operation that it was verified.
 * @example
 * import { contractTests } from 'contract-harness/vitest';
 * contractTests({ spec: 'openapi.yaml', target: () => server.url });
 * @throws {InputError} for a document that cannot be used
 */
export function contractTests(options: ContractTestsOptions = {}): void {
  const { target, suites = ['examples', 'generated'], ...rest } = options;
  // A fixed seed keeps the names of the tests the same from run to run.
  const config = resolveOptions({ seed: 1, ...rest, suites });
  const contract = loadContract(config.spec, config.overlays, config);
  const operations = selectOperations(contract, config.operations);
  const accepted = config.baseline === undefined ? [] : readBaseline(config.baseline).map(findingKeyOf);
  const source = {
    ...createCaseSource(config, contract, operations),
    hasCredentials: config.headers.length > 0,
  };
  const severityPolicy = createSeverityPolicy(config.severity, new Set(accepted));
  const session = new Session(source, severityPolicy, async () => {
    const url = typeof target === 'function' ? await target() : target;
    return resolveOptions({ seed: 1, ...rest, suites, target: url });
  });
  const cases = {
    examples: () => source.examples,
    generated: () => generatedCases(source, (reason) => test.skip(reason)),
  };
  describe(`contract ${config.spec}`, () => {
    beforeAll(() => session.open());
    afterAll(() => session.close());
    for (const suite of suites)
      describe(suite, () => {
        for (const each of cases[suite]()) test(each.id, ({ skip }) => session.check(suite, each, skip));
      });
    for (const { id } of operations) test(`${id} is verified`, () => session.requireVerified(id));
  });
}

/** A service under test, and the results so far. */
class Session {
  private readonly source: CaseSource;
  private readonly severityPolicy: SeverityPolicy;
  private readonly configure: () => Promise<RunConfig>;
  private readonly stop = new AbortController();
  private readonly totals: RunTotals;
  private service: { readonly executor: Executor; readonly secrets: string[]; close(): Promise<void> } | undefined;

  constructor(source: CaseSource, severityPolicy: SeverityPolicy, configure: () => Promise<RunConfig>) {
    this.source = source;
    this.severityPolicy = severityPolicy;
    this.totals = new RunTotals(source.operations.length);
    this.configure = configure;
  }

  async open(): Promise<void> {
    const config = await this.configure();
    const target = await openTarget(config, this.source.contract, this.stop.signal);
    const { executor } = createRunContext(config, this.source, this.severityPolicy, target, this.stop.signal);
    this.service = { executor, secrets: config.headers.map(([name]) => name), close: target.close };
  }

  async close(): Promise<void> {
    this.stop.abort();
    await this.service?.close();
  }

  /** Executes a case; an inconclusive test is skipped with the reason. */
  async check(suite: string, testCase: Case, skip: (note?: string) => void): Promise<void> {
    const { executor, secrets } = this.opened();
    const { acceptingOperations } = executor.serviceState;
    const result = decide(await executeCase(executor, suite, testCase), acceptingOperations.has(testCase.operation.id));
    this.totals.add(result);
    if (result.status === 'fail') throw new ContractViolationError(result, executor.client.baseUrl, secrets);
    if (result.status === 'error') throw new Error(result.inconclusiveReason);
    if (result.status === 'skip') skip(result.inconclusiveReason);
  }

  /** Fails for an operation that accepted no request, or rejected none: tests that pass do not verify it. */
  requireVerified(id: string): void {
    const { contract, operations } = this.source;
    const operation = operations.find((each) => each.id === id);
    if (!operation) throw new RangeError(`no operation ${id}`);
    const { totals } = this;
    const results = totals.results().filter((result) => result.operation === id);
    const located = { ...operation, location: contract.document.locate(operation.pointer) };
    const clauses = contract.clausesOf(operation);
    const { reason } = summarizeOperation(located, clauses, { totals, results, isShard: false });
    if (reason !== undefined) throw new Error(`${id} is not verified: ${reason}`);
  }

  private opened() {
    if (this.service) return this.service;
    throw new Error('the service could not be opened');
  }
}
