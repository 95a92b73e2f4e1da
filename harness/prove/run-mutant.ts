import type { Case, Finding } from '../core/model.ts';
import { findRunViolations } from '../runner/run-findings.ts';
import type { SuiteContext } from '../runner/suite.ts';
import type { DryRun } from './dry-run.ts';
import { isKilledBy, type Mutant } from './mutant.ts';
import type { Kill, MutantResult } from './report.ts';
import type { MutationSuite } from './suites.ts';
import type { TestBed } from './test-bed.ts';

/** What is under way when a break is caught is in vain; few services with a break need more than one request to be caught. */
const CONCURRENCY = { alone: 1, counting: 4 };

/** Runs the suites against the mock with one break, each until a finding names the clause. */
export async function runMutant(
  stage: TestBed,
  suites: readonly MutationSuite[],
  rehearsal: DryRun,
  given: Mutant,
): Promise<MutantResult> {
  const started = performance.now();
  const catches: Kill[] = [];
  let shown = false;
  for (const suite of suites) {
    const alteration = given.mutate(() => {
      shown = true;
    });
    const concurrency = given.stateful ? CONCURRENCY.counting : CONCURRENCY.alone;
    const context = stage.set(alteration, [given.operation], concurrency);
    const caught = await runUntilCaught(suite, rehearsal, given, context);
    if (caught) catches.push(caught);
  }
  return { mutant: given, kills: catches, shown, durationMs: performance.now() - started };
}

async function runUntilCaught(
  suite: MutationSuite,
  rehearsal: DryRun,
  given: Mutant,
  context: SuiteContext,
): Promise<Kill | undefined> {
  const cases = casesFor(suite, given);
  const ordered = concerned(cases, given);
  const telling = given.stateful ? ordered : changed(ordered, rehearsal, given);
  let caught: Kill | undefined;
  const testCase = until(() => caught !== undefined, telling);
  for await (const result of suite.send(context, testCase)) {
    if (caught || result.inconclusive) continue;
    const finding = result.findings.find((each) => isKilledBy(given, each));
    if (finding) caught = catchOf(suite, cases, result.case, finding);
  }
  if (caught) return caught;
  const findings = await findRunViolations(context.executor);
  const found = findings.find(({ finding }) => isKilledBy(given, finding));
  return found && catchOf(suite, cases, found.evidence[0]?.case ?? '', found.finding);
}

/** An example that a break contradicts stands in the place of the suite's own. */
function casesFor(suite: MutationSuite, { operation, exampleCase }: Mutant): readonly Case[] {
  if (!exampleCase) return suite.casesOf(operation);
  return suite.name === 'examples' ? [exampleCase] : [];
}

/** What is known to show the break comes first; all else in its order. */
function concerned(cases: readonly Case[], { targetClause }: Mutant): readonly Case[] {
  if (!targetClause) return cases;
  const isAbout = ({ targets }: Case) => targets.some(({ id }) => id === targetClause.id);
  return [...cases.filter(isAbout), ...cases.filter((each) => !isAbout(each))];
}

/** Only the cases whose answers the break changes: any other is answered, and judged, as it is without the break. */
function* changed(cases: readonly Case[], rehearsal: DryRun, given: Mutant): Generator<Case> {
  for (const testCase of cases) if (rehearsal.isChanged(testCase, given)) yield testCase;
}

/** The items, up to the moment at which enough is known; what is under way then is finished. */
function* until<T>(enough: () => boolean, items: Iterable<T>): Generator<T> {
  for (const item of items) {
    yield item;
    if (enough()) return;
  }
}

function catchOf(suite: MutationSuite, cases: readonly Case[], caseId: string, finding: Finding): Kill {
  const place = cases.findIndex(({ id }) => id === caseId) + 1;
  return { suite: suite.name, check: finding.check, case: caseId, requestCount: place, finding };
}
