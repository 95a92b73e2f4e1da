import type { TypeWorld } from '../../mock/world/type-world.ts';
import type { RecordBehavior, RecordExchange } from './record-mutation.ts';
import type { RecordMutator } from './record-mutator.ts';

/** What the world of a mutant leaves undone. */
type Flag = 'ignoresConditions' | 'ignoresLines' | 'staysNamed';

/** Sets a flag of the world while it responds to the requests that are meant. */
export function flagged(types: TypeWorld, flag: Flag, isMeant: (exchange: RecordExchange) => boolean): RecordBehavior {
  return {
    before: (exchange) => {
      types[flag] = isMeant(exchange);
      return undefined;
    },
    after: () => {
      types[flag] = false;
      return undefined;
    },
  };
}

/** Sets a flag of the world while it responds to the operation of a mutator. */
export function flaggedIn(flag: Flag): RecordMutator['behavior'] {
  return (types, operation) => flagged(types, flag, (exchange) => exchange.operation === operation);
}
