import { tasksClient } from './client.ts';

const { data, error } = await tasksClient('/api').GET('/tasks');
const items = (data ?? []).map(({ title }) => {
  const item = document.createElement('li');
  item.textContent = title;
  return item;
});
document.querySelector('#tasks')?.replaceChildren(...items);
const state = error ? `The tasks cannot be shown: ${error.message}` : `${items.length} tasks`;
document.querySelector('#state')?.append(state);
