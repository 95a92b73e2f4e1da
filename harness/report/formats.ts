/** Formats of reports, as in `--report FORMAT=FILE`. */
export const REPORT_FORMATS = ['junit', 'json', 'html', 'markdown', 'sarif'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];
