import { evaluate } from '../execute/evaluate.ts';
import { sendWithRetries } from '../execute/send-with-retries.ts';
import { CircuitBreaker } from '../service/circuit-breaker.ts';
import type { SuiteContext } from '../suite.ts';
import type { Sender } from './sender.ts';

/** Sends the requests of sequences as any other request is sent; their results count for a suite. */
export function createSender({ executor, control }: Pick<SuiteContext, 'executor' | 'control'>, suite: string): Sender {
  const breaker = new CircuitBreaker(control, executor.serviceState);
  return {
    contract: executor.contract,
    baseUrl: executor.client.baseUrl,
    send: async (testCase) => {
      const exchange = await sendWithRetries(executor, testCase);
      const { request } = exchange.case;
      breaker.record({ operation: testCase.operation.id, exchange: { request, response: exchange.response } });
      return exchange;
    },
    evaluate: (exchange) => evaluate(executor, suite, exchange),
    stopReason: (operation) => breaker.reason ?? (operation && breaker.reasonFor({ operation })),
  };
}
