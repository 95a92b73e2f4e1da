/**
 * The list of cases, drawn a step at a time. Text goes into the page as text alone (`textContent`), never as HTML.
 * Rows carry their roles, since a style that lays them out anew takes those away. Members of a row are those of `CaseRow`.
 */
export const casesScript = `
  var STEP = 100;
  var body = document.querySelector('#case-table tbody');
  var TONES = { fail: 'bad', error: 'warn', skip: 'grey', pass: 'good' };
  var SIGNS = { fail: '✗', error: '!', skip: '–', pass: '✓' };
  var WANTED = { accept: 'accepted', reject: 'rejected', any: 'any' };
  var matching = [];
  var drawn = 0;

  function element(name, className, text) {
    var made = document.createElement(name);
    if (className) made.className = className;
    if (text !== undefined) made.textContent = text;
    return made;
  }

  function drawCases(rows) {
    matching = rows;
    drawn = 0;
    body.replaceChildren();
    drawMore();
    byId('no-cases').hidden = rows.length > 0;
  }

  function drawMore() {
    var rows = matching.slice(drawn, drawn + STEP).map(drawRow);
    body.append.apply(body, rows);
    drawn += rows.length;
    var left = matching.length - drawn;
    byId('more').hidden = left === 0;
    byId('more').textContent = 'Show ' + Math.min(STEP, left).toLocaleString('en-US') + ' more of ' + left.toLocaleString('en-US');
    return rows[0];
  }

  function drawRow(row) {
    var verdict = data.statuses[row[3]];
    var operation = data.operations[row[1]];
    var made = element('tr');
    made.setAttribute('role', 'row');
    made.append(
      element('td', 'verdict ' + TONES[verdict[0]], SIGNS[verdict[0]] + ' ' + verdict[1]),
      nameCell(row, operation),
      element('td', '', operation),
      element('td', '', data.suites[row[2]]),
      element('td', 'came', WANTED[row[4]] + ' → ' + ([row[5], row[6]].filter(Boolean).join(', ') || (verdict[0] === 'pass' ? '–' : 'no answer'))),
      element('td', 'number', row[7] + ' ms')
    );
    made.querySelectorAll('td').forEach(function (cell) { cell.setAttribute('role', 'cell'); });
    return made;
  }

  function nameCell(row, operation) {
    var prefix = operation + ': ';
    var name = element('th', '', row[0].startsWith(prefix) ? row[0].slice(prefix.length) : row[0]);
    name.scope = 'row';
    name.setAttribute('role', 'rowheader');
    if (!row[8]) return name;
    var note = element('small', '', data.notes[row[8]] + ' ');
    if (row[9]) {
      var link = element('a', '', 'finding ' + row[9]);
      link.href = '#finding-' + row[9];
      note.append(link);
    }
    name.append(note);
    return name;
  }
`;
