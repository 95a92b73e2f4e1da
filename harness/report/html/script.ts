import { casesScript } from './script-cases.ts';
import { filterScript } from './script-filter.ts';

/** The page's script: filters, the list of cases, links, copying, and the choice of colours. */
export const script = `'use strict';
(function () {
  var data = JSON.parse(byId('data').textContent);

  function byId(id) { return document.getElementById(id); }
${casesScript}${filterScript}
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
      byId('told').textContent = word;
      setTimeout(function () { label.data = 'Copy'; byId('told').textContent = ''; }, 2000);
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

  var narrow = matchMedia('(max-width:44rem)');
  function foldFilters() { byId('filter-fold').open = !narrow.matches; }
  narrow.addEventListener('change', foldFilters);

  var waiting;
  byId('filters').addEventListener('input', function () {
    clearTimeout(waiting);
    waiting = setTimeout(apply, 60);
  });
  byId('filters').addEventListener('submit', function (event) { event.preventDefault(); });
  byId('filters').addEventListener('reset', function () {
    setTimeout(function () { apply(); byId('filter-operation').focus(); });
  });
  byId('theme').addEventListener('click', nextTheme);
  byId('more').addEventListener('click', function () {
    var first = drawMore();
    if (first) { first.tabIndex = -1; first.focus({ preventScroll: true }); }
  });
  if (byId('unfold')) byId('unfold').addEventListener('click', function () {
    var folds = Array.from(document.querySelectorAll('.finding'));
    var open = !folds.every(function (fold) { return fold.open; });
    folds.forEach(function (fold) { fold.open = open; });
    byId('unfold').textContent = open ? 'Close all' : 'Open all';
  });
  addEventListener('hashchange', reveal);
  addEventListener('click', function (event) {
    var button = event.target.closest('button.copy');
    if (button) copy(button);
    var link = event.target.closest('a[href^="#"]');
    if (link && link.dataset.only) { byId('filter-operation').value = link.dataset.only; apply(); }
    if (link && link.hash === location.hash) reveal();
  });
  foldFilters();
  apply();
  reveal();
})();
`;
