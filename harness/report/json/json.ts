import { InputError } from '../../core/errors.ts';
import type { CaseResult } from '../../core/model.ts';
import type { Report } from '../../core/report.ts';
import { redactReport } from '../redact.ts';
import type { RenderOptions } from '../render-options.ts';
import { array, enumOf, number, object, optional, string } from './codec.ts';
import { acceptedFinding, coverage, findingGroup, gap, operation, outcomeCodec, shard, suite } from './report-codec.ts';

/** Says what a file is, so that no other JSON is taken for a report. */
const REPORT_FORMAT = 'contract-report';

/** Raised with every change of the format that a reader would notice; described by report.schema.json. */
const REPORT_VERSION = 2;

const head = object({
  tool: object({ name: string, version: string }),
  spec: object({ file: string, overlays: array(string) }),
  target: string,
  seed: number,
  shard: optional(shard),
  notes: optional(array(string)),
  baseline: optional(array(acceptedFinding)),
  started: string,
  durationMs: number,
  verdict: enumOf('passed', 'failed', 'unverified', 'not-run'),
  summary: string,
  suites: array(suite),
  operations: array(operation),
  findings: array(findingGroup),
  coverage: array(coverage),
  unspecified: array(gap),
  sources: array(object({ file: string, text: string })),
});

/** Renders a report as JSON, as in report.schema.json, with a line per list item, so that reports can be compared. */
export function jsonReport(unredacted: Report, options: RenderOptions): string {
  const report = redactReport(unredacted, options.secretHeaders);
  const result = outcomeCodec(report.coverage.map(({ clause }) => clause));
  const written = {
    format: REPORT_FORMAT,
    version: REPORT_VERSION,
    ...(head.write(report) as object),
    results: report.results.filter(isListed(report, options)).map((each) => result.write(each)),
  };
  const present = Object.entries(written).filter(([, value]) => value !== undefined);
  const members = present.map(([name, value]) => `${JSON.stringify(name)}: ${lines(value)}`);
  return `{\n${members.join(',\n')}\n}\n`;
}

/** Passed results are only counted, unless all are wanted; `contract merge` needs all those of a shard. */
function isListed({ shard }: Report, { full = false }: RenderOptions): (result: CaseResult) => boolean {
  return ({ status, findings }) => full || shard !== undefined || status !== 'pass' || findings.length > 0;
}

/**
 * Reads back what {@link jsonReport} wrote; nothing in it is guessed, repaired or passed over.
 * @throws {ContractError} for text that is no report of this version, naming the place and what is expected there
 */
export function readReport(source: string): Report {
  const json = parse(source);
  if (typeof json !== 'object' || json === null) throw new InputError('not a report: expected an object');
  const { format, version, results, ...rest } = json as Readonly<Record<string, unknown>>;
  if (format !== REPORT_FORMAT) throw new InputError(`not a report: member format is not "${REPORT_FORMAT}"`);
  if (version !== REPORT_VERSION)
    throw new InputError(
      `a report of version ${JSON.stringify(version)}; this program reads version ${REPORT_VERSION}`,
    );
  const report = head.read(rest, '');
  const result = outcomeCodec(report.coverage.map(({ clause }) => clause));
  return { ...report, results: array(result).read(results, 'results') };
}

function parse(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch (error) {
    throw new InputError(`not a report: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function lines(value: unknown): string {
  if (!Array.isArray(value) || value.length === 0) return JSON.stringify(value);
  return `[\n${value.map((item) => JSON.stringify(item)).join(',\n')}\n]`;
}
