import type { Running } from '../../fixtures/faults/running.ts';
import { type VerifyOptions, widen } from '../../harness/config.ts';
import type { Report } from '../../harness/model.ts';
import { run } from '../../harness/run.ts';

/** True where every service of the fleet is asked, with random requests too; that takes many minutes. */
export const WHOLE = process.env['CONTRACT_TEST_FLEET'] === 'all';

/** Every so manieth of a list, or all of it. */
export function selection<T>(services: readonly T[], every: number): T[] {
  return services.filter((_, index) => WHOLE || index % every === 0);
}

/** What a run says of a service, in one text that names what was found. */
export async function verdict(start: () => Promise<Running>, options: Partial<VerifyOptions> = {}): Promise<string> {
  const service = await start();
  try {
    const given = { target: service.url, suites: ['examples', 'generated'], runs: WHOLE ? 50 : 0, seed: 1, ...options };
    for await (const event of run(widen(given), new AbortController().signal))
      if (event.type === 'end') return sentence(event.report);
    return 'no report';
  } finally {
    await service.close();
  }
}

function sentence({ verdict: found, summary, findings }: Report): string {
  const errors = findings.filter(({ severity }) => severity === 'error');
  return [found === 'kept' ? found : `${found}: ${summary}`, ...errors.map(({ message }) => message)].join('\n');
}
