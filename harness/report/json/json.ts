import * as z from 'zod';
import { InputError } from '../../core/errors.ts';
import type { CaseResult } from '../../core/model.ts';
import type { ClauseCoverage, FindingGroup, Report } from '../../core/report.ts';
import { textParts } from '../../core/util/text-parts.ts';
import { exchangeScript, sequenceScript } from '../curl/sequence-script.ts';
import { redactReport } from '../redact.ts';
import type { RenderOptions } from '../render-options.ts';
import { escapeCode } from '../text/escape.ts';
import { ClauseReferences } from './clause-references.ts';
import { MAX_LISTED_CLAUSES, REPORT_FORMAT, REPORT_VERSION, type ReportFile, reportFile } from './report-schema.ts';
import { schemaError } from './schema-errors.ts';

/** Renders a report as JSON, as in report.schema.json, with a line per list item, so that reports can be compared. */
export function jsonReport(report: Report, options: RenderOptions): string {
  return [...jsonReportParts(report, options)].join('');
}

/** As {@link jsonReport}, in parts: the report of a large document has a hundred thousand clauses. */
export function* jsonReportParts(unredacted: Report, options: RenderOptions): Generator<string> {
  const report = redactReport(unredacted, options.secretHeaders);
  const coverage = report.coverage.filter(isListedClause(report, options));
  const references = new ClauseReferences(coverage.map(({ clause }) => clause));
  const results = report.results.filter(isListed(report, options)).map((result) => references.toEntry(result));
  const findings = report.findings.map((group) => withScript(group, report.target, options));
  const file = {
    ...report,
    coverage: [],
    sources: [],
    format: REPORT_FORMAT,
    version: REPORT_VERSION,
    findings,
    results,
  } as unknown as ReportFile;
  const present = Object.entries(z.encode(reportFile, file)).filter(([, value]) => value !== undefined);
  for (const [index, [name, value]] of present.entries()) {
    yield `${index === 0 ? '{\n' : ',\n'}${JSON.stringify(name)}: `;
    if (name === 'coverage') yield* coverageParts(coverage);
    else if (name === 'sources') yield* sourceParts(report.sources);
    else yield lines(value);
  }
  yield '\n}\n';
}

/** Clauses that are written at once. */
const CHUNK = 100;

function* coverageParts(coverage: Report['coverage']): Generator<string> {
  const { coverage: schema } = reportFile.shape;
  if (coverage.length === 0) yield '[]';
  for (let start = 0; start < coverage.length; start += CHUNK) {
    const items = z.encode(schema, coverage.slice(start, start + CHUNK) as ReportFile['coverage']);
    const text = items.map(stringify).join(',\n');
    yield `${start === 0 ? '[' : ','}\n${text}${start + CHUNK >= coverage.length ? '\n]' : ''}`;
  }
}

function* sourceParts(sources: Report['sources']): Generator<string> {
  if (sources.length === 0) yield '[]';
  for (const [index, source] of sources.entries()) {
    yield `${index === 0 ? '[' : ','}\n{"file":${stringify(source.file)},"text":"`;
    for (const part of source.parts?.() ?? textParts(source.text)) yield stringify(part).slice(1, -1);
    yield index === sources.length - 1 ? '"}\n]' : '"}';
  }
}

/** Adds the script that sends a sequence again, or a request about records that exist only in its run. */
function withScript(group: FindingGroup, target: string, { secretHeaders }: RenderOptions): object {
  const { sequence, exchange } = group;
  if (sequence) return { ...group, script: sequenceScript(target, sequence, secretHeaders).join('\n') };
  if (!exchange?.lineage) return group;
  return { ...group, script: exchangeScript(target, exchange, secretHeaders).join('\n') };
}

/** Hundreds of megabytes of clauses that no request was about are of no use to anybody; `contract merge` needs those of a shard. */
function isListedClause(
  { shard, coverage }: Report,
  { full = false }: RenderOptions,
): (each: ClauseCoverage) => boolean {
  const isWhole = full || shard !== undefined || coverage.length <= MAX_LISTED_CLAUSES;
  return ({ clause, state }) =>
    isWhole || state === 'violated' || (state === 'uncovered' && clause.direction === 'request');
}

/** Passed results are only counted, unless all are wanted; `contract merge` needs all those of a shard. */
function isListed({ shard }: Report, { full = false }: RenderOptions): (result: CaseResult) => boolean {
  return ({ status, findings }) => full || shard !== undefined || status !== 'pass' || findings.length > 0;
}

/**
 * Reads a report that {@link jsonReport} wrote.
 * @throws {InputError} for anything else, with the place and what is expected there
 */
export function readReport(source: string): Report {
  const json = parse(source);
  if (typeof json !== 'object' || json === null) throw new InputError('not a report: expected an object');
  const { format, version } = json as Readonly<Record<string, unknown>>;
  if (format !== REPORT_FORMAT) throw new InputError(`not a report: property format is not "${REPORT_FORMAT}"`);
  if (version !== REPORT_VERSION)
    throw new InputError(
      `a report of version ${JSON.stringify(version)}; this program reads version ${REPORT_VERSION}`,
    );
  const parsed = reportFile.safeParse(json);
  if (!parsed.success) throw schemaError(parsed.error.issues, json);
  const { format: _, version: __, results, ...report } = parsed.data;
  const references = new ClauseReferences(report.coverage.map(({ clause }) => clause));
  return {
    ...report,
    results: results.map((entry, index) => references.toResult(entry, `results[${index}]`)),
  } as unknown as Report;
}

function parse(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch (error) {
    throw new InputError(`not a report: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function lines(value: unknown): string {
  if (!Array.isArray(value) || value.length === 0) return stringify(value);
  return `[\n${value.map(stringify).join(',\n')}\n]`;
}

/** Nothing in a report that is printed to a log is a command or invisible. */
function stringify(value: unknown): string {
  return escapeCode(JSON.stringify(value));
}
