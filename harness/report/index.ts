import type { Report } from '../core/report.ts';
import { htmlReport } from './html/page.ts';
import { jsonReport, jsonReportParts } from './json/json.ts';
import { junitReport } from './junit.ts';
import { markdownReport } from './markdown.ts';
import type { RenderOptions } from './render-options.ts';
import { sarifReport } from './sarif.ts';

/** Renders a report as text, without credentials and the values of `secretHeaders`. The same report gives the same text. */
type Renderer = (report: Report, options: RenderOptions) => string;

/** Renderers by the name of their format, as in `--report NAME=FILE`. */
export const renderers: Readonly<Record<'junit' | 'json' | 'html' | 'markdown' | 'sarif', Renderer>> = {
  junit: junitReport,
  json: jsonReport,
  html: htmlReport,
  markdown: markdownReport,
  sarif: sarifReport,
};

export { jsonReportParts };
