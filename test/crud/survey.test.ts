import { expect, test } from 'vitest';
import { crudServices } from '../../fixtures/crud/index.ts';
import { tasksOf } from './survey/tasks.ts';

const selection = { kinds: ['variation'], only: /^(charset|nfc)$/, sample: 1, seeds: [4, 5, 6] };

test('seeds take turns over the services', () => {
  const tasks = tasksOf(crudServices.slice(0, 2), { ...selection, isEverySeed: false });
  expect(tasks.map(({ name, seed }) => `${name} ${seed}`)).toEqual(['charset 4', 'nfc 5', 'charset 6', 'nfc 4']);
});

test('every variation is run with every seed, seed by seed', () => {
  const tasks = tasksOf(crudServices.slice(0, 1), { ...selection, isEverySeed: true });
  expect(tasks.map(({ name, seed }) => `${name} ${seed}`)).toEqual(
    [4, 5, 6].flatMap((seed) => [`charset ${seed}`, `nfc ${seed}`]),
  );
});
