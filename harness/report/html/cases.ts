import type { CaseResult } from '../../core/model.ts';
import type { Report } from '../../core/report.ts';
import { receivedResponse } from '../text/excerpt.ts';
import { type PageIndex, VERDICTS } from './links.ts';
import { html, type Markup } from './markup.ts';

/** The table of all cases; its rows are drawn from {@link caseData} a few hundred at a time. */
export function casesSection(): Markup {
  return html`<section id="cases" aria-labelledby="cases-title">
<h2 id="cases-title">Cases</h2>
<noscript><p class="note">The list of cases needs JavaScript; everything above does not.</p></noscript>
<table class="cases" id="case-table" role="table"><caption class="sr">Every case with its verdict, those that failed first</caption>
<thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">Verdict</th><th role="columnheader" scope="col">Case</th><th role="columnheader" scope="col">Operation</th><th role="columnheader" scope="col">Suite</th><th role="columnheader" scope="col">Expected → came</th><th role="columnheader" scope="col" class="number">Time</th></tr></thead>
<tbody role="rowgroup"></tbody></table>
<p class="note" id="no-cases" hidden>No case fits the filter.</p>
<p><button type="button" id="more" hidden>Show more</button></p>
</section>`;
}

/** What the page's script draws the cases from. Texts that many cases share stand once, in `notes`. */
export interface CaseData {
  readonly operations: readonly string[];
  readonly suites: readonly string[];
  readonly statuses: readonly (readonly [verdict: string, word: string])[];
  readonly notes: readonly string[];
  readonly rows: readonly CaseRow[];
}

/** `effect` and `note` are 0 for none; `status` is 0 where no answer was kept; `finding` is its number or 0. */
type CaseRow = readonly [
  name: string,
  operation: number,
  suite: number,
  verdict: number,
  intent: string,
  effect: string | 0,
  status: number,
  ms: number,
  note: number,
  finding: number,
];

export function caseData({ results }: Report, names: PageIndex): CaseData {
  const notes = new Map<string, number>([['', 0]]);
  const order = VERDICTS.map(([verdict]) => verdict);
  const operations = new Map(names.operations.map((name, index) => [name, index]));
  const suites = new Map(names.suites.map((name, index) => [name, index]));
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
      finding ? names.finding(result.operation, finding.check, finding.clause.id) : 0,
    ];
  });
  rows.sort((a, b) => a[3] - b[3]);
  return { operations: names.operations, suites: names.suites, statuses: VERDICTS, notes: [...notes.keys()], rows };
}

/** A message that ends with the name of its case does so without it here: the name stands above. */
function noteOf({ case: name, findings, inconclusiveReason }: CaseResult): string {
  const messages = findings.map(({ message }) =>
    message.endsWith(`: ${name}`) ? message.slice(0, -name.length - 2) : message,
  );
  return [...messages, ...(inconclusiveReason === undefined ? [] : [inconclusiveReason])].join('; ').slice(0, 500);
}
