import { EventEmitter } from 'node:events';
import { RateLimiter } from '../../../../http/rate-limiter.ts';
import type { CompiledTransaction, DreddConstructor, DreddHooks, DreddInstance, DreddTest } from './load-dredd.ts';
import type { DreddPlan, DreddResult, DreddStats, DreddTransaction } from './messages.ts';
import type { NetworkError } from './network-error.ts';
import { formatStatusRanges, relaxComparison } from './relax-comparison.ts';
import { agentFor, TransactionRun } from './transaction.ts';

/**
 * Runs the transactions of the plan, one after another, and reports each as soon as it is judged.
 * Gives Dredd's own count; rejects where Dredd could not run at all.
 */
export function executeTransactions(
  Dredd: DreddConstructor,
  plan: DreddPlan,
  report: (result: DreddResult) => void,
): Promise<DreddStats> {
  const emitter = new EventEmitter();
  const header = plan.headers.map(({ name, value }) => `${name}:${value}`);
  const dredd = new Dredd({ endpoint: plan.endpoint, emitter, header, loglevel: 'silent' });
  const agent = agentFor(plan.endpoint, plan.transport);
  const pace = plan.transport.rateLimiter && new RateLimiter(plan.transport.rateLimiter);
  // Set after the construction, which would copy the agent without its prototype.
  dredd.configuration.http = { agent };
  supply(dredd, plan.transactions);
  let attempt: TransactionRun;
  emitter.on('test start', ({ origin }: DreddTest) => {
    attempt = new TransactionRun(planned(plan, origin.index), agent, plan.timeoutMs);
  });
  hook(dredd, (hooks) => {
    if (pace) hooks.beforeEach((_, done) => void pace.wait().then(done));
    hooks.beforeEachValidation((transaction) => {
      attempt.observe(transaction.real);
      relaxComparison(transaction, attempt.transaction.expected.responses);
    });
  });
  for (const verdict of ['pass', 'fail', 'skip'] as const) {
    emitter.on(`test ${verdict}`, (test: DreddTest) => report(attempt.validated(verdict, test)));
  }
  emitter.on('test error', (error: NetworkError) => report(attempt.failed(error)));
  return new Promise((resolve, reject) => {
    dredd.run((error, stats) => (error ? reject(error) : resolve(stats)));
  });
}

/** Puts the transactions in the place of those that Dredd would make of an API description, which lack the schemas of bodies. */
function supply(dredd: DreddInstance, transactions: readonly DreddTransaction[]): void {
  const description = {
    location: 'plan',
    mediaType: 'plan',
    annotations: [] as [],
    transactions: transactions.map(compile),
  };
  dredd.prepareAPIdescriptions = (callback) => process.nextTick(callback, null, [description]);
}

function compile({ method, uri, headers, body, expected }: DreddTransaction, index: number): CompiledTransaction {
  const { responses } = expected;
  const [first] = responses;
  return {
    // Dredd looks hooks up by this name in plain objects, where a name such as `constructor` would find something.
    name: `#${index}`,
    origin: { index },
    request: { method, uri, headers, body },
    response: { status: formatStatusRanges(responses), headers: first.headers, schema: first.bodySchema },
  };
}

/** Adds hooks as functions, for which Dredd has no option: it would load them from files. */
function hook(dredd: DreddInstance, add: (hooks: DreddHooks) => void): void {
  const runner = dredd.transactionRunner;
  const executeAll = runner.executeAllTransactions.bind(runner);
  runner.executeAllTransactions = (transactions, hooks, callback) => {
    add(hooks);
    executeAll(transactions, hooks, callback);
  };
}

function planned(plan: DreddPlan, index: number): DreddTransaction {
  const transaction = plan.transactions[index];
  if (transaction === undefined) {
    throw new RangeError(`Dredd ran transaction ${index} of ${plan.transactions.length}`);
  }
  return transaction;
}
