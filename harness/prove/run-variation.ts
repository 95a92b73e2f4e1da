import { documentsErrors } from '../checks/response.ts';
import type { Operation, Outcome } from '../core/model.ts';
import type { Difference } from './variations/variation.ts';
import { together } from './variations/combine.ts';
import type { Alarm, LawfulTrial } from './report.ts';
import type { ProofSuite } from './suites.ts';
import type { Stage } from './test-bed.ts';

/**
 * Runs the suites whole against the mock with lawful differences: whatever they complain about is a false alarm.
 * Several are tried at once; where that raises an alarm, each is tried alone to see whose it is.
 */
export async function* tryLawful(
  stage: Stage,
  suites: readonly ProofSuite[],
  operations: readonly Operation[],
  differences: readonly Difference[],
): AsyncGenerator<LawfulTrial, void, void> {
  const started = performance.now();
  const { alarms, requests } = await run(stage, suites, operations, differences);
  const share = { requests, ms: (performance.now() - started) / differences.length };
  if (alarms.length === 0) {
    for (const { says } of differences) yield { says, alarms, ...share };
    return;
  }
  let explained = false;
  for (const difference of differences) {
    const begin = performance.now();
    const alone = differences.length === 1 ? { alarms, requests } : await run(stage, suites, operations, [difference]);
    explained ||= alone.alarms.length > 0;
    const isLast = difference === differences.at(-1);
    const own = isLast && !explained ? alarms.map(togetherOnly) : alone.alarms;
    yield { says: difference.says, alarms: own, requests: alone.requests, ms: performance.now() - begin };
  }
}

function togetherOnly(alarm: Alarm): Alarm {
  return { ...alarm, says: `${alarm.says} (together with the differences before it)` };
}

async function run(
  stage: Stage,
  suites: readonly ProofSuite[],
  operations: readonly Operation[],
  differences: readonly Difference[],
): Promise<Pick<LawfulTrial, 'alarms' | 'requests'>> {
  const alteration = together(differences);
  const passes = Math.max(...differences.map((each) => each.passes ?? 1));
  const outcomes: Outcome[] = [];
  for (let pass = 0; pass < passes; pass++)
    for (const suite of suites) {
      const context = stage.set(alteration, operations);
      for await (const outcome of suite.ask(context, operations.flatMap(suite.casesOf))) outcomes.push(outcome);
    }
  const alarms = [...outcomes.flatMap(alarmsOf), ...operations.flatMap((operation) => unproven(operation, outcomes))];
  return { alarms, requests: outcomes.length };
}

function alarmsOf({ suite, case: id, verdict, findings, reason }: Outcome): Alarm[] {
  if (verdict === 'error') return [{ suite, case: id, says: reason ?? 'could not be asked' }];
  return findings
    .filter(({ severity }) => severity === 'error')
    .map(({ check, message }) => ({ suite, case: id, says: `${check}: ${message}` }));
}

function unproven(operation: Operation, outcomes: readonly Outcome[]): Alarm[] {
  const own = outcomes.filter((outcome) => outcome.operation === operation.id);
  const lacks = (effect: Outcome['effect']) => own.length > 0 && own.every((outcome) => outcome.effect !== effect);
  const wanted = documentsErrors(operation) && own.some(({ intent }) => intent === 'reject');
  const alarm = (says: string): Alarm => ({ suite: own[0]?.suite ?? '', case: operation.id, says });
  if (lacks('accepted')) return [alarm('no request was ever accepted')];
  return wanted && lacks('refused') ? [alarm('no request was ever refused')] : [];
}
