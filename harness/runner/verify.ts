import { UsageError } from '../core/errors.ts';
import type { Report } from '../core/report.ts';
import { type App, listenApp } from './app/listen-app.ts';
import { run } from './run.ts';
import { resolveOptions } from './settings/options.ts';
import type { VerifyOptions } from './settings/verify-options.ts';

/** Options of {@link verify}. */
export interface VerifyInput extends VerifyOptions {
  /** An application in this process, in place of a target; it is served on a free port of 127.0.0.1 during the run. */
  readonly app?: App | undefined;
}

/**
 * Verifies a service, an application in this process or the mock, and returns the report; {@link run} yields the events on the way.
 * @example
 * const report = await verify({ spec: 'openapi.yaml', target: 'http://127.0.0.1:8080' });
 * if (report.verdict !== 'passed') throw new Error(report.summary);
 * @param signal ends the run early; the report has what was found until then
 * @throws {InputError} for a document that cannot be used
 * @throws {UsageError} for invalid options, and a target that does not listen
 */
export async function verify(
  { app, ...options }: VerifyInput = {},
  signal: AbortSignal = new AbortController().signal,
): Promise<Report> {
  if (app === undefined) return verifyTarget(options, signal);
  if (options.target !== undefined) throw new UsageError('verify takes app or target, not both');
  const { url, close } = await listenApp(app);
  try {
    // A proxy of the environment is not for this process.
    return await verifyTarget({ ...options, target: url }, signal, withoutProxy(process.env));
  } finally {
    await close();
  }
}

function withoutProxy(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^https?_proxy$/i.test(name)));
}

async function verifyTarget(
  options: VerifyOptions,
  signal: AbortSignal,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Report> {
  for await (const event of run(resolveOptions(options, env), signal)) if (event.type === 'end') return event.report;
  throw new Error('the run ended without a report');
}
