import { afterEach, describe, expect, test } from 'vitest';
import { conforming, oneFault } from '../../../fixtures/faults/index.ts';
import type { Running } from '../../../fixtures/faults/running.ts';
import { startService } from '../../../fixtures/service/service.ts';
import { findingKey } from '../../../harness/core/model.ts';
import { run } from '../../../harness/runner/run.ts';
import { resolveOptions } from '../../../harness/runner/settings/options.ts';
import { WHOLE } from '../../fleet.ts';
import { closeMocks, openMock } from '../world/client.ts';

const SPEC = 'spec/openapi.yaml';

/** Services with faults of several kinds, the connection's too; all of them take half an hour. */
const KINDS = ['success-truncated', 'resets-astral', 'wire-length-under', 'success-error-body'];

const chosen = WHOLE ? oneFault : KINDS.flatMap((kind) => oneFault.find(({ name }) => name.includes(kind)) ?? []);

afterEach(closeMocks);

/** What a run finds, in its words if they count, whatever the order. */
async function findingsAt(target: string, inWords: boolean): Promise<{ results: number; keys: string[] }> {
  const keys = new Set<string>();
  let results = 0;
  const options = { spec: SPEC, target, suites: ['examples', 'generated'], runs: 0, seed: 1, timeout: 1500 } as const;
  for await (const event of run(resolveOptions(options), new AbortController().signal)) {
    if (event.type !== 'result') continue;
    results++;
    for (const finding of event.result.findings) {
      const { message, expected, actual } = finding;
      const words = inWords ? [message, expected, actual] : [];
      keys.add([findingKey(event.result.operation, finding), ...words].join('\n'));
    }
  }
  return { results, keys: [...keys].sort() };
}

async function expectSame(start: () => Promise<Running>, inWords = true): Promise<string[]> {
  const direct = await start();
  const expected = await findingsAt(direct.url, inWords).finally(() => direct.close());
  const behind = await start();
  const { url } = await openMock({ spec: SPEC, proxy: behind.url });
  expect(await findingsAt(url, inWords).finally(() => behind.close())).toEqual(expected);
  return expected.keys;
}

describe('a run through the proxy finds what a direct one finds', () => {
  test('on the reference service: nothing', async () => {
    expect(await expectSame(() => startService({ port: 0, database: ':memory:' }))).toEqual([]);
  });

  test('on a service that ends each connection after its response: nothing', async () => {
    const service = conforming.find(({ name }) => name === 'keep-alive-off');
    expect(service && (await expectSame(service.start))).toEqual([]);
  });

  test.each(chosen)('on a service with a fault, $name: $wrong', async ({ name, start }) => {
    // What is not HTTP is not passed on: to the client, there is no response.
    expect((await expectSame(start, !name.startsWith('wire-'))).length).toBeGreaterThan(0);
  });
});
