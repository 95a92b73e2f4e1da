import { setMaxListeners } from 'node:events';
import { createSeverityPolicy } from '../checks/severity.ts';
import { formatLocation } from '../core/errors.ts';
import type { Operation } from '../core/model.ts';
import type { Report, RunEvent, SuiteSummary } from '../core/report.ts';
import { mergeIterables } from '../core/util/merge-iterables.ts';
import { pluralize } from '../core/util/pluralize.ts';
import type { Contract } from '../openapi/contract.ts';
import { errorsByOperation } from '../openapi/lint/affected-operations.ts';
import { assertLints, type LintProblem } from '../openapi/lint/lint.ts';
import { loadContract } from '../openapi/load.ts';
import { RunTotals } from '../report/aggregate/run-totals.ts';
import { summarize } from '../report/aggregate/summarize.ts';
import { findingKeyOf, readBaseline } from './baseline.ts';
import { createCaseSource, createRunContext, type RunContext, selectOperations } from './context.ts';
import { baselineStatus, collectMetadata } from './metadata.ts';
import { openTarget, type RunTarget } from './open-target.ts';
import { type RunConfig, resolveOptions, type VerifyOptions } from './options.ts';
import { findRunViolations } from './run-findings.ts';
import { SkippedRequests } from './skipped-requests.ts';
import type { RunControl, Suite } from './suite.ts';
import { createSuites } from './suites/index.ts';

/**
 * Verifies a target against its contract: loads the document, starts the mock or connects to the target, and runs the
 * suites side by side. Yields events as they happen; the last one carries the report.
 * @throws {InputError} for a document that cannot be used
 * @throws {UsageError} for a target that does not listen, or an unknown operation
 */
export async function* run(
  config: RunConfig,
  stop: AbortSignal,
  loaded?: Contract,
): AsyncGenerator<RunEvent, void, void> {
  const controller = new AbortController();
  const signal = AbortSignal.any([stop, controller.signal]);
  setMaxListeners(0, signal);
  const started = new Date();
  const begin = performance.now();
  const suites = createSuites(config.suites);
  let service: RunTarget | undefined;
  try {
    const contract = loaded ?? loadContract(config.spec, config.overlays, config);
    const operations = selectOperations(contract, config.operations);
    const baseline = config.baseline === undefined ? undefined : readBaseline(config.baseline);
    const severityPolicy = createSeverityPolicy(config.severity, new Set(baseline?.map(findingKeyOf)));
    const errors = config.lint ? await errorsByOperation(contract) : new Map<Operation, LintProblem[]>();
    const tested = operations.filter((operation) => !errors.has(operation));
    if (config.lint && tested.length === 0) await assertLints(contract);
    const source = createCaseSource(config, contract, tested);
    service = await openTarget(config, contract, signal);
    const target = service.client.baseUrl;
    const context = createRunContext(config, source, severityPolicy, service, signal);
    yield { type: 'start', target, suites: config.suites, seed: config.seed };
    const totals = new RunTotals(operations.length * suites.length);
    const finished: SuiteSummary[] = [];
    for await (const event of events(suites, context, config)) {
      if (event.type === 'result') totals.add(event.result);
      if (event.type === 'finding') totals.addRunFinding(event.finding);
      if (event.type === 'suite') finished.push(event.suite);
      yield event;
    }
    const metadata = {
      ...collectMetadata(config, contract, operations, errors, context.executor),
      target,
      stopped: stop.aborted ? 'the run was stopped' : undefined,
      ...(baseline ? { baseline: baselineStatus(baseline, config, { contract, operations }, totals) } : {}),
      started: started.toISOString(),
      durationMs: performance.now() - begin,
      suites: config.suites.flatMap((name) => finished.filter((suite) => suite.name === name)),
    };
    yield { type: 'end', report: summarize(metadata, totals) };
  } finally {
    controller.abort();
    await Promise.all([service?.close(), ...suites.map((suite) => suite.close?.())]);
  }
}

async function* events(
  suites: readonly Suite[],
  context: RunContext,
  { shard }: RunConfig,
): AsyncGenerator<RunEvent, void, void> {
  const [first, others] = [true, false].map((alone) =>
    suites.filter(({ isExclusive = false }) => isExclusive === alone),
  );
  for (const suite of first ?? []) yield* runSuite(suite, context, shard?.count);
  yield* mergeIterables((others ?? []).map((suite) => runSuite(suite, context, shard?.count)));
  for (const finding of await findRunViolations(context.executor)) yield { type: 'finding', finding };
}

async function* runSuite(suite: Suite, context: RunContext, shards = 1): AsyncGenerator<RunEvent, void, void> {
  const begin = performance.now();
  const skipped = new SkippedRequests();
  const statuses = { pass: 0, fail: 0, error: 0, skip: 0 };
  let [expected, reported] = [0, 0];
  const control: RunControl = {
    ...context.control,
    onSkip: (...reason) => skipped.add(...reason),
    onCaseCount: (cases) => {
      expected = Math.round(cases / shards);
    },
  };
  for await (const result of suite.run({ ...context, control })) {
    if (expected !== reported) yield { type: 'plan', suite: suite.name, cases: expected };
    reported = expected;
    statuses[result.status]++;
    yield { type: 'result', result };
  }
  for (const [pointer, count] of context.source.contract.schemas.takeNotEvaluated())
    skipped.add(notEvaluated(context.source.contract, pointer, count));
  const durationMs = performance.now() - begin;
  const { text } = skipped;
  const summary = { name: suite.name, ...statuses, durationMs };
  yield { type: 'suite', suite: text === undefined ? summary : { ...summary, skippedReason: text } };
}

function notEvaluated({ document }: Contract, pointer: string, count: number): string {
  const location = formatLocation(document.locate(pointer));
  return `${location} was not evaluated for ${pluralize(count, 'value')}: it takes too long on them`;
}

/**
 * Verifies a service, or the mock, and returns the report; {@link run} yields the events on the way.
 * @example
 * const report = await verify({ spec: 'openapi.yaml', target: 'http://127.0.0.1:8080' });
 * if (report.verdict !== 'passed') throw new Error(report.summary);
 * @param signal ends the run early; the report has what was found until then
 * @throws {InputError} for a document that cannot be used
 * @throws {UsageError} for invalid options, and a target that does not listen
 */
export async function verify(
  options: VerifyOptions = {},
  signal: AbortSignal = new AbortController().signal,
): Promise<Report> {
  for await (const event of run(resolveOptions(options), signal)) if (event.type === 'end') return event.report;
  throw new Error('the run ended without a report');
}
