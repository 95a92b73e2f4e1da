// Starts the page: shows one section at a time, by the fragment of the URL.
import { control } from './api.js';
import { announce, byId } from './dom.js';
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

try {
  const info = await control('GET', 'info');
  const { title = 'API', version = '' } = info.info ?? {};
  document.title = `${title}: mock server`;
  byId('title').textContent = title;
  byId('subtitle').textContent = `Version ${version}, served by contract mock ${info.version} at ${location.origin}`;
  startOperations(byId('operations'), info);
  startRecords(byId('records'), info);
  startRequests(byId('requests'), info);
  startSettings(byId('settings'), info);
  addEventListener('hashchange', () => showSection(true));
  showSection(false);
} catch (error) {
  announce(`The mock does not respond: ${error.message}`, true);
}
