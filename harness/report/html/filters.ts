import { type PageIndex, STATUSES } from './links.ts';
import { html, type Markup } from './markup.ts';

/** Renders the filter form: operation, suite, verdict and text. The page's script folds it on narrow screens. */
export function filters(index: PageIndex): Markup {
  const boxes = STATUSES.map(
    ([status, label]) =>
      html`<label class="box"><input type="checkbox" name="verdict" value="${status}" checked> ${label}</label>`,
  );
  return html`<details class="filters" id="filter-fold" open><summary>Filter</summary>
<form role="search" aria-label="Filter the report" id="filters">
${select('filter-operation', 'Operation', index.operations)}
${select('filter-suite', 'Suite', index.suites)}
<fieldset><legend>Verdict</legend>${boxes}</fieldset>
<label for="filter-text">Text<input type="search" id="filter-text" placeholder="any text" autocomplete="off"></label>
<p class="filter-result"><span id="shown" role="status"></span><button type="reset" class="plain" id="reset" hidden>Show all</button></p>
</form></details>`;
}

function select(id: string, label: string, values: readonly string[]): Markup {
  const options = values.map((value, index) => html`<option value="${index}">${value}</option>`);
  return html`<label for="${id}">${label}<select id="${id}"><option value="">all</option>${options}</select></label>`;
}
