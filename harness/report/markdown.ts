import { formatLocation } from '../core/errors.ts';
import type { FindingGroup, Report, RunVerdict } from '../core/report.ts';
import { caseCount } from '../core/report.ts';
import { pluralize } from '../core/util/pluralize.ts';
import { formatDuration } from './console/progress.ts';
import { redactReport } from './redact.ts';
import { evidenceText, formatOccurrences, truncate } from './text/evidence.ts';
import { oneLine } from './text/excerpt.ts';

/** A step summary may hold 1 MiB, and more than this nobody unfolds. */
const FINDINGS_SHOWN = 50;
const FINDINGS_BYTES = 800_000;
const OPERATIONS_SHOWN = 50;

const TITLES: Readonly<Record<RunVerdict, string>> = {
  passed: '✅ Contract kept',
  failed: '❌ Contract broken',
  unverified: '❌ Contract unproven',
  'not-run': '⚠️ Contract not checked',
};

/** The run in GitHub's Markdown, short, with each finding folded; for a step summary or a comment. */
export function markdownReport(given: Report, options: { readonly secretHeaders: readonly string[] }): string {
  const report = redactReport(given, options.secretHeaders);
  const blocks = [
    `## ${TITLES[report.verdict]}`,
    `${escapeText(report.summary)}  \n${facts(report)}`,
    operationTable(report),
    coverageLine(report),
    ...findingBlocks(report, options.secretHeaders),
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

function facts({ suites, target, spec, durationMs, seed }: Report): string {
  return `${pluralize(caseCount(suites), 'case')} against ${code(target)} from ${code(spec.file)} in ${formatDuration(durationMs)}, seed ${seed}`;
}

function operationTable({ operations }: Report): string {
  if (operations.length === 0) return '';
  const ordered = [...operations].sort((a, b) => Number(a.verified) - Number(b.verified));
  const rows = ordered
    .slice(0, OPERATIONS_SHOWN)
    .map(({ id, method, path, sent, accepted, rejected, verified, reason }) =>
      row([
        code(id),
        code(`${method} ${path}`),
        String(sent),
        String(accepted),
        String(rejected),
        verified ? 'proven' : `**unproven**: ${escapeText(reason ?? '')}`,
      ]),
    );
  const rest = operations.length - rows.length;
  const more = rest > 0 ? `\n\nand ${pluralize(rest, 'more operation')}` : '';
  return (
    [row(['Operation', '', 'Sent', 'Accepted', 'Refused', '']), '|---|---|--:|--:|--:|---|', ...rows].join('\n') + more
  );
}

function coverageLine({ coverage }: Report): string {
  const of = (state: string) => coverage.filter((each) => each.state === state).length;
  const reached = coverage.length - of('uncovered');
  const parts = [`${reached} of ${pluralize(coverage.length, 'clause')} exercised`];
  if (of('violated') > 0) parts.push(`**${of('violated')} broken**`);
  if (of('uncovered') > 0) parts.push(`${of('uncovered')} never reached`);
  return parts.join(', ');
}

function findingBlocks({ findings, target }: Report, secretHeaders: readonly string[]): string[] {
  if (findings.length === 0) return [];
  const blocks: string[] = [];
  let bytes = 0;
  for (const group of findings.slice(0, FINDINGS_SHOWN)) {
    const block = findingBlock(group, target, secretHeaders);
    bytes += Buffer.byteLength(block);
    if (bytes > FINDINGS_BYTES) break;
    blocks.push(block);
  }
  const rest = findings.length - blocks.length;
  const more = rest > 0 ? [`and ${pluralize(rest, 'more finding')}`] : [];
  return [`### ${pluralize(findings.length, 'finding')}`, ...blocks, ...more];
}

function findingBlock(group: FindingGroup, target: string, secretHeaders: readonly string[]): string {
  const title = `${group.severity === 'error' ? '❌' : '⚠️'} <b>${escapeHtml(group.operation)}</b>: ${escapeHtml(truncate(oneLine(group.message), 300))}`;
  const place = `<code>${escapeHtml(formatLocation(group.clause.location))}</code>`;
  const text = `${evidenceText(group, group.exchange, { target, secretHeaders })}\nseen      ${formatOccurrences(group)}`;
  return `<details><summary>${title}, ${place}</summary>\n\n${fenced(text)}\n\n</details>`;
}

/** A fence longer than any run of backticks within, so that nothing in the text ends it (CommonMark 4.5). */
function fenced(text: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}text\n${text}\n${fence}`;
}

/** A code span, whatever the text holds (CommonMark 6.1). */
function code(text: string): string {
  const line = oneLine(text);
  const fence = '`'.repeat(longestRun(line) + 1);
  return fence.length > 1 ? `${fence} ${line} ${fence}` : `${fence}${line}${fence}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
}

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

function escapeText(text: string): string {
  return escapeHtml(oneLine(text)).replace(/[\\`*_{}[\]#!~@]/g, (character) => `&#${character.charCodeAt(0)};`);
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
