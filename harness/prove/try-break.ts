import type { Case, Finding, Outcome } from '../model.ts';
import { type Break, names } from './break.ts';
import type { Catch, Trial } from './proof.ts';
import type { ProofSuite } from './proof-suites.ts';
import type { Stage } from './stage.ts';

/** Runs the suites against the mock with one break, each until a finding names the clause. */
export async function tryBreak(stage: Stage, suites: readonly ProofSuite[], given: Break): Promise<Trial> {
  const started = performance.now();
  const catches: Catch[] = [];
  let shown = false;
  for (const suite of suites) {
    const alteration = given.alter(() => {
      shown = true;
    });
    const context = stage.set(alteration, [given.operation]);
    const caught = await runUntilCaught(suite, given, (cases) => suite.ask(context, cases));
    if (caught) catches.push(caught);
  }
  return { break: given, catches, shown, ms: performance.now() - started };
}

async function runUntilCaught(
  suite: ProofSuite,
  given: Break,
  ask: (cases: Iterable<Case>) => AsyncIterable<Outcome>,
): Promise<Catch | undefined> {
  const cases = casesFor(suite, given);
  let caught: Catch | undefined;
  for await (const outcome of ask(until(() => caught !== undefined, concerned(cases, given)))) {
    const finding = caught ? undefined : outcome.findings.find((each) => names(given, each));
    if (finding) caught = catchOf(suite, cases, outcome, finding);
  }
  return caught;
}

/** An example that a break contradicts stands in the place of the suite's own. */
function casesFor(suite: ProofSuite, { operation, example }: Break): readonly Case[] {
  if (!example) return suite.casesOf(operation);
  return suite.name === 'examples' ? [example] : [];
}

/** What is known to show the break comes first; all else, which a service with this break answers as any other does, in its order. */
function concerned(cases: readonly Case[], { about }: Break): readonly Case[] {
  if (!about) return cases;
  const isAbout = ({ exercises }: Case) => exercises.some(({ id }) => id === about.id);
  return [...cases.filter(isAbout), ...cases.filter((each) => !isAbout(each))];
}

/** The items, up to the moment at which enough is known; what is under way then is finished. */
function* until<T>(enough: () => boolean, items: Iterable<T>): Generator<T> {
  for (const item of items) {
    if (enough()) return;
    yield item;
  }
}

function catchOf(suite: ProofSuite, cases: readonly Case[], outcome: Outcome, finding: Finding): Catch {
  const place = cases.findIndex(({ id }) => id === outcome.case) + 1;
  return { suite: suite.name, check: finding.check, case: outcome.case, requests: place, finding };
}
