import type { Case, CaseResult, Operation } from '../../core/model.ts';
import { boundaryCases } from '../../generate/boundary/boundary-cases.ts';
import { type RandomCase, randomCaseCount, randomCases } from '../../generate/random/random-cases.ts';
import { CaseCountEstimate } from '../case-estimate.ts';
import { reportConnectionResets, reportCrossTalk } from '../execute-case.ts';
import { executeCases } from '../execute-cases.ts';
import { failureKeys, ShrinkCandidates, shrinkFailure } from '../shrink.ts';
import type { CaseSource, Suite, SuiteContext } from '../suite.ts';

const NAME = 'generated';

/** Requests that the document itself gives rise to: every boundary and every violation, then random ones. */
export const generated: Suite = { name: NAME, run };

async function* run(context: SuiteContext): AsyncIterable<CaseResult> {
  yield* withResets(context, askBoth(context));
}

async function* askBoth(context: SuiteContext): AsyncIterable<CaseResult> {
  const known = new Set<string>();
  for await (const result of executeCases(context, NAME, systematic(context, forecastFor(context)))) {
    for (const key of failureKeys(result)) known.add(key);
    yield result;
  }
  yield* askRandom(context, known);
}

async function* withResets(context: SuiteContext, results: AsyncIterable<CaseResult>): AsyncIterable<CaseResult> {
  let sent = 0;
  for await (const result of results) {
    sent++;
    yield result;
  }
  yield* reportConnectionResets(context, NAME, sent);
  yield* reportCrossTalk(context, NAME);
}

/** Asks generated cases, whoever made them: a proof makes them once for many runs. */
export async function* executeGenerated(context: SuiteContext, cases: Iterable<Case>): AsyncIterable<CaseResult> {
  yield* withResets(context, executeCases(context, NAME, cases));
}

/** All of them, in the order in which they are asked. */
export function* generatedCases(source: CaseSource): Generator<Case> {
  yield* systematic(source);
  yield* random(source);
}

/** Milliseconds after which somebody who watches would like to know how long it will take. */
const SHOW_ESTIMATE_AFTER_MS = 500;

function* systematic(source: CaseSource, forecast?: CaseCountEstimate): Generator<Case> {
  const { contract, unique, operations, hasCredentials, onSkip } = source;
  const begin = performance.now();
  for (const operation of operations) {
    const cases = boundaryCases(contract, unique.fork(`${NAME} ${operation.id}`), operation);
    if (!cases) onSkip(`no valid request could be made for ${operation.id}: give one with --examples`);
    const fitting = filter(cases ?? [], ({ withoutCredentials }) => hasCredentials || !withoutCredentials);
    const due = () => performance.now() - begin > SHOW_ESTIMATE_AFTER_MS;
    yield* forecast ? counted(fitting, due, (count) => forecast.record(operation, count)) : fitting;
  }
}

/** Milliseconds of making cases ahead: an operation can have so many that they fill the memory, and nothing else goes on meanwhile. */
const PREGENERATE_MS = 100;

/** Gives the cases one at a time, and tells how many there are: at the end, or once it is due, where the rest is soon made. */
function* counted(cases: Generator<Case>, due: () => boolean, tell: (count: number) => void): Generator<Case> {
  let made = 0;
  for (let next = cases.next(); ; next = cases.next()) {
    if (next.done) return tell(made);
    made++;
    yield next.value;
    if (due()) break;
  }
  const rest: Case[] = [];
  let isAll = false;
  for (const end = performance.now() + PREGENERATE_MS; !isAll && performance.now() < end; ) {
    const next = cases.next();
    isAll = next.done === true;
    if (!next.done) rest.push(next.value);
  }
  made += rest.length;
  if (isAll) tell(made);
  yield* rest;
  if (isAll) return;
  for (const each of cases) {
    made++;
    yield each;
  }
  tell(made);
}

function* filter<T>(items: Iterable<T>, fits: (item: T) => boolean): Generator<T> {
  for (const item of items) if (fits(item)) yield item;
}

function forecastFor({ contract, operations, randomCases, onCaseCount }: SuiteContext): CaseCountEstimate | undefined {
  if (!onCaseCount) return undefined;
  const ofRequest = (operation: Operation) =>
    contract.clausesOf(operation).filter(({ direction }) => direction === 'request').length;
  return new CaseCountEstimate(operations, ofRequest, randomCaseCount(randomCases) * operations.length, onCaseCount);
}

/** Asks random requests; of each failure that nothing has shown before, what the first that shows it shrinks to is added at the end. */
async function* askRandom(context: SuiteContext, known: ReadonlySet<string>): AsyncIterable<CaseResult> {
  const sent = new Map<string, RandomCase>();
  const failures = new ShrinkCandidates(known);
  for await (const outcome of executeCases(context, NAME, remembered(random(context), sent))) {
    const testCase = sent.get(outcome.case);
    sent.delete(outcome.case);
    if (!testCase || outcome.status !== 'fail') yield outcome;
    else for (const each of failures.add(testCase, outcome)) yield { ...each, shrunk: [] };
  }
  for (const { case: failed, result, keys } of failures.first()) {
    const shrunk: NonNullable<CaseResult['shrunk']>[number][] = [];
    for (const key of keys) shrunk.push({ key, result: await shrinkFailure(context, NAME, failed, result, key) });
    yield { ...result, shrunk };
  }
}

function* random({ contract, operations, seed, randomCases: runs }: CaseSource): Generator<RandomCase> {
  for (const operation of operations) yield* randomCases(contract, operation, { seed, randomCases: runs });
}

function* remembered(cases: Iterable<RandomCase>, sent: Map<string, RandomCase>): Generator<RandomCase> {
  for (const each of cases) {
    sent.set(each.id, each);
    yield each;
  }
}
