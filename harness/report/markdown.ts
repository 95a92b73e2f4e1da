import { formatLocation } from '../core/errors.ts';
import type { FindingGroup, Report, RunVerdict } from '../core/report.ts';
import { caseCount } from '../core/report.ts';
import { pluralize } from '../core/util/pluralize.ts';
import { formatDuration } from './console/progress.ts';
import { redactReport } from './redact.ts';
import type { RenderOptions } from './render-options.ts';
import { escapeHtmlElement, escapeMarkdown, oneLine } from './text/escape.ts';
import { evidenceText, formatOccurrences, truncate } from './text/evidence.ts';

/** A step summary of GitHub holds at most 1 MiB. */
const MAX_FINDINGS_BYTES = 800_000;
const MAX_FINDINGS = 50;
const MAX_OPERATIONS = 50;
const MAX_TITLE_CHARS = 300;

const TITLES: Readonly<Record<RunVerdict, string>> = {
  passed: '✅ Passed',
  failed: '❌ Failed',
  unverified: '❌ Not verified',
  'not-run': '⚠️ Not run',
};

/** Renders a run in GitHub's Markdown, with folded findings, for a step summary or a comment. */
export function markdownReport(unredacted: Report, options: RenderOptions): string {
  const report = redactReport(unredacted, options.secretHeaders);
  const blocks = [
    `## ${TITLES[report.verdict]}`,
    `${escapeMarkdown(report.summary)}  \n${metadata(report)}`,
    operationTable(report),
    coverageLine(report),
    ...findingBlocks(report, options.secretHeaders),
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

function metadata({ suites, target, spec, durationMs, seed }: Report): string {
  return `${pluralize(caseCount(suites), 'case')} against ${code(target)} from ${code(spec.file)} in ${formatDuration(durationMs)}, seed ${seed}`;
}

function operationTable({ operations }: Report): string {
  if (operations.length === 0) return '';
  const ordered = [...operations].sort((a, b) => Number(a.verified) - Number(b.verified));
  const rows = ordered
    .slice(0, MAX_OPERATIONS)
    .map(({ id, method, path, sent, accepted, rejected, verified, reason }) =>
      row([
        code(id),
        code(`${method} ${path}`),
        String(sent),
        String(accepted),
        String(rejected),
        verified ? 'verified' : `**not verified**: ${escapeMarkdown(reason ?? '')}`,
      ]),
    );
  const rest = operations.length - rows.length;
  const more = rest > 0 ? `\n\nand ${pluralize(rest, 'more operation')}` : '';
  return (
    [row(['Operation', '', 'Sent', 'Accepted', 'Rejected', '']), '|---|---|--:|--:|--:|---|', ...rows].join('\n') + more
  );
}

function coverageLine({ coverage }: Report): string {
  const count = (state: string) => coverage.filter((each) => each.state === state).length;
  const [violated, uncovered] = [count('violated'), count('uncovered')];
  const parts = [`Clauses: ${coverage.length - uncovered}/${coverage.length} covered`];
  if (violated > 0) parts.push(`**${violated} violated**`);
  if (uncovered > 0) parts.push(`${uncovered} not covered`);
  return parts.join(', ');
}

function findingBlocks({ findings, target }: Report, secretHeaders: readonly string[]): string[] {
  if (findings.length === 0) return [];
  const blocks: string[] = [];
  let bytes = 0;
  for (const group of findings.slice(0, MAX_FINDINGS)) {
    const block = findingBlock(group, target, secretHeaders);
    bytes += Buffer.byteLength(block);
    if (bytes > MAX_FINDINGS_BYTES) break;
    blocks.push(block);
  }
  const rest = findings.length - blocks.length;
  const more = rest > 0 ? [`and ${pluralize(rest, 'more finding')}`] : [];
  return [`### ${pluralize(findings.length, 'finding')}`, ...blocks, ...more];
}

function findingBlock(group: FindingGroup, target: string, secretHeaders: readonly string[]): string {
  const title = `${group.severity === 'error' ? '❌' : '⚠️'} <b>${escapeHtmlElement(group.operation)}</b>: ${escapeHtmlElement(truncate(oneLine(group.message), MAX_TITLE_CHARS))}`;
  const location = `<code>${escapeHtmlElement(oneLine(formatLocation(group.clause.location)))}</code>`;
  const text = `${evidenceText(group, group.exchange, { target, secretHeaders })}\noccurrences  ${formatOccurrences(group)}\ncase         ${oneLine(group.cases[0] ?? '')}`;
  return `<details><summary>${title}, ${location}</summary>\n\n${fenced(text)}\n\n</details>`;
}

/** Fences text with more backticks than it contains, so that nothing in it ends the block (CommonMark 4.5). */
function fenced(text: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}text\n${text}\n${fence}`;
}

/** Renders a code span for any text (CommonMark 6.1). */
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
