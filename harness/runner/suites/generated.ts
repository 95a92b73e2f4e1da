import { type RandomCase, randomCases, randomCount } from '../../generate/random/random-cases.ts';
import { systematicCases } from '../../generate/boundary/boundary-cases.ts';
import type { Case, Operation, Outcome } from '../../core/model.ts';
import { judgeMixUps, judgeResets } from '../execute-case.ts';
import { askAll } from '../execute-cases.ts';
import { Forecast } from '../case-estimate.ts';
import { RandomFailures } from '../shrink-candidates.ts';
import { failureKeys, shrinkFailure } from '../shrink.ts';
import type { CaseSource, Suite, SuiteContext } from '../suite.ts';

const NAME = 'generated';

/** Requests that the document itself gives rise to: every boundary and every violation, then random ones. */
export const generated: Suite = { name: NAME, run };

async function* run(context: SuiteContext): AsyncIterable<Outcome> {
  yield* withResets(context, askBoth(context));
}

async function* askBoth(context: SuiteContext): AsyncIterable<Outcome> {
  const known = new Set<string>();
  for await (const outcome of askAll(context, NAME, systematic(context, forecastFor(context)))) {
    for (const key of failureKeys(outcome)) known.add(key);
    yield outcome;
  }
  yield* askRandom(context, known);
}

async function* withResets(context: SuiteContext, outcomes: AsyncIterable<Outcome>): AsyncIterable<Outcome> {
  let sent = 0;
  for await (const outcome of outcomes) {
    sent++;
    yield outcome;
  }
  yield* judgeResets(context, NAME, sent);
  yield* judgeMixUps(context, NAME);
}

/** Asks generated cases, whoever made them: a proof makes them once for many runs. */
export async function* askGenerated(context: SuiteContext, cases: Iterable<Case>): AsyncIterable<Outcome> {
  yield* withResets(context, askAll(context, NAME, cases));
}

/** All of them, in the order in which they are asked. */
export function* generatedCases(source: CaseSource): Generator<Case> {
  yield* systematic(source);
  yield* random(source);
}

/** Milliseconds after which somebody who watches would like to know how long it will take. */
const PATIENCE = 500;

function* systematic(source: CaseSource, forecast?: Forecast): Generator<Case> {
  const { contract, fresh, operations, authorized, leaveOut } = source;
  const begin = performance.now();
  for (const operation of operations) {
    const cases = systematicCases(contract, fresh.fork(`${NAME} ${operation.id}`), operation);
    if (!cases) leaveOut(`no valid request could be made for ${operation.id}: give one with --examples`);
    const fitting = filter(cases ?? [], ({ anonymous }) => authorized || !anonymous);
    const due = () => performance.now() - begin > PATIENCE;
    yield* forecast ? counted(fitting, due, (count) => forecast.know(operation, count)) : fitting;
  }
}

/** Milliseconds of making cases ahead: an operation can have so many that they fill the memory, and nothing else goes on meanwhile. */
const AHEAD = 100;

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
  for (const end = performance.now() + AHEAD; !isAll && performance.now() < end; ) {
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

function forecastFor({ contract, operations, runs, expect }: SuiteContext): Forecast | undefined {
  if (!expect) return undefined;
  const ofRequest = (operation: Operation) =>
    contract.clausesOf(operation).filter(({ direction }) => direction === 'request').length;
  return new Forecast(operations, ofRequest, randomCount(runs) * operations.length, expect);
}

/** Asks random requests; of each failure that nothing has shown before, what the first that shows it shrinks to is added at the end. */
async function* askRandom(context: SuiteContext, known: ReadonlySet<string>): AsyncIterable<Outcome> {
  const sent = new Map<string, RandomCase>();
  const failures = new RandomFailures(known);
  for await (const outcome of askAll(context, NAME, remembered(random(context), sent))) {
    const asked = sent.get(outcome.case);
    sent.delete(outcome.case);
    if (!asked || outcome.verdict !== 'fail') yield outcome;
    else for (const each of failures.add(asked, outcome)) yield { ...each, shrunk: [] };
  }
  for (const { case: failed, outcome, keys } of failures.first()) {
    const shrunk: NonNullable<Outcome['shrunk']>[number][] = [];
    for (const key of keys) shrunk.push({ key, outcome: await shrinkFailure(context, NAME, failed, outcome, key) });
    yield { ...outcome, shrunk };
  }
}

function* random({ contract, operations, seed, runs }: CaseSource): Generator<RandomCase> {
  for (const operation of operations) yield* randomCases(contract, operation, { seed, runs });
}

function* remembered(cases: Iterable<RandomCase>, sent: Map<string, RandomCase>): Generator<RandomCase> {
  for (const each of cases) {
    sent.set(each.id, each);
    yield each;
  }
}
