import { afterAll, beforeAll, describe, test } from 'vitest';
import { createSeverityPolicy } from './checks/severity.ts';
import type { Case, CaseResult } from './core/model.ts';
import { UniqueValues } from './generate/requests/unique-values.ts';
import { loadContract } from './openapi/load.ts';
import { RunTotals } from './report/aggregate/run-totals.ts';
import { summarizeOperation } from './report/aggregate/summarize.ts';
import { ContractViolationError } from './report/violation-error.ts';
import { findingKeyOf, readBaseline } from './runner/baseline.ts';
import { createRunContext, type RunScope, selectOperations } from './runner/context.ts';
import { type ExecutedCase, executeCase } from './runner/execute-case.ts';
import { openTarget } from './runner/open-target.ts';
import { resolveOptions, type VerifyOptions } from './runner/options.ts';
import type { SuiteContext } from './runner/suite.ts';
import { exampleCases } from './runner/suites/examples.ts';
import { generatedCases } from './runner/suites/generated.ts';

export interface ContractTestsOptions
  extends Omit<VerifyOptions, 'target' | 'suites' | 'shard' | 'concurrency' | 'maxTime'> {
  /** Base URL of the service, or what gives it once the service runs; absent: the mock is started. */
  readonly target?: string | (() => string | Promise<string>);
  /** `examples` and `generated`; default: both. */
  readonly suites?: readonly ('examples' | 'generated')[];
}

/**
 * Declares one Vitest test for each case of the contract, and one for each operation that it was proven.
 * @example
 * import { contractTests } from 'contract-harness/vitest';
 * contractTests({ spec: 'openapi.yaml', target: () => server.url });
 * @throws {ContractError} for a document that cannot be worked with
 */
export function contractTests(options: ContractTestsOptions = {}): void {
  const { target, suites = ['examples', 'generated'], ...rest } = options;
  // Without a seed of its own, a test would have another name in every run.
  const planned = resolveOptions({ seed: 1, ...rest, suites });
  const contract = loadContract(planned.spec, planned.overlays, planned);
  const operations = selectOperations(contract, planned.operations);
  const accepted = planned.baseline === undefined ? [] : readBaseline(planned.baseline).map(findingKeyOf);
  const matter: RunScope = {
    contract,
    operations,
    severityPolicy: createSeverityPolicy(planned.severity, new Set(accepted)),
  };
  const session = new Session(matter, async () => {
    const url = typeof target === 'function' ? await target() : target;
    return resolveOptions({ seed: 1, ...rest, suites, target: url });
  });
  const source = {
    ...matter,
    ...planned,
    unique: new UniqueValues(planned.seed),
    operations,
    hasCredentials: planned.headers.length > 0,
    onSkip: (why: string) => test.skip(why),
  };
  const cases = { examples: () => exampleCases(source), generated: () => generatedCases(source) };
  describe(`contract ${planned.spec}`, () => {
    beforeAll(() => session.open());
    afterAll(() => session.close());
    for (const suite of suites)
      describe(suite, () => {
        for (const each of cases[suite]()) test(each.id, ({ skip }) => session.check(suite, each, skip));
      });
    for (const { id } of operations) test(`${id} is proven`, () => session.requireVerified(id));
  });
}

/** A service under test, and what its tests have seen so far. */
class Session {
  private readonly scope: RunScope;
  private readonly configure: () => Promise<ReturnType<typeof resolveOptions>>;
  private readonly stop = new AbortController();
  private readonly totals: RunTotals;
  private target: { readonly context: SuiteContext; readonly secrets: string[]; close(): Promise<void> } | undefined;

  constructor(matter: RunScope, configure: () => Promise<ReturnType<typeof resolveOptions>>) {
    this.scope = matter;
    this.totals = new RunTotals(matter.operations.length);
    this.configure = configure;
  }

  async open(): Promise<void> {
    const config = await this.configure();
    const service = await openTarget(config, this.scope.contract, this.stop.signal);
    const context = createRunContext(config, this.scope, service, this.stop.signal);
    const secrets = config.headers.map(([name]) => name);
    this.target = { context: { ...context, onSkip: () => undefined }, secrets, close: service.close };
  }

  async close(): Promise<void> {
    this.stop.abort();
    await this.target?.close();
  }

  /** Asks a case; a test that proves nothing is skipped with the reason. */
  async check(suite: string, testCase: Case, skip: (note?: string) => void): Promise<void> {
    const { context, secrets } = this.service();
    const result = settled(await executeCase(context, suite, testCase), context);
    this.totals.add(result);
    if (result.status === 'fail') throw new ContractViolationError(result, context.target.baseUrl, secrets);
    if (result.status === 'error') throw new Error(result.inconclusiveReason);
    if (result.status === 'skip') skip(result.inconclusiveReason);
  }

  /** An operation for which no request was ever accepted, or none refused, is not proven by tests that pass. */
  requireVerified(id: string): void {
    const { contract, operations } = this.scope;
    const operation = operations.find((each) => each.id === id);
    if (!operation) throw new RangeError(`no operation ${id}`);
    const testCase = { ...operation, location: contract.document.locate(operation.pointer) };
    const { totals } = this;
    const counted = {
      totals,
      results: totals.results().filter((result) => result.operation === id),
      isShard: false,
    };
    const { reason } = summarizeOperation(testCase, contract.clausesOf(operation), counted);
    if (reason !== undefined) throw new Error(`${id} is not proven: ${reason}`);
  }

  private service() {
    if (this.target) return this.target;
    throw new Error('the service could not be opened');
  }
}

function settled({ result, resultIfOperationAccepts }: ExecutedCase, { serviceState }: SuiteContext): CaseResult {
  return resultIfOperationAccepts && serviceState.acceptingOperations.has(result.operation)
    ? resultIfOperationAccepts
    : result;
}
