import { documentsErrors } from '../checks/response.ts';
import type { CaseResult, Operation } from '../core/model.ts';
import { findRunViolations } from '../runner/run-findings.ts';
import type { FalsePositive, VariationResult } from './report.ts';
import type { MutationSuite } from './suites.ts';
import type { TestBed } from './test-bed.ts';
import { combineVariations } from './variations/combine.ts';
import type { Variation } from './variations/variation.ts';

/**
 * Runs the suites whole against the mock with lawful differences: whatever they complain about is a false alarm.
 * Several are tried at once; where that raises an alarm, each is tried alone to see whose it is.
 */
export async function* runVariations(
  stage: TestBed,
  suites: readonly MutationSuite[],
  operations: readonly Operation[],
  differences: readonly Variation[],
): AsyncGenerator<VariationResult, void, void> {
  const started = performance.now();
  const { falsePositives, requests } = await run(stage, suites, operations, differences);
  const share = { requests, durationMs: (performance.now() - started) / differences.length };
  if (falsePositives.length === 0) {
    for (const { description } of differences) yield { description, falsePositives, ...share };
    return;
  }
  let explained = false;
  for (const difference of differences) {
    const begin = performance.now();
    const alone =
      differences.length === 1
        ? { falsePositives: falsePositives, requests }
        : await run(stage, suites, operations, [difference]);
    explained ||= alone.falsePositives.length > 0;
    const isLast = difference === differences.at(-1);
    const own = isLast && !explained ? falsePositives.map(togetherOnly) : alone.falsePositives;
    yield {
      description: difference.description,
      falsePositives: own,
      requests: alone.requests,
      durationMs: performance.now() - begin,
    };
  }
}

function togetherOnly(alarm: FalsePositive): FalsePositive {
  return { ...alarm, message: `${alarm.message} (together with the differences before it)` };
}

async function run(
  stage: TestBed,
  suites: readonly MutationSuite[],
  operations: readonly Operation[],
  differences: readonly Variation[],
): Promise<Pick<VariationResult, 'falsePositives' | 'requests'>> {
  const alteration = combineVariations(differences);
  const passes = Math.max(...differences.map((each) => each.passes ?? 1));
  const results: CaseResult[] = [];
  const evidence: CaseResult[] = [];
  for (let pass = 0; pass < passes; pass++)
    for (const suite of suites) {
      const context = stage.set(alteration, operations);
      for await (const result of suite.send(context, operations.flatMap(suite.casesOf))) results.push(result);
      evidence.push(...(await findRunViolations(context.executor)).flatMap((finding) => finding.evidence));
    }
  const falsePositives = [
    ...[...results, ...evidence].flatMap(alarmsOf),
    ...operations.flatMap((operation) => unproven(operation, results)),
  ];
  return { falsePositives: falsePositives, requests: results.length };
}

function alarmsOf(result: CaseResult): FalsePositive[] {
  const { suite, case: id, status, findings, inconclusiveReason } = result;
  if (result.inconclusive) return [];
  if (status === 'error') return [{ suite, case: id, message: inconclusiveReason ?? 'could not be asked' }];
  return findings
    .filter(({ severity }) => severity === 'error')
    .map(({ check, message }) => ({ suite, case: id, message: `${check}: ${message}` }));
}

function unproven(operation: Operation, results: readonly CaseResult[]): FalsePositive[] {
  const own = results.filter((result) => result.operation === operation.id && !result.inconclusive);
  const lacks = (effect: CaseResult['disposition']) =>
    own.length > 0 && own.every((result) => result.disposition !== effect);
  const wanted = documentsErrors(operation) && own.some(({ expectation }) => expectation === 'reject');
  const alarm = (says: string): FalsePositive => ({ suite: own[0]?.suite ?? '', case: operation.id, message: says });
  if (lacks('accepted')) return [alarm('no request was ever accepted')];
  return wanted && lacks('rejected') ? [alarm('no request was ever refused')] : [];
}
