import { setMaxListeners } from 'node:events';
import { createChecks } from '../../../harness/checks/index.ts';
import { createSeverityPolicy, withSeverity } from '../../../harness/checks/severity.ts';
import type { CaseResult } from '../../../harness/core/model.ts';
import { UniqueValues } from '../../../harness/generate/requests/unique-values.ts';
import { createHttpClient } from '../../../harness/http/client.ts';
import { loadContract } from '../../../harness/openapi/load.ts';
import { findRunViolations } from '../../../harness/runner/conclude/run-findings.ts';
import { readSeverity } from '../../../harness/runner/settings/read-severity.ts';
import { createExecutor, type Suite, type SuiteContext } from '../../../harness/runner/suite.ts';
import { createDreddSuite } from '../../../harness/runner/suites/dredd/suite.ts';
import { examples, loadExamples } from '../../../harness/runner/suites/examples.ts';
import { generated } from '../../../harness/runner/suites/generated/suite.ts';
import { EXAMPLES, SPEC, type Tool } from './tool.ts';

/** Milliseconds for a response: fewer than usual, because some of the services never give one. */
const TIMEOUT = 2000;

/** Each suite of `verify` by itself. */
export function ourSuites(): Tool[] {
  const contract = loadContract(SPEC);
  // Strict, so that services that parse leniently are found too.
  const strict = createSeverityPolicy(readSeverity({ 'lenient-parsing': 'error' }), new Map());
  const checks = createChecks(contract).map((check) => withSeverity(check, strict));
  const contextFor = (url: string, signal: AbortSignal): SuiteContext => {
    const base = { contract, operations: contract.operations, unique: new UniqueValues(1) };
    return {
      source: {
        ...base,
        seed: 1,
        effort: 'normal',
        randomCases: 50,
        examples: loadExamples(base, [EXAMPLES]),
        hasCredentials: false,
      },
      executor: createExecutor({
        contract,
        unique: base.unique,
        client: createHttpClient({ baseUrl: url, timeoutMs: TIMEOUT, connections: 8 }),
        checks,
        timeoutMs: TIMEOUT,
        credentials: () => ({ headers: [], query: [] }),
        hasCredentials: false,
        signal,
      }),
      control: { signal, concurrency: 8, deadline: Number.POSITIVE_INFINITY, onSkip: () => {} },
    };
  };
  const tool = (name: string, hasFindings: Verdict): Tool => ({
    name: `ours, ${name}`,
    hasFindings: async (url) => {
      const controller = new AbortController();
      setMaxListeners(0, controller.signal);
      const context = contextFor(url, controller.signal);
      try {
        return await hasFindings(context);
      } finally {
        controller.abort();
        await context.executor.client.close();
      }
    },
    close: async () => {},
  });
  return [
    tool('generated', async (context) => {
      const failed = await fails(generated.run(context), () => true);
      return failed || (await findRunViolations(context.executor)).length > 0;
    }),
    tool('examples', (context) => fails(examples.run(context), () => true)),
    ourDredd(tool),
  ];
}

type Verdict = (context: SuiteContext) => Promise<boolean>;

/** Dredd stays loaded from one service to the next, but for one that hangs: its thread is ended, since it sends one request after another. */
function ourDredd(tool: (name: string, hasFindings: Verdict) => Tool): Tool {
  let suite: Suite | undefined;
  const hasFindings: Verdict = async (context) => {
    suite ??= createDreddSuite();
    let hangs = false;
    const failed = await fails(suite.run(context), ({ durationMs }) => {
      hangs ||= durationMs >= TIMEOUT;
      return hangs;
    });
    if (hangs) {
      await suite.close?.();
      suite = undefined;
    }
    return failed;
  };
  return { ...tool('dredd', hasFindings), close: async () => suite?.close?.() };
}

/**
 * As `verify` decides: a failure, a request that could not be sent, or an operation that never accepted or never rejected.
 * @param enough whether a failure is reason to send no more
 */
async function fails(results: AsyncIterable<CaseResult>, enough: (failure: CaseResult) => boolean): Promise<boolean> {
  let failed = false;
  const effects = new Map<string, Set<CaseResult['disposition']>>();
  for await (const result of results) {
    const { operation, status, disposition } = result;
    const isFailure = status === 'fail' || status === 'error';
    failed ||= isFailure;
    if (isFailure && enough(result)) return true;
    effects.set(operation, (effects.get(operation) ?? new Set()).add(disposition));
  }
  return failed || [...effects.values()].some((own) => !own.has('accepted') || !own.has('rejected'));
}
