import { getOwn, isObject, setProperty, tryParseJson } from '../../core/json/index.ts';
import type { HttpRequest, JsonObject, JsonValue, Operation } from '../../core/model.ts';
import { buildRequest, type RequestSpec, requestMediaType } from '../../generate/requests/build-request.ts';
import { UniqueValues } from '../../generate/requests/unique-values.ts';
import { validRequest } from '../../generate/requests/valid-request.ts';
import type { Contract } from '../../openapi/contract.ts';

/**
 * Makes a valid request of a callback: the example of the document, or made-up values, with what the exchange that caused it
 * has of the same properties.
 * @param bodies of the exchange; the first that has a property counts
 * @returns undefined if no valid request was found
 */
export function callbackRequest(
  contract: Contract,
  operation: Operation,
  bodies: readonly Uint8Array[],
): HttpRequest | undefined {
  const unique = new UniqueValues(1);
  const spec =
    validRequest(contract, unique, operation, 'all') ?? validRequest(contract, unique, operation, 'required');
  if (!spec) return undefined;
  const [example] = requestMediaType(operation)?.examples ?? [];
  const values = bodies.flatMap((body) => {
    const parsed = tryParseJson(body);
    return 'value' in parsed && isObject(parsed.value) ? [parsed.value] : [];
  });
  const isExampleValid = example !== undefined && isValid(contract, operation, example.value);
  const filled = withSameProperties(
    contract,
    operation,
    isExampleValid ? { ...spec, body: example.value } : spec,
    values,
  );
  // The path of a callback is a URL with expressions.
  return buildRequest({ ...operation, path: '/' }, filled);
}

function withSameProperties(
  contract: Contract,
  operation: Operation,
  spec: RequestSpec,
  sources: readonly JsonObject[],
): RequestSpec {
  if (!isObject(spec.body)) return spec;
  let body: JsonObject = spec.body;
  for (const name of Object.keys(body)) {
    const source = sources.find((each) => Object.hasOwn(each, name));
    const value = source && getOwn(source, name);
    if (value === undefined) continue;
    const changed = { ...body };
    setProperty(changed, name, value);
    if (isValid(contract, operation, changed)) body = changed;
  }
  return { ...spec, body };
}

function isValid(contract: Contract, operation: Operation, body: JsonValue): boolean {
  const type = requestMediaType(operation);
  return type?.schema === undefined || contract.schemas.accepts(type.schema, body, 'request');
}
