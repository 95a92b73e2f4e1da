import { UsageError } from '../core/errors.ts';
import type { BaselineFinding, Report, Shard, SuiteSummary } from '../core/report.ts';
import { pluralize } from '../core/util/pluralize.ts';
import { RunTotals } from './aggregate/run-totals.ts';
import { summarize } from './aggregate/summarize.ts';

/** The report of a shard with its name for messages. */
export interface ShardReport {
  readonly name: string;
  readonly report: Report;
}

type Part = ShardReport & { readonly shard: Shard };

/**
 * Merges the reports of all shards of a run into the report of the whole run.
 * @returns the only report, if it is that of a whole run, as one shard of one gives it
 * @throws {UsageError} for a shard that is missing, given twice, or of another run
 */
export function mergeReports(shards: readonly ShardReport[]): Report {
  const [whole] = shards;
  if (whole && shards.length === 1 && whole.report.shard === undefined) return whole.report;
  const [first, ...others] = shards.map(requireShard);
  if (first === undefined) throw new UsageError('nothing to merge: pass the JSON reports of all shards');
  for (const other of others) requireSameRun(first, other);
  requireAll([first, ...others]);
  const {
    shard: _,
    verdict,
    summary,
    operations,
    findings,
    causes,
    clauses: __,
    coverage,
    results,
    baseline,
    ...metadata
  } = first.report;
  const totals = new RunTotals(operations.length * metadata.suites.length);
  const reports = shards.map(({ report }) => report);
  for (const report of reports) totals.absorb(report);
  const stopped = reports.find(
    (report) => report.verdict === 'unverified' && report.operations.every(({ verified }) => verified),
  );
  return summarize(
    {
      ...metadata,
      ...(baseline ? { baseline: baseline.map((finding, index) => presentInAny(finding, index, reports)) } : {}),
      operations: operations.map(({ id, method, path, location, unique }) => {
        const learned = unique ? { unique } : {};
        const notReached = reports.flatMap(
          (report) => report.operations.find((each) => each.id === id)?.notReached ?? [],
        )[0];
        return {
          id,
          method,
          path,
          location,
          ...learned,
          ...(notReached === undefined ? {} : { notReached }),
          ...untestedIn(reports, id, totals),
        };
      }),
      clauses: coverage.map(({ clause }) => clause),
      notEvaluated: new Set(
        reports.flatMap((report) =>
          report.coverage.flatMap(({ clause, notEvaluated }) => (notEvaluated ? [clause.id] : [])),
        ),
      ),
      notChecked: new Map(
        reports.flatMap((report) =>
          report.coverage.flatMap(({ clause, notChecked, reason = '' }) => (notChecked ? [[clause.id, reason]] : [])),
        ),
      ),
      suites: metadata.suites.map((suite) => mergeSuite(suite, reports)),
      started: reports.map(({ started }) => started).sort()[0] ?? metadata.started,
      durationMs: Math.max(...reports.map(({ durationMs }) => durationMs)),
      stopped: stopped?.summary,
    },
    totals,
  );
}

function requireShard({ name, report }: ShardReport): Part {
  if (report.shard) return { name, report, shard: report.shard };
  throw new UsageError(`${name} is the report of a whole run, not of a shard`);
}

/** What the shards of a run have in common. Not the target: each machine may test its own instance. */
const COMMON_FACTS: Readonly<Record<string, (report: Report) => unknown>> = {
  'number of shards': ({ shard }) => shard?.count,
  seed: ({ seed }) => seed,
  'version of this program': ({ tool }) => tool.version,
  document: ({ spec, sources, coverage }) => [spec, sources, coverage.map(({ clause }) => clause)],
  operations: ({ operations }) => operations.map(({ id }) => id),
  suites: ({ suites }) => suites.map(({ name }) => name),
  baseline: ({ baseline }) =>
    baseline?.map(({ operation, check, clause, outcome }) => [operation, check, clause, outcome]),
};

function requireSameRun(first: Part, other: Part): void {
  for (const [what, of] of Object.entries(COMMON_FACTS)) {
    const [ours, theirs] = [JSON.stringify(of(first.report)), JSON.stringify(of(other.report))];
    if (ours === theirs) continue;
    const values =
      ours !== undefined && theirs !== undefined && ours.length + theirs.length < 60 ? `: ${ours} and ${theirs}` : '';
    throw new UsageError(`${first.name} and ${other.name} are of different runs: the ${what} differs${values}`);
  }
}

function requireAll(parts: readonly Part[]): void {
  const count = parts[0]?.shard.count ?? 0;
  const byNumber = new Map<number, Part>();
  for (const part of parts) {
    const { number } = part.shard;
    const twin = byNumber.get(number);
    if (twin) throw new UsageError(`shard ${number}/${count} is given twice: ${twin.name} and ${part.name}`);
    byNumber.set(number, part);
  }
  const missing = Array.from({ length: count }, (_, index) => index + 1).filter((number) => !byNumber.has(number));
  if (missing.length === 0) return;
  const names = missing.map((number) => `${number}/${count}`).join(', ');
  throw new UsageError(`${pluralize(missing.length, 'shard')} missing: ${names}. Pass the reports of all ${count}.`);
}

/** A shard gives a reason only for an operation that is not tested, or not needed, which may be otherwise in another shard. */
function untestedIn(reports: readonly Report[], id: string, totals: RunTotals) {
  const isSent = totals.totalsOf(id).sent > 0;
  const own = reports.flatMap(({ operations }) => operations.find((each) => each.id === id) ?? []);
  const untested = own.find(({ reason, known, sent }) => reason !== undefined && !(known && sent === 0 && isSent));
  return untested ? { untested: untested.reason, isOptional: untested.known ?? false } : {};
}

function presentInAny(finding: BaselineFinding, index: number, reports: readonly Report[]): BaselineFinding {
  return { ...finding, stillPresent: reports.some(({ baseline }) => baseline?.[index]?.stillPresent === true) };
}

function mergeSuite(suite: SuiteSummary, reports: readonly Report[]): SuiteSummary {
  const { skippedReasons: _, notSent: __, ...rest } = suite;
  const same = reports.flatMap(({ suites }) => suites.filter(({ name }) => name === suite.name));
  const reasons = new Set(same.flatMap(({ skippedReasons }) => skippedReasons ?? []));
  const skipped = reasons.size > 0 ? { skippedReasons: [...reasons] } : {};
  const notSent = same.flatMap((each) => each.notSent ?? []);
  const sum = {
    cases: notSent.reduce((total, { cases }) => total + cases, 0),
    isLowerBound: notSent.some(({ isLowerBound }) => isLowerBound),
  };
  return {
    ...rest,
    ...(notSent.length > 0 ? { notSent: sum } : {}),
    durationMs: Math.max(...same.map(({ durationMs }) => durationMs)),
    ...skipped,
  };
}
