import { type PageIndex, VERDICTS } from './links.ts';
import { html, type Markup } from './markup.ts';

/** What narrows the page down: operation, suite, verdict and words. On a phone the page's script folds it. */
export function filters(names: PageIndex): Markup {
  const boxes = VERDICTS.map(
    ([verdict, word]) =>
      html`<label class="box"><input type="checkbox" name="verdict" value="${verdict}" checked> ${word}</label>`,
  );
  return html`<details class="filters" id="filter-fold" open><summary>Filter</summary>
<form role="search" aria-label="Filter the report" id="filters">
${choose('filter-operation', 'Operation', names.operations)}
${choose('filter-suite', 'Suite', names.suites)}
<fieldset><legend>Verdict</legend>${boxes}</fieldset>
<label for="filter-words">Words<input type="search" id="filter-words" placeholder="any text" autocomplete="off"></label>
<p class="outcome"><span id="shown" role="status"></span><button type="reset" class="plain" id="reset" hidden>Show all</button></p>
</form></details>`;
}

function choose(id: string, label: string, values: readonly string[]): Markup {
  const options = values.map((value, index) => html`<option value="${index}">${value}</option>`);
  return html`<label for="${id}">${label}<select id="${id}"><option value="">all</option>${options}</select></label>`;
}
