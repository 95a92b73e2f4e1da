import type { Operation } from '../../core/model.ts';
import type { Ending } from '../../openapi/resources/model.ts';
import type { SuiteContext } from '../suite.ts';

/** What operations end, from the least to the most. */
export const ENDINGS: readonly Ending[] = ['session', 'collection', 'account', 'service'];

const ENDS: Readonly<Record<Ending, string>> = {
  session: 'it ends the session of the credentials',
  account: 'it ends the account of the credentials',
  collection: 'it changes or deletes records that this run did not create',
  service: 'it ends or suspends the service, or deletes its data',
};

/** What an operation may end for every other request; undefined if it ends nothing but a record. */
export function endingOf({ stateful }: Pick<SuiteContext, 'stateful'>, { id }: Operation): Ending | undefined {
  return stateful?.model().operations.get(id)?.ends;
}

/**
 * Returns the operations that may be sent although they end something: those that the user names, and those that end a
 * session if the service lets the program have one of its own. The others are reported.
 */
export async function allowedEndings(context: SuiteContext, operations: readonly Operation[]): Promise<Operation[]> {
  const { stateful, executor, control } = context;
  const allowed: Operation[] = [];
  for (const operation of operations) {
    const ending = endingOf(context, operation);
    const hasOwn = ending === 'session' && (await executor.records?.sessions.open(operation));
    if (ending === undefined || hasOwn || stateful?.isNamed(operation)) {
      allowed.push(operation);
      continue;
    }
    const reason = `not sent: ${ENDS[ending]}`;
    const advice = (id: string) => `${reason}; ${howToName(id, stateful?.isSelective === true)}`;
    executor.serviceState.withheld.set(operation.id, advice(operation.id));
    control.onSkip({ item: operation.id, reason: advice('OPERATION') });
  }
  return allowed;
}

/** How to send an operation that needs to be named, beside those that are sent anyway, or not to count it. */
function howToName(id: string, isSelective: boolean): string {
  return isSelective
    ? `name ${id} in include, too, to send it, or in exclude`
    : `--include '/**' --include ${id} sends it, --exclude ${id} leaves it out`;
}
