import type { NamedTypes } from '../corrections/correct-types.ts';
import type { TypeCorrection } from '../corrections/corrections.ts';
import type { Representation, SchemaProperty } from '../model.ts';
import { nameKey, words } from '../names.ts';
import type { InferredOperation } from '../operations/read-operation.ts';
import { type InferredIdentifier, keyOf } from '../references/identifiers.ts';
import { isGeneralName, withoutId } from '../references/identifying.ts';
import { type RepresentationReader, schemaKey } from '../representations/representation.ts';
import { compatible } from '../representations/schema-properties.ts';
import type { InferredType } from './inferred-type.ts';
import { asShown } from './shown-identifiers.ts';

const MAX_RELATED = 10;

interface SameIdentifier {
  readonly inferred: InferredType;
  readonly identifier: string;
}

/** The operations and identifiers of each type, and which types represent the same records. */
export class TypeIndex {
  private readonly operations = new Map<InferredType, InferredOperation[]>();
  private readonly identifiers = new Map<InferredType, readonly InferredIdentifier[]>();
  /** The first operations that create or list records of the type. */
  private readonly sources = new Map<InferredType, InferredOperation[]>();
  private readonly bySchema = new Map<string, InferredType[]>();
  private readonly byName = new Map<string, InferredType[]>();
  private readonly byIdentifier = new Map<string, { inferred: InferredType; identifier: InferredIdentifier }[]>();

  constructor(
    { types: { all }, names, corrections }: NamedTypes,
    operations: readonly InferredOperation[],
    reader: RepresentationReader,
  ) {
    for (const inferred of all) this.operations.set(inferred, []);
    for (const operation of operations) if (operation.inferred) this.operationsOf(operation.inferred).push(operation);
    const parameters = readParameters(operations, reader);
    for (const inferred of all) {
      const key = inferred.item
        ? undefined
        : (keyOf(inferred, this.operationsOf(inferred)) ?? configuredKey(corrections.get(inferred)));
      const own = inferred.parameters.map((name) => parameters.get(`${names.get(inferred)} ${name}`) ?? unknown(name));
      this.identifiers.set(inferred, key ? [key] : asShown(own, inferred, this.operationsOf(inferred)));
      if (inferred.singleton) continue;
      append(this.byName, nameKey(inferred.words), inferred);
      for (const operation of this.operationsOf(inferred))
        if (operation.creates || operation.role === 'list') append(this.sources, inferred, operation);
      const [only, ...others] = this.identifiersOf(inferred);
      if (only && others.length === 0) append(this.byIdentifier, nameKey(only.name), { inferred, identifier: only });
      const schema = this.schemaOf(inferred);
      if (schema !== undefined) append(this.bySchema, schema, inferred);
    }
  }

  operationsOf(inferred: InferredType): InferredOperation[] {
    return this.operations.get(inferred) ?? [];
  }

  identifiersOf(inferred: InferredType): readonly InferredIdentifier[] {
    return this.identifiers.get(inferred) ?? [];
  }

  /** The other type whose record the response of an action shows, best one below the record that the action is about. */
  givenBy({ role, response, inferred }: InferredOperation): InferredType | undefined {
    const schema = role === 'action' && response?.items === undefined ? schemaKey(response) : undefined;
    if (schema === undefined || inferred === undefined || schema === this.schemaOf(inferred)) return undefined;
    const others = this.bySchema.get(schema) ?? [];
    return others.find(({ parent }) => parent === inferred) ?? others[0];
  }

  /** Operations of other types with the same representation, if no POST creates records of the type itself. */
  relatedOperations(inferred: InferredType): InferredOperation[] {
    const schema = this.schemaOf(inferred);
    if (inferred.singleton || schema === undefined || this.isCreatedByPost(inferred)) return [];
    return (this.bySchema.get(schema) ?? [])
      .filter((each) => each !== inferred)
      .flatMap((each) => this.operationsOf(each));
  }

