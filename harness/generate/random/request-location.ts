import { appendTokens } from '../../core/json/pointer.ts';
import type { Clause, JsonValue, Operation, Parameter } from '../../core/model.ts';
import { clauseParts } from '../../openapi/clauses/clauses.ts';
import type { Contract } from '../../openapi/contract.ts';
import { isJsonType } from '../../openapi/media-type.ts';
import type { ValidationError } from '../../openapi/schema/messages.ts';
import { getParameter, type RequestSpec, requestMediaType, withParameter } from '../requests/build-request.ts';
import { findUniqueFields } from '../requests/find-unique-fields.ts';
import { compileRoundTrip } from './parameter-round-trip.ts';

/** A part of requests whose clauses can be violated: a parameter or the body. */
export interface RequestLocation {
  /** `query tags`, or `body`. */
  readonly name: string;
  readonly isBody: boolean;
  readonly schema: string;
  /** Pointer of the keyword that requires it; undefined if it is optional or cannot be omitted. */
  readonly required: string | undefined;
  /** Paths of the unique fields. */
  readonly uniqueFields: ReadonlySet<string>;
  value(spec: RequestSpec): JsonValue | undefined;
  withValue(spec: RequestSpec, value: JsonValue | undefined): RequestSpec;
  /** Returns the errors of a value as it is sent; empty if it is ambiguous. */
  errors(value: JsonValue): readonly ValidationError[];
  clause(pointer: string): Clause;
}

export function requestLocations(contract: Contract, operation: Operation): RequestLocation[] {
  const parameters = operation.parameters.flatMap(
    (parameter) => parameterLocation(contract, operation, parameter) ?? [],
  );
  return [...parameters, ...(bodyLocation(contract, operation) ?? [])];
}

function parameterLocation(
  contract: Contract,
  operation: Operation,
  parameter: Parameter,
): RequestLocation | undefined {
  const { in: place, name, schema, required, pointer } = parameter;
  if (!schema) return undefined;
  const read = compileRoundTrip(contract.document, parameter);
  return {
    name: `${place} ${name}`,
    isBody: false,
    schema,
    required: required && place !== 'path' ? appendTokens(pointer, 'required') : undefined,
    uniqueFields: new Set(),
    value: (spec) => getParameter(spec, parameter),
    withValue: (spec, value) => withParameter(spec, parameter, value),
    errors: (value) => {
      const sent = read(value);
      if (sent === undefined || (sent === '' && parameter.allowEmptyValue)) return [];
      return contract.schemas.validate(schema, sent, 'request');
    },
    clause: (keyword) => contract.clauseAt(operation, clauseParts.parameter(parameter), keyword),
  };
}

function bodyLocation(contract: Contract, operation: Operation): RequestLocation[] {
  const type = requestMediaType(operation);
  const schema = type?.schema;
  if (!schema || !isJsonType(type.type)) return [];
  return [
    {
      name: 'body',
      isBody: true,
      schema,
      required: undefined,
      uniqueFields: new Set(findUniqueFields(contract, operation).map(({ name }) => appendTokens('', name))),
      value: ({ body }) => body,
      withValue: ({ body: _, ...rest }, value) => (value === undefined ? rest : { ...rest, body: value }),
      errors: (value) => contract.schemas.validate(schema, value, 'request'),
      clause: (keyword) => contract.clauseAt(operation, clauseParts.requestBody(type.type), keyword),
    },
  ];
}
