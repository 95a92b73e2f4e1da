import type { CaseResult } from '../../core/model.ts';
import type { Report } from '../../core/report.ts';
import { receivedResponse } from '../text/excerpt.ts';
import { type PageIndex, STATUSES } from './links.ts';
import { html, type Markup } from './markup.ts';

const MAX_NOTE_CHARS = 500;

/** Renders the empty table of cases; the page's script fills it from {@link caseData}. */
export function casesSection(): Markup {
  return html`<section id="cases" aria-labelledby="cases-title">
<h2 id="cases-title">Cases</h2>
<noscript><p class="note">The list of cases needs JavaScript.</p></noscript>
<table class="cases" id="case-table" role="table"><caption class="visually-hidden">All cases with their verdicts, failed first</caption>
<thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">Verdict</th><th role="columnheader" scope="col">Case</th><th role="columnheader" scope="col">Operation</th><th role="columnheader" scope="col">Suite</th><th role="columnheader" scope="col">Expected → actual</th><th role="columnheader" scope="col" class="number">Time</th></tr></thead>
<tbody role="rowgroup"></tbody></table>
<p class="note" id="no-cases" hidden>No case matches the filter.</p>
<p><button type="button" id="more" hidden>Show more</button></p>
</section>`;
}

/** The data of the table of cases. Rows refer to strings that many of them share by index. */
export interface CaseData {
  readonly operations: readonly string[];
  readonly suites: readonly string[];
  readonly statuses: readonly (readonly [status: string, label: string])[];
  readonly notes: readonly string[];
  readonly rows: readonly CaseRow[];
}

/** `disposition`, `httpStatus`, `note` and `finding` are 0 for none; the script of the page reads the fields by position. */
type CaseRow = readonly [
  name: string,
  operation: number,
  suite: number,
  status: number,
  expectation: string,
  disposition: string | 0,
  httpStatus: number,
  durationMs: number,
  note: number,
  finding: number,
];

/** Returns the rows of the table of cases, failed first. */
export function caseData({ results }: Report, index: PageIndex): CaseData {
  const notes = new Map<string, number>([['', 0]]);
  const order = STATUSES.map(([status]) => status);
  const operations = new Map(index.operations.map((name, at) => [name, at]));
  const suites = new Map(index.suites.map((name, at) => [name, at]));
  const rows = results.map((result): CaseRow => {
    const note = noteOf(result);
    if (!notes.has(note)) notes.set(note, notes.size);
    const [finding] = result.findings;
    return [
      result.case,
      operations.get(result.operation) ?? -1,
      suites.get(result.suite) ?? -1,
      order.indexOf(result.status),
      result.expectation,
      result.disposition ?? 0,
      (result.exchange && receivedResponse(result.exchange.response)?.status) ?? 0,
      Math.round(result.durationMs * 10) / 10,
      notes.get(note) ?? 0,
      finding ? index.finding(result.operation, finding) : 0,
    ];
  });
  rows.sort((a, b) => a[3] - b[3]);
  return { operations: index.operations, suites: index.suites, statuses: STATUSES, notes: [...notes.keys()], rows };
}

function noteOf({ findings, inconclusiveReason }: CaseResult): string {
  const messages = findings.map(({ message }) => message);
  return [...messages, ...(inconclusiveReason === undefined ? [] : [inconclusiveReason])]
    .join('; ')
    .slice(0, MAX_NOTE_CHARS);
}
