import { setMaxListeners } from 'node:events';
import { readFileSync } from 'node:fs';
import { createSeverityPolicy } from '../checks/severity.ts';
import { DREDD } from '../core/check-ids.ts';
import { formatLocation } from '../core/errors.ts';
import type { Operation } from '../core/model.ts';
import { packageInfo } from '../core/package-info.ts';
import type { BaselineFinding, Report, RunEvent, SuiteSummary } from '../core/report.ts';
import { mergeIterables } from '../core/util/merge-iterables.ts';
import type { Contract } from '../openapi/contract.ts';
import { assertLints } from '../openapi/lint/lint.ts';
import { loadContract } from '../openapi/load.ts';
import { RunTotals } from '../report/aggregate/run-totals.ts';
import { type RunMetadata, summarize } from '../report/aggregate/summarize.ts';
import { type BaselineEntry, findingKeyOf, readBaseline } from './baseline.ts';
import { createRunContext, selectOperations } from './context.ts';
import { openTarget, type RunTarget } from './open-target.ts';
import { type RunConfig, resolveOptions, type SuiteName, type VerifyOptions } from './options.ts';
import { SkippedRequests } from './skipped-requests.ts';
import type { Suite, SuiteContext } from './suite.ts';
import { createDreddSuite } from './suites/dredd/suite.ts';
import { exampleCases, examples } from './suites/examples.ts';
import { generated } from './suites/generated.ts';

const MAKERS: Readonly<Record<RunConfig['suites'][number], () => Suite>> = {
  examples: () => examples,
  generated: () => generated,
  dredd: createDreddSuite,
};

/**
 * Verifies a target against its contract: loads the document, starts the mock or waits for the target, runs the suites side by side.
 * Yields what happens as it happens; the last event carries the report.
 * @throws {ContractError} for a document that cannot be worked with
 * @throws {UsageError} for a target that does not listen, or an unknown operation
 */
export async function* run(config: RunConfig, stop: AbortSignal): AsyncGenerator<RunEvent, void, void> {
  const controller = new AbortController();
  const signal = AbortSignal.any([stop, controller.signal]);
  setMaxListeners(0, signal);
  const started = new Date();
  const begin = performance.now();
  // Dredd's thread loads while the document is read, and gets its work first, for it takes the longest.
  const suites = config.suites.toSorted(dreddFirst).map((name) => MAKERS[name]());
  let service: RunTarget | undefined;
  try {
    const contract = loadContract(config.spec, config.overlays, config);
    const operations = selectOperations(contract, config.operations);
    const baseline = config.baseline === undefined ? undefined : readBaseline(config.baseline);
    const grade = createSeverityPolicy(config.severity, new Set(baseline?.map(findingKeyOf)));
    if (config.lint) await assertLints(contract);
    service = await openTarget(config, contract, signal);
    const context = createRunContext(config, { contract, operations, severityPolicy: grade }, service, signal);
    if (config.suites.some((name) => name !== 'generated')) exampleCases(context);
    yield { type: 'start', target: service.target.baseUrl, suites: config.suites, seed: config.seed };
    const tally = new RunTotals(operations.length * suites.length);
    const finished: SuiteSummary[] = [];
    for await (const event of mergeIterables(suites.map((suite) => runSuite(suite, context, config.shard?.count)))) {
      if (event.type === 'outcome') tally.add(event.result);
      if (event.type === 'suite') finished.push(event.suite);
      yield event;
    }
    const facts: RunMetadata = {
      operations: operations.map(({ id, method, path, pointer }) => {
        return { id, method, path, location: contract.document.locate(pointer) };
      }),
      clauses: operations.flatMap((operation) => contract.clausesOf(operation)),
      unspecified: contract.gaps,
      tool: packageInfo(),
      spec: { file: config.spec, overlays: config.overlays },
      sources: readSources(contract),
      target: service.target.baseUrl,
      seed: config.seed,
      stopped: stop.aborted ? 'the run was stopped' : undefined,
      ...(config.shard ? { shard: config.shard } : {}),
      ...(baseline ? { baseline: acceptedIn(baseline, config, operations, tally) } : {}),
      started: started.toISOString(),
      durationMs: performance.now() - begin,
      suites: config.suites.flatMap((name) => finished.filter((suite) => suite.name === name)),
    };
    yield { type: 'end', report: summarize(facts, tally) };
  } finally {
    controller.abort();
    await Promise.all([service?.close(), ...suites.map((suite) => suite.close?.())]);
  }
}

