import { isObject, stringifyJson } from '../../core/json/index.ts';
import type { JsonObject, JsonValue, Operation, Parameter } from '../../core/model.ts';
import type { Contract } from '../../openapi/contract.ts';
import { isJsonType } from '../../openapi/media-type.ts';
import { words } from '../../openapi/resources/names.ts';
import type { NegotiatedResponse } from '../prism/negotiated-response.ts';

/** Creates the response body with what a request asked for. @returns undefined if it is as it was */
export type ParameterEcho = (parameters: ReadonlyMap<Parameter, JsonValue>) => Uint8Array | undefined;

/** What a response says of itself, whatever was asked for. */
const OWN = /^(status|code|message|success|ok|error|errors|count|total)$/;
/** Parameters that say less than the property: `from` is the `from_currency` of a rate. */
const ENDS = /^(from|to|base|source|target)$/;

/**
 * Compiles the echo of the parameters of a read that no record is behind, such as `from` and `to` of an exchange rate, or the `city` of a forecast.
 * @returns undefined if the response has none of them
 */
export function compileParameterEcho(
  contract: Contract,
  operation: Operation,
  { status, content, mediaType, body }: NegotiatedResponse,
): ParameterEcho | undefined {
  const schema = content?.schema;
  if (operation.method !== 'GET' || status >= 300 || schema === undefined || !isObject(body)) return undefined;
  if (mediaType === undefined || !isJsonType(mediaType)) return undefined;
  const places = operation.parameters.flatMap((parameter) => {
    const name = propertyFor(parameter, body);
    return name === undefined ? [] : [[parameter, name] as const];
  });
  if (places.length === 0) return undefined;
  return (parameters) => {
    let changed = body;
    for (const [parameter, name] of places) {
      const value = parameters.get(parameter);
      if (value === undefined) continue;
      const next = { ...changed, [name]: value };
      if (contract.schemas.accepts(schema, next, 'response')) changed = next;
    }
    return changed === body ? undefined : Buffer.from(stringifyJson(changed));
  };
}

/** The property at the top of a body that has the value of a parameter. */
function propertyFor(parameter: Parameter, body: JsonObject): string | undefined {
  const own = words(parameter.name).join(' ');
  if ((parameter.in !== 'query' && parameter.in !== 'path') || OWN.test(own)) return undefined;
  const names = Object.keys(body).filter((name) => typeof body[name] !== 'object');
  const found = names.find((name) => words(name).join(' ') === own);
  if (found !== undefined || !ENDS.test(own)) return found;
  const [only, ...others] = names.filter((name) => words(name)[0] === own && words(name).length === 2);
  return others.length === 0 ? only : undefined;
}
