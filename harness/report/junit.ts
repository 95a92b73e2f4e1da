import { type CaseResult, findingKey } from '../core/model.ts';
import type { FindingGroup, OperationSummary, Report } from '../core/report.ts';
import { caseCount } from '../core/report.ts';
import { groupBy } from '../core/util/group-by.ts';
import { redactReport } from './redact.ts';
import { evidenceText } from './text/evidence.ts';
import { escapeInvisible, pluralize } from './text/excerpt.ts';

type Options = { readonly secretHeaders: readonly string[] };

/** Name of the suite that says of each operation whether it is proven; without it an unproven run would read as a pass. */
const PROVEN_SUITE = 'proven';
/** Name of the suite of findings that no case shows alone. */
const RUN_SUITE = 'run';

/**
 * The run as JUnit XML, valid against Jenkins' junit-10.xsd: a suite per suite, a test case per case. `<failure>`: the contract is
 * broken; `<error>`: could not ask; `<skipped>`: asked, and the answer proves nothing.
 */
export function junitReport(given: Report, options: Options): string {
  const report = redactReport(given, options.secretHeaders);
  const bySuite = groupBy(report.results, ({ suite }) => suite);
  const suites = report.suites.map((summary) => {
    const { name, durationMs, skippedReason } = summary;
    const results = bySuite.get(name) ?? [];
    const cases = results.map((result) => testCase(result, report, options));
    const unlisted = caseCount([summary]) - cases.length;
    const notes = [
      ...(skippedReason === undefined ? [] : [`left out: ${skippedReason}`]),
      ...(unlisted > 0 ? [`${pluralize(unlisted, 'further case')} counted, not listed`] : []),
    ];
    const out = notes.length > 0 ? [element('system-out', {}, escapeInvisible(notes.join('\n')))] : [];
    return suite(name, report, durationMs, cases, out);
  });
  const shownByRun = runFindings(report).map((group) => findingCase(group, report, options));
  const runSuite = shownByRun.length > 0 ? [suite(RUN_SUITE, report, 0, shownByRun, [])] : [];
  const all = [...suites, ...runSuite, suite(PROVEN_SUITE, report, 0, report.operations.map(provenCase), [])];
  const totals = { ...totalsOf(all.flatMap(({ cases }) => cases)), time: time(report.durationMs) };
  const content = all.map(({ xml }) => xml).join('\n');
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('testsuites', { name: report.tool.name, ...totals }, content, true)}\n`;
}

/** Violations that several exchanges together show: no case of its own fails. */
function runFindings({ findings, results, shard }: Report): FindingGroup[] {
  if (shard) return [];
  const failed = new Set(
    results.flatMap(({ operation, findings }) =>
      findings.map(({ check, clause }) => findingKey(operation, check, clause.id)),
    ),
  );
  return findings.filter(({ key, severity }) => severity === 'error' && !failed.has(key));
}

function findingCase(group: FindingGroup, report: Report, options: Options): TestCase {
  const attributes = { name: group.cases.join(', '), classname: group.operation, time: '0.000' };
  const view = { target: report.target, secretHeaders: options.secretHeaders };
  const evidence = evidenceText(group, group.exchange, view);
  const failure = element('failure', { type: group.check, message: group.message }, evidence);
  return { result: 'failure', xml: element('testcase', attributes, failure, true) };
}

interface TestCase {
  readonly result: 'pass' | 'failure' | 'error' | 'skipped';
  readonly xml: string;
}

function suite(name: string, report: Report, ms: number, cases: readonly TestCase[], notes: readonly string[]) {
  const { errors, failures, tests } = totalsOf(cases);
  const skipped = String(cases.filter(({ result }) => result === 'skipped').length);
  const timestamp = report.started.replace(/\.\d+Z$|Z$/, '');
  const attributes = { name, tests, failures, errors, skipped, time: time(ms), timestamp };
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
  const of = (wanted: TestCase['result']) => String(cases.filter(({ result }) => result === wanted).length);
  return { tests: String(cases.length), failures: of('failure'), errors: of('error') };
}

function testCase(outcome: CaseResult, report: Report, options: Options): TestCase {
  const attributes = { name: outcome.case, classname: outcome.operation, time: time(outcome.durationMs) };
  const view = { target: report.target, secretHeaders: options.secretHeaders };
  const evidence = outcome.findings.map((finding) => evidenceText(finding, outcome.exchange, view)).join('\n\n');
  const message =
    outcome.findings.find(({ severity }) => severity === 'error')?.message ?? outcome.inconclusiveReason ?? '';
  const result = ({ pass: 'pass', fail: 'failure', error: 'error', skip: 'skipped' } as const)[outcome.status];
  if (result === 'pass') {
    const warnings = evidence === '' ? '' : element('system-out', {}, evidence);
    return { result, xml: element('testcase', attributes, warnings, true) };
  }
  const type = outcome.findings[0]?.check ?? outcome.status;
  return { result, xml: element('testcase', attributes, element(result, { type, message }, evidence), true) };
}

function provenCase({ id, verified, reason = '' }: OperationSummary): TestCase {
  const attributes = { name: `${id} is verified`, classname: id, time: '0.000' };
  if (verified) return { result: 'pass', xml: element('testcase', attributes) };
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

/** Characters that XML 1.0 cannot hold in any spelling (section 2.2, Char) become the replacement character. */
function escapeXml(text: string): string {
  if (/^[\w .:/-]*$/.test(text)) return text;
  return text
    .replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;')
    .replaceAll('\t', '&#9;');
}
