import { expect, test } from 'vitest';
import { statefulFaults } from '../../fixtures/crud/bugs/stateful/index.ts';
import { crudBugs, crudServices, startCrudService, variationsOf } from '../../fixtures/crud/index.ts';

const bugsOf = (name: string, suite: string) =>
  crudBugs.filter(({ services, suites }) => services.includes(name) && suites.includes(suite));

test.each(crudServices)('$name has bugs and variations enough', (service) => {
  expect(bugsOf(service.name, 'generated').length).toBeGreaterThanOrEqual(10);
  expect(bugsOf(service.name, 'stateful').length).toBeGreaterThanOrEqual(40);
  expect(variationsOf(service).length).toBeGreaterThanOrEqual(30);
});

test.each(crudServices)('no two bugs or variations of $name have the same name', (service) => {
  const names = [...bugsOf(service.name, 'generated'), ...bugsOf(service.name, 'stateful'), ...variationsOf(service)];
  expect(new Set(names.map(({ name }) => name)).size).toBe(names.length);
});

test('each fault is planted somewhere', () => {
  const unplanted = statefulFaults.filter(({ id }) => !crudBugs.some(({ name }) => name.endsWith(`-${id}`)));
  expect(unplanted).toEqual([]);
});

test('each bug names operations that a finding can name, and is described in one line', () => {
  const silent = crudBugs.filter(({ shows, wrong }) => shows.operations.length === 0 || !/^[a-z].{5,119}$/.test(wrong));
  expect(silent).toEqual([]);
});

test('a service is not started with a bug that it does not have', async () => {
  const [service] = crudServices;
  if (service === undefined) throw new Error('There is no service.');
  await expect(startCrudService(service, { bugs: ['create-product-ascii'] })).rejects.toThrow(
    'has no create-product-ascii',
  );
});

test('settings that are there from the beginning are read by the first request, even of a replica that lags', async () => {
  const shop = crudServices.find(({ document }) => document === 'shop');
  if (shop === undefined) throw new Error('There is no shop.');
  const running = await startCrudService(shop, { variations: ['eventual'] });
  try {
    const response = await fetch(`${running.url}/settings`);
    expect(await response.json()).toHaveProperty('shopName');
  } finally {
    await running.close();
  }
});
