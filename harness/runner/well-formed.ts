import type { Exchange } from '../core/model.ts';
import type { SuiteContext } from './suite.ts';

/** Whether the answer is as the contract documents it, whatever the intent was. */
export function conformsToContract(context: SuiteContext, exchange: Exchange): boolean {
  const neutral: Exchange = { case: { ...exchange.case, expectation: 'any' }, response: exchange.response };
  return context.checks.every((check) => check.evaluate(neutral).every(({ severity }) => severity !== 'error'));
}