function dreddFirst(a: SuiteName, b: SuiteName): number {
  return Number(b === DREDD) - Number(a === DREDD);
}

/** What the baseline accepts, as far as this run could have found it. */
function acceptedIn(
  baseline: readonly BaselineEntry[],
  { suites }: RunConfig,
  operations: readonly Operation[],
  tally: RunTotals,
): BaselineFinding[] {
  const testCase = new Set(operations.map(({ id }) => id));
  const seen = new Set(tally.findings(suites).map(({ key }) => key));
  return baseline
    .filter(
      ({ operation, check }) =>
        testCase.has(operation) && suites.some((suite) => (suite === DREDD) === (check === DREDD)),
    )
    .map((entry) => ({ ...entry, stillPresent: seen.has(findingKeyOf(entry)) }));
}

async function* runSuite(
  suite: Suite,
  shared: Omit<SuiteContext, 'onSkip' | 'onCaseCount'>,
  shards = 1,
): AsyncGenerator<RunEvent, void, void> {
  const begin = performance.now();
  const skipped = new SkippedRequests();
  const verdicts = { pass: 0, fail: 0, error: 0, skip: 0 };
  const leaveOut: SuiteContext['onSkip'] = (...reported) => skipped.add(...reported);
  let [expected, reported] = [0, 0];
  const expect = (cases: number) => {
    expected = Math.round(cases / shards);
  };
  for await (const result of suite.run({ ...shared, onSkip: leaveOut, onCaseCount: expect })) {
    if (expected !== reported) yield { type: 'plan', suite: suite.name, cases: expected };
    reported = expected;
    verdicts[result.status]++;
    yield { type: 'outcome', result: result };
  }
  for (const [pointer, count] of shared.contract.schemas.takeNotEvaluated())
    skipped.add(notEvaluated(shared.contract, pointer, count));
  const ms = performance.now() - begin;
  yield {
    type: 'suite',
    suite: {
      name: suite.name,
      ...verdicts,
      durationMs: ms,
      ...(skipped.text === undefined ? {} : { skippedReason: skipped.text }),
    },
  };
}

function notEvaluated({ document }: Contract, pointer: string, count: number): string {
  const values = count === 1 ? '1 value' : `${count} values`;
  return `${formatLocation(document.locate(pointer))} was not evaluated for ${values}: it takes too long on them`;
}

function readSources(contract: Contract): { file: string; text: string }[] {
  const files = new Set(contract.clauses.map(({ location }) => location.file));
  return [...files].map((file) => ({ file, text: readFileSync(file, 'utf8') }));
}

/**
 * Verifies a service, or the mock, and gives the report; {@link run} tells what happens on the way.
 * @example
 * const report = await verify({ spec: 'openapi.yaml', target: 'http://127.0.0.1:8080' });
 * if (report.verdict !== 'passed') throw new Error(report.summary);
 * @param signal ends the run early; the report then tells what was found until then
 * @throws {ContractError} for a document that cannot be worked with
 * @throws {UsageError} for options that cannot be carried out, and a target that does not listen
 */
export async function verify(
  options: VerifyOptions = {},
  signal: AbortSignal = new AbortController().signal,
): Promise<Report> {
  for await (const event of run(resolveOptions(options), signal)) if (event.type === 'end') return event.report;
  throw new Error('the run ended without a report');
}
