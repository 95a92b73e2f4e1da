import type { Exchange } from '../../core/model.ts';
import type { Executor } from '../suite.ts';

/** Whether the response is as documented, whatever the case expects. */
export function conformsToContract({ checks }: Executor, exchange: Exchange): boolean {
  const neutral: Exchange = { case: { ...exchange.case, expectation: 'any' }, response: exchange.response };
  return checks.every((check) => check.evaluate(neutral).every(({ severity }) => severity !== 'error'));
}
