import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { startMock } from '../../../harness/mock/mock.ts';
import { closeMocks, each, items, LIBRARY, openMock } from './client.ts';

afterEach(closeMocks);

describe('seed data', () => {
  const folder = mkdtempSync(join(tmpdir(), 'seeds-'));

  test('from a file replaces the examples, and a reset brings it back', async () => {
    const file = join(folder, 'seeds.yaml');
    writeFileSync(file, 'author:\n  - { id: 7, name: Ada }\n');
    const mock = await openMock({ spec: LIBRARY, seedData: file });
    expect(each(items((await mock.send('GET', '/authors')).body), '/id')).toEqual([7]);
    await mock.send('DELETE', '/authors/7');
    mock.reset();
    expect((await mock.send('GET', '/authors/7')).body).toMatchObject({ name: 'Ada' });
  });

  test('of an unknown type names the nearest, with its line', async () => {
    const file = join(folder, 'unknown.yaml');
    writeFileSync(file, 'auther:\n  - { id: 7, name: Ada }\n');
    await expect(startMock({ spec: LIBRARY, seedData: file })).rejects.toThrow(
      /unknown.yaml:1:1: .*auther. Did you mean author\?/,
    );
  });

  test('with a value that the document does not allow names it, with its line', async () => {
    const file = join(folder, 'invalid.yaml');
    writeFileSync(file, 'author:\n  - id: 7\n    name: Ada\n    country: Germany\n');
    await expect(startMock({ spec: LIBRARY, seedData: file })).rejects.toThrow(
      /invalid.yaml:4:5: author.*country must match/,
    );
  });
});
