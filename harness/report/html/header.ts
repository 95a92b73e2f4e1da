import type { CaseStatus } from '../../core/model.ts';
import type { Report, RunVerdict } from '../../core/report.ts';
import { caseCount, verdictCounts } from '../../core/report.ts';
import { formatNumber, pluralize } from '../../core/util/pluralize.ts';
import { formatDuration } from '../console/progress.ts';
import { VERDICTS } from './links.ts';
import { html, type Markup } from './markup.ts';

const TITLES: Readonly<Record<RunVerdict, readonly [tone: string, mark: string, title: string]>> = {
  passed: ['good', '✓', 'Contract kept'],
  failed: ['bad', '✗', 'Contract broken'],
  unverified: ['warn', '?', 'Contract unproven'],
  'not-run': ['warn', '!', 'Contract not checked'],
};

/** Verdict of the run in two words, for the page's title. */
export function verdictTitle({ verdict }: Report): string {
  return TITLES[verdict][2];
}

/** The head of the page: the verdict, what it rests on, where the trouble is, and the circumstances of the run. */
export function verdictHeader(report: Report, trouble: Markup): Markup {
  const [tone, mark, title] = TITLES[report.verdict];
  const rest = report.summary.replace(/^(contract (satisfied|violated)|not verified): /, '');
  const summary = rest.charAt(0).toUpperCase() + rest.slice(1);
  return html`<header class="top ${tone}">
<div class="wrap">
<h1><span class="seal" aria-hidden="true">${mark}</span>${title}</h1>
<p class="summary">${summary}</p>
${trouble}
<dl class="facts">${facts(report).map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
</div>
</header>`;
}

function facts({ target, spec, seed, started, durationMs }: Report): [string, Markup][] {
  const overlays = spec.overlays.map((file) => html`, <code>${file}</code>`);
  return [
    ['Target', html`<code>${target}</code>`],
    ['Document', html`<code>${spec.file}</code>${overlays}`],
    ['Started', html`<time datetime="${started}">${started.slice(0, 19).replace('T', ' ')} UTC</time>`],
    ['Took', html`${formatDuration(durationMs)}`],
    ['Seed', html`<code>${seed}</code>`],
  ];
}

/** Four figures: findings, clauses, operations, cases. */
export function figures({ findings, coverage, operations, suites }: Report): Markup {
  const clauses = (state: string) => coverage.filter((each) => each.state === state).length;
  const verdicts = verdictCounts(suites);
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const proven = operations.filter((operation) => operation.verified).length;
  const skipped = suites.flatMap((suite) =>
    suite.skippedReason === undefined ? [] : [`${suite.name}: ${suite.skippedReason}`],
  );
  const [broken, exercised, unreached] = [clauses('violated'), clauses('covered'), clauses('uncovered')];
  return html`<section class="figures" aria-label="In figures">
${figure(String(findings.length), findings.length === 1 ? 'finding' : 'findings', [
  ['bad', errors, 'broken'],
  ['warn', findings.length - errors, pluralize(findings.length - errors, 'warning').replace(/^\S+ /, '')],
])}
${figure(`${exercised + broken} of ${coverage.length}`, 'clauses exercised', [
  ['bad', broken, 'broken'],
  ['good', exercised, 'kept'],
  ['grey', unreached, 'never reached'],
])}
${figure(`${proven} of ${operations.length}`, 'operations proven', [
  ['good', proven, 'proven'],
  ['warn', operations.length - proven, 'unverified'],
])}
${figure(
  formatNumber(caseCount(suites)),
  caseCount(suites) === 1 ? 'case' : 'cases',
  VERDICTS.map(([verdict, word]) => [TONES[verdict], verdicts[verdict], word]),
)}
</section>
${skipped.length === 0 ? '' : html`<p class="note">Left out by ${skipped.join('; ')}</p>`}`;
}

const TONES: Readonly<Record<CaseStatus, string>> = { fail: 'bad', error: 'warn', skip: 'grey', pass: 'good' };

type Part = readonly [tone: string, amount: number, word: string];

function figure(value: string, label: string, parts: readonly Part[]): Markup {
  const present = parts.filter(([, amount]) => amount > 0);
  const words = present.map(([tone, amount, word]) => html`<li class="${tone}">${formatNumber(amount)} ${word}</li>`);
  return html`<div class="figure"><p><b>${value}</b> ${label}</p>${bar(present)}<ul>${words}</ul></div>`;
}

/** A bar in proportion; an SVG, since its attributes need no leave from the page's content security policy. */
function bar(parts: readonly Part[]): Markup {
  const total = parts.reduce((sum, [, amount]) => sum + amount, 0);
  let x = 0;
  const rects = parts.map(([tone, amount]) => {
    const width = (100 * amount) / total;
    x += width;
    return html`<rect class="${tone}" x="${(x - width).toFixed(3)}" width="${width.toFixed(3)}" height="4"/>`;
  });
  return html`<svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">${rects}</svg>`;
}
