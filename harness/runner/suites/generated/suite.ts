import type { Case, CaseResult, Operation } from '../../../core/model.ts';
import { randomCaseCount } from '../../../generate/random/random-cases.ts';
import { establishBases } from '../../establish/establish-bases.ts';
import type { EstablishedBase } from '../../establish/establish-operation.ts';
import { CaseCountEstimate } from '../../execute/case-estimate.ts';
import { executeCases } from '../../execute/execute-cases.ts';
import { splitDeletions } from '../../execute/last-deletions.ts';
import { failureKeys } from '../../execute/shrink.ts';
import { withRecords } from '../../pool/suite-records.ts';
import { allowedEndings } from '../../service/endings.ts';
import type { Suite, SuiteContext } from '../../suite.ts';
import { shareOf } from '../../time-limit.ts';
import { establishedCases } from './cases.ts';
import { GENERATED } from './name.ts';
import { inOrder } from './order.ts';
import { runRandom } from './random.ts';

/** Requests generated from the document: boundary values and violations of every clause, then random ones. */
export const generated: Suite = { name: GENERATED, run };

async function* run(given: SuiteContext): AsyncIterable<CaseResult> {
  const context = withRecords(given, GENERATED);
  const { records } = context.executor;
  const known = new Set<string>();
  const estimate = estimateFor(context);
  const { usual, deletions, endings } = inOrder(context);
  let groups = [...usual, ...deletions, ...endings];
  let [shared] = deletions;
  for (let index = 0; index < groups.length; index++) {
    if (index === 1) {
      // By now it is known of which records none can be created.
      const split = await splitDeletions(context, groups[1] ?? [], (operation) => operation);
      groups = [...groups.slice(0, 1), split.others, ...split.deletions, ...groups.slice(2)];
      shared = split.deletions[0] ?? shared;
    }
    const group = groups[index] ?? [];
    if (group === shared) await context.control.deletions?.wait(GENERATED, context.control);
    const operations = await allowedEndings(context, group);
    if (operations.length === 0) continue;
    const until = (lateWeight: number): SuiteContext => {
      const deadline = shareOf(context.control.deadline, shareOfGroup(groups, index, lateWeight));
      return { ...context, source: { ...context.source, operations }, control: { ...context.control, deadline } };
    };
    const own = until(LATE_WEIGHT.cases);
    const bases = new Map<string, EstablishedBase>();
    yield* noting(known, establishBases(until(LATE_WEIGHT.firstTries), GENERATED, bases));
    context.control.firstTries?.open();
    if (records) yield* records.results();
    yield* noting(known, executeCases(own, GENERATED, establishedCases(own, bases, estimate)));
    yield* runRandom(own, bases, known);
    if (records) yield* records.results();
  }
  if (records) yield* records.cleanUp();
}

/**
 * What deletes comes late, and gets more of a limited time for each operation: it waits for other suites, and creates what it deletes. But
 * less for that if others were not tried yet.
 */
const LATE_WEIGHT = { firstTries: 1.5, cases: 3 } as const;

/** Of the time that is left, that of a group; the groups after the first have more for each operation. */
function shareOfGroup(groups: readonly (readonly Operation[])[], index: number, lateWeight: number): number {
  const [own = 0, ...later] = groups.map(({ length }, place) => length * (place === 0 ? 1 : lateWeight)).slice(index);
  return own / later.reduce((sum, weight) => sum + weight, own);
}

/** Adds the failures of results to those that are known. */
async function* noting(known: Set<string>, results: AsyncIterable<CaseResult>): AsyncIterable<CaseResult> {
  for await (const result of results) {
    for (const key of failureKeys(result)) known.add(key);
    yield result;
  }
}

/** Sends generated cases that were made beforehand. */
export function executeGenerated(context: SuiteContext, cases: Iterable<Case>): AsyncIterable<CaseResult> {
  return executeCases(context, GENERATED, cases);
}

function estimateFor({ source, control }: SuiteContext): CaseCountEstimate | undefined {
  const { onCaseCount, deadline, repetition } = control;
  // Taking turns, all operations end at about the same time.
  if (!onCaseCount || Number.isFinite(deadline) || repetition) return undefined;
  const { contract, operations, randomCases: runs } = source;
  const requestClauses = (operation: Operation) =>
    contract.clausesOf(operation).filter(({ direction }) => direction === 'request').length;
  return new CaseCountEstimate(operations, requestClauses, randomCaseCount(runs), onCaseCount);
}
