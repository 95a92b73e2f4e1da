import type { afterAll, beforeAll, describe, test } from 'vitest';
import type { Case, CaseResult } from '../core/model.ts';
import type { Report, RunFinding } from '../core/report.ts';
import { loadContract } from '../openapi/load.ts';
import { decide } from '../report/aggregate/inconclusive.ts';
import { ContractViolationError } from '../report/violation-error.ts';
import { type App, type ListeningApp, listenApp } from './app/listen-app.ts';
import { createCaseSource, modelUnderTest } from './context.ts';
import { run } from './run.ts';
import { type RunConfig, resolveOptions } from './settings/options.ts';
import { selectOperations } from './settings/select-operations.ts';
import type { VerifyOptions } from './settings/verify-options.ts';
import type { CaseSource } from './suite.ts';
import { generatedCases } from './suites/generated/cases.ts';
import { STATEFUL } from './suites/stateful/name.ts';
import { isReadable } from './suites/stateful/suite.ts';

export interface ContractTestsOptions extends Omit<VerifyOptions, 'target' | 'suites' | 'shard'> {
  /** Base URL of the service, or a function that returns it once the service runs; absent: the mock is started. */
  readonly target?: string | (() => string | Promise<string>);
  /** An application in this process, in place of a target; it is served on a free port of 127.0.0.1 during the tests. */
  readonly app?: App | undefined;
  /** `examples`, `generated` and `stateful`; default: all three. */
  readonly suites?: readonly SuiteOfTests[];
}

/** Dredd's transactions have no names before they are sent. */
type SuiteOfTests = 'examples' | 'generated' | 'stateful';

/** Requests are limited by their own timeouts. */
const RUN_TIMEOUT_MS = 15 * 60_000;

/** What declares tests: Vitest can be imported by a module, and not by what is bundled for the command line. */
export interface TestApi {
  readonly afterAll: typeof afterAll;
  readonly beforeAll: typeof beforeAll;
  readonly describe: typeof describe;
  readonly test: typeof test;
}

/** Declares a test for each case, and one for each operation that it was verified. */
export function declareContractTests(api: TestApi, options: ContractTestsOptions): void {
  const { describe, beforeAll, afterAll, test } = api;
  const { target, app, suites = ['examples', 'generated', 'stateful'], ...rest } = options;
  // A fixed seed keeps the names of the tests the same from run to run.
  const config = resolveOptions({ seed: 1, ...rest, suites });
  const contract = loadContract(config.spec, config.overlays, config);
  const operations = selectOperations(contract, config.selection);
  const source = createCaseSource(config, contract, operations);
  const session = new Session(async () => {
    const url = typeof target === 'function' ? await target() : target;
    return { seed: 1, ...rest, suites, target: url };
  }, app);
  const declare: Readonly<Record<SuiteOfTests, () => void>> = {
    examples: () => declareCases(api, 'examples', source.examples, session),
    generated: () =>
      declareCases(
        api,
        'generated',
        generatedCases(source, () => undefined),
        session,
      ),
    stateful: () => declareSequences(api, testedOnRecords(config, source), session),
  };
  describe(`contract ${contract.document.file}`, () => {
    beforeAll(() => session.run(), RUN_TIMEOUT_MS);
    afterAll(() => session.close());
    for (const suite of suites) declare[suite]();
    for (const { id } of operations) test(`${id} is verified`, () => session.requireVerified(id));
    test('requests together', () => session.requireNoRunFinding());
  });
}

function declareCases({ describe, test }: TestApi, suite: string, cases: Iterable<Case>, session: Session): void {
  const names = new Set(Array.from(cases, ({ id }) => nameOf(id)));
  if (names.size === 0) return;
  describe(suite, () => {
    for (const name of names) test(name, ({ skip }) => session.check(suite, name, skip));
    if (suite === 'generated') test('other requests', () => session.requireOthers(suite, names));
  });
}

/** What follows in a sequence depends on the responses: each operation has a test for all of its requests in sequences. */
function declareSequences({ describe, test }: TestApi, ids: ReadonlySet<string>, session: Session): void {
  if (ids.size === 0) return;
  describe(STATEFUL, () => {
    for (const id of ids) test(`${id} in sequences`, ({ skip }) => session.checkSequences(id, skip));
  });
}

/** Ids of the operations under test on records that can be created and read. */
function testedOnRecords(config: RunConfig, source: CaseSource): ReadonlySet<string> {
  const types = modelUnderTest(config, source).types.filter(isReadable);
  const operations = new Set(types.flatMap((type) => type.operations.map(({ operation }) => operation)));
  return new Set(source.operations.filter((each) => operations.has(each)).map(({ id }) => id));
}

