import { parts } from '../../openapi/clauses/clauses.ts';
import type { Contract } from '../../openapi/contract.ts';
import { isObject, JsonSyntaxError, parseJsonBytes } from '../../core/json/index.ts';
import { isJsonType, matchMediaType } from '../../openapi/media-type.ts';
import { primitiveText } from '../../openapi/parameters/serialize.ts';
import { declaredTypes, parsePrimitive } from '../../openapi/parameters/primitive.ts';
import { join } from '../../core/json/pointer.ts';
import type { Clause, Json, Operation, Parameter } from '../../core/model.ts';
import { buildRequest, type Draft } from './build-request.ts';

/** The clauses that a draft breaks as a request: of its parameters, its media type and its body. */
export function requestErrors(contract: Contract, operation: Operation, draft: Draft): Clause[] {
  const broken = operation.parameters.flatMap((parameter) => parameterErrors(contract, operation, parameter, draft));
  return [...new Set([...broken, ...bodyErrors(contract, operation, draft)])];
}

function parameterErrors(contract: Contract, operation: Operation, parameter: Parameter, draft: Draft): Clause[] {
  const value = sentValue(contract, parameter, draft);
  const clause = (pointer: string) => contract.clauseAt(operation, parts.parameter(parameter), pointer);
  if (value === undefined) return parameter.required ? [clause(join(parameter.pointer, 'required'))] : [];
  if (!parameter.schema) return [];
  return contract.schemas.validate(parameter.schema, value, 'request').map(({ pointer }) => clause(pointer));
}

/** A parameter's value as the service can read it: text takes the declared type where it spells one. */
function sentValue(contract: Contract, parameter: Parameter, draft: Draft): Json | undefined {
  const given = draft.parameters[parameter.in][parameter.name];
  const value =
    parameter.in === 'query' && draft.rawQuery !== undefined ? rawValue(draft.rawQuery, parameter.name) : given;
  if (value === undefined || !parameter.schema || isObject(value)) return value;
  const types = declaredTypes(contract.document, parameter.schema);
  if (types.has('array')) return Array.isArray(value) ? value : [value];
  return Array.isArray(value) ? value : parsePrimitive(types, primitiveText(value));
}

function rawValue(query: string, name: string): Json | undefined {
  const values = new URLSearchParams(query).getAll(name);
  return values.length > 1 ? values : values[0];
}

function bodyErrors(contract: Contract, operation: Operation, draft: Draft): Clause[] {
  const { requestBody } = operation;
  if (!requestBody) return [];
  const { body, headers } = buildRequest(operation, draft);
  const general = (pointer: string) => [
    contract.clauseAt(operation, 'request body', join(requestBody.pointer, pointer)),
  ];
  if (body === undefined || body.length === 0) return requestBody.required ? general('required') : [];
  const contentType = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  const type = matchMediaType(requestBody.content, contentType);
  if (!type) return general('content');
  if (!isJsonType(type.type)) return [];
  const part = parts.requestBody(type.type);
  try {
    const errors = type.schema ? contract.schemas.validate(type.schema, parseJsonBytes(body), 'request') : [];
    return errors.map(({ pointer }) => contract.clauseAt(operation, part, pointer));
  } catch (error) {
    if (error instanceof JsonSyntaxError) return [contract.clauseAt(operation, part, type.pointer)];
    throw error;
  }
}
