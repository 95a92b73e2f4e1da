// Delays, failures, and responses in place of the mock's own.
import { control } from './api.js';
import { announce, button, element, field, reporting, select } from './dom.js';

export function startSettings(section, { operations }) {
  const overrides = element('ul', { class: 'overrides' });
  const faults = faultsForm();
  const loadOverrides = reporting(async () => {
    const all = await control('GET', 'overrides');
    const none = element('li', { class: 'quiet' }, 'None: the mock responds by the document.');
    overrides.replaceChildren(...(all.length === 0 ? [none] : all.map((each) => overrideItem(each, loadOverrides))));
  });
  const reset = reporting(async () => {
    await control('POST', 'reset');
    await Promise.all([faults.load(), loadOverrides()]);
    announce('Everything is as at the start: records, overrides, settings and history.');
  });
  section.append(
    element('h3', {}, 'Delays and failures'),
    faults.form,
    element('h3', {}, 'Overrides'),
    overrides,
    overrideForm(operations, loadOverrides),
    element('h3', {}, 'Start again'),
    element('p', { class: 'actions' }, button('Reset everything', reset)),
  );
  section.addEventListener('show', () => {
    faults.load();
    loadOverrides();
  });
}

function faultsForm() {
  const number = (max) => element('input', { type: 'number', min: 0, max, step: 1, required: true, value: 0 });
  const [min, max, percent] = [number(600_000), number(600_000), number(100)];
  const show = ({ delay, fail }) => {
    min.value = delay?.min ?? 0;
    max.value = delay?.max ?? 0;
    percent.value = Math.round(fail * 100);
  };
  const save = reporting(async (event) => {
    event.preventDefault();
    const [from, to] = [Number(min.value), Math.max(Number(min.value), Number(max.value))];
    const delay = to === 0 ? null : { min: from, max: to };
    show(await control('PATCH', 'settings', JSON.stringify({ delay, fail: Number(percent.value) / 100 })));
    announce('Delays and failures are set.');
  });
  const form = element(
    'form',
    { onsubmit: save, class: 'row' },
    field('Delay from (ms)', min),
    field('to (ms)', max),
    field('Failing requests (%)', percent),
    element('button', {}, 'Set'),
  );
  return { form, load: reporting(async () => show(await control('GET', 'settings'))) };
}

function overrideItem(override, load) {
  const { id, times, document } = override;
  const operation = document === undefined ? override.operation : `${override.operation} of ${document}`;
  const parts = [
    override.abort ? 'closes the connection' : undefined,
    override.status === undefined ? undefined : `status ${override.status}`,
    override.example === undefined ? undefined : `example ${override.example}`,
    override.body === undefined ? undefined : 'with a body',
    override.delayMs === undefined ? undefined : `after ${override.delayMs} ms`,
    override.handler ? 'a handler of a test' : undefined,
    times === null ? undefined : `${times} more times`,
  ].filter(Boolean);
  const remove = reporting(async () => {
    await control('DELETE', `overrides/${id}`);
    await load();
    announce(`${operation} responds as usual.`);
  });
  return element(
    'li',
    {},
    element('code', {}, operation),
    ` ${parts.join(', ')} `,
    button('Remove', remove, { 'aria-label': `Remove the override of ${operation}` }),
  );
}

function overrideForm(operations, load) {
  const operation = select([['*', 'all operations'], ...operations.map(({ name }) => [name, name])]);
  const status = element('input', { type: 'number', min: 200, max: 599, placeholder: '500' });
  const body = element('textarea', { rows: 3, spellcheck: 'false' });
  const delay = element('input', { type: 'number', min: 0, max: 600_000 });
  const times = element('input', { type: 'number', min: 1 });
  const abort = element('input', { type: 'checkbox', id: 'abort' });
  const add = reporting(async (event) => {
    event.preventDefault();
    const parts = [
      `"operation":${JSON.stringify(operation.value)}`,
      status.value && `"status":${status.value}`,
      // As it is written, so that its numbers stay exact.
      body.value && `"body":${body.value}`,
      delay.value && `"delayMs":${delay.value}`,
      times.value && `"times":${times.value}`,
      abort.checked && '"abort":true',
    ];
    await control('POST', 'overrides', `{${parts.filter(Boolean).join(',')}}`);
    await load();
    announce('The override is set.');
  });
  const form = element(
    'form',
    { onsubmit: add },
    field('Operation', operation),
    field('Status', status, 'Empty: as usual.'),
    field('Body (JSON)', body, 'Empty: as the document describes it.'),
    field('Delay (ms)', delay),
    field('Times', times, 'Empty: until it is removed.'),
    element('p', {}, abort, element('label', { for: 'abort' }, 'Close the connection without a response')),
    element('button', {}, 'Add the override'),
  );
  return element('details', {}, element('summary', {}, 'Add an override'), form);
}
