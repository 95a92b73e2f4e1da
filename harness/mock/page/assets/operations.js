// The operations of the document, each with a form to try it.
import { control } from './api.js';
import { element, field, reporting } from './dom.js';
import { tryForm } from './try-operation.js';

export function startOperations(section, { operations }) {
  const filter = element('input', { type: 'search', autocomplete: 'off', oninput: () => apply() });
  const count = element('p', { class: 'quiet', role: 'status' });
  const items = operations.map((operation) => ({
    text: `${operation.method} ${operation.path} ${operation.id} ${operation.summary ?? ''}`.toLowerCase(),
    row: operationItem(operation),
  }));
  section.append(field('Filter operations', filter), count, ...items.map(({ row }) => row));
  apply();

  function apply() {
    const wanted = filter.value.trim().toLowerCase();
    let shown = 0;
    for (const { text, row } of items) {
      row.hidden = !text.includes(wanted);
      if (!row.hidden) shown += 1;
    }
    count.textContent = `${shown} of ${items.length} operations`;
  }
}

function operationItem(operation) {
  const body = element('div', { class: 'content' });
  const details = element(
    'details',
    {},
    element(
      'summary',
      {},
      element('span', { class: `method ${operation.method.toLowerCase()}` }, operation.method),
      ' ',
      element('code', {}, operation.path),
      ' ',
      element('span', { class: 'quiet' }, operation.summary ?? ''),
    ),
    body,
  );
  details.addEventListener(
    'toggle',
    reporting(async () => {
      if (!details.open || body.hasChildNodes()) return;
      const form = await control('GET', `form?operation=${encodeURIComponent(operation.name)}`);
      if (!body.hasChildNodes()) body.append(...tryForm(operation, form));
    }),
  );
  return details;
}
