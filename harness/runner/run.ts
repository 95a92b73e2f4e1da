import type { Operation } from '../core/model.ts';
import type { Report, RunEvent, SuiteSummary } from '../core/report.ts';
import { redactError } from '../core/secrets/redact-error.ts';
import { joinSignals } from '../core/util/join-signals.ts';
import { type OperationTotals, RunTotals } from '../report/aggregate/run-totals.ts';
import { summarize } from '../report/aggregate/summarize.ts';
import { redactEvent } from '../report/redact.ts';
import { redactFields } from '../report/redact-fields.ts';
import type { CallbackAddress } from './callbacks/callback-address.ts';
import { CallbackReceiver } from './callbacks/callback-receiver.ts';
import { findRunViolations } from './conclude/run-findings.ts';
import { streamNotes } from './conclude/stream-notes.ts';
import { createRunContext, type RunContext, testedIds } from './context.ts';
import { lostBases } from './establish/recheck.ts';
import { plannedWrites } from './execute/planned-writes.ts';
import { endRun } from './hooks/end-run.ts';
import { baselineStatus, collectMetadata } from './metadata.ts';
import { type PreparedRun, prepareRun } from './prepare-run.ts';
import { runSuites } from './run-suites.ts';
import { findCatchAll } from './service/catch-all.ts';
import { openService, type RunService } from './service/open-service.ts';
import type { OwnMock } from './service/own-mock/own-mock.ts';
import type { RunConfig } from './settings/options.ts';
import type { CaseSource, RestartService, Suite } from './suite.ts';
import { createSuites } from './suites/index.ts';
import { STATEFUL } from './suites/stateful/name.ts';
import { isReadable } from './suites/stateful/suite.ts';
import { TimeLimit } from './time-limit.ts';

/** What whoever starts a run may have already. */
export interface RunExtras {
  readonly prepared?: PreparedRun | undefined;
  readonly restart?: RestartService | undefined;
}

/**
 * Verifies a target against its contract: loads the document, starts the mock or connects to the target, and runs the
 * suites side by side. Yields events as they happen; the last one carries the report.
 * @throws {InputError} for a document that cannot be used
 * @throws {UsageError} for a target that does not listen, or an unknown operation
 */
export async function* run(
  given: RunConfig,
  stop: AbortSignal,
  { prepared, restart }: RunExtras = {},
): AsyncGenerator<RunEvent, void, void> {
  const controller = new AbortController();
  const signal = joinSignals(stop, controller.signal);
  let suites: readonly Suite[] = [];
  let service: RunService | undefined;
  let limit: TimeLimit | undefined;
  let report: Report | undefined;
  let receiver: CallbackReceiver | undefined;
  let mock: Promise<OwnMock> | undefined;
  try {
    const ready = prepared ?? (await prepareRun(given));
    const { contract, operations, errors, baseline, severityPolicy, source, tookMs } = ready;
    mock = ready.mock;
    const begin = performance.now() - tookMs;
    if (given.callbackAddress) receiver = await openReceiver(given.callbackAddress, source);
    service = await openService(given, source, mock, signal);
    const redact = redaction(service, given);
    const target = service.client.baseUrl;
    limit = new TimeLimit(given.maxTimeMs);
    const context = createRunContext(given, source, severityPolicy, service, { signal, limit, restart });
    const config = { ...given, suites: usefulSuites(given, context) };
    suites = createSuites(config.suites);
    const writes = plannedWrites(source, config, target);
    yield { type: 'start', target, suites: config.suites, seed: config.seed, ...(writes ? { writes } : {}) };
    const totals = new RunTotals(operations.length * suites.length);
    const finished: SuiteSummary[] = [];
    for await (const event of events(suites, context, config, receiver)) {
      if (event.type === 'result') totals.add(event.result);
      if (event.type === 'finding') totals.addRunFinding(event.finding);
      if (event.type === 'suite') finished.push(event.suite);
      yield redact(event);
    }
    const metadata = {
      ...withNotes(collectMetadata(config, contract, inReport(operations, context), errors, context), [
        ...service.notes,
        ...(receiver?.notes(context) ?? []),
        ...streamNotes(contract, operations, totals),
      ]),
      target,
      ...(context.control.repetition ? { repeated: context.control.repetition.counts } : {}),
      doubts: new Map([
        ...lostBases(context.executor),
        ...(await findCatchAll(
          context,
          source.operations.filter(({ id }) => !config.only && acceptsAll(totals.totalsOf(id))),
        )),
      ]),
      notEvaluated: context.executor.coverage.notEvaluated,
      stopped: stop.aborted ? 'the run was stopped' : undefined,
      ...(baseline && !config.only
        ? { baseline: baselineStatus(baseline, config, { contract, operations }, totals) }
        : {}),
      started: new Date(performance.timeOrigin + begin).toISOString(),
      durationMs: performance.now() - begin,
      suites: config.suites.flatMap((name) => finished.filter((suite) => suite.name === name)),
    };
    report = summarize(metadata, totals);
    yield redact({ type: 'end', report });
  } catch (error) {
    throw redactError(error, service?.secrets ?? []);
  } finally {
    limit?.clear();
    controller.abort();
    await Promise.all([receiver?.close(), service?.close(), ...suites.map((suite) => suite.close?.())]);
    await (await mock)?.close();
    if (service) await endRun(given.hooks, report, stop.aborted);
  }
}

