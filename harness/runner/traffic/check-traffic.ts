import { createChecks } from '../../checks/index.ts';
import { withSeverity } from '../../checks/severity.ts';
import type { CaseResult, Operation } from '../../core/model.ts';
import { type Report, type RunEvent, TRAFFIC } from '../../core/report.ts';
import { ExampleWriter } from '../../generate/examples/example-writer.ts';
import { readEntries } from '../../http/har/read-entries.ts';
import { readExchange } from '../../http/har/recorded-exchange.ts';
import type { Contract } from '../../openapi/contract.ts';
import { credentialNames } from '../../openapi/credential-names.ts';
import { RunTotals } from '../../report/aggregate/run-totals.ts';
import { type RunMetadata, summarize } from '../../report/aggregate/summarize.ts';
import { redactEvent } from '../../report/redact.ts';
import { redactFields } from '../../report/redact-fields.ts';
import { ClauseCoverageIndex } from '../conclude/clause-coverage.ts';
import { baselineStatus, collectMetadata } from '../metadata.ts';
import { type PreparedCheck, prepareCheck } from '../prepare-run.ts';
import { createServiceState } from '../service/service-state.ts';
import {
  type EvaluatedExchange,
  evaluateRecorded,
  type RoutedExchange,
  type TrafficEvaluator,
} from './evaluate-recorded.ts';
import { resolveTrafficOptions, type TrafficConfig, type TrafficOptions } from './options.ts';
import { RequestClauseIndex } from './request-clauses.ts';
import { TrafficRouter } from './route-exchange.ts';
import { TrafficCounts } from './traffic-notes.ts';
import { formatOccurrences } from './undocumented-requests.ts';

/**
 * Checks recorded traffic, of a browser, a load test or a proxy, against the contract, and returns the report.
 * @example
 * const report = await checkTraffic({ spec: 'openapi.yaml', files: ['session.har'] });
 * if (report.verdict !== 'passed') throw new Error(report.summary);
 * @param signal ends the check early; the report has what was found until then
 * @throws {InputError} for a document or a recording that cannot be used
 * @throws {UsageError} for invalid options
 */
export async function checkTraffic(
  options: TrafficOptions,
  signal: AbortSignal = new AbortController().signal,
): Promise<Report> {
  for await (const event of readTraffic(resolveTrafficOptions(options), signal))
    if (event.type === 'end') return event.report;
  throw new Error('the check ended without a report');
}

/** Checks recorded traffic: yields events as a run does; the last one carries the report. */
export async function* readTraffic(config: TrafficConfig, stop: AbortSignal): AsyncGenerator<RunEvent, void, void> {
  const started = new Date();
  const begin = performance.now();
  const prepared = await prepareCheck(config.run);
  yield { type: 'start', target: config.files.join(', '), suites: [TRAFFIC], seed: config.run.seed };
  const check = new TrafficCheck(config, prepared);
  const mask = createMask(prepared.contract, config.run.secretFields);
  for (const file of config.files)
    for await (const result of check.read(file, stop)) yield mask({ type: 'result', result });
  const suite = { name: TRAFFIC, ...check.statuses, durationMs: performance.now() - begin };
  yield { type: 'suite', suite };
  check.writeExamples();
  const facts = {
    target: check.target,
    started: started.toISOString(),
    durationMs: performance.now() - begin,
    suites: [suite],
  };
  const stopped = stop.aborted ? 'the check was stopped' : undefined;
  const report = summarize({ ...check.metadata(), ...facts, stopped }, check.totals);
  yield mask({ type: 'end', report });
}

/** Masks the values of API keys, and of the fields that the user names. */
function createMask(contract: Contract, secretFields: readonly string[]): (event: RunEvent) => RunEvent {
  const keys = credentialNames(contract);
  const fields = [...secretFields, ...keys];
  return (event) => redactFields(keys.length > 0 ? redactEvent(event, keys, []) : event, fields);
}

/** The check of some recordings, one after another. */
class TrafficCheck {
  readonly totals: RunTotals;
  readonly statuses = { pass: 0, fail: 0, error: 0, skip: 0 };
  private readonly config: TrafficConfig;
  private readonly prepared: PreparedCheck;
  private readonly contract: Contract;
  private readonly router: TrafficRouter;
  private readonly evaluator: TrafficEvaluator;
  private readonly counts = new TrafficCounts();
  private readonly selected: ReadonlySet<Operation>;
  private readonly examples: ExampleWriter | undefined;
  /** Of the first exchange with an operation. */
  private origin: string | undefined;

