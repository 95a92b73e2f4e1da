import { isSuccess } from '../../checks/response.ts';
import { isNumber } from '../../core/json/decimal.ts';
import { isObject, parseJsonBytes, setProperty, stringifyJson } from '../../core/json/index.ts';
import { ExactNumber, type JsonValue, type Operation } from '../../core/model.ts';
import { canonicalValue } from '../../generate/values/canonical-value.ts';
import type { MockResponse } from '../../mock/types.ts';
import type { ResponseUnderTest } from '../documented-response.ts';
import type { MutationContext } from '../operation-context.ts';
import { type Variation, type VariationContext, varyResponses } from './variation.ts';

/** Other records and statuses than the mock's, each as documented. */
export function responseVariations(surroundings: VariationContext): Variation[] {
  const { subjects } = surroundings;
  return [
    ...[201, 202, 203, 206].flatMap((status) => otherSuccess(subjects, status)),
    ...[400, 404, 422].flatMap((status) => otherFailure(subjects, status)),
    ...documentedResponses(subjects),
    ...fewestMembers(subjects),
    assignedIds('assigns ids of its own', (count) => 1_000_000 + count),
    assignedIds('assigns ids at the upper edge of int64', (count) => spell(2n ** 63n - 1n - BigInt(count))),
  ];
}

function otherSuccess(subjects: readonly MutationContext[], status: number): Variation[] {
  const fits = (operation: Operation, response: MockResponse) =>
    isSuccess(operation, status) && operation.response(response.status)?.key === operation.response(status)?.key;
  if (
    !subjects.some(
      ({ operation }) => operation.responses.some(({ key }) => /^2XX$/i.test(key)) && isSuccess(operation, status),
    )
  )
    return [];
  return [
    varyResponses('success', `answers what it accepts with ${status}`, (response, operation, _, refused) =>
      !refused && fits(operation, response) ? { ...response, status } : response,
    ),
  ];
}

function otherFailure(subjects: readonly MutationContext[], status: number): Variation[] {
  if (!subjects.some(({ operation }) => operation.response(status))) return [];
  return [
    varyResponses('failure', `answers what it refuses with ${status}`, (response, operation, _, refused) =>
      refused && response.status < 500 && operation.response(response.status)?.key === operation.response(status)?.key
        ? { ...response, status }
        : response,
    ),
  ];
}

/** Each further documented response in the place of the one that the mock prefers; 401, 403 and 429 ask for something first. */
function documentedResponses(subjects: readonly MutationContext[]): Variation[] {
  const depth = Math.max(0, ...subjects.map(({ responses }) => responses.length));
  return Array.from({ length: depth }, (_, index) => {
    const chosen = new Map(
      subjects.map(({ operation, responses }) => [operation, responses.filter(isPlain)[index]] as const),
    );
    return varyResponses(
      'record',
      `answers with response ${index + 1} of those that are documented, where it fits`,
      (answer, operation, __, refused) => {
        const response = chosen.get(operation);
        return response && refused === (response.disposition === 'rejected') ? response.response : answer;
      },
    );
  });
}

function isPlain({ response }: ResponseUnderTest): boolean {
  return ![401, 403, 409, 429].includes(response.status);
}

function fewestMembers(subjects: readonly MutationContext[]): Variation[] {
  const bodies = new Map(
    subjects.map(({ contract, unique, operation, responses }) => {
      const made = responses.flatMap(({ json, response }): [number, Uint8Array][] => {
        const value =
          json && canonicalValue(contract, unique, json.schema, { direction: 'response', properties: 'required' });
        return value === undefined ? [] : [[response.status, Buffer.from(stringifyJson(value))]];
      });
      return [operation, new Map(made)] as const;
    }),
  );
  return [
    varyResponses('record', 'answers with required members alone', (answer, operation) => {
      const response = [...(bodies.get(operation) ?? [])].find(
        ([status]) => operation.response(status)?.key === operation.response(answer.status)?.key,
      );
      return response ? { ...answer, body: response[1] } : answer;
    }),
  ];
}

function spell(value: bigint): ExactNumber {
  return new ExactNumber(String(value));
}

/** Where an answer has an int64 member by the name of id. */
function assignedIds(says: string, make: (count: number) => JsonValue): Variation {
  return {
    description: says,
    aspect: 'record',
    mutate: () => {
      let count = 0;
      return {
        onResponse(_, { operation, problems }, response) {
          if (!operation || problems.length > 0 || response.body.length === 0) return response;
          const type = operation.response(response.status)?.content[0]?.type;
          if (type === undefined || !/json/i.test(type)) return response;
          const body = parseJsonBytes(response.body);
          if (!isObject(body) || !isNumber(body['id'])) return response;
          const copy = { ...body };
          setProperty(copy, 'id', make(++count));
          return { ...response, body: Buffer.from(stringifyJson(copy)) };
        },
      };
    },
  };
}
