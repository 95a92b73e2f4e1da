// The script of the HTML report: filters, links, copying and the choice of colors.
// Text enters the page by `textContent` only, never as HTML.

/**
 * What `caseData` in cases.ts embeds. A row: name, operation, suite, status (indexes), expectation, disposition, HTTP status,
 * duration in ms, note (index) and number of the finding; 0 for none.
 */
const data = JSON.parse(byId('data').textContent);

const FILTER_DELAY_MS = 60;
const COPY_MESSAGE_MS = 2000;
const LINE_MARKS = { violated: '✗', covered: '✓', partly: '◐', uncovered: '○' };

const findingItems = [...document.querySelectorAll('.findings li.item')];
const documentLines = [...document.querySelectorAll('details.line')];
const operationRows = [...document.querySelectorAll('#operations tbody tr')];
const searchTexts = data.rows.map((row) => `${row[0]} ${data.notes[row[8]]}`.toLowerCase());
const findingTexts = findingItems.map((item) => item.textContent.toLowerCase());

let shownOperation = '';

function byId(id) {
  return document.getElementById(id);
}

function currentFilter() {
  const checked = document.querySelectorAll('[name=verdict]:checked');
  return {
    operation: byId('filter-operation').value,
    suite: byId('filter-suite').value,
    statuses: Array.from(checked, (box) => box.value),
    text: byId('filter-text').value.trim().toLowerCase(),
  };
}

function applyFilter() {
  const { operation, suite, statuses, text } = currentFilter();
  const shownFindings = filterFindings({ operation, suite, statuses, text });
  const allowed = data.statuses.map(([status]) => statuses.includes(status));
  const cases = data.rows.filter(
    (row, index) =>
      allowed[row[3]] &&
      (operation === '' || row[1] === Number(operation)) &&
      (suite === '' || row[2] === Number(suite)) &&
      (!text || searchTexts[index].includes(text)),
  );
  if (operation !== shownOperation) showOperation(operation);
  showCases(cases);
  const counts = [
    countOf(shownFindings, findingItems.length, 'finding'),
    countOf(cases.length, data.rows.length, 'case'),
  ];
  byId('shown').textContent = counts.join(', ');
  byId('reset').hidden = !operation && !suite && !text && allowed.every(Boolean);
}

function format(number) {
  return number.toLocaleString('en-US');
}

function countOf(shown, total, noun) {
  const all = `${format(total)} ${noun}${total === 1 ? '' : 's'}`;
  return shown === total ? all : `${format(shown)} of ${all}`;
}

function filterFindings({ operation, suite, statuses, text }) {
  let shown = 0;
  for (const [index, item] of findingItems.entries()) {
    const matches =
      (operation === '' || item.dataset.operation === operation) &&
      (suite === '' || item.dataset.suites.split(' ').includes(suite)) &&
      statuses.includes(item.dataset.status) &&
      (!text || findingTexts[index].includes(text));
    item.hidden = !matches;
    if (matches) shown++;
  }
  for (const cause of document.querySelectorAll('.findings>li.cause'))
    cause.hidden = !cause.querySelector('li.item:not([hidden])');
  if (byId('no-findings')) byId('no-findings').hidden = shown > 0;
  return shown;
}

function showOperation(operation) {
  shownOperation = operation;
  for (const row of operationRows) row.hidden = operation !== '' && row.dataset.operation !== operation;
  for (const line of documentLines) markLine(line, operation);
}

/** Marks a line of the document by the clauses of the chosen operation. */
function markLine(line, operation) {
  const counts = { violated: 0, covered: 0, uncovered: 0 };
  let total = 0;
  for (const item of line.querySelectorAll('li')) {
    item.hidden = operation !== '' && item.dataset.operation !== operation;
    if (item.hidden) continue;
    counts[item.dataset.state]++;
    total++;
  }
  const state = total === 0 ? '' : lineState(counts, total);
  line.className = `line ${state}`;
  line.querySelector('.mark').textContent = LINE_MARKS[state] || '';
  line.querySelector('.state').textContent =
    state === '' ? 'of other operations' : `${state}, ${countOf(total, total, 'clause')}`;
}

function lineState({ violated, uncovered }, total) {
  if (violated > 0) return 'violated';
  if (uncovered === 0) return 'covered';
  return uncovered === total ? 'uncovered' : 'partly';
}

/** Unfolds and unhides the target of a link. */
function revealTarget() {
  const target = location.hash.length > 1 && byId(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  const details = target.matches('details') ? target : target.querySelector('details');
  if (/^(finding|line)-/.test(target.id) && details) details.open = true;
  target.hidden = false;
  target.scrollIntoView({ block: target.matches('.line') ? 'center' : 'start' });
}

function copy(button) {
  const source = byId(button.dataset.copy);
  const label = button.firstChild;
  const announce = (message) => {
    label.data = message;
    byId('announcement').textContent = message;
    setTimeout(() => {
      label.data = 'Copy';
      byId('announcement').textContent = '';
    }, COPY_MESSAGE_MS);
  };
  const select = () => {
    getSelection().selectAllChildren(source);
    announce(document.execCommand('copy') ? 'Copied' : 'Selected');
  };
  if (navigator.clipboard) navigator.clipboard.writeText(source.textContent).then(() => announce('Copied'), select);
  else select();
}

function nextTheme() {
  const themes = ['system', 'light', 'dark'];
  const next = themes[(themes.indexOf(byId('theme-name').textContent) + 1) % themes.length];
  byId('theme-name').textContent = next;
  if (next === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = next;
}

function toggleAllFindings() {
  const details = [...document.querySelectorAll('.finding')];
  const open = !details.every((each) => each.open);
  for (const each of details) each.open = open;
  byId('toggle-all').textContent = open ? 'Close all' : 'Open all';
}

function onClick({ target }) {
  const button = target.closest('button.copy');
  if (button) copy(button);
  const link = target.closest('a[href^="#"]');
  if (link?.dataset.only) {
    byId('filter-operation').value = link.dataset.only;
    applyFilter();
  }
  if (link?.hash === location.hash) revealTarget();
}

function listen() {
  let filterTimer;
  byId('filters').addEventListener('input', () => {
    clearTimeout(filterTimer);
    filterTimer = setTimeout(applyFilter, FILTER_DELAY_MS);
  });
  byId('filters').addEventListener('submit', (event) => event.preventDefault());
  byId('filters').addEventListener('reset', () =>
    setTimeout(() => {
      applyFilter();
      byId('filter-operation').focus();
    }),
  );
  byId('theme').addEventListener('click', nextTheme);
  byId('more').addEventListener('click', () => {
    const first = showMoreCases();
    if (!first) return;
    first.tabIndex = -1;
    first.focus({ preventScroll: true });
  });
  byId('toggle-all')?.addEventListener('click', toggleAllFindings);
  addEventListener('hashchange', revealTarget);
  addEventListener('click', onClick);
  const narrow = matchMedia('(max-width:44rem)');
  const foldFilters = () => {
    byId('filter-fold').open = !narrow.matches;
  };
  narrow.addEventListener('change', foldFilters);
  foldFilters();
}

listen();
applyFilter();
revealTarget();
