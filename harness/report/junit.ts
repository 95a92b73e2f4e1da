import { caseCount } from '../core/case-counts.ts';
import { type CaseResult, findingKey } from '../core/model.ts';
import type { FindingGroup, OperationSummary, Report } from '../core/report.ts';
import { groupBy } from '../core/util/group-by.ts';
import { pluralize } from '../core/util/pluralize.ts';
import { redactReport } from './redact.ts';
import { type RenderOptions, repositoryPath } from './render-options.ts';
import { escapeInvisible, escapeXml } from './text/escape.ts';
import { evidenceText } from './text/evidence.ts';

type Options = RenderOptions;

/** The suite with a test case per operation that fails if the operation is not verified: else such a run would look passed. */
const OPERATIONS_SUITE = 'operations';
/** The suite of findings that no case shows alone. */
const RUN_SUITE = 'run';

/**
 * Renders a run as JUnit XML, valid against Jenkins' junit-10.xsd, with a test case per case. `<failure>`: the contract is violated;
 * `<error>`: not sent; `<skipped>`: inconclusive.
 */
export function junitReport(unredacted: Report, options: Options): string {
  const report = redactReport(unredacted, options.secretHeaders);
  const bySuite = groupBy(report.results, ({ suite }) => suite);
  const suites = report.suites.map((summary) => {
    const { name, durationMs, skippedReasons = [] } = summary;
    const results = withUniqueNames(bySuite.get(name) ?? []);
    const cases = results.map((result) => testCase(result, report, options));
    const unlisted = caseCount([summary]) - cases.length;
    const notes = [
      ...skippedReasons.map((reason) => `skipped: ${reason}`),
      ...(unlisted > 0 ? [`${pluralize(unlisted, 'more case')} counted, not listed`] : []),
    ];
    const systemOut = notes.length > 0 ? [element('system-out', {}, escapeInvisible(notes.join('\n')))] : [];
    return suite(name, report, durationMs, cases, systemOut);
  });
  const operations = report.operations.map((operation) => operationCase(operation, report, options));
  const shownByRun = runFindings(report).map((group) => findingCase(group, report, options));
  const runSuite = shownByRun.length > 0 ? [suite(RUN_SUITE, report, 0, shownByRun, [])] : [];
  const all = [...suites, ...runSuite, suite(OPERATIONS_SUITE, report, 0, operations, [])];
  const totals = { ...totalsOf(all.flatMap(({ cases }) => cases)), time: time(report.durationMs) };
  const content = all.map(({ xml }) => xml).join('\n');
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('testsuites', { name: report.tool.name, ...totals }, content, true)}\n`;
}

/** Violations that several exchanges together show: no case of its own fails. */
function runFindings({ findings, results, shard }: Report): FindingGroup[] {
  if (shard) return [];
  const failed = new Set(
    results.flatMap(({ operation, findings }) => findings.map((finding) => findingKey(operation, finding))),
  );
  return findings.filter(({ key, severity }) => severity === 'error' && !failed.has(key));
}

function findingCase(group: FindingGroup, report: Report, options: Options): TestCase {
  const name = group.cases.join(', ');
  const attributes = { ...identity(name, RUN_SUITE, group.operation, report, options), time: '0.000' };
  const view = { target: report.target, secretHeaders: options.secretHeaders };
  const evidence = evidenceText(group, group.exchange, view);
  const failure = element('failure', { type: group.check, message: group.message }, evidence);
  return { result: 'failure', xml: element('testcase', attributes, failure, true) };
}

interface TestCase {
  readonly result: 'pass' | 'failure' | 'error' | 'skipped';
  readonly xml: string;
}

function suite(name: string, report: Report, durationMs: number, cases: readonly TestCase[], notes: readonly string[]) {
  const { errors, failures, tests } = totalsOf(cases);
  const skipped = String(cases.filter(({ result }) => result === 'skipped').length);
  const timestamp = report.started.replace(/\.\d+Z$|Z$/, '');
  const attributes = { name, tests, failures, errors, skipped, time: time(durationMs), timestamp };
  const properties = [
    ['target', report.target],
    ['spec', report.spec.file],
    ['seed', String(report.seed)],
    ['verdict', report.verdict],
    ['summary', report.summary],
  ].map(([key = '', value = '']) => element('property', { name: key, value }));
  const content = [
    element('properties', {}, `\n${properties.join('\n')}\n`, true),
    ...cases.map(({ xml }) => xml),
    ...notes,
  ];
  return { cases, xml: element('testsuite', attributes, `\n${content.join('\n')}\n`, true) };
}

function totalsOf(cases: readonly TestCase[]) {
  const count = (wanted: TestCase['result']) => String(cases.filter(({ result }) => result === wanted).length);
  return { tests: String(cases.length), failures: count('failure'), errors: count('error') };
}

/** Names a test case uniquely among those of all suites and documents; `file` is the document. */
function identity(name: string, suiteName: string, operation: string, { spec }: Report, { repository }: Options) {
  const file = repositoryPath(spec.file, repository);
  return { name, classname: `${file}.${suiteName}.${operation}`, file };
}

/** Numbers test cases that would have the same name: CI systems compare runs by names. */
function withUniqueNames(results: readonly CaseResult[]): CaseResult[] {
  const keyOf = ({ operation, case: name }: CaseResult) => JSON.stringify([operation, name]);
  // A suite may number its cases itself.
  const own = new Set(results.map(keyOf));
  const counts = new Map<string, number>();
  return results.map((result) => {
    const key = keyOf(result);
    let count = counts.get(key) ?? 0;
    let named = result;
    do {
      count++;
      if (count > 1) named = { ...result, case: `${result.case} (${count})` };
    } while (count > 1 && own.has(keyOf(named)));
    counts.set(key, count);
    return named;
  });
}

function testCase(caseResult: CaseResult, report: Report, options: Options): TestCase {
  const { case: name, suite: suiteName, operation, durationMs } = caseResult;
  const attributes = { ...identity(name, suiteName, operation, report, options), time: time(durationMs) };
  const view = { target: report.target, secretHeaders: options.secretHeaders };
  const evidence = caseResult.findings.map((finding) => evidenceText(finding, caseResult.exchange, view)).join('\n\n');
  const message =
    caseResult.findings.find(({ severity }) => severity === 'error')?.message ?? caseResult.inconclusiveReason ?? '';
  const result = ({ pass: 'pass', fail: 'failure', error: 'error', skip: 'skipped' } as const)[caseResult.status];
  if (result === 'pass') {
    const warnings = evidence === '' ? '' : element('system-out', {}, evidence);
    return { result, xml: element('testcase', attributes, warnings, true) };
  }
  const type = caseResult.findings[0]?.check ?? caseResult.status;
  return { result, xml: element('testcase', attributes, element(result, { type, message }, evidence), true) };
}

function operationCase(
  { id, verified, known, reason = '' }: OperationSummary,
  report: Report,
  options: Options,
): TestCase {
  const attributes = { ...identity(`${id} is verified`, OPERATIONS_SUITE, id, report, options), time: '0.000' };
  if (verified) return { result: 'pass', xml: element('testcase', attributes) };
  if (known) return { result: 'pass', xml: element('testcase', attributes, element('system-out', {}, reason), true) };
  return {
    result: 'failure',
    xml: element('testcase', attributes, element('failure', { type: 'unverified', message: reason }), true),
  };
}

function time(ms: number): string {
  return (ms / 1000).toFixed(3);
}

function element(name: string, attributes: Readonly<Record<string, string>>, content = '', isMarkup = false): string {
  const start = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${escapeXml(value).replaceAll('\n', '&#10;')}"`,
  );
  const inner = isMarkup ? content : escapeXml(content);
  return inner === '' ? `<${name}${start.join('')}/>` : `<${name}${start.join('')}>${inner}</${name}>`;
}
