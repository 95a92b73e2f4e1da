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

/** Compares the response with the status and the properties that the example expects. */
export function expectedResponse(contract: Contract): ResponseCheck {
  return {
    title: 'The response matches its example',
    evaluate(exchange) {
      const { case: testCase, response } = exchange;
      const { response: documented } = matchDocumentedResponse(exchange);
      if (testCase.expected === undefined || !isResponse(response) || !documented) return [];
      const { status = response.status, body: expectedBody } = testCase.expected;
      const clause = contract.clauseAt(testCase.operation, clauseParts.response(documented), documented.pointer);
      const differsAt = (subject: string, expected: string, actual: string) =>
        createFinding(clause, `${subject} differs from the example`, expected, actual);
      const body = parseJsonBody(response);
      return [
        ...(status === response.status ? [] : [differsAt('status', String(status), String(response.status))]),
        ...(expectedBody === undefined || 'problem' in body ? [] : differences(expectedBody, body.value)).map(
          ({ path, expected, actual }) => differsAt(path || 'response body', expected, actual),
        ),
      ];
    },
  };
}

interface Difference {
  /** JSON Pointer in the body. */
  readonly path: string;
  readonly expected: string;
  readonly actual: string;
}

/** Lists where a value differs from an example; additional properties are no difference. */
export function differences(expected: JsonValue, actual: JsonValue | undefined, path = ''): Difference[] {
  if (isObject(expected) && isObject(actual))
    return Object.entries(expected).flatMap(([name, value]) =>
      differences(value, Object.hasOwn(actual, name) ? actual[name] : undefined, `${path}/${escapeToken(name)}`),
    );
  if (actual !== undefined && jsonEqual(expected, actual)) return [];
  return [{ path, expected: formatValue(expected), actual: actual === undefined ? 'absent' : formatValue(actual) }];
}