/** What a random request violates depends on the request that the service accepts. */
function nameOf(id: string): string {
  return id.replace(/(: random invalid request \d+) \(.*\)$/s, '$1');
}

/** One run against the service, and its results. */
class Session {
  private readonly configure: () => Promise<VerifyOptions>;
  private readonly app: App | undefined;
  private readonly stop = new AbortController();
  private readonly results = new Map<string, CaseResult[]>();
  private readonly accepting = new Set<string>();
  private readonly runFindings: RunFinding[] = [];
  private listening: ListeningApp | undefined;
  private report: Report | undefined;
  private baseUrl = '';
  private secrets: readonly string[] = [];

  constructor(configure: () => Promise<VerifyOptions>, app: App | undefined) {
    this.configure = configure;
    this.app = app;
  }

  async run(): Promise<void> {
    const options = await this.configure();
    this.listening = this.app === undefined ? undefined : await listenApp(this.app);
    const config = resolveOptions({ ...options, target: this.listening?.url ?? options.target });
    this.secrets = config.headers.map(([name]) => name);
    for await (const event of run(config, this.stop.signal)) {
      if (event.type === 'start') this.baseUrl = event.target;
      if (event.type === 'result') this.add(event.result);
      if (event.type === 'finding') this.runFindings.push(event.finding);
      if (event.type === 'end') this.report = event.report;
    }
    for (const { id, accepted } of this.finished.operations) if (accepted > 0) this.accepting.add(id);
  }

  async close(): Promise<void> {
    this.stop.abort();
    await this.listening?.close();
  }

  /** Fails if a case failed; an inconclusive one is skipped with the reason. */
  check(suite: string, name: string, skip: (note?: string) => void): void {
    const results = this.results.get(keyOf(suite, name)) ?? [];
    if (results.length === 0) skip(this.skippedReasons(suite));
    for (const result of results) this.require(result);
    const [inconclusive] = results.filter((result) => this.decided(result).status === 'skip');
    if (inconclusive) skip(inconclusive.inconclusiveReason);
  }

  /** Fails for each of the requests that an operation failed in sequences. */
  checkSequences(operation: string, skip: (note?: string) => void): void {
    const results = [...this.results].flatMap(([key, own]) => (key.startsWith(`${STATEFUL} `) ? own : []));
    const own = results.filter((result) => result.operation === operation);
    if (own.length === 0) skip(this.skippedReasons(STATEFUL));
    for (const result of own) this.require(result);
  }

  /** Fails if a request failed that has no test of its own, such as one that looks for what the service accepts. */
  requireOthers(suite: string, names: ReadonlySet<string>): void {
    for (const [key, results] of this.results)
      if (!names.has(key.slice(suite.length + 1)) && key.startsWith(`${suite} `))
        for (const result of results) this.require(result);
  }

  /** Fails for a violation that only several exchanges together show, such as responses that were exchanged. */
  requireNoRunFinding(): void {
    for (const { finding, evidence } of this.runFindings) {
      const [first] = evidence;
      if (finding.severity === 'error' && first) this.require({ ...first, status: 'fail', findings: [finding] });
    }
  }

  /** Fails for an operation that accepted no request, or rejected none: tests that pass do not verify it. */
  requireVerified(id: string): void {
    const operation = this.finished.operations.find((each) => each.id === id);
    if (operation?.verified !== true) throw new Error(`${id} is not verified: ${operation?.reason}`);
  }

  private get finished(): Report {
    if (this.report) return this.report;
    throw new Error('the run ended without a report');
  }

  /** Only failures need their exchanges. */
  private add({ exchange, ...rest }: CaseResult): void {
    const result = exchange && rest.findings.length > 0 ? { ...rest, exchange } : rest;
    const key = keyOf(result.suite, nameOf(result.case));
    this.results.set(key, [...(this.results.get(key) ?? []), result]);
  }

  private decided(result: CaseResult): CaseResult {
    return decide(result, this.accepting.has(result.operation));
  }

  private require(given: CaseResult): void {
    const result = this.decided(given);
    if (result.status === 'fail') throw new ContractViolationError(result, this.baseUrl, this.secrets);
    if (result.status === 'error') throw new Error(result.inconclusiveReason);
  }

  private skippedReasons(suite: string): string {
    const { skippedReasons } = this.finished.suites.find(({ name }) => name === suite) ?? {};
    return skippedReasons?.join('; ') ?? 'not sent: the service accepts no request that it derives from';
  }
}

function keyOf(suite: string, name: string): string {
  return `${suite} ${name}`;
}
