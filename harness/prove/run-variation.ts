import { documentsErrors, documentsSuccess } from '../checks/response.ts';
import type { CaseResult, Operation } from '../core/model.ts';
import { findRunViolations } from '../runner/conclude/run-findings.ts';
import type { FalsePositive, VariationResult } from './report.ts';
import type { MutationSuite } from './suites.ts';
import type { TestBed } from './test-bed.ts';
import { combineVariations } from './variations/combine.ts';
import type { Variation } from './variations/variation.ts';

/**
 * Runs all suites against conforming variations; any finding is a false positive.
 * Several variations are combined first, and run one by one if there is a finding.
 */
export async function* runVariations(
  testBed: TestBed,
  suites: readonly MutationSuite[],
  operations: readonly Operation[],
  variations: readonly Variation[],
): AsyncGenerator<VariationResult, void, void> {
  const started = performance.now();
  const { falsePositives, requests } = await runCombined(testBed, suites, operations, variations);
  const share = { requests, durationMs: (performance.now() - started) / variations.length };
  if (falsePositives.length === 0) {
    for (const { description } of variations) yield { description, falsePositives, ...share };
    return;
  }
  let explained = false;
  for (const variation of variations) {
    const begin = performance.now();
    const alone =
      variations.length === 1
        ? { falsePositives, requests }
        : await runCombined(testBed, suites, operations, [variation]);
    explained ||= alone.falsePositives.length > 0;
    const isLast = variation === variations.at(-1);
    const own = isLast && !explained ? falsePositives.map(onlyCombined) : alone.falsePositives;
    yield {
      description: variation.description,
      falsePositives: own,
      requests: alone.requests,
      durationMs: performance.now() - begin,
    };
  }
}

function onlyCombined(falsePositive: FalsePositive): FalsePositive {
  return { ...falsePositive, message: `${falsePositive.message} (only combined with the variations before it)` };
}

async function runCombined(
  testBed: TestBed,
  suites: readonly MutationSuite[],
  operations: readonly Operation[],
  variations: readonly Variation[],
): Promise<Pick<VariationResult, 'falsePositives' | 'requests'>> {
  const mutation = combineVariations(variations);
  const passes = Math.max(...variations.map((each) => each.passes ?? 1));
  const outcomes: Outcome[] = [];
  const falsePositives: FalsePositive[] = [];
  for (let pass = 0; pass < passes; pass++)
    for (const suite of suites) {
      const context = testBed.set(mutation, operations);
      for await (const result of suite.send(context, operations.flatMap(suite.casesOf))) {
        outcomes.push(outcomeOf(result));
        falsePositives.push(...falsePositivesOf(result));
      }
      const evidence = (await findRunViolations(context.executor)).flatMap((finding) => finding.evidence);
      falsePositives.push(...evidence.flatMap(falsePositivesOf));
    }
  falsePositives.push(...operations.flatMap((operation) => unverifiedOperation(operation, outcomes)));
  return { falsePositives, requests: outcomes.length };
}

/** What is kept of a result: the exchanges of all cases would fill the memory. */
type Outcome = Pick<CaseResult, 'suite' | 'operation' | 'expectation' | 'disposition' | 'inconclusive'>;

function outcomeOf({ suite, operation, expectation, disposition, inconclusive }: CaseResult): Outcome {
  return { suite, operation, expectation, disposition, ...(inconclusive && { inconclusive }) };
}

function falsePositivesOf(result: CaseResult): FalsePositive[] {
  const { suite, case: id, status, findings, inconclusiveReason } = result;
  if (result.inconclusive) return [];
  if (status === 'error') return [{ suite, case: id, message: inconclusiveReason ?? 'not sent' }];
  return findings
    .filter(({ severity }) => severity === 'error')
    .map(({ check, message }) => ({ suite, case: id, message: `${check}: ${message}` }));
}

function unverifiedOperation(operation: Operation, results: readonly Outcome[]): FalsePositive[] {
  if (!documentsSuccess(operation)) return [];
  const own = results.filter((result) => result.operation === operation.id && !result.inconclusive);
  const lacks = (disposition: Outcome['disposition']) =>
    own.length > 0 && own.every((result) => result.disposition !== disposition);
  const wanted = documentsErrors(operation) && own.some(({ expectation }) => expectation === 'reject');
  const falsePositive = (description: string): FalsePositive => ({
    suite: own[0]?.suite ?? '',
    case: operation.id,
    message: description,
  });
  if (lacks('accepted')) return [falsePositive('no valid request was accepted')];
  return wanted && lacks('rejected') ? [falsePositive('no invalid request was rejected')] : [];
}
