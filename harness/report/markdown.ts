import { formatSentCases } from '../core/case-counts.ts';
import { formatCovered } from '../core/clause-counts.ts';
import { formatLocation } from '../core/errors.ts';
import type { FindingGroup, Report, RunVerdict } from '../core/report.ts';
import { pluralize } from '../core/util/pluralize.ts';
import { truncate } from '../core/util/truncate.ts';
import { type ExplainedFindings, explainedFindings } from './aggregate/causes.ts';
import { formatDuration } from './console/progress.ts';
import { redactReport } from './redact.ts';
import type { RenderOptions } from './render-options.ts';
import { escapeHtmlElement, escapeMarkdown, oneLine } from './text/escape.ts';
import { evidenceText, formatOccurrences } from './text/evidence.ts';

/** A step summary of GitHub holds at most 1 MiB. */
const MAX_FINDINGS_BYTES = 800_000;
const MAX_CAUSES = 50;
const MAX_OTHERS = 50;
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
    ...causeBlocks(report, options.secretHeaders),
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

function metadata({ suites, target, spec, durationMs, seed }: Report): string {
  return `${formatSentCases(suites)} against ${code(target)} from ${code(spec.file)} in ${formatDuration(durationMs)}, seed ${seed}`;
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

function coverageLine({ clauses }: Report): string {
  const { violated, uncovered } = clauses;
  const parts = [`Clauses: ${formatCovered(clauses)}`];
  if (violated > 0) parts.push(`**${violated} violated**`);
  if (uncovered > 0) parts.push(`${uncovered} not covered`);
  return parts.join(', ');
}

function causeBlocks(report: Report, secretHeaders: readonly string[]): string[] {
  const causes = explainedFindings(report);
  if (causes.length === 0) return [];
  const blocks: string[] = [];
  let bytes = 0;
  for (const cause of causes.slice(0, MAX_CAUSES)) {
    const block = causeBlock(cause, report.target, secretHeaders);
    bytes += Buffer.byteLength(block);
    if (bytes > MAX_FINDINGS_BYTES) break;
    blocks.push(block);
  }
  const rest = causes.length - blocks.length;
  const more = rest > 0 ? [`and ${pluralize(rest, 'more cause')}`] : [];
  const findings = pluralize(report.findings.length, 'finding');
  const title =
    causes.length < report.findings.length ? `${findings} with ${pluralize(causes.length, 'cause')}` : findings;
  return [`### ${title}`, ...blocks, ...more];
}

function causeBlock({ example, others }: ExplainedFindings, target: string, secretHeaders: readonly string[]): string {
  const { severity, operation, message, exchange, cases } = example;
  const title = `${severity === 'error' ? '❌' : '⚠️'} <b>${escapeHtmlElement(operation)}</b>: ${escapeHtmlElement(truncate(oneLine(message), MAX_TITLE_CHARS))}`;
  const more = others.length > 0 ? `, and ${pluralize(others.length, 'more finding')} with the same cause` : '';
  const evidence = evidenceText(example, exchange, { target, secretHeaders });
  const facts = `occurrences  ${formatOccurrences(example)}\ncase         ${oneLine(cases[0] ?? '')}`;
  const text = [evidence, facts, ...otherLines(others)].join('\n');
  return `<details><summary>${title}, ${place(example)}${more}</summary>\n\n${fenced(text)}\n\n</details>`;
}

function place({ clause }: FindingGroup): string {
  return `<code>${escapeHtmlElement(oneLine(formatLocation(clause.location)))}</code>`;
}

function otherLines(others: readonly FindingGroup[]): string[] {
  const lines = others.slice(0, MAX_OTHERS).map(({ operation, clause, message }) => {
    const subject = truncate(oneLine(`${operation}: ${clause.description}: ${message}`), MAX_TITLE_CHARS);
    return `same cause   ${oneLine(formatLocation(clause.location))} ${subject}`;
  });
  const rest = others.length - lines.length;
  return rest > 0 ? [...lines, `and ${pluralize(rest, 'more finding')}`] : lines;
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
