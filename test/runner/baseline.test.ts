import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { verify } from '../../harness/cli/commands/verify.ts';
import { startMock } from '../../harness/mock/mock.ts';
import type { MockResponse } from '../../harness/mock/types.ts';
import { loadContract } from '../../harness/openapi/load.ts';
import { readBaseline } from '../../harness/runner/baseline.ts';
import { PETS, runCommand, write } from '../cli/petstore.ts';

const RUN = ['--spec', PETS, '--suite', 'examples,generated', '--runs', '5'];

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'baseline-'));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return made;
}

/** A mock whose responses are changed; gives its URL. */
async function broken(change: (response: MockResponse) => MockResponse): Promise<string> {
  const mock = await startMock({
    contract: loadContract(PETS),
    intercept: { onResponse: (_, __, response) => change(response) },
  });
  onTestFinished(() => mock.close());
  return mock.url;
}

const asText = (response: MockResponse): MockResponse => ({ ...response, headers: [['content-type', 'text/plain']] });
const nameless = (response: MockResponse): MockResponse => ({
  ...response,
  body: Buffer.from(Buffer.from(response.body).toString().replace('"name"', '"nom"')),
});

const idless = (response: MockResponse): MockResponse => ({
  ...response,
  body: Buffer.from(Buffer.from(response.body).toString().replace('"id"', '"key"')),
});

describe('a baseline', () => {
  test('accepts what is known, with any seed, although no rejection would be well-formed without it', async () => {
    const [file, url] = [join(folder(), 'known.json'), await broken(asText)];
    const first = await runCommand(verify, [url, ...RUN, '--seed', '1', '--write-baseline', file]);
    expect(first.code).toBe(0);
    expect(first.out).toMatch(/Wrote \d+ findings? to/);
    for (const seed of ['1', '2']) {
      const again = await runCommand(verify, [url, ...RUN, '--seed', seed, '--baseline', file]);
      expect(again.out).toContain('known findings remain (warnings)');
      expect(again.out).toContain('contract satisfied');
      expect(again.code).toBe(0);
    }
  });

  test('of a run that was stopped is no success', async () => {
    const [file, stop] = [join(folder(), 'known.json'), new AbortController()];
    const url = await broken((response) => {
      stop.abort();
      return nameless(response);
    });
    const { code, out } = await runCommand(verify, [url, ...RUN, '--write-baseline', file], {}, stop.signal);
    expect(out).toContain('Wrote');
    expect(code).toBe(1);
  });

  test('fails on what is new, and on that alone', async () => {
    const file = join(folder(), 'known.json');
    await runCommand(verify, [await broken(nameless), ...RUN, '--write-baseline', file]);
    const known = readBaseline(file).length;
    const url = await broken((response) => nameless(idless(response)));
    const renewed = join(folder(), 'renewed.json');
    const { code, out } = await runCommand(verify, [url, ...RUN, '--baseline', file, '--write-baseline', renewed]);
    expect(code).toBe(0);
    expect((await runCommand(verify, [url, ...RUN, '--baseline', file])).code).toBe(1);
    expect(out).toMatch(/baseline: (\d+) of \1 known findings? remain/);
    expect(readBaseline(renewed).length).toBeGreaterThan(known);
  });

  test('lists what was fixed', async () => {
    const file = join(folder(), 'known.json');
    await runCommand(verify, [await broken(nameless), ...RUN, '--write-baseline', file]);
    const { code, out } = await runCommand(verify, [await broken((response) => response), ...RUN, '--baseline', file]);
    expect(out).toMatch(/baseline: 0 of \d+ known findings? remain \(warnings\); fixed:\n {2}✓ createPet: /);
    expect(code).toBe(0);
  });

  test('is written a finding a line, in an order of its own, so that versions of it can be compared', async () => {
    const [one, two] = [join(folder(), 'one.json'), join(folder(), 'two.json')];
    const url = await broken((response) => asText(nameless(response)));
    await runCommand(verify, [url, ...RUN, '--seed', '1', '--concurrency', '1', '--write-baseline', one]);
    await runCommand(verify, [url, ...RUN, '--seed', '2', '--write-baseline', two]);
    const text = readFileSync(one, 'utf8');
    expect(readFileSync(two, 'utf8')).toBe(text);
    expect(text.split('\n').filter((line) => line.includes('"operation"'))).toHaveLength(readBaseline(one).length);
  });
});

describe('a file that is no baseline is rejected with its place', () => {
  test.each([
    ['{}', '1:1: a baseline needs a list `accepted`'],
    ['accepted:\n  a: 1', '1:1: a baseline needs a list `accepted`'],
    ['accepted:\n  - x', '2:5: an accepted finding is a map'],
    ['accepted:\n  - operation: a\n    clase: b', '3:5: unknown property clase. Did you mean clause?'],
    ['accepted:\n  - operation: a\n    check: b', '2:5: an accepted finding needs a string `clause`'],
  ])('%j', (text, message) => {
    const file = write(folder(), 'known.yaml', text);
    expect(() => readBaseline(file)).toThrow(`known.yaml:${message}`);
  });
});
