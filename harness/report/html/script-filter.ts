/** What the filter leaves of findings, operations, lines of the document and cases. */
export const filterScript = `
  var findings = Array.from(document.querySelectorAll('.findings>li'));
  var lines = Array.from(document.querySelectorAll('details.line'));
  var operationRows = Array.from(document.querySelectorAll('#operations tbody tr'));
  var words = data.rows.map(function (row) { return (row[0] + ' ' + data.notes[row[8]]).toLowerCase(); });
  var findingWords = findings.map(function (item) { return item.textContent.toLowerCase(); });
  var MARKS = { violated: '✗', covered: '✓', partly: '◐', uncovered: '○' };
  var operationShown = '';

  function wantedNow() {
    var checked = Array.from(document.querySelectorAll('[name=verdict]:checked'), function (box) { return box.value; });
    return {
      operation: byId('filter-operation').value,
      suite: byId('filter-suite').value,
      verdicts: checked,
      words: byId('filter-words').value.trim().toLowerCase()
    };
  }

  function apply() {
    var wanted = wantedNow();
    var allowed = data.statuses.map(function (verdict) { return wanted.verdicts.includes(verdict[0]); });
    var shownFindings = filterFindings(wanted);
    var cases = data.rows.filter(function (row, index) {
      return allowed[row[3]]
        && (wanted.operation === '' || row[1] === Number(wanted.operation))
        && (wanted.suite === '' || row[2] === Number(wanted.suite))
        && (!wanted.words || words[index].includes(wanted.words));
    });
    if (wanted.operation !== operationShown) showOperation(wanted.operation);
    drawCases(cases);
    byId('shown').textContent = amount(shownFindings, findings.length, 'finding') + ', ' + amount(cases.length, data.rows.length, 'case');
    byId('reset').hidden = !wanted.operation && !wanted.suite && !wanted.words && allowed.every(Boolean);
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

  function showOperation(operation) {
    operationShown = operation;
    operationRows.forEach(function (row) { row.hidden = operation !== '' && row.dataset.operation !== operation; });
    lines.forEach(function (line) { markLine(line, operation); });
  }

  function markLine(line, operation) {
    var counts = { violated: 0, covered: 0, uncovered: 0 };
    var total = 0;
    line.querySelectorAll('li').forEach(function (item) {
      item.hidden = operation !== '' && item.dataset.operation !== operation;
      if (item.hidden) return;
      counts[item.dataset.state]++;
      total++;
    });
    var state = total === 0 ? '' : counts.violated ? 'violated' : !counts.uncovered ? 'covered' : counts.uncovered === total ? 'uncovered' : 'partly';
    line.className = 'line ' + state;
    line.querySelector('.mark').textContent = MARKS[state] || '';
    line.querySelector('.state').textContent = state === '' ? 'of other operations' : state + ', ' + total + (total === 1 ? ' clause' : ' clauses');
  }
`;
