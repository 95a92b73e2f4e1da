import type { Report } from './core/report.ts';
import { resolveOptions, type VerifyOptions } from './runner/options.ts';
import { run } from './runner/run.ts';

/**
 * Verifies a service, or the mock, and gives the report; {@link run} tells what happens on the way.
 * @example
 * const report = await verify({ spec: 'openapi.yaml', target: 'http://127.0.0.1:8080' });
 * if (report.verdict !== 'passed') throw new Error(report.summary);
 * @param signal ends the run early; the report then tells what was found until then
 * @throws {ContractError} for a document that cannot be worked with
 * @throws {UsageError} for options that cannot be carried out, and a target that does not listen
 */
export async function verify(
  options: VerifyOptions = {},
  signal: AbortSignal = new AbortController().signal,
): Promise<Report> {
  for await (const event of run(resolveOptions(options), signal)) if (event.type === 'end') return event.report;
  throw new Error('the run ended without a report');
}
