import { jsonEqual } from '../../core/json/equal.ts';
import { isObject, stringifyJson, tryParseJson } from '../../core/json/index.ts';
import type { Case, JsonValue } from '../../core/model.ts';
import { randomValues } from '../../generate/values/random-value.ts';
import { clauseParts } from '../../openapi/clauses/clauses.ts';
import type { ResponseUnderTest } from '../documented-response.ts';
import type { DryRunSample } from '../dry-run.ts';
import { createMutant, type Mutant } from '../mutant.ts';
import type { MutationContext } from '../operation-context.ts';
import { mutateResponses, type ResponseMutation } from './mutate-response.ts';

/** Of so many random bodies, one that an example contradicts is taken. */
const DRAWN = 12;

/** Answers that keep the document and are not what an example says: another status, other members. */
export function* exampleMismatchMutants(
  subject: MutationContext,
  usual: Readonly<Record<ResponseUnderTest['disposition'], DryRunSample | undefined>>,
): Generator<Mutant> {
  const { contract, operation } = subject;
  for (const response of subject.responses) {
    const known = usual[response.disposition];
    if (!known || operation.response(known.response.status)?.key !== response.spec.key) continue;
    const body = bodyOf(known);
    const example = exampleOf(known, body);
    for (const [what, change] of others(subject, response, known, body))
      yield createMutant(operation, {
        clause: contract.clauseAt(operation, clauseParts.response(response.spec), response.spec.pointer),
        kind: 'expected-response',
        description: `answers ${response.spec.key} with ${what} than an example says`,
        exampleCase: example,
        mutate: mutateResponses(subject, response, change),
      });
  }
}

function bodyOf({ response }: DryRunSample): JsonValue | undefined {
  const parsed = tryParseJson(response.body);
  return 'value' in parsed ? parsed.value : undefined;
}

function exampleOf({ case: testCase, response }: DryRunSample, body: JsonValue | undefined): Case {
  const { operation, request, expectation, targets } = testCase;
  const expected = { status: response.status, ...(body === undefined ? {} : { body }) };
  const origin = { suite: 'examples', kind: 'proof', location: undefined };
  const id = `${operation.id}: example of ${response.status}`;
  return { id, operation, request, expectation, targets, origin, expected, uniqueFieldUnderTest: true };
}

function others(
  { contract, unique, operation }: MutationContext,
  { json, spec }: ResponseUnderTest,
  { response }: DryRunSample,
  body: JsonValue | undefined,
): [what: string, change: ResponseMutation][] {
  const found: [string, ResponseMutation][] = [];
  const other =
    body !== undefined && json
      ? randomValues(contract, unique, json.schema, 'response', DRAWN).find((each) => contradicts(body, each))
      : undefined;
  if (other !== undefined)
    found.push(['other members', (given) => ({ ...given, body: Buffer.from(stringifyJson(other)) })]);
  const step = [1, 2, 9, 22].map((offset) => response.status + offset);
  const status = step.find((each) => each < 500 && operation.response(each)?.key === spec.key && each !== 204);
  if (status !== undefined) found.push(['another status', (given) => ({ ...given, status })]);
  return found;
}

/** True where a member that the example names is not there, or another; further members are no matter. */
function contradicts(example: JsonValue, other: JsonValue): boolean {
  if (!isObject(example) || !isObject(other)) return !jsonEqual(example, other);
  return Object.entries(example).some(
    ([name, value]) => !Object.hasOwn(other, name) || !jsonEqual(value, other[name] ?? null),
  );
}
