import { parts } from '../../openapi/clauses/clauses.ts';
import type { Contract } from '../../openapi/contract.ts';
import { isJsonType } from '../../openapi/media-type.ts';
import { join } from '../../core/json/pointer.ts';
import type { SchemaError } from '../../openapi/schema/keyword.ts';
import type { Clause, Json, Operation, Parameter } from '../../core/model.ts';
import { identities } from '../requests/unique-fields.ts';
import { bodyType, type Draft, withParameter } from '../requests/build-request.ts';
import { readBack } from './parameter-round-trip.ts';

/** A part of requests in which clauses can be broken: a parameter, or the body. */
export interface Site {
  /** `query tags`, or `body`. */
  readonly name: string;
  readonly schema: string;
  /** Pointer of the keyword that demands it, where requests can go without it. */
  readonly required: string | undefined;
  /** Paths of what identifies a record. */
  readonly identities: ReadonlySet<string>;
  value(draft: Draft): Json | undefined;
  with(draft: Draft, value: Json | undefined): Draft;
  /** What a value breaks as it is sent; empty also where readers may take it for different ones. */
  errors(value: Json): readonly SchemaError[];
  clause(pointer: string): Clause;
}

export function sitesOf(contract: Contract, operation: Operation): Site[] {
  const parameters = operation.parameters.flatMap((parameter) => parameterSite(contract, operation, parameter) ?? []);
  return [...parameters, ...(bodySite(contract, operation) ?? [])];
}

function parameterSite(contract: Contract, operation: Operation, parameter: Parameter): Site | undefined {
  const { in: place, name, schema, required, pointer } = parameter;
  if (!schema) return undefined;
  const read = readBack(contract.document, parameter);
  return {
    name: `${place} ${name}`,
    schema,
    required: required && place !== 'path' ? join(pointer, 'required') : undefined,
    identities: new Set(),
    value: (draft) => draft.parameters[place][name],
    with: (draft, value) => withParameter(draft, parameter, value),
    errors: (value) => {
      const sent = read(value);
      return sent === undefined ? [] : contract.schemas.validate(schema, sent, 'request');
    },
    clause: (keyword) => contract.clauseAt(operation, parts.parameter(parameter), keyword),
  };
}

function bodySite(contract: Contract, operation: Operation): Site[] {
  const type = bodyType(operation);
  const schema = type?.schema;
  if (!schema || !isJsonType(type.type)) return [];
  return [
    {
      name: 'body',
      schema,
      required: undefined,
      identities: new Set(identities(contract, operation).map(({ name }) => join('', name))),
      value: ({ body }) => body,
      with: ({ body: _, ...rest }, value) => (value === undefined ? rest : { ...rest, body: value }),
      errors: (value) => contract.schemas.validate(schema, value, 'request'),
      clause: (keyword) => contract.clauseAt(operation, parts.requestBody(type.type), keyword),
    },
  ];
}
