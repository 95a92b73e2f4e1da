import { differences } from '../../checks/expected-response.ts';
import { stringifyJson, tryParseJson } from '../../core/json/index.ts';
import type { Case, JsonValue } from '../../core/model.ts';
import { randomValues } from '../../generate/values/random-value.ts';
import { clauseParts } from '../../openapi/clauses/clauses.ts';
import type { ResponseUnderTest } from '../documented-response.ts';
import type { DryRunSample } from '../dry-run.ts';
import { mediaTypeOf } from '../json-response.ts';
import { createMutant, type Mutant } from '../mutant.ts';
import type { MutationContext } from '../operation-context.ts';
import { mutateResponses, type ResponseMutation } from './mutate-response.ts';

/** Random bodies generated to find one that contradicts an example. */
const RANDOM_BODIES = 12;

/** Mutants that conform to the document but not to an example: another status, other properties. */
export function* exampleMismatchMutants(
  context: MutationContext,
  samples: Readonly<Record<ResponseUnderTest['disposition'], readonly DryRunSample[]>>,
): Generator<Mutant> {
  const { contract, operation } = context;
  for (const response of context.responses) {
    // A success is changed only in the media type of the model.
    const sample = samples[response.disposition].find(
      (each) =>
        operation.response(each.response.status)?.key === response.spec.key &&
        (response.disposition === 'rejected' || mediaTypeOf(each.response) === mediaTypeOf(response.response)),
    );
    if (!sample) continue;
    const body = bodyOf(sample);
    const example = exampleOf(sample, body);
    for (const [what, change] of mismatches(context, response, sample, body))
      yield createMutant(operation, {
        clause: contract.clauseAt(operation, clauseParts.response(response.spec), response.spec.pointer),
        mutator: 'expected-response',
        description: `responds ${response.spec.key} with ${what} than an example`,
        exampleCase: example,
        mutate: mutateResponses(context, response, change),
      });
  }
}

function bodyOf({ response }: DryRunSample): JsonValue | undefined {
  const parsed = tryParseJson(response.body);
  return 'value' in parsed ? parsed.value : undefined;
}

function exampleOf({ case: testCase, response }: DryRunSample, body: JsonValue | undefined): Case {
  const { operation, request, expectation, targets, withoutCredentials = false } = testCase;
  const expected = { status: response.status, ...(body === undefined ? {} : { body }) };
  const origin = { suite: 'examples', kind: 'mutant', location: undefined };
  const id = `${operation.id}: example of ${response.status}`;
  const example = { id, operation, request, expectation, targets, origin, expected, uniqueFieldUnderTest: true };
  return { ...example, withoutCredentials };
}

function mismatches(
  { contract, unique, operation }: MutationContext,
  { json, spec }: ResponseUnderTest,
  { response }: DryRunSample,
  body: JsonValue | undefined,
): [what: string, change: ResponseMutation][] {
  const found: [string, ResponseMutation][] = [];
  const other =
    body !== undefined && json
      ? randomValues(contract, unique, json.schema, 'response', RANDOM_BODIES).find(
          (each) => differences(body, each).length > 0,
        )
      : undefined;
  if (other !== undefined)
    found.push(['other properties', (original) => ({ ...original, body: Buffer.from(stringifyJson(other)) })]);
  const step = [1, 2, 9, 22].map((offset) => response.status + offset);
  const status = step.find((each) => each < 500 && operation.response(each)?.key === spec.key && each !== 204);
  if (status !== undefined) found.push(['another status', (original) => ({ ...original, status })]);
  return found;
}
