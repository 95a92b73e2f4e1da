import { formatLocation, InputError, unknownName } from '../../core/errors.ts';
import { isObject, tryParseJson } from '../../core/json/index.ts';
import { appendTokens } from '../../core/json/pointer.ts';
import type { JsonObject, JsonValue, Operation } from '../../core/model.ts';
import type { Contract } from '../../openapi/contract.ts';
import { effectiveSchema } from '../../openapi/schema/effective-schema.ts';
import { sourceLocation } from '../../openapi/source/origins.ts';
import { requestMediaType } from './build-request.ts';
import type { KnownValue } from './known-values.ts';

/** A part of a request that a name stands for; `schemas` are pointers. */
type Place = Pick<KnownValue, 'in' | 'at'> & { readonly schemas: readonly string[] };

const MAX_LISTED_NAMES = 20;

/**
 * Reads known values: by the name of a parameter or property, by JSON Pointer in the body, or by operation and such a name.
 * A string stands for the JSON that it is, if only that is valid.
 * @throws {InputError} with its line, for a name that no request has, and a value that is valid nowhere
 */
export function readKnownValues(contract: Contract, values: JsonObject): Map<string, KnownValue[]> {
  const known = new Map<string, KnownValue[]>(contract.operations.map(({ id }) => [id, []]));
  const perOperation: [Operation, JsonObject][] = [];
  for (const name of Object.keys(values)) {
    const operation = contract.operation(name);
    const value = values[name] ?? null;
    if (operation && isObject(value)) perOperation.push([operation, value]);
    else readEverywhere(contract, values, name, known);
  }
  for (const [operation, own] of perOperation) readOperation(contract, operation, own, known);
  return known;
}

function readEverywhere(contract: Contract, values: JsonObject, name: string, known: Map<string, KnownValue[]>): void {
  const location = sourceLocation(values, name);
  const places = contract.operations.flatMap((operation) =>
    placesOf(contract, operation, name).map((place) => ({ operation, place })),
  );
  if (places.length === 0) {
    const names = [...new Set([...contract.operations.flatMap((each) => [...namesOf(contract, each), each.id])])];
    throw unknownName(`values: no request has a part ${name}`, name, names, location, MAX_LISTED_NAMES);
  }
  const given = values[name] ?? null;
  let isUsed = false;
  for (const { operation, place } of places) {
    const value = validValue(contract, place, given);
    if (value === undefined) continue;
    isUsed = true;
    known.get(operation.id)?.push({ in: place.in, at: place.at, value, isAdded: false });
  }
  const [first] = places;
  if (!isUsed && first) throw invalid(contract, first.operation, first.place, { name, given, location });
}

function readOperation(
  contract: Contract,
  operation: Operation,
  values: JsonObject,
  known: Map<string, KnownValue[]>,
): void {
  const own: KnownValue[] = [];
  for (const name of Object.keys(values)) {
    const location = sourceLocation(values, name);
    const places = placesOf(contract, operation, name);
    if (places.length === 0)
      throw unknownName(
        `values.${operation.id}: its requests have no part ${name}`,
        name,
        namesOf(contract, operation),
        location,
        MAX_LISTED_NAMES,
      );
    const given = values[name] ?? null;
    for (const place of places) {
      const value = validValue(contract, place, given);
      if (value === undefined) throw invalid(contract, operation, place, { name, given, location });
      own.push({ in: place.in, at: place.at, value, isAdded: true });
    }
  }
  const isOwn = ({ in: location, at }: KnownValue) => own.some((each) => each.in === location && each.at === at);
  known.set(operation.id, [...(known.get(operation.id) ?? []).filter((each) => !isOwn(each)), ...own]);
}

interface Given {
  readonly name: string;
  readonly given: JsonValue;
  readonly location: ReturnType<typeof sourceLocation>;
}

function invalid(contract: Contract, operation: Operation, place: Place, { name, given, location }: Given): InputError {
  const [schema = ''] = place.schemas;
  const [error] = contract.schemas.validate(schema, given, 'request');
  const where = place.in === 'body' ? `property ${name}` : `${place.in} parameter ${name}`;
  const declared = formatLocation(contract.document.locate(schema));
  return new InputError(
    `values.${name}: ${where} of ${operation.id} ${error?.message ?? 'cannot have this value'} (${declared})`,
    location,
  );
}

function validValue(contract: Contract, { schemas }: Place, given: JsonValue): JsonValue | undefined {
  const parsed = typeof given === 'string' ? tryParseJson(given) : undefined;
  const candidates = parsed && 'value' in parsed ? [given, parsed.value] : [given];
  return candidates.find((value) => schemas.every((schema) => contract.schemas.accepts(schema, value, 'request')));
}

/** The names that a user can give values for, without pointers. */
function namesOf(contract: Contract, operation: Operation): string[] {
  return [...operation.parameters.map(({ name }) => name), ...bodyPropertyNames(contract, operation)];
}

/** The names of the properties of a request body, and of those in its envelope. */
export function bodyPropertyNames(contract: Contract, operation: Operation): string[] {
  return bodyProperties(contract, operation).map(([name]) => name);
}

function placesOf(contract: Contract, operation: Operation, name: string): Place[] {
  if (name.startsWith('/')) return pointerPlaces(contract, operation, name);
  const parameters = operation.parameters
    .filter(
      (parameter) => parameter.name === name || (parameter.in === 'header' && equalsIgnoringCase(parameter.name, name)),
    )
    .map(({ in: location, name: at, schema }) => ({ in: location, at, schemas: schema === undefined ? [] : [schema] }));
  const properties = bodyProperties(contract, operation).filter(([own]) => own === name);
  return [...parameters, ...properties.map(([, at, schemas]) => ({ in: 'body' as const, at, schemas }))];
}

function equalsIgnoringCase(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

/** The properties of a body, and those within its only property, which is then an envelope. */
function bodyProperties(
  { document }: Contract,
  operation: Operation,
): [name: string, at: string, schemas: readonly string[]][] {
  const schema = requestMediaType(operation)?.schema;
  if (schema === undefined) return [];
  const { properties } = effectiveSchema(document, schema, 'request');
  const own = [...properties].map(([name, schemas]): [string, string, readonly string[]] => [
    name,
    appendTokens('', name),
    schemas,
  ]);
  const [only] = own;
  if (!only || own.length > 1) return own;
  const inner = effectiveSchema(document, only[2][0] ?? '', 'request').properties;
  return [
    ...own,
    ...[...inner].map(([name, schemas]): (typeof own)[number] => [name, appendTokens(only[1], name), schemas]),
  ];
}

/** A JSON Pointer in the body, if the schema declares each of its properties. */
function pointerPlaces({ document }: Contract, operation: Operation, at: string): Place[] {
  let schemas: readonly string[] = [requestMediaType(operation)?.schema ?? []].flat();
  for (const token of at.split('/').slice(1)) {
    const [schema] = schemas;
    if (schema === undefined) return [];
    const { properties, items } = effectiveSchema(document, schema, 'request');
    const name = token.replaceAll('~1', '/').replaceAll('~0', '~');
    const isItem = items !== undefined && /^(\*|\d+)$/.test(token);
    schemas = properties.get(name) ?? (isItem ? [items] : []);
  }
  return schemas.length === 0 ? [] : [{ in: 'body', at, schemas }];
}