  constructor(config: TrafficConfig, prepared: PreparedCheck) {
    const { contract, source, severityPolicy } = prepared;
    this.config = config;
    this.prepared = prepared;
    this.contract = contract;
    this.totals = new RunTotals(source.operations.length);
    this.router = new TrafficRouter(contract, config.baseUrl);
    this.selected = new Set(source.operations);
    this.evaluator = {
      contract,
      checks: createChecks(contract).map((check) => withSeverity(check, severityPolicy)),
      coverage: new ClauseCoverageIndex(contract),
      requestClauses: new RequestClauseIndex(contract),
    };
    this.examples = config.writeExamples === undefined ? undefined : new ExampleWriter(config.run.secretFields);
  }

  async *read(file: string, stop: AbortSignal): AsyncGenerator<CaseResult> {
    for await (const { value, number, line } of readEntries(file, stop)) {
      if (stop.aborted) return;
      const location = { file, line, column: 1 };
      const exchange = readExchange(value, location);
      const { request, response } = exchange;
      const route = this.router.route(request);
      if (route === 'undocumented') this.counts.undocumented.add(request.method, request.url.pathname, location);
      else if (typeof route === 'string') this.counts[route]++;
      else if (!this.selected.has(route.operation)) this.counts.unselected++;
      else {
        if (!request.body.isWhole) this.counts.withoutRequestBody++;
        if (response && !response.body.isWhole) this.counts.withoutResponseBody++;
        yield this.evaluate({ ...exchange, route, number, location });
      }
    }
  }

  private evaluate(exchange: RoutedExchange): CaseResult {
    this.origin ??= exchange.request.url.origin;
    const evaluated = evaluateRecorded(this.evaluator, exchange);
    const { result } = evaluated;
    this.totals.add(result);
    this.statuses[result.status]++;
    if (this.examples) this.addExample(this.examples, exchange, evaluated);
    return result;
  }

  private addExample(examples: ExampleWriter, exchange: RoutedExchange, evaluated: EvaluatedExchange): void {
    const { result, validated } = evaluated;
    const { route, request, response, location } = exchange;
    const isUsable = result.status === 'pass' && result.disposition === 'accepted' && result.expectation === 'any';
    if (!isUsable || !request.body.isWhole || !response) return;
    const { operation, request: sent } = route;
    examples.add({ operation, request: sent, parsed: validated.parsed, status: response.status, location });
  }

  writeExamples(): void {
    const { writeExamples } = this.config;
    if (writeExamples !== undefined) this.examples?.write(writeExamples);
  }

  /** Base URL of the service, as far as the traffic shows it. */
  get target(): string {
    return this.config.baseUrl?.href.replace(/\/$/, '') ?? this.origin ?? this.config.files.join(', ');
  }

  /** What the report says in addition to the totals. */
  metadata(): Omit<RunMetadata, 'target' | 'started' | 'durationMs' | 'suites'> {
    const { contract, operations, errors, source, baseline } = this.prepared;
    const { run, strict } = this.config;
    const serviceState = createServiceState(contract);
    const context = { executor: { unique: source.unique, serviceState } };
    const collected = collectMetadata(run, contract, operations, errors, context);
    const seen = operations.filter(({ id }) => this.totals.totalsOf(id).sent > 0);
    const optional = collected.operations.map((operation) => ({
      ...operation,
      ...(seen.some(({ id }) => id === operation.id) ? {} : { untested: operation.untested ?? 'not in the traffic' }),
      isOptional: true,
    }));
    const notes = [...(collected.notes ?? []), ...this.counts.notes(!strict)];
    return {
      ...collected,
      operations: strict ? [...optional, ...this.undocumentedOperations()] : optional,
      ...(notes.length > 0 ? { notes } : {}),
      ...(baseline ? { baseline: baselineStatus(baseline, run, { contract, operations: seen }, this.totals) } : {}),
    };
  }

  /** Undocumented requests as operations that are not verified, which every report shows. */
  private undocumentedOperations(): RunMetadata['operations'] {
    const location = this.contract.document.locate('#/paths');
    return this.counts.undocumented.list().map((each) => {
      const { method, path, count } = each;
      const id = `${method} ${path}`;
      this.totals.totalsOf(id).sent += count;
      return { id, method, path, location, untested: `not in the document: requested ${formatOccurrences(each)}` };
    });
  }
}
