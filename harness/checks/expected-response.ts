import { isResponse } from '../core/http-response.ts';
import { jsonEqual } from '../core/json/equal.ts';
import { isObject } from '../core/json/index.ts';
import { escapeToken } from '../core/json/pointer.ts';
import type { JsonValue } from '../core/model.ts';
import { clauseParts } from '../openapi/clauses/clauses.ts';
import type { Contract } from '../openapi/contract.ts';
import { formatValue } from '../openapi/schema/messages.ts';
import { createFinding, type ResponseCheck } from './check.ts';
import { matchDocumentedResponse, parseJsonBody } from './response.ts';

/** The answer has the status and the members that the example names. */
export function expectedResponse(contract: Contract): ResponseCheck {
  return {
    title: 'The answer is what its example says',
    evaluate(exchange) {
      const { case: testCase, response: answer } = exchange;
      const { response } = matchDocumentedResponse(exchange);
      if (testCase.expected === undefined || !isResponse(answer) || !response) return [];
      const { status = answer.status, body: members } = testCase.expected;
      const clause = contract.clauseAt(testCase.operation, clauseParts.response(response), response.pointer);
      const say = (subject: string, expected: string, actual: string) =>
        createFinding(clause, `${subject} is not what the example says`, expected, actual);
      const body = parseJsonBody(answer);
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
  expected: JsonValue,
  actual: JsonValue | undefined,
  path: string,
): { path: string; expected: string; actual: string }[] {
  if (isObject(expected) && isObject(actual))
    return Object.entries(expected).flatMap(([name, value]) =>
      differences(value, Object.hasOwn(actual, name) ? actual[name] : undefined, `${path}/${escapeToken(name)}`),
    );
  if (actual !== undefined && jsonEqual(expected, actual)) return [];
  return [{ path, expected: formatValue(expected), actual: actual === undefined ? 'absent' : formatValue(actual) }];
}
