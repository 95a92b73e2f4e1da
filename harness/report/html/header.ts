import { caseCount, formatSentCases, verdictCounts } from '../../core/case-counts.ts';
import type { CaseStatus } from '../../core/model.ts';
import type { Report, RunVerdict } from '../../core/report.ts';
import { formatNumber } from '../../core/util/pluralize.ts';
import { formatDuration } from '../console/progress.ts';
import { STATUSES } from './links.ts';
import { html, type Markup } from './markup.ts';

const TITLES: Readonly<Record<RunVerdict, readonly [tone: string, mark: string, title: string]>> = {
  passed: ['good', '✓', 'Passed'],
  failed: ['bad', '✗', 'Failed'],
  unverified: ['warn', '?', 'Not verified'],
  'not-run': ['warn', '!', 'Not run'],
};

/** Returns the verdict of the run for the page's title. */
export function verdictTitle({ verdict }: Report): string {
  return TITLES[verdict][2];
}

/** Renders the head of the page: the verdict, its reason, the failing operations and the parameters of the run. */
export function verdictHeader(report: Report, failing: Markup): Markup {
  const [tone, mark, title] = TITLES[report.verdict];
  const summary = report.summary.charAt(0).toUpperCase() + report.summary.slice(1);
  return html`<header class="top ${tone}">
<div class="wrap">
<h1><span class="verdict-icon" aria-hidden="true">${mark}</span>${title}</h1>
<p class="summary">${summary}</p>
${failing}
<dl class="metadata">${metadata(report).map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
</div>
</header>`;
}

function metadata({ target, spec, seed, started, durationMs }: Report): [string, Markup][] {
  const overlays = spec.overlays.map((file) => html`, <code>${file}</code>`);
  return [
    ['Target', html`<code>${target}</code>`],
    ['Document', html`<code>${spec.file}</code>${overlays}`],
    ['Started', html`<time datetime="${started}">${started.slice(0, 19).replace('T', ' ')} UTC</time>`],
    ['Duration', html`${formatDuration(durationMs)}`],
    ['Seed', html`<code>${seed}</code>`],
  ];
}

const STATUS_TONES: Readonly<Record<CaseStatus, string>> = { fail: 'bad', error: 'warn', skip: 'grey', pass: 'good' };

/** Renders the counts of findings, clauses, operations and cases. */
export function figures({ findings, clauses, operations, suites }: Report): Markup {
  const statuses = verdictCounts(suites);
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const warnings = findings.length - errors;
  const verified = operations.filter((operation) => operation.verified).length;
  const skipped = suites.flatMap(({ name, skippedReasons = [] }) =>
    skippedReasons.map((reason) => `${name}: ${reason}`),
  );
  const { violated, covered, uncovered } = clauses;
  return html`<section class="figures" aria-label="In figures">
${figure(String(findings.length), findings.length === 1 ? 'finding' : 'findings', [
  ['bad', errors, errors === 1 ? 'error' : 'errors'],
  ['warn', warnings, warnings === 1 ? 'warning' : 'warnings'],
])}
${figure(`${covered + violated} of ${covered + violated + uncovered}`, 'clauses covered', [
  ['bad', violated, 'violated'],
  ['good', covered, 'covered'],
  ['grey', uncovered, 'not covered'],
])}
${figure(`${verified} of ${operations.length}`, 'operations verified', [
  ['good', verified, 'verified'],
  ['warn', operations.length - verified, 'not verified'],
])}
${figure(
  formatNumber(caseCount(suites)),
  formatSentCases(suites).replace(/^\S+ /, ''),
  STATUSES.map(([status, label]) => [STATUS_TONES[status], statuses[status], label]),
)}
</section>
${skipped.length === 0 ? '' : html`<p class="note">Skipped by ${skipped.join('; ')}</p>`}`;
}

type Part = readonly [tone: string, count: number, label: string];

function figure(value: string, label: string, parts: readonly Part[]): Markup {
  const present = parts.filter(([, count]) => count > 0);
  const items = present.map(([tone, count, name]) => html`<li class="${tone}">${formatNumber(count)} ${name}</li>`);
  return html`<div class="figure"><p><b>${value}</b> ${label}</p>${bar(present)}<ul>${items}</ul></div>`;
}

/** Draws a stacked bar as SVG: its attributes are allowed by a content security policy that forbids inline styles. */
function bar(parts: readonly Part[]): Markup {
  const total = parts.reduce((sum, [, count]) => sum + count, 0);
  let x = 0;
  const rects = parts.map(([tone, count]) => {
    const width = (100 * count) / total;
    x += width;
    return html`<rect class="${tone}" x="${(x - width).toFixed(3)}" width="${width.toFixed(3)}" height="4"/>`;
  });
  return html`<svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">${rects}</svg>`;
}