  /**
   * The identifier of another type that this one takes, if no POST gives its records new ones: of a type with the same name
   * (`/users/{userId}/roles/{roleId}`), or best with the name of the parameter (`/stocks/{productId}`).
   */
  sameAs(inferred: InferredType, { name, types }: InferredIdentifier): SameIdentifier | undefined {
    if (inferred.singleton || inferred.item === undefined || this.givesNew(inferred, name)) return undefined;
    const isLast = this.identifiersOf(inferred).at(-1)?.name === name;
    // `/counts/{countId}/lines/{productId}` has a line for each product, whatever other lines there are.
    const named = [
      ...(this.byName.get(nameKey(withoutId(words(name)))) ?? []),
      ...(isLast ? (this.byName.get(nameKey(inferred.words)) ?? []) : []),
    ];
    const byName = named.flatMap((each) => ({ inferred: each, identifier: this.identifiersOf(each).at(-1) }));
    const byIdentifier = isGeneralName(name) ? [] : (this.byIdentifier.get(nameKey(name)) ?? []);
    const others = [...byName, ...byIdentifier].filter(
      ({ inferred: other, identifier }) =>
        other !== inferred &&
        other.parent !== inferred &&
        identifier &&
        compatible(types, identifier.types) &&
        !this.takesOther(other, identifier.name) &&
        !this.isOtherAddress(inferred, other),
    );
    // Where clients choose the names of both, neither takes those of the other, save for one above it.
    const isAbove = (other: InferredType) => depthOf(other) < depthOf(inferred);
    const found =
      others.find(({ inferred: other }) => this.isCreatedByPost(other)) ??
      others.find(({ inferred: other }) => this.isListed(other) && (isAbove(other) || !this.isCreated(other))) ??
      others.find(({ inferred: other }) => isAbove(other) && this.isCreated(other));
    return found?.identifier && { inferred: found.inferred, identifier: found.identifier.name };
  }

  private givesNew(inferred: InferredType, identifier: string): boolean {
    return this.isCreatedByPost(inferred) && !this.takesOther(inferred, identifier);
  }

  /** True for records that are created with the identifier of another one, as those of `/favorites/{recipeId}` by a POST with a `recipeId`. */
  private takesOther(inferred: InferredType, identifier: string): boolean {
    const name = words(identifier);
    const stem = withoutId(name);
    if (stem.length === 0 || stem.length === name.length || nameKey(stem) === nameKey(inferred.words)) return false;
    const isSent = ({ pointer }: SchemaProperty) => pointer.slice(1) === identifier;
    const creations = this.operationsOf(inferred).filter(({ role }) => role === 'create');
    return creations.length > 0 && creations.every(({ request }) => request?.properties.some(isSent));
  }

  /** True for what clients put at two addresses, each with a name of its own: `/{policyId}` and `/{scope}/policies/{policyName}`. */
  private isOtherAddress(inferred: InferredType, other: InferredType): boolean {
    const schema = this.schemaOf(inferred);
    const isPut = (each: InferredType) => this.isCreated(each) && !this.isCreatedByPost(each);
    return schema !== undefined && schema === this.schemaOf(other) && isPut(inferred) && isPut(other);
  }

  private isCreated(inferred: InferredType): boolean {
    return this.operationsOf(inferred).some(({ creates }) => creates);
  }

  private isListed(inferred: InferredType): boolean {
    return this.operationsOf(inferred).some(({ role }) => role === 'list');
  }

  isCreatedByPost(inferred: InferredType): boolean {
    return this.operationsOf(inferred).some(({ role }) => role === 'create');
  }

  private schemaOf(inferred: InferredType): string | undefined {
    const operations = this.operationsOf(inferred);
    const source =
      operations.find(({ role }) => role === 'read') ??
      operations.find(({ role }) => role === 'list') ??
      operations.find(({ creates }) => creates);
    return schemaKey(source?.response);
  }
}

/** How many types its item path leads through. */
function depthOf({ parent }: InferredType): number {
  return parent === undefined ? 0 : 1 + depthOf(parent);
}

function readParameters(operations: readonly InferredOperation[], reader: RepresentationReader) {
  const parameters = new Map<string, InferredIdentifier>();
  for (const { path, operation, request } of operations)
    for (const { in: place, at, resource, identifier } of path) {
      const key = `${resource} ${identifier}`;
      if (parameters.has(key)) continue;
      const schema = operation.parameters.find((each) => each.in === place && each.name === at)?.schema;
      const inBody = place === 'body' ? propertyAt(request, at) : undefined;
      const found = schema === undefined ? inBody : reader.schemas.view([schema], 'request');
      if (!found) continue;
      const { types, format, component } = found;
      parameters.set(key, { name: identifier, types, format, component });
    }
  return parameters;
}

function propertyAt(request: Representation | undefined, at: string): SchemaProperty | undefined {
  return request?.properties.find(({ pointer }) => request.envelope + pointer === at);
}

/** A type without an item path takes the name of its identifier from where the configuration reads it. */
function configuredKey(correction: TypeCorrection | undefined): InferredIdentifier | undefined {
  const [only] = correction?.id ?? [];
  if (only === undefined) return undefined;
  const [name, { value }] = only;
  return unknown(name || (value.in === 'response body' && value.pointer.split('/').at(-1)) || 'id');
}

function unknown(name: string): InferredIdentifier {
  return { name, types: ['string'], format: undefined };
}

function append<K, T>(map: Map<K, T[]>, key: K, value: T): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else if (list.length < MAX_RELATED) list.push(value);
}
