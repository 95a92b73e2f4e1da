import { formatLocation } from '../core/errors.ts';
import type { RunEvent } from '../core/report.ts';
import { endAfterAbort } from '../core/util/end-after-abort.ts';
import { mergeIterables } from '../core/util/merge-iterables.ts';
import { pluralize } from '../core/util/pluralize.ts';
import type { Contract } from '../openapi/contract.ts';
import { type RunContext, testedIds } from './context.ts';
import { Gate } from './execute/gate.ts';
import { LastDeletions } from './execute/last-deletions.ts';
import { SkippedRequests } from './execute/skipped-requests.ts';
import { partOf } from './settings/repetition.ts';
import type { RunControl, Suite } from './suite.ts';
import { GENERATED } from './suites/generated/name.ts';
import { shareOf } from './time-limit.ts';

/** Of the time that is left, the turn of the suites that run alone. */
const EXCLUSIVE_SHARE = 1 / 3;

/** Time for an operation with which the other suites come to each of them on any machine. */
const AMPLE_MS = 200;

/** Of a short run, the time in which the others wait until every operation was tried once. */
const FIRST_TRIES_SHARE = 1 / 2;

/** Of a short run, the time after which the suite that tries every operation is left alone: it deletes records last, once no other needs them. */
const OTHERS_SHARE = 0.6;

/** A suite whose run is over has so long for each further result. */
const GRACE_MS = 30_000;

type Events = AsyncGenerator<RunEvent, void, void>;

/**
 * Runs the suites that have to run alone, then the others side by side, then what those before had no time for.
 * @param shards how many parts the cases of the run have, of which this is one
 */
export async function* runSuites(suites: readonly Suite[], context: RunContext, shards = 1): Events {
  const [first, others] = [true, false].map((alone) =>
    suites.filter(({ isExclusive = false }) => isExclusive === alone),
  );
  const [othersTurn, lastTurn] = [new Gate(), new Gate()];
  const giveWay = () => {
    othersTurn.open();
    return lastTurn.pass(context.control, 1);
  };
  yield* mergeIterables([
    alone(first ?? [], withTurn(context, giveWay), shards, othersTurn),
    sideBySide(others ?? [], context, shards, { begin: othersTurn, end: lastTurn }),
  ]);
}

/** The suites that run alone, one after the other; then it is the turn of the others, if it was not before. */
async function* alone(suites: readonly Suite[], context: RunContext, shards: number, next: Gate): Events {
  try {
    for (const suite of suites) yield* runSuite(suite, context, shards);
  } finally {
    next.open();
  }
}

async function* sideBySide(
  suites: readonly Suite[],
  context: RunContext,
  shards: number,
  { begin, end }: { readonly begin: Gate; readonly end: Gate },
): Events {
  await begin.pass(context.control, 1);
  const deletions = new LastDeletions(suites.map(({ name }) => name));
  const hasFirstTries = isShort(context) && suites.some(({ name }) => name === GENERATED);
  const firstTries = hasFirstTries
    ? { firstTries: new Gate(shareOf(context.control.deadline, FIRST_TRIES_SHARE)) }
    : {};
  const control = { ...context.control, deletions, ...firstTries };
  const hasLast = hasFirstTries && context.source.operations.some(({ method }) => method === 'DELETE');
  const deadline = hasLast ? shareOf(control.deadline, OTHERS_SHARE) : control.deadline;
  const controlOf = ({ name }: Suite) => (name === GENERATED ? control : { ...control, deadline });
  try {
    yield* mergeIterables(suites.map((suite) => runSuite(suite, { ...context, control: controlOf(suite) }, shards)));
  } finally {
    end.open();
  }
}

/** Leaves most of the time to the suites that run side by side, and more of it if each operation has little. */
function withTurn(context: RunContext, giveWay: () => Promise<void>): RunContext {
  const { control } = context;
  const share = EXCLUSIVE_SHARE * Math.min(1, msPerOperation(context) / AMPLE_MS);
  const turn = { deadline: shareOf(control.deadline, share), giveWay };
  return { ...context, control: { ...control, turn } };
}

/** Whether the suites may not come to each operation. */
function isShort(context: RunContext): boolean {
  return msPerOperation(context) < AMPLE_MS;
}

function msPerOperation({ control, source }: RunContext): number {
  return (control.deadline - performance.now()) / Math.max(1, source.operations.length);
}

function stuck(suite: string): Error {
  const problem = `The suite ${suite} does not end although the run is over`;
  return new Error(`${problem}: this is a bug of the harness. Run it with --suite without ${suite}, and report it.`);
}

async function* runSuite(suite: Suite, whole: RunContext, shards: number): Events {
  const context = partOf(whole, suite.name);
  const begin = performance.now();
  const skipped = new SkippedRequests();
  const statuses = { pass: 0, fail: 0, error: 0, skip: 0 };
  let [expected, reported] = [0, 0];
  const control: RunControl = {
    ...context.control,
    onSkip: (...reason) => skipped.add(...reason),
    onCaseCount: (cases) => {
      expected = Math.round(cases / shards);
    },
  };
  const tested = testedIds(whole);
  const results = suite.run({ ...context, control });
  for await (const result of endAfterAbort(results, whole.executor.signal, GRACE_MS, () => stuck(suite.name))) {
    control.repetition?.record(result);
    if (!tested.has(result.operation)) continue;
    if (expected !== reported) yield { type: 'plan', suite: suite.name, cases: expected };
    reported = expected;
    statuses[result.status]++;
    yield { type: 'result', result };
  }
  for (const [pointer, count] of context.source.contract.schemas.takeNotEvaluated())
    skipped.add(notEvaluated(context.source.contract, pointer, count));
  control.deletions?.leave(suite.name);
  if (suite.name === GENERATED) control.firstTries?.open();
  const durationMs = performance.now() - begin;
  const { lines, notSent } = skipped;
  const summary = { name: suite.name, ...statuses, durationMs, ...(notSent.cases > 0 ? { notSent } : {}) };
  yield { type: 'suite', suite: lines.length === 0 ? summary : { ...summary, skippedReasons: lines } };
}

function notEvaluated({ document }: Contract, pointer: string, count: number): string {
  const location = formatLocation(document.locate(pointer));
  return `${location} was not evaluated for ${pluralize(count, 'value')}: it takes too long on them`;
}
