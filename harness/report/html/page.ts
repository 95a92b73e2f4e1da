import { createHash } from 'node:crypto';
import type { Report } from '../../core/report.ts';
import { redactReport } from '../redact.ts';
import type { RenderOptions } from '../render-options.ts';
import { type PageAssets, pageAssets } from './assets.ts';
import { caseData, casesSection } from './cases.ts';
import { coverageSection } from './coverage.ts';
import { failingOperations, operationStates } from './failing-operations.ts';
import { filters } from './filters.ts';
import { findingsSection } from './findings.ts';
import { figures, verdictHeader, verdictTitle } from './header.ts';
import { PageIndex } from './links.ts';
import { embeddedJson, html, Markup } from './markup.ts';
import { operationsSection } from './operations.ts';
import { unspecifiedSection } from './unspecified.ts';

const SECTIONS = [
  ['findings', 'Findings'],
  ['operations', 'Operations'],
  ['contract', 'Contract'],
  ['cases', 'Cases'],
] as const;

/** Renders a run as one self-contained HTML page; without JavaScript it lacks only the list of cases. */
export function htmlReport(unredacted: Report, options: RenderOptions): string {
  const report = redactReport(unredacted, options.secretHeaders);
  const index = new PageIndex(report);
  const states = operationStates(report);
  const assets = pageAssets();
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicy(assets)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${verdictTitle(report)}: ${report.target}</title>
<link rel="icon" href="data:,">
<style>${new Markup(assets.style)}</style>
</head>
<body>
<a class="skip" href="#findings">Skip to the findings</a>
${verdictHeader(report, failingOperations(states, index))}
<div class="bar"><div class="wrap">
<nav aria-label="Sections of the report"><ul>${SECTIONS.map(([id, name]) => html`<li><a href="#${id}">${name}</a></li>`)}</ul></nav>
<button type="button" id="theme" class="plain"><span>Theme: </span><span id="theme-name">system</span></button>
</div></div>
<main class="wrap">
${figures(report)}
${filters(index)}
${findingsSection(report, index, options.secretHeaders)}
${operationsSection(states, index)}
${coverageSection(report, index)}
${casesSection()}
${unspecifiedSection(report, index)}
</main>
<footer><p class="visually-hidden" role="status" id="announcement"></p><p class="wrap">${report.tool.name} ${report.tool.version}</p></footer>
<script type="application/json" id="data">${embeddedJson(caseData(report, index))}</script>
<script type="module">${new Markup(assets.script)}</script>
</body>
</html>
`;
  return page.text;
}

/** Allows nothing but the page's own style and script, by their hashes (CSP Level 3). */
function contentSecurityPolicy({ style, script }: PageAssets): string {
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  return `default-src 'none'; img-src data:; style-src ${hash(style)}; script-src ${hash(script)}; base-uri 'none'; form-action 'none'`;
}
