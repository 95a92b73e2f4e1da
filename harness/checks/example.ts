import { parts } from '../contract/clauses.ts';
import type { Contract } from '../contract/contract.ts';
import { isObject } from '../contract/json.ts';
import { escapeToken } from '../contract/pointer.ts';
import { show } from '../contract/schema/describe.ts';
import { equal } from '../contract/schema/equality.ts';
import type { Check, Json } from '../model.ts';
import { documented, finding, isAnswer } from './answer.ts';
import { jsonBody } from './body.ts';

/** The answer has the members that the example names, with their values. */
export function exampleBody(contract: Contract): Check {
  return {
    id: 'example-body',
    title: 'The answer has what its example says',
    judge(exchange) {
      const { case: asked, answer } = exchange;
      const { response } = documented(exchange);
      if (asked.expectBody === undefined || !isAnswer(answer) || !response) return [];
      const body = jsonBody(answer);
      if ('problem' in body) return [];
      const clause = contract.clauseAt(asked.operation, parts.response(response), response.pointer);
      return differences(asked.expectBody, body.value, '').map(({ path, expected, actual }) =>
        finding('example-body', clause, `${path || 'the body'} is not what the example says`, expected, actual),
      );
    },
  };
}

function differences(
  expected: Json,
  actual: Json | undefined,
  path: string,
): { path: string; expected: string; actual: string }[] {
  if (isObject(expected) && isObject(actual))
    return Object.entries(expected).flatMap(([name, value]) =>
      differences(value, Object.hasOwn(actual, name) ? actual[name] : undefined, `${path}/${escapeToken(name)}`),
    );
  if (actual !== undefined && equal(expected, actual)) return [];
  return [{ path, expected: show(expected), actual: actual === undefined ? 'absent' : show(actual) }];
}
