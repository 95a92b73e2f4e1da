import { clauseParts } from '../../openapi/clauses/clauses.ts';
import type { DryRunStats } from '../dry-run.ts';
import { createMutant, type Mutant } from '../mutant.ts';
import type { MutationContext } from '../operation-context.ts';
import { type TransportBehavior, withTransportBehavior } from '../relay.ts';

/** Response timeouts: short if no response ever comes. */
const RESPONSE_TIMEOUT_MS = { never: 60, others: 10_000 };

const TRANSPORT_FAILURES: readonly (readonly [description: string, behavior: TransportBehavior])[] = [
  ['resets the connection before responding', 'reset'],
  ['closes the connection before responding', 'close'],
  ['truncates its response', 'truncated'],
  ['responds with malformed HTTP', 'malformed'],
  ['never responds', 'never'],
];

/** Mutants whose responses do not arrive, or are truncated (RFC 9112 section 8). */
export function* connectionMutants(
  context: MutationContext,
  { accepted, rejected }: DryRunStats['cases'],
): Generator<Mutant> {
  for (const [description, behavior] of TRANSPORT_FAILURES) {
    yield mutant(context, description, behavior, () => true);
    if (accepted === 0 || rejected === 0) continue;
    yield mutant(context, `${description}, only to invalid requests`, behavior, (response) => response.rejected);
    yield mutant(context, `${description}, only to valid requests`, behavior, (response) => !response.rejected);
  }
  yield* intermittent(context, accepted + rejected);
}

/** Fewer resets are tolerated, since services may close idle connections (RFC 9112 section 9.5). */
const MIN_RESETS = 3;

function* intermittent(context: MutationContext, responses: number): Generator<Mutant> {
  const now = (description: string, behavior: TransportBehavior, every: number): Mutant => ({
    ...mutant(context, `${description}, every ${every} responses`, behavior, ({ count }) => count % every === 0),
    stateful: true,
  });
  for (const every of [3, 10]) {
    if (responses >= every * MIN_RESETS) yield now('resets the connection before responding', 'reset', every);
    if (responses >= every) yield now('truncates its response', 'truncated', every);
  }
}

type Trigger = (occasion: { readonly rejected: boolean; readonly count: number }) => boolean;

function mutant(
  { contract, operation }: MutationContext,
  description: string,
  behavior: TransportBehavior,
  when: Trigger,
): Mutant {
  return createMutant(operation, {
    clause: contract.clauseAt(operation, clauseParts.anyResponse, operation.pointer),
    mutator: 'connection',
    description,
    mutate: (show) => {
      let count = 0;
      return {
        transport: { timeout: behavior === 'never' ? RESPONSE_TIMEOUT_MS.never : RESPONSE_TIMEOUT_MS.others },
        onResponse(request, validation, response) {
          if (validation.operation !== operation) return response;
          count++;
          if (!when({ rejected: validation.problems.length > 0, count })) return response;
          show();
          return withTransportBehavior(response, request, behavior);
        },
      };
    },
  });
}
