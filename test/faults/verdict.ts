import type { Running } from '../../fixtures/faults/running.ts';
import type { CaseResult } from '../../harness/core/model.ts';
import type { Report } from '../../harness/core/report.ts';
import { run } from '../../harness/runner/run.ts';
import { resolveOptions } from '../../harness/runner/settings/options.ts';
import type { VerifyOptions } from '../../harness/runner/settings/verify-options.ts';
import { WHOLE } from '../fleet.ts';

/** What a run says of a service, in one text that names what was found. */
export async function verdict(start: () => Promise<Running>, options: Partial<VerifyOptions> = {}): Promise<string> {
  return sentence(await reportOn(start, options, () => false));
}

/** As {@link verdict}, of a service that violates the contract: one failure is enough, and what would come behind it is not sent. */
export async function accusation(start: () => Promise<Running>, options: Partial<VerifyOptions> = {}): Promise<string> {
  let failed = false;
  const report = await reportOn(start, options, (result) => {
    failed ||= result.status === 'fail';
    return failed && !WHOLE;
  });
  return failed && report.verdict !== 'failed' ? `failed, and yet ${sentence(report)}` : sentence(report);
}

async function reportOn(
  start: () => Promise<Running>,
  options: Partial<VerifyOptions>,
  isEnough: (result: CaseResult) => boolean,
): Promise<Report> {
  const service = await start();
  const stop = new AbortController();
  try {
    const given = {
      suites: ['examples', 'generated'],
      runs: WHOLE ? 50 : 0,
      seed: 1,
      lint: false,
      severity: { 'lenient-parsing': 'error' as const },
      wait: 20_000,
      ...options,
    };
    for await (const event of run(resolveOptions({ ...given, target: service.url }), stop.signal)) {
      if (event.type === 'result' && isEnough(event.result)) stop.abort();
      if (event.type === 'end') return event.report;
    }
    throw new Error('the run ended without a report');
  } finally {
    await service.close();
  }
}

function sentence({ verdict: found, summary, findings }: Report): string {
  const errors = findings.filter(({ severity }) => severity === 'error');
  return [found === 'passed' ? found : `${found}: ${summary}`, ...errors.map(({ message }) => message)].join('\n');
}
