import { UsageError } from '../core/errors.ts';
import type { BaselineFinding, Report, Shard, SuiteSummary } from '../core/report.ts';
import { RunTotals } from './aggregate/run-totals.ts';
import { pluralize, summarize } from './aggregate/summarize.ts';

/** The report of a shard, and what to call it in messages. */
export interface ShardReport {
  readonly name: string;
  readonly report: Report;
}

type Part = ShardReport & { readonly shard: Shard };

/**
 * Joins the reports of all shards of a run into the one that a run of the whole would have given, but for times.
 * @throws {UsageError} for a shard that is missing, doubled, or of another run
 */
export function mergeReports(given: readonly ShardReport[]): Report {
  const [first, ...others] = given.map(requireShard);
  if (first === undefined) throw new UsageError('nothing to merge: give the JSON reports of all shards');
  for (const other of others) requireSameRun(first, other);
  requireEach([first, ...others]);
  const { shard: _, verdict, summary, operations, findings, coverage, results, baseline, ...facts } = first.report;
  const tally = new RunTotals(operations.length * facts.suites.length);
  const reports = given.map(({ report }) => report);
  for (const report of reports) tally.absorb(report);
  const stopped = reports.find(
    (report) => report.verdict === 'unverified' && report.operations.every(({ verified }) => verified),
  );
  return summarize(
    {
      ...facts,
      ...(baseline ? { baseline: baseline.map((finding, index) => seenInAny(finding, index, reports)) } : {}),
      operations: operations.map(({ id, method, path, location, reason }) => {
        // A shard gives a reason only for an operation that is not tested at all.
        return { id, method, path, location, ...(reason === undefined ? {} : { untested: reason }) };
      }),
      clauses: coverage.map(({ clause }) => clause),
      suites: facts.suites.map((suite) => joinSuite(suite, reports)),
      started: reports.map(({ started }) => started).sort()[0] ?? facts.started,
      durationMs: Math.max(...reports.map(({ durationMs }) => durationMs)),
      stopped: stopped?.summary,
    },
    tally,
  );
}

function requireShard({ name, report }: ShardReport): Part {
  if (report.shard) return { name, report, shard: report.shard };
  throw new UsageError(`${name} is the report of a whole run, not of a shard: there is nothing to merge it with`);
}

/** What all shards of a run have in common. The target is not among it: each machine may have a service of its own. */
const COMMON: Readonly<Record<string, (report: Report) => unknown>> = {
  'number of shards': ({ shard }) => shard?.count,
  seed: ({ seed }) => seed,
  'version of this program': ({ tool }) => tool.version,
  document: ({ spec, sources, coverage }) => [spec, sources, coverage.map(({ clause }) => clause)],
  operations: ({ operations }) => operations.map(({ id }) => id),
  suites: ({ suites }) => suites.map(({ name }) => name),
  baseline: ({ baseline }) => baseline?.map(({ operation, check, clause }) => [operation, check, clause]),
};

function requireSameRun(first: Part, other: Part): void {
  for (const [what, of] of Object.entries(COMMON)) {
    const [ours, theirs] = [JSON.stringify(of(first.report)), JSON.stringify(of(other.report))];
    if (ours === theirs) continue;
    const values =
      ours !== undefined && theirs !== undefined && ours.length + theirs.length < 60 ? `: ${ours} and ${theirs}` : '';
    throw new UsageError(
      `${first.name} and ${other.name} are not of the same run: they differ in the ${what}${values}`,
    );
  }
}

function requireEach(parts: readonly Part[]): void {
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
  throw new UsageError(`${pluralize(missing.length, 'shard')} missing: ${names}. Give the reports of all ${count}.`);
}

function seenInAny(finding: BaselineFinding, index: number, reports: readonly Report[]): BaselineFinding {
  return { ...finding, stillPresent: reports.some(({ baseline }) => baseline?.[index]?.stillPresent === true) };
}

function joinSuite(suite: SuiteSummary, reports: readonly Report[]): SuiteSummary {
  const { skippedReason: _, ...rest } = suite;
  const same = reports.flatMap(({ suites }) => suites.filter(({ name }) => name === suite.name));
  const reasons = new Set(same.flatMap(({ skippedReason }) => skippedReason ?? []));
  const skipped = reasons.size > 0 ? { skippedReason: [...reasons].join('; ') } : {};
  return { ...rest, durationMs: Math.max(...same.map(({ durationMs }) => durationMs)), ...skipped };
}
