import { isObject, JsonSyntaxError, parseJsonBytes } from '../../core/json/index.ts';
import { appendTokens } from '../../core/json/pointer.ts';
import type { Clause, JsonValue, Operation, Parameter } from '../../core/model.ts';
import { clauseParts } from '../../openapi/clauses/clauses.ts';
import type { Contract } from '../../openapi/contract.ts';
import { isJsonType, matchMediaType } from '../../openapi/media-type.ts';
import { declaredTypes, parsePrimitive } from '../../openapi/parameters/primitive.ts';
import { serializePrimitive } from '../../openapi/parameters/serialize.ts';
import { buildRequest, type RequestSpec } from './build-request.ts';

/** The clauses that a draft breaks as a request: of its parameters, its media type and its body. */
export function violatedClauses(contract: Contract, operation: Operation, spec: RequestSpec): Clause[] {
  const broken = operation.parameters.flatMap((parameter) => parameterErrors(contract, operation, parameter, spec));
  return [...new Set([...broken, ...bodyErrors(contract, operation, spec)])];
}

function parameterErrors(contract: Contract, operation: Operation, parameter: Parameter, spec: RequestSpec): Clause[] {
  const value = sentValue(contract, parameter, spec);
  const clause = (pointer: string) => contract.clauseAt(operation, clauseParts.parameter(parameter), pointer);
  if (value === undefined) return parameter.required ? [clause(appendTokens(parameter.pointer, 'required'))] : [];
  if (!parameter.schema) return [];
  return contract.schemas.validate(parameter.schema, value, 'request').map(({ pointer }) => clause(pointer));
}

/** A parameter's value as the service can read it: text takes the declared type where it spells one. */
function sentValue(contract: Contract, parameter: Parameter, spec: RequestSpec): JsonValue | undefined {
  const given = spec.parameters[parameter.in][parameter.name];
  const value =
    parameter.in === 'query' && spec.rawQuery !== undefined ? rawValue(spec.rawQuery, parameter.name) : given;
  if (value === undefined || !parameter.schema || isObject(value)) return value;
  const types = declaredTypes(contract.document, parameter.schema);
  if (types.has('array')) return Array.isArray(value) ? value : [value];
  return Array.isArray(value) ? value : parsePrimitive(types, serializePrimitive(value));
}

function rawValue(query: string, name: string): JsonValue | undefined {
  const values = new URLSearchParams(query).getAll(name);
  return values.length > 1 ? values : values[0];
}

function bodyErrors(contract: Contract, operation: Operation, spec: RequestSpec): Clause[] {
  const { requestBody } = operation;
  if (!requestBody) return [];
  const { body, headers } = buildRequest(operation, spec);
  const general = (pointer: string) => [
    contract.clauseAt(operation, 'request body', appendTokens(requestBody.pointer, pointer)),
  ];
  if (body === undefined || body.length === 0) return requestBody.required ? general('required') : [];
  const contentType = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  const type = matchMediaType(requestBody.content, contentType);
  if (!type) return general('content');
  if (!isJsonType(type.type)) return [];
  const part = clauseParts.requestBody(type.type);
  try {
    const errors = type.schema ? contract.schemas.validate(type.schema, parseJsonBytes(body), 'request') : [];
    return errors.map(({ pointer }) => contract.clauseAt(operation, part, pointer));
  } catch (error) {
    if (error instanceof JsonSyntaxError) return [contract.clauseAt(operation, part, type.pointer)];
    throw error;
  }
}
