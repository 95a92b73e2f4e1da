// Starts the page: shows one section at a time, by the fragment of the URL.
import { chosenDocument, control } from './api.js';
import { announce, byId, element } from './dom.js';
import { startOperations } from './operations.js';
import { startRecords } from './records.js';
import { startRequests } from './requests.js';
import { startSettings } from './settings.js';

const SECTIONS = ['operations', 'records', 'requests', 'settings'];

function showSection(moveFocus) {
  const wanted = location.hash.slice(1).split('/')[0];
  if (wanted === 'main') return;
  const shown = SECTIONS.includes(wanted) ? wanted : SECTIONS[0];
  for (const name of SECTIONS) {
    byId(name).hidden = name !== shown;
    const link = document.querySelector(`nav a[href="#${name}"]`);
    if (name === shown) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  byId(shown).dispatchEvent(new Event('show'));
  if (moveFocus) byId(`${shown}-title`).focus({ preventScroll: true });
}

/** Links to the documents, if there are several; a page is about one of them, or about all. */
function showDocuments({ documents }) {
  if (documents.length === 1 && chosenDocument === null) return;
  const link = (text, search, isCurrent) =>
    element('li', {}, element('a', { href: search, ...(isCurrent ? { 'aria-current': 'page' } : {}) }, text));
  const links = documents.map(({ path, info }) =>
    link(`${info?.title ?? 'API'} at ${path}`, `?document=${encodeURIComponent(path)}`, chosenDocument === path),
  );
  const all = link('All documents', location.pathname, chosenDocument === null);
  const list = element('nav', { class: 'wrap', 'aria-label': 'Documents' }, element('ul', {}, all, ...links));
  document.querySelector('nav').before(list);
}

try {
  const info = await control('GET', 'info');
  const several = { title: `${info.documents.length} documents` };
  const { title = 'API', version } = info.documents.length > 1 ? several : (info.info ?? {});
  document.title = `${title}: mock server`;
  byId('title').textContent = title;
  byId('subtitle').textContent =
    `${version ? `Version ${version}, s` : 'S'}erved by contract mock ${info.version} at ${location.origin}`;
  showDocuments(info);
  startOperations(byId('operations'), info);
  startRecords(byId('records'), info);
  startRequests(byId('requests'), info);
  startSettings(byId('settings'), info);
  addEventListener('hashchange', () => showSection(true));
  showSection(false);
} catch (error) {
  announce(`The mock does not respond: ${error.message}`, true);
}