/** The suites without one that would have nothing to do, unless the user names it. */
function usefulSuites({ suites, hasDefaultSuites }: RunConfig, { stateful }: RunContext): RunConfig['suites'] {
  const isOpen = hasDefaultSuites && suites.includes(STATEFUL);
  if (!isOpen || stateful?.model().types.some(isReadable)) return suites;
  return suites.filter((name) => name !== STATEFUL);
}

/** The operations under test, or those of the cases that are repeated. */
function inReport(operations: readonly Operation[], { control: { repetition } }: RunContext): readonly Operation[] {
  return repetition ? operations.filter(({ id }) => repetition.hasOperation(id)) : operations;
}

/** Has requests name the receiver wherever the document takes the URL of a callback from them. */
async function openReceiver(
  address: CallbackAddress,
  { contract, operations, unique }: CaseSource,
): Promise<CallbackReceiver> {
  const { receiver, values } = await CallbackReceiver.open(contract, operations, address);
  unique.addKnown(values);
  return receiver;
}

function acceptsAll({ accepted, rejected }: OperationTotals): boolean {
  return accepted > 0 && rejected === 0;
}

/** Masks the credentials and secret fields of a run, so that whoever reads its events need not know them. */
function redaction({ secrets, secretHeaders }: RunService, { secretFields }: RunConfig): (event: RunEvent) => RunEvent {
  return (event) => {
    const masked = redactFields(event, secretFields);
    const isPlain = secrets.size === 0 && secretHeaders.size === 0;
    return isPlain ? masked : redactEvent(masked, [...secretHeaders], [...secrets]);
  };
}

async function* events(
  suites: readonly Suite[],
  context: RunContext,
  { shard, consistencyMs }: RunConfig,
  receiver: CallbackReceiver | undefined,
): AsyncGenerator<RunEvent, void, void> {
  yield* runSuites(suites, context, shard?.count);
  const tested = testedIds(context);
  for (const finding of await findRunViolations(context.executor))
    if (finding.evidence.some(({ operation }) => tested.has(operation))) yield { type: 'finding', finding };
  if (!receiver) return;
  await receiver.settle(context, consistencyMs);
  for (const finding of receiver.violations.findings(context.executor.severityPolicy))
    yield { type: 'finding', finding };
}

function withNotes<T extends { readonly notes?: readonly string[] }>(metadata: T, more: readonly string[] = []): T {
  return more.length === 0 ? metadata : { ...metadata, notes: [...(metadata.notes ?? []), ...more] };
}
