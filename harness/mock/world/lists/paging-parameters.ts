import { getOwn, isObject } from '../../../core/json/index.ts';
import { getAt } from '../../../core/json/pointer.ts';
import type { JsonValue, Operation, Parameter } from '../../../core/model.ts';
import type { Contract } from '../../../openapi/contract.ts';
import type { Paging } from '../../../openapi/resources/operations/page-facts.ts';
import { readPosition } from '../../../openapi/resources/operations/paging.ts';
import { selectorsOf } from '../../../openapi/resources/operations/selectors.ts';
import { effectiveSchema } from '../../../openapi/schema/effective-schema.ts';

/** A query parameter that selects a page, or a property of one, or of the body of a search. */
export interface PagingPart {
  /** As a query has it: `page`, or `page[number]`; in a body, a JSON Pointer. */
  readonly name: string;
  /** Undefined in a body. */
  readonly parameter: Parameter | undefined;
  readonly property: string | undefined;
  readonly schema: string | undefined;
}

/** What a request for a list says of it. */
export interface SentSelection {
  readonly parameters: ReadonlyMap<Parameter, JsonValue>;
  readonly body: JsonValue | undefined;
}

/** How a list is divided into pages, and by which parts of its parameters. */
export interface PagingParts {
  readonly style: Paging['style'];
  readonly position: PagingPart | undefined;
  readonly size: PagingPart | undefined;
}

/** The names by which JSON:API pages, if the document leaves the properties of `page` open. */
const OPEN_PROPERTIES = ['number', 'size'];

/** Finds what selects a page: parameters, or else properties of one that is an object, as `page[number]` of JSON:API. */
export function pagingParts(contract: Contract, operation: Operation, paging: Paging): PagingParts {
  const { parameters } = operation;
  const query = parameters.filter((parameter) => parameter.in === 'query');
  const plain = query.map((parameter) => ({
    ...{ name: parameter.name, parameter, property: undefined, schema: parameter.schema },
  }));
  const find = (parts: readonly PagingPart[], wanted: string | undefined) => parts.find(({ name }) => name === wanted);
  const { style, position, size } = paging;
  if (paging.in === 'body') {
    const inBody = selectorsOf(contract.document, operation).filter((each) => each.in === 'body');
    const parts = inBody.map(({ at, schema }) => ({ name: at, parameter: undefined, property: undefined, schema }));
    return { style, position: find(parts, position), size: find(parts, size) };
  }
  if (style !== 'none') return { style, position: find(plain, position), size: find(plain, size) };
  const deep = query.flatMap((parameter) => propertiesOf(contract, parameter));
  const found = readPosition(deep.map(({ name }) => name));
  return {
    style: found.style,
    position: find(deep, found.position),
    size: find(deep, found.size) ?? find(plain, size),
  };
}

/** The value that a request gives a part. */
export function sentValue(part: PagingPart | undefined, { parameters, body }: SentSelection): JsonValue | undefined {
  if (part && !part.parameter) return body === undefined ? undefined : getAt(body, part.name);
  const value = part?.parameter && parameters.get(part.parameter);
  if (part?.property === undefined) return value;
  return isObject(value) ? getOwn(value, part.property) : undefined;
}

function propertiesOf(contract: Contract, parameter: Parameter): PagingPart[] {
  const { name, style, schema } = parameter;
  if (style !== 'deepObject' || schema === undefined) return [];
  const { properties } = effectiveSchema(contract.document, schema, 'request');
  const names = properties.size > 0 ? [...properties.keys()] : OPEN_PROPERTIES;
  return names.map((property) => ({
    name: `${name}[${property}]`,
    ...{ parameter, property, schema: properties.get(property)?.[0] },
  }));
}
