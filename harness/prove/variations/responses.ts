import { isSuccess } from '../../checks/response.ts';
import { isNumber } from '../../core/json/decimal.ts';
import { isObject, setProperty, stringifyJson } from '../../core/json/index.ts';
import { ExactNumber, type JsonValue, type Operation } from '../../core/model.ts';
import { canonicalValue } from '../../generate/values/canonical-value.ts';
import type { MockResponse } from '../../mock/types.ts';
import type { Contract } from '../../openapi/contract.ts';
import { matchMediaType } from '../../openapi/media-type.ts';
import type { ResponseUnderTest } from '../documented-response.ts';
import { contentTypeOf, isJson, jsonOf } from '../json-response.ts';
import type { MutationContext } from '../operation-context.ts';
import { type Variation, type VariationContext, varyResponses } from './variation.ts';

/** Returns variations with other documented statuses and bodies than the mock's. */
export function responseVariations(context: VariationContext): Variation[] {
  const { contract, subjects: contexts } = context;
  return [
    ...[201, 202, 203, 206].flatMap((status) => otherSuccess(contexts, status)),
    ...[400, 404, 422].flatMap((status) => otherFailure(contexts, status)),
    ...documentedResponses(contexts),
    ...requiredPropertiesOnly(contexts),
    assignedIds(contract, 'assigns its own ids', (count) => 1_000_000 + count),
    assignedIds(contract, 'assigns ids near the int64 maximum', (count) =>
      exactInteger(2n ** 63n - 1n - BigInt(count)),
    ),
  ];
}

function otherSuccess(contexts: readonly MutationContext[], status: number): Variation[] {
  const fits = (operation: Operation, response: MockResponse) =>
    isSuccess(operation, status) && operation.response(response.status)?.key === operation.response(status)?.key;
  if (
    !contexts.some(
      ({ operation }) => operation.responses.some(({ key }) => /^2XX$/i.test(key)) && isSuccess(operation, status),
    )
  )
    return [];
  return [
    varyResponses('success', `responds ${status} to valid requests`, (response, operation, _, rejected) =>
      !rejected && fits(operation, response) ? { ...response, status } : response,
    ),
  ];
}

function otherFailure(contexts: readonly MutationContext[], status: number): Variation[] {
  if (!contexts.some(({ operation }) => operation.response(status))) return [];
  const fits = (operation: Operation, response: MockResponse) => {
    const key = operation.response(status)?.key;
    return key !== undefined && operation.response(response.status)?.key === key;
  };
  return [
    varyResponses('failure', `responds ${status} to invalid requests`, (response, operation, _, rejected) =>
      rejected && response.status < 500 && fits(operation, response) ? { ...response, status } : response,
    ),
  ];
}

/** Uses each other documented response; not 401, 403, 409 and 429, which make requests inconclusive. */
function documentedResponses(contexts: readonly MutationContext[]): Variation[] {
  const depth = Math.max(0, ...contexts.map(({ responses }) => responses.length));
  return Array.from({ length: depth }, (_, index) => {
    const chosen = new Map(
      contexts.map(({ operation, responses }) => [operation, responses.filter(isPlain)[index]] as const),
    );
    return varyResponses(
      'record',
      `uses documented response ${index + 1} of each operation, if it fits`,
      (given, operation, __, rejected) => {
        const response = chosen.get(operation);
        return response && rejected === (response.disposition === 'rejected') ? response.response : given;
      },
    );
  });
}

function isPlain({ response }: ResponseUnderTest): boolean {
  return ![401, 403, 409, 429].includes(response.status);
}

function requiredPropertiesOnly(contexts: readonly MutationContext[]): Variation[] {
  const bodies = new Map(
    contexts.map(({ contract, unique, operation, responses }) => {
      const made = responses.flatMap(({ json, response }): [number, Uint8Array][] => {
        const value =
          json && canonicalValue(contract, unique, json.schema, { direction: 'response', properties: 'required' });
        return value === undefined ? [] : [[response.status, Buffer.from(stringifyJson(value))]];
      });
      return [operation, new Map(made)] as const;
    }),
  );
  return [
    varyResponses('record', 'responds with required properties only', (given, operation) => {
      const response = [...(bodies.get(operation) ?? [])].find(
        ([status]) => operation.response(status)?.key === operation.response(given.status)?.key,
      );
      return response && isJson(given) ? { ...given, body: response[1] } : given;
    }),
  ];
}

function exactInteger(value: bigint): ExactNumber {
  return new ExactNumber(String(value));
}

/** Replaces the numeric `id` of success responses, where the schema allows it. */
function assignedIds(contract: Contract, description: string, make: (count: number) => JsonValue): Variation {
  return {
    description: description,
    aspect: 'record',
    mutate: () => {
      let count = 0;
      return {
        onResponse(_, { operation, problems }, response) {
          if (!operation || problems.length > 0) return response;
          const { content = [] } = operation.response(response.status) ?? {};
          const schema = matchMediaType(content, contentTypeOf(response))?.schema;
          const body = jsonOf(response);
          if (!isObject(body) || !isNumber(body['id'])) return response;
          const copy = { ...body };
          setProperty(copy, 'id', make(++count));
          if (schema !== undefined && !contract.schemas.accepts(schema, copy, 'response')) return response;
          return { ...response, body: Buffer.from(stringifyJson(copy)) };
        },
      };
    },
  };
}
