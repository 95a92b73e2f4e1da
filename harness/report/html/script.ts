/**
 * The page's script: filters, the list of cases, copying, and the choice of colours. Text goes into the page as text alone
 * (`textContent`), never as HTML. Rows of cases carry their roles, since a style that lays them out anew takes those away. Members of a row are those of `CaseRow`.
 */
export const script = `'use strict';
(function () {
  var STEP = 200;
  var data = JSON.parse(byId('data').textContent);
  var body = document.querySelector('#case-table tbody');
  var findings = Array.from(document.querySelectorAll('.findings>li'));
  var lines = Array.from(document.querySelectorAll('details.line'));
  var operationRows = Array.from(document.querySelectorAll('#operations tbody tr'));
  var words = data.rows.map(function (row) { return (row[0] + ' ' + data.notes[row[8]]).toLowerCase(); });
  var findingWords = findings.map(function (item) { return item.textContent.toLowerCase(); });
  var MARKS = { broken: '✗', kept: '✓', partly: '◐', unreached: '○' };
  var TONES = { fail: 'bad', error: 'warn', skip: 'grey', pass: 'good' };
  var SIGNS = { fail: '✗', error: '!', skip: '–', pass: '✓' };
  var matching = [];
  var drawn = 0;

  function byId(id) { return document.getElementById(id); }

  function element(name, className, text) {
    var made = document.createElement(name);
    if (className) made.className = className;
    if (text !== undefined) made.textContent = text;
    return made;
  }

  function filter() {
    var checked = Array.from(document.querySelectorAll('[name=verdict]:checked'), function (box) { return box.value; });
    return {
      operation: byId('filter-operation').value,
      suite: byId('filter-suite').value,
      verdicts: checked,
      words: byId('filter-words').value.trim().toLowerCase()
    };
  }

  function apply() {
    var wanted = filter();
    var allowed = data.verdicts.map(function (verdict) { return wanted.verdicts.includes(verdict[0]); });
    var shownFindings = filterFindings(wanted);
    matching = [];
    data.rows.forEach(function (row, index) {
      if (!allowed[row[3]]) return;
      if (wanted.operation !== '' && row[1] !== Number(wanted.operation)) return;
      if (wanted.suite !== '' && row[2] !== Number(wanted.suite)) return;
      if (wanted.words && !words[index].includes(wanted.words)) return;
      matching.push(row);
    });
    operationRows.forEach(function (row) { row.hidden = wanted.operation !== '' && row.dataset.operation !== wanted.operation; });
    lines.forEach(function (line) { markLine(line, wanted.operation); });
    body.replaceChildren();
    drawn = 0;
    drawMore();
    byId('no-cases').hidden = matching.length > 0;
    byId('shown').textContent = amount(shownFindings, findings.length, 'finding') + ', ' + amount(matching.length, data.rows.length, 'case');
  }

  function amount(shown, all, noun) {
    var whole = all.toLocaleString('en-US') + ' ' + noun + (all === 1 ? '' : 's');
    return shown === all ? whole : shown.toLocaleString('en-US') + ' of ' + whole;
  }

  function filterFindings(wanted) {
    var shown = 0;
    findings.forEach(function (item, index) {
      var fits = (wanted.operation === '' || item.dataset.operation === wanted.operation)
        && (wanted.suite === '' || item.dataset.suites.split(' ').includes(wanted.suite))
        && wanted.verdicts.includes(item.dataset.verdict)
        && (!wanted.words || findingWords[index].includes(wanted.words));
      item.hidden = !fits;
      if (fits) shown++;
    });
    if (byId('no-findings')) byId('no-findings').hidden = shown > 0;
    return shown;
  }

  function markLine(line, operation) {
    var counts = { broken: 0, exercised: 0, unreached: 0 };
    var total = 0;
    line.querySelectorAll('li').forEach(function (item) {
      item.hidden = operation !== '' && item.dataset.operation !== operation;
      if (item.hidden) return;
      counts[item.dataset.state]++;
      total++;
    });
    var state = total === 0 ? '' : counts.broken ? 'broken' : !counts.unreached ? 'kept' : counts.unreached === total ? 'unreached' : 'partly';
    line.className = 'line ' + state;
    line.querySelector('.mark').textContent = MARKS[state] || '';
    line.querySelector('.state').textContent = state === '' ? 'of other operations' : state + ', ' + total + (total === 1 ? ' clause' : ' clauses');
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
    var verdict = data.verdicts[row[3]];
    var made = element('tr');
    made.setAttribute('role', 'row');
    var name = element('th', '', row[0]);
    name.scope = 'row';
    name.setAttribute('role', 'rowheader');
    if (row[8]) {
      var note = element('small', '', data.notes[row[8]] + ' ');
      if (row[9]) {
        var link = element('a', '', 'finding ' + row[9]);
        link.href = '#finding-' + row[9];
        note.append(link);
      }
      name.append(note);
    }
    var came = [row[4], [row[5], row[6]].filter(Boolean).join(', ')].filter(Boolean).join(' → ');
    made.append(
      element('td', TONES[verdict[0]], SIGNS[verdict[0]] + ' ' + verdict[1]),
      name,
      element('td', '', data.operations[row[1]]),
      element('td', '', data.suites[row[2]]),
      element('td', '', came),
      element('td', 'number', row[7] + ' ms')
    );
    made.querySelectorAll('td').forEach(function (cell) { cell.setAttribute('role', 'cell'); });
    return made;
  }

  /** Opens what a link leads to, and leaves nothing hidden that it leads to. */
  function reveal() {
    var aim = location.hash.length > 1 && byId(decodeURIComponent(location.hash.slice(1)));
    if (!aim) return;
    var fold = aim.matches('details') ? aim : aim.querySelector('details');
    if (/^(finding|line)-/.test(aim.id) && fold) fold.open = true;
    aim.hidden = false;
    aim.scrollIntoView({ block: aim.matches('.line') ? 'center' : 'start' });
  }

  function copy(button) {
    var source = byId(button.dataset.copy);
    var label = button.firstChild;
    function told(word) {
      label.data = word;
      byId('shown').textContent = word;
      setTimeout(function () { label.data = 'Copy'; }, 2000);
    }
    function select() {
      getSelection().selectAllChildren(source);
      told(document.execCommand('copy') ? 'Copied' : 'Selected');
    }
    if (navigator.clipboard) navigator.clipboard.writeText(source.textContent).then(function () { told('Copied'); }, select);
    else select();
  }

  function nextTheme() {
    var themes = ['system', 'light', 'dark'];
    var next = themes[(themes.indexOf(byId('theme-name').textContent) + 1) % themes.length];
    byId('theme-name').textContent = next;
    if (next === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = next;
  }

  var waiting;
  byId('filters').addEventListener('input', function () {
    clearTimeout(waiting);
    waiting = setTimeout(apply, 60);
  });
  byId('filters').addEventListener('submit', function (event) { event.preventDefault(); });
  byId('theme').addEventListener('click', nextTheme);
  byId('more').addEventListener('click', function () {
    var first = drawMore();
    if (first) { first.tabIndex = -1; first.focus({ preventScroll: true }); }
  });
  document.addEventListener('click', function (event) {
    var button = event.target.closest('button.copy');
    if (button) copy(button);
  });
  if (byId('unfold')) byId('unfold').addEventListener('click', function () {
    var folds = Array.from(document.querySelectorAll('.finding'));
    var open = !folds.every(function (fold) { return fold.open; });
    folds.forEach(function (fold) { fold.open = open; });
    byId('unfold').textContent = open ? 'Close all' : 'Open all';
  });
  addEventListener('hashchange', reveal);
  addEventListener('click', function (event) {
    var link = event.target.closest('a[href^="#"]');
    if (link && link.hash === location.hash) reveal();
  });
  apply();
  reveal();
})();
`;
