import type { CaseResult, Operation } from '../../core/model.ts';
import { mapConcurrent } from '../../core/util/map-concurrent.ts';
import { createBoundaryContext } from '../../generate/boundary/boundary-cases.ts';
import { CircuitBreaker } from '../circuit-breaker.ts';
import { evaluate } from '../evaluate.ts';
import { executeCase } from '../execute-case.ts';
import { credentialsReason } from '../inconclusive.ts';
import type { CaseSource, Executor, SuiteContext } from '../suite.ts';
import { type EstablishedBase, type Establishment, establishOperation } from './establish-operation.ts';
import type { DecisivePart, Search } from './search.ts';

/** An operation whose base is looked for. */
interface Pending {
  readonly operation: Operation;
  readonly search: Search<Establishment>;
  next: IteratorResult<Parameters<typeof executeCase>[2], Establishment>;
}

/**
 * Finds a request that the service accepts now for each operation, breadth-first: every operation gets its first
 * request before any gets its second, because a later one may need what another operation has created.
 * @param name of the suite for which the results count
 * @param bases is filled, by operation id
 */
export async function* establishBases(
  context: SuiteContext,
  name: string,
  bases: Map<string, EstablishedBase>,
): AsyncGenerator<CaseResult, void, void> {
  const { source, executor, control } = context;
  const breaker = new CircuitBreaker(control, executor.serviceState);
  const failed: Establishment[] = [];
  let round: Iterable<Pending> = searches(context, name);
  for (;;) {
    const rest: Pending[] = [];
    const send = async (each: Pending) => {
      if (each.next.done || breaker.reason !== undefined) return each;
      const result = await executeCase(executor, name, each.next.value);
      breaker.record(result);
      each.next = each.search.next(result);
      return each;
    };
    for await (const each of mapConcurrent(round, control.concurrency, send)) {
      const { next, operation } = each;
      if (!next.done) rest.push(each);
      else if (!next.value.base) failed.push(next.value);
      else {
        bases.set(operation.id, next.value.base);
        executor.serviceState.bases.set(operation.id, { accepted: next.value.base.accepted });
        yield* reported(next.value.results, context);
      }
    }
    if (rest.length === 0 || breaker.reason !== undefined) break;
    round = rest;
  }
  for (const { results } of failed)
    yield* reported(
      results.map((result) => withAdvice(executor, result)),
      context,
    );
  reportUnestablished(source, bases, control, breaker);
}

function* searches({ source, executor, control }: SuiteContext, name: string): Generator<Pending> {
  const { contract, unique, operations } = source;
  const attribute = ({ part, testCase, result }: DecisivePart): CaseResult => {
    if (result.status !== 'fail' || !result.exchange) return result;
    return evaluate(executor, name, {
      case: { ...testCase, targets: [part.clause] },
      response: result.exchange.response,
    });
  };
  for (const operation of operations) {
    const context = createBoundaryContext(contract, unique.fork(`${name} ${operation.id}`), operation);
    if (!context) {
      control.onSkip(`no valid request could be made for ${operation.id}: give one with --examples`);
      continue;
    }
    const examples = source.examples.filter((each) => each.operation === operation && each.expectation === 'accept');
    const search = establishOperation(context, examples, attribute);
    yield { operation, search, next: search.next() };
  }
}

/** The results of this shard. */
function* reported(results: readonly CaseResult[], { control }: SuiteContext): Generator<CaseResult> {
  for (const result of results) if (control.isInShard?.({ id: result.case }) ?? true) yield result;
}

/** What is known of the credentials only after all operations were tried. */
function withAdvice({ serviceState, hasCredentials }: Executor, result: CaseResult): CaseResult {
  const response = result.exchange?.response;
  if (!result.inconclusive || !response || 'kind' in response) return result;
  const isAcceptedElsewhere = serviceState.acceptingOperations.size > 0;
  const { text } = credentialsReason(response.status, { hasCredentials, isAcceptedElsewhere });
  return { ...result, inconclusiveReason: text };
}

function reportUnestablished(
  { operations }: CaseSource,
  bases: ReadonlyMap<string, EstablishedBase>,
  { onSkip }: SuiteContext['control'],
  breaker: CircuitBreaker,
): void {
  const without = operations.filter(({ id }) => !bases.has(id));
  if (without.length === 0) return;
  const ids = without.map(({ id }) => id);
  const shown = ids.length > 5 ? `${ids.slice(0, 5).join(', ')} and ${ids.length - 5} more` : ids.join(', ');
  const why = breaker.reason ?? 'no valid request was accepted';
  onSkip(`the generated requests of ${shown} were not sent: ${why}`);
}
