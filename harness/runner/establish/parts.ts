import { isObject, stringifyJson } from '../../core/json/index.ts';
import { appendTokens, getAt, removeAt, replaceAt } from '../../core/json/pointer.ts';
import type { Clause, JsonValue, Operation } from '../../core/model.ts';
import type { BoundaryContext } from '../../generate/boundary/case-spec.ts';
import { acceptsBody } from '../../generate/requests/accepts-body.ts';
import { type RequestSpec, requestMediaType, withParameter } from '../../generate/requests/build-request.ts';
import { clauseParts } from '../../openapi/clauses/clauses.ts';
import { effectiveSchema } from '../../openapi/schema/effective-schema.ts';

/** An optional part of a request: a parameter, the body, or one of its properties. */
export interface OptionalPart {
  /** e.g. `query parameter limit` */
  readonly name: string;
  /** JSON Pointer of a property of the body; absent for other parts. */
  readonly property?: string;
  /** The clause that allows it. */
  readonly clause: Clause;
  /** Copies the part from one request to another. */
  copy(from: RequestSpec, to: RequestSpec): RequestSpec;
}

/** What a request with all parts has and one with the required parts lacks. */
export function optionalParts({ contract, operation, requiredOnly, allParts }: BoundaryContext): OptionalPart[] {
  const parameters = operation.parameters
    .filter(({ in: location, name }) => {
      const isIn = (spec: RequestSpec) => Object.hasOwn(spec.parameters[location], name);
      return isIn(allParts) && !isIn(requiredOnly);
    })
    .map((parameter): OptionalPart => {
      const { in: location, name, pointer } = parameter;
      return {
        name: `${location} parameter ${name}`,
        clause: contract.clauseAt(operation, clauseParts.parameter(parameter), pointer),
        copy: (from, to) => withParameter(to, parameter, from.parameters[location][name]),
      };
    });
  return [...parameters, ...bodyParts({ contract, operation, requiredOnly, allParts })];
}

function bodyParts({
  contract,
  operation,
  requiredOnly,
  allParts,
}: Pick<BoundaryContext, 'contract' | 'operation' | 'requiredOnly' | 'allParts'>): OptionalPart[] {
  const type = requestMediaType(operation);
  if (!type || allParts.body === undefined) return [];
  const clause = (pointer: string) => contract.clauseAt(operation, clauseParts.requestBody(type.type), pointer);
  if (requiredOnly.body === undefined) {
    const copy = (from: RequestSpec, to: RequestSpec) => withBody(to, from.body);
    return [{ name: 'body', clause: clause(type.pointer), copy }];
  }
  if (type.schema === undefined) return [];
  return propertyParts(contract, type.schema, allParts.body, requiredOnly.body, clause);
}

/** Properties that one of two bodies has beyond the other, also within objects that both have, as in an envelope. */
function propertyParts(
  contract: BoundaryContext['contract'],
  schema: string,
  all: JsonValue,
  required: JsonValue,
  clauseAt: (pointer: string) => Clause,
  prefix = '',
): OptionalPart[] {
  if (!isObject(all) || !isObject(required)) return [];
  const { properties } = effectiveSchema(contract.document, schema, 'request');
  return Object.entries(all).flatMap(([name, value]) => {
    const pointer = appendTokens(prefix, name);
    const [inner] = properties.get(name) ?? [];
    if (Object.hasOwn(required, name))
      return inner ? propertyParts(contract, inner, value, required[name] ?? null, clauseAt, pointer) : [];
    return {
      name: `body property ${prefix === '' ? name : pointer}`,
      property: pointer,
      clause: clauseAt(inner ?? schema),
      copy: (from, to) => copyProperty(pointer, from, to),
    };
  });
}

function copyProperty(pointer: string, from: RequestSpec, to: RequestSpec): RequestSpec {
  const value = from.body === undefined ? undefined : getAt(from.body, pointer);
  const body = to.body ?? {};
  return { ...to, body: value === undefined ? removeAt(body, pointer) : replaceAt(body, pointer, value) };
}

function withBody({ body: _, ...rest }: RequestSpec, body: RequestSpec['body']): RequestSpec {
  return body === undefined ? rest : { ...rest, body };
}

/** Whether the body of a request is valid; some optional properties require others. */
export function isValidBody(
  { contract, operation }: { contract: BoundaryContext['contract']; operation: Operation },
  spec: RequestSpec,
): boolean {
  return spec.body === undefined || acceptsBody(contract, operation, spec.body);
}

/** Whether all parts are no more than the required ones. */
export function isSame({ requiredOnly, allParts }: BoundaryContext): boolean {
  const [required, all] = [requiredOnly, allParts].map(({ parameters, body }) =>
    stringifyJson(skeleton([...Object.values(parameters), body ?? null])),
  );
  return required === all;
}

/** The names in a value, without its strings and numbers. */
function skeleton(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(skeleton);
  if (!isObject(value)) return null;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, skeleton(inner)]));
}
