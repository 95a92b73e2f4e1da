import { expect, test } from 'vitest';
import { startMock } from '../../harness/mock/mock.ts';

const spec = 'fixtures/crud/documents/library.yaml';

test.each([
  [{ port: 'x' }, "Option port takes a number from 0 to 65535, not 'x'."],
  [{ port: 65_536 }, 'Option port takes a number from 0 to 65535, not 65536.'],
  [{ items: -1 }, 'Option items takes a number of items, not -1.'],
  [{ fail: 3 }, 'Option fail takes a fraction from 0 to 1, not 3.'],
  [{ delay: '200' }, "Option delay takes milliseconds, or { min, max }, not '200'."],
  [{ delay: { min: 5, max: 1 } }, 'Option delay takes milliseconds, or { min, max }, not {"min":5,"max":1}.'],
  [{ callbacks: { dely: 1 } }, 'Unknown option dely of callbacks.'],
  [
    { spec: 'openapi: 3.1.0\npaths: {}' },
    'Option spec takes the path of a document, or a parsed document, not its text',
  ],
])('%j is an error that says what the option takes', async (options, message) => {
  await expect(startMock({ spec, ...(options as object) })).rejects.toThrow(message);
});

test('numbers within their range start a mock', async () => {
  const mock = await startMock({
    spec,
    port: 0,
    items: 0,
    fail: 0.5,
    delay: { min: 0, max: 1 },
    callbacks: { retries: 0 },
  });
  expect(mock.port).toBeGreaterThan(0);
  await mock.close();
});
