import { EventEmitter } from 'node:events';
import { RateLimiter } from '../../../../http/rate-limiter.ts';
import type { CompiledTransaction, DreddConstructor, DreddHooks, DreddInstance, DreddTest } from './load-dredd.ts';
import type { DreddPlan, DreddResult, DreddStats, DreddTransaction } from './messages.ts';
import type { NetworkError } from './network-error.ts';
import { formatStatusRanges, relaxComparison } from './relax-comparison.ts';
import { agentFor, TransactionRun } from './transaction.ts';

/**
 * Runs the transactions of the plan one after another, and reports each result as soon as it is known.
 * @returns Dredd's own counts; rejects if Dredd cannot run
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
  const rateLimiter = plan.transport.rateLimiter && new RateLimiter(plan.transport.rateLimiter);
  // Set after construction, which would copy the agent without its prototype.
  dredd.configuration.http = { agent };
  supply(dredd, plan.transactions);
  let current: TransactionRun;
  emitter.on('test start', ({ origin }: DreddTest) => {
    current = new TransactionRun(planned(plan, origin.index), agent, plan.timeoutMs);
  });
  hook(dredd, (hooks) => {
    if (rateLimiter) hooks.beforeEach((_, done) => void rateLimiter.wait().then(done));
    hooks.beforeEachValidation((transaction) => {
      current.observe(transaction.real);
      relaxComparison(transaction, current.transaction.expected.responses);
    });
  });
  for (const status of ['pass', 'fail', 'skip'] as const) {
    emitter.on(`test ${status}`, (test: DreddTest) => report(current.validated(status, test)));
  }
  emitter.on('test error', (error: NetworkError) => report(current.failed(error)));
  return new Promise((resolve, reject) => {
    dredd.run((error, stats) => (error ? reject(error) : resolve(stats)));
  });
}

/** Replaces the transactions that Dredd would compile from an API description, which lack body schemas. */
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
    // Dredd looks up hooks by this name in plain objects, where `constructor` would find something.
    name: `#${index}`,
    origin: { index },
    request: { method, uri, headers, body },
    response: { status: formatStatusRanges(responses), headers: first.headers, schema: first.bodySchema },
  };
}

/** Adds hooks as functions: Dredd only has an option to load them from files. */
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
