// The list of cases of the HTML report, a page at a time. It is joined with page.js to one script.
// Text enters the page by `textContent` only, never as HTML.

const ROWS_PER_PAGE = 100;
const STATUS_TONES = { fail: 'bad', error: 'warn', skip: 'grey', pass: 'good' };
const STATUS_MARKS = { fail: '✗', error: '!', skip: '–', pass: '✓' };
const EXPECTED_DISPOSITIONS = { accept: 'accepted', reject: 'rejected', any: 'any' };

const tableBody = document.querySelector('#case-table tbody');

let matchingRows = [];
let renderedCount = 0;

function element(name, className, text) {
  const created = document.createElement(name);
  if (className) created.className = className;
  if (text !== undefined) created.textContent = text;
  return created;
}

// biome-ignore lint/correctness/noUnusedVariables: page.js calls it.
function showCases(rows) {
  matchingRows = rows;
  renderedCount = 0;
  tableBody.replaceChildren();
  showMoreCases();
  byId('no-cases').hidden = rows.length > 0;
}

/** Appends the next page of cases and returns its first row. */
function showMoreCases() {
  const rows = matchingRows.slice(renderedCount, renderedCount + ROWS_PER_PAGE).map(caseRow);
  tableBody.append(...rows);
  renderedCount += rows.length;
  const left = matchingRows.length - renderedCount;
  byId('more').hidden = left === 0;
  byId('more').textContent = `Show ${format(Math.min(ROWS_PER_PAGE, left))} more of ${format(left)}`;
  return rows[0];
}

/** The cells carry ARIA roles, since a style that turns the table into a list removes the built-in ones. */
function caseRow(row) {
  const [, operation, suite, statusIndex, expectation, disposition, httpStatus, durationMs] = row;
  const [status, label] = data.statuses[statusIndex];
  const actual = [disposition, httpStatus].filter(Boolean).join(', ') || (status === 'pass' ? '–' : 'no response');
  const created = element('tr');
  created.setAttribute('role', 'row');
  created.append(
    element('td', `verdict ${STATUS_TONES[status]}`, `${STATUS_MARKS[status]} ${label}`),
    nameCell(row, data.operations[operation]),
    element('td', '', data.operations[operation]),
    element('td', '', data.suites[suite]),
    element('td', 'actual-response', `${EXPECTED_DISPOSITIONS[expectation]} → ${actual}`),
    element('td', 'number', `${durationMs} ms`),
  );
  for (const cell of created.querySelectorAll('td')) cell.setAttribute('role', 'cell');
  return created;
}

function nameCell([name, , , , , , , , note, finding], operation) {
  const prefix = `${operation}: `;
  const cell = element('th', '', name.startsWith(prefix) ? name.slice(prefix.length) : name);
  cell.scope = 'row';
  cell.setAttribute('role', 'rowheader');
  if (!note) return cell;
  const small = element('small', '', `${data.notes[note]} `);
  if (finding) {
    const link = element('a', '', `finding ${finding}`);
    link.href = `#finding-${finding}`;
    small.append(link);
  }
  cell.append(small);
  return cell;
}
