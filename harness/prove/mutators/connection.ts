import { clauseParts } from '../../openapi/clauses/clauses.ts';
import type { DryRunStats } from '../dry-run.ts';
import { createMutant, type Mutant } from '../mutant.ts';
import type { MutationContext } from '../operation-context.ts';
import { type TransportBehavior, withTransportBehavior } from '../relay.ts';

/** Milliseconds that an answer may take: few where the break is that none comes. */
const RESPONSE_TIMEOUT_MS = { never: 60, others: 10_000 };

const TRANSPORT_FAILURES: readonly (readonly [says: string, delivery: TransportBehavior])[] = [
  ['resets the connection before it answers', 'reset'],
  ['closes the connection before it answers', 'close'],
  ['breaks off in the middle of its answer', 'truncated'],
  ['answers with something that is not HTTP', 'malformed'],
  ['never answers', 'never'],
];

/** Answers that do not arrive, or not whole (RFC 9112 section 8). */
export function* connectionMutants(
  subject: MutationContext,
  { accepted, rejected }: DryRunStats['cases'],
): Generator<Mutant> {
  for (const [says, delivery] of TRANSPORT_FAILURES) {
    yield lost(subject, says, delivery, () => true);
    if (accepted === 0 || rejected === 0) continue;
    yield lost(subject, `${says}, only where it refuses`, delivery, (response) => response.rejected);
    yield lost(subject, `${says}, only where it accepts`, delivery, (response) => !response.rejected);
  }
  yield* lostNowAndThen(subject, accepted + rejected);
}

/** So many resets are a fault; fewer are those of a service that closes idle connections (RFC 9112 section 9.5). */
const MIN_RESETS = 3;

function* lostNowAndThen(subject: MutationContext, responses: number): Generator<Mutant> {
  const now = (says: string, delivery: TransportBehavior, every: number): Mutant => ({
    ...lost(subject, `${says}, every ${every} answers`, delivery, ({ count }) => count % every === 0),
    stateful: true,
  });
  for (const every of [3, 10]) {
    if (responses >= every * MIN_RESETS) yield now('resets the connection before it answers', 'reset', every);
    if (responses >= every) yield now('breaks off in the middle of its answer', 'truncated', every);
  }
}

type When = (occasion: { readonly rejected: boolean; readonly count: number }) => boolean;

function lost({ contract, operation }: MutationContext, says: string, delivery: TransportBehavior, when: When): Mutant {
  return createMutant(operation, {
    clause: contract.clauseAt(operation, clauseParts.anyResponse, operation.pointer),
    kind: 'complete-response',
    description: says,
    mutate: (show) => {
      let count = 0;
      return {
        transport: { timeout: delivery === 'never' ? RESPONSE_TIMEOUT_MS.never : RESPONSE_TIMEOUT_MS.others },
        onResponse(request, judgement, response) {
          if (judgement.operation !== operation) return response;
          count++;
          if (!when({ rejected: judgement.problems.length > 0, count })) return response;
          show();
          return withTransportBehavior(response, request, delivery);
        },
      };
    },
  });
}
