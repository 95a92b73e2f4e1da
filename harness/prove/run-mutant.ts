import type { Case, Finding } from '../core/model.ts';
import { findRunViolations } from '../runner/conclude/run-findings.ts';
import type { SuiteContext } from '../runner/suite.ts';
import type { DryRun } from './dry-run.ts';
import { factsOf, isKilledBy, type Mutant } from './mutant.ts';
import type { Kill, MutantResult } from './report.ts';
import type { MutationSuite } from './suites.ts';
import type { TestBed } from './test-bed.ts';

/** Most mutants are killed by the first request, so that concurrent ones would be wasted. */
const MUTANT_CONCURRENCY = { alone: 1, counting: 4 };

/** Runs each suite against a mutant of the mock until a finding kills it. */
export async function runMutant(
  testBed: TestBed,
  suites: readonly MutationSuite[],
  dryRun: DryRun,
  mutant: Mutant,
): Promise<MutantResult> {
  const started = performance.now();
  const kills: Kill[] = [];
  let shown = false;
  for (const suite of suites) {
    const mutation = mutant.mutate(() => {
      shown = true;
    });
    const concurrency = mutant.stateful ? MUTANT_CONCURRENCY.counting : MUTANT_CONCURRENCY.alone;
    const context = testBed.set(mutation, [mutant.operation], concurrency);
    const kill = await runUntilKilled(suite, dryRun, mutant, context);
    if (kill) kills.push(kill);
  }
  return { mutant: factsOf(mutant), kills, triggered: shown, durationMs: performance.now() - started };
}

async function runUntilKilled(
  suite: MutationSuite,
  dryRun: DryRun,
  mutant: Mutant,
  context: SuiteContext,
): Promise<Kill | undefined> {
  const cases = casesFor(suite, mutant);
  const ordered = targetedFirst(cases, mutant);
  const telling = mutant.stateful ? ordered : affectedCases(ordered, dryRun, mutant);
  let kill: Kill | undefined;
  const testCase = takeUntil(() => kill !== undefined, telling);
  for await (const result of suite.send(context, testCase)) {
    if (kill || result.inconclusive) continue;
    const finding = result.findings.find((each) => isKilledBy(mutant, each));
    if (finding) kill = toKill(suite, cases, result.case, finding);
  }
  if (kill) return kill;
  const findings = await findRunViolations(context.executor);
  const found = findings.find(({ finding }) => isKilledBy(mutant, finding));
  return found && toKill(suite, cases, found.evidence[0]?.case ?? '', found.finding);
}

/** Returns the cases of a suite; the example of a mutant replaces those of the examples suite. */
function casesFor(suite: MutationSuite, { operation, exampleCase }: Mutant): readonly Case[] {
  if (!exampleCase) return suite.casesOf(operation);
  return suite.name === 'examples' ? [exampleCase] : [];
}

/** Moves the cases that target the clause of the mutant to the front. */
function targetedFirst(cases: readonly Case[], { targetClause }: Mutant): readonly Case[] {
  if (!targetClause) return cases;
  const isAbout = ({ targets }: Case) => targets.some(({ id }) => id === targetClause.id);
  return [...cases.filter(isAbout), ...cases.filter((each) => !isAbout(each))];
}

/** Yields the cases whose responses the mutant changes; the others have the same result as without it. */
function* affectedCases(cases: readonly Case[], dryRun: DryRun, mutant: Mutant): Generator<Case> {
  for (const testCase of cases) if (dryRun.isChanged(testCase, mutant)) yield testCase;
}

/** Yields items until `enough` returns true; concurrent work on earlier items is not aborted. */
function* takeUntil<T>(enough: () => boolean, items: Iterable<T>): Generator<T> {
  for (const item of items) {
    yield item;
    if (enough()) return;
  }
}

function toKill(suite: MutationSuite, cases: readonly Case[], caseId: string, finding: Finding): Kill {
  const position = cases.findIndex(({ id }) => id === caseId) + 1;
  return { suite: suite.name, check: finding.check, case: caseId, requestCount: position };
}
