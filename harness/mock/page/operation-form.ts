import { isObject, stringifyJson } from '../../core/json/index.ts';
import { appendTokens } from '../../core/json/pointer.ts';
import type { JsonObject, JsonValue, MediaType, Operation, Parameter } from '../../core/model.ts';
import { buildRequest, getParameter, type RequestSpec } from '../../generate/requests/build-request.ts';
import { type KnownValue, withKnownValues } from '../../generate/requests/known-values.ts';
import type { Contract } from '../../openapi/contract.ts';
import { isJsonType } from '../../openapi/media-type.ts';
import { effectiveSchema, firstKeyword } from '../../openapi/schema/effective-schema.ts';
import { plausibleBody, sampleRequest } from '../control/sample-request.ts';

/** Delimiters of arrays that are one query parameter (OpenAPI, Parameter Object, style). */
const DELIMITERS: Readonly<Record<string, string>> = { form: ',', spaceDelimited: ' ', pipeDelimited: '|' };

/**
 * Describes the fields of a form that sends a request to an operation, filled in with a valid one.
 * @param known identifiers of records that exist
 */
export function operationForm(contract: Contract, operation: Operation, known: readonly KnownValue[]): JsonObject {
  const spec = sampleRequest(contract, operation, known);
  return {
    parameters: operation.parameters.map((parameter) => parameterField(contract, parameter, spec)),
    credentials: credentials(contract, operation),
    bodyRequired: operation.requestBody?.required ?? false,
    bodies: (operation.requestBody?.content ?? []).map((type) => bodyField(contract, operation, type, { spec, known })),
  };
}

function parameterField(contract: Contract, parameter: Parameter, spec: RequestSpec | undefined): JsonObject {
  const { name, in: place, required, schema, style, explode } = parameter;
  const effective = schema === undefined ? undefined : effectiveSchema(contract.document, schema, 'request');
  const choices = effective && firstKeyword(effective, 'enum');
  const isList = effective?.hasType === true && effective.types.includes('array');
  return {
    ...{ name, in: place, required },
    description: describe(contract, parameter.pointer),
    types: effective?.hasType ? [...effective.types] : [],
    choices: Array.isArray(choices) ? choices.map(String) : [],
    delimiter: isList ? (DELIMITERS[style] ?? ',') : null,
    repeats: isList && explode && style === 'form',
    value: toText(spec && getParameter(spec, parameter)),
  };
}

function toText(value: JsonValue | undefined): string {
  if (value === undefined) return '';
  if (Array.isArray(value)) return value.map(toText).join(',');
  return typeof value === 'string' ? value : stringifyJson(value);
}

function describe({ document }: Contract, pointer: string): string {
  const { value } = document.resolve(pointer);
  const text = isObject(value) ? value['description'] : undefined;
  return typeof text === 'string' ? text : '';
}

/** Describes a body: its examples, otherwise one that is made up. */
function bodyField(
  contract: Contract,
  operation: Operation,
  { type, schema, examples }: MediaType,
  { spec, known }: { readonly spec: RequestSpec | undefined; readonly known: readonly KnownValue[] },
): JsonObject {
  const own = examples.map(({ name, value }) => ({ name, text: bodyText(operation, type, value, spec) }));
  const whole = isJsonType(type) && schema !== undefined ? plausibleBody(contract, schema, spec?.body) : spec?.body;
  const body =
    spec && whole !== undefined ? withKnownValues(contract, operation, { ...spec, body: whole }, known).body : whole;
  const made = body === undefined ? [] : [{ name: 'made up', text: bodyText(operation, type, body, spec) }];
  return { type, examples: own.length > 0 ? own : made };
}

function bodyText(operation: Operation, type: string, body: JsonValue, spec: RequestSpec | undefined): string {
  if (isJsonType(type)) return indented(body);
  if (!spec) return toText(body);
  const { body: bytes = new Uint8Array() } = buildRequest(operation, { ...spec, body, contentType: type });
  return Buffer.from(bytes).toString('utf8');
}

/** Writes JSON over several lines, every number exact. */
function indented(value: JsonValue, indent = ''): string {
  const inner = `${indent}  `;
  const lines = Array.isArray(value)
    ? value.map((item) => inner + indented(item, inner))
    : isObject(value)
      ? Object.entries(value).map(([name, each]) => `${inner}${JSON.stringify(name)}: ${indented(each, inner)}`)
      : [];
  if (lines.length === 0) return stringifyJson(value);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${lines.join(',\n')}\n${indent}${close}`;
}

/** Describes credentials of the first alternative that the operation accepts; the mock takes any. */
function credentials(contract: Contract, operation: Operation): JsonObject[] {
  const [first = []] = operation.security;
  return first.flatMap((name): JsonObject[] => {
    const { value } = contract.document.resolve(appendTokens('#/components/securitySchemes', name));
    if (!isObject(value) || value['type'] === 'mutualTLS') return [];
    if (value['type'] === 'apiKey')
      return [{ in: String(value['in']), name: String(value['name']), value: 'any-key', scheme: name }];
    const isBasic = value['type'] === 'http' && String(value['scheme']).toLowerCase() === 'basic';
    const token = isBasic ? `Basic ${Buffer.from('user:password').toString('base64')}` : 'Bearer any-token';
    return [{ in: 'header', name: 'Authorization', value: token, scheme: name }];
  });
}
