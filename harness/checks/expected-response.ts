import { parts } from '../openapi/clauses/clauses.ts';
import type { Contract } from '../openapi/contract.ts';
import { isObject } from '../core/json/index.ts';
import { escapeToken } from '../core/json/pointer.ts';
import { show } from '../openapi/schema/messages.ts';
import { equal } from '../core/json/equal.ts';
import type { Check, Json } from '../core/model.ts';
import { documented, finding, isAnswer } from './response.ts';
import { jsonBody } from './body.ts';

/** The answer has the status and the members that the example names. */
export function example(contract: Contract): Check {
  return {
    id: 'example',
    title: 'The answer is what its example says',
    judge(exchange) {
      const { case: asked, answer } = exchange;
      const { response } = documented(exchange);
      if (asked.expected === undefined || !isAnswer(answer) || !response) return [];
      const { status = answer.status, body: members } = asked.expected;
      const clause = contract.clauseAt(asked.operation, parts.response(response), response.pointer);
      const say = (subject: string, expected: string, actual: string) =>
        finding('example', clause, `${subject} is not what the example says`, expected, actual);
      const body = jsonBody(answer);
      return [
        ...(status === answer.status ? [] : [say('the status', String(status), String(answer.status))]),
        ...(members === undefined || 'problem' in body ? [] : differences(members, body.value, '')).map(
          ({ path, expected, actual }) => say(path || 'the body', expected, actual),
        ),
      ];
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
