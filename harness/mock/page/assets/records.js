// The records that the mock keeps, by resource type.
import { control, controlText } from './api.js';
import { announce, button, element, field, prettyJson, reporting } from './dom.js';

const MAX_COLUMNS = 6;
const MAX_ROWS = 100;

export function startRecords(section, { resources, documents }) {
  const list = element('div');
  const load = reporting(async () => {
    const states = await Promise.all(documents.map(({ path }) => control('GET', `state${ofDocument(path)}`)));
    const recordsOf = ({ name, document }) => states[documents.findIndex(({ path }) => path === document)][name] ?? [];
    list.replaceChildren(
      ...resources.map((resource) => {
        const path = `state/${encodeURIComponent(resource.name)}${ofDocument(resource.document)}`;
        const label = documents.length > 1 ? `${resource.name} of ${resource.document}` : resource.name;
        return resourceTable({ path, name: label }, recordsOf(resource), load);
      }),
    );
  });
  const reset = reporting(async () => {
    await control('DELETE', 'state');
    await load();
    announce('The records are as at the start.');
  });
  section.append(
    element('p', { class: 'actions' }, button('Refresh', load), ' ', button('Reset all records', reset)),
    resources.length === 0
      ? element('p', {}, 'The document has no resource types, or the mock keeps no records.')
      : list,
  );
  section.addEventListener('show', load);
}

function ofDocument(path) {
  return `?document=${encodeURIComponent(path)}`;
}

/** @param type its name and the path of its records below the control prefix */
function resourceTable(type, records, load) {
  const { name } = type;
  const columns = columnsOf(records);
  const rows = records.slice(0, MAX_ROWS).map((record, index) => recordRow(type, { record, index, columns }, load));
  const table = element(
    'table',
    {},
    element('caption', {}, caption(name, records.length)),
    element(
      'thead',
      {},
      element('tr', {}, ...columns.map((column) => element('th', { scope: 'col' }, column)), element('td', {})),
    ),
    element('tbody', {}, ...rows),
  );
  return element(
    'div',
    { class: 'block' },
    element('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': `Records of ${name}` }, table),
    addForm(type, load),
  );
}

function caption(name, count) {
  const shown = count > MAX_ROWS ? `, the first ${MAX_ROWS} shown` : '';
  return `${name}: ${count} ${count === 1 ? 'record' : 'records'}${shown}`;
}

/** The names of simple properties that come first. */
function columnsOf(records) {
  const names = new Set(records.slice(0, 20).flatMap((record) => Object.keys(record)));
  const isSimple = (name) => records.every((record) => typeof record[name] !== 'object' || record[name] === null);
  return [...names].filter(isSimple).slice(0, MAX_COLUMNS);
}

function recordRow({ name, path }, { record, index, columns }, load) {
  const label = String(record[columns[0]] ?? index + 1);
  const remove = reporting(async () => {
    await removeRecord(path, index);
    await load();
    announce(`Record ${label} of ${name} is deleted.`);
  });
  const cell = (column) => element('td', {}, shorten(record[column]));
  return element(
    'tr',
    {},
    ...columns.map(cell),
    element('td', {}, button('Delete', remove, { 'aria-label': `Delete record ${label} of ${name}` })),
  );
}

function shorten(value) {
  const text = value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** Sends all other records back as the mock wrote them: reading them as JavaScript numbers would round them. */
async function removeRecord(path, index) {
  const items = splitArray(await controlText(path));
  items.splice(index, 1);
  await control('PUT', path, `[${items.join(',')}]`);
}

/** Splits the text of a JSON array into the texts of its items. */
function splitArray(text) {
  const lines = prettyJson(text).split('\n');
  const items = [];
  for (const line of lines.slice(1, -1)) {
    const isStart = /^ {2}\S/.test(line) && !/^ {2}[\]}]/.test(line);
    if (isStart) items.push(line);
    else items[items.length - 1] += line;
  }
  return items.map((item) => item.trim().replace(/,$/, ''));
}

function addForm({ name, path }, load) {
  const text = element('textarea', { rows: 4, spellcheck: 'false', required: true });
  const add = reporting(async (event) => {
    event.preventDefault();
    await control('POST', path, text.value);
    await load();
    announce(`A record of ${name} is added.`);
  });
  const form = element(
    'form',
    { onsubmit: add },
    field(`New record of ${name} (JSON)`, text),
    element('button', {}, 'Add'),
  );
  return element('details', {}, element('summary', {}, `Add a record of ${name}`), form);
}
