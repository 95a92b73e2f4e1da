import { createHash } from 'node:crypto';
import type { Report } from '../../core/report.ts';
import { redactReport } from '../redact.ts';
import { caseData, casesSection } from './cases.ts';
import { coverageSection } from './coverage.ts';
import { failingOperations, operationStates } from './failing-operations.ts';
import { filters } from './filters.ts';
import { findingsSection } from './findings.ts';
import { figures, verdictHeader, verdictTitle } from './header.ts';
import { PageIndex } from './links.ts';
import { embeddedJson, html, Markup } from './markup.ts';
import { operationsSection } from './operations.ts';
import { script } from './script.ts';
import { style } from './style.ts';
import { gapsSection } from './unspecified.ts';

const PARTS = [
  ['findings', 'Findings'],
  ['operations', 'Operations'],
  ['contract', 'Contract'],
  ['cases', 'Cases'],
] as const;

/** The run as one HTML page that needs nothing else: no network, no file beside it; without JavaScript all but the list of cases. */
export function htmlReport(given: Report, options: { readonly secretHeaders: readonly string[] }): string {
  const report = redactReport(given, options.secretHeaders);
  const names = new PageIndex(report);
  const fared = operationStates(report);
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy()}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${verdictTitle(report)}: ${report.target}</title>
<link rel="icon" href="data:,">
<style>${new Markup(style)}</style>
</head>
<body>
<a class="skip" href="#findings">Skip to the findings</a>
${verdictHeader(report, failingOperations(fared, names))}
<div class="bar"><div class="wrap">
<nav aria-label="Parts of the report"><ul>${PARTS.map(([id, name]) => html`<li><a href="#${id}">${name}</a></li>`)}</ul></nav>
<button type="button" id="theme" class="plain"><span>Theme: </span><span id="theme-name">system</span></button>
</div></div>
<main class="wrap">
${figures(report)}
${filters(names)}
${findingsSection(report, names, options.secretHeaders)}
${operationsSection(fared, names)}
${coverageSection(report, names)}
${casesSection()}
${gapsSection(report, names)}
</main>
<footer><p class="sr" role="status" id="told"></p><p class="wrap">${report.tool.name} ${report.tool.version}</p></footer>
<script type="application/json" id="data">${embeddedJson(caseData(report, names))}</script>
<script>${new Markup(script)}</script>
</body>
</html>
`;
  return page.text;
}

/** Nothing is loaded, and nothing runs but the page's own style and script, named by their hashes (CSP Level 3). */
function policy(): string {
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  return `default-src 'none'; img-src data:; style-src ${hash(style)}; script-src ${hash(script)}; base-uri 'none'; form-action 'none'`;
}
