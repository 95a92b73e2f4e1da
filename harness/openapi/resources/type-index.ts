import type { NamedTypes } from './correct-types.ts';
import type { TypeCorrection } from './corrections.ts';
import { type IdentifierDraft, keyOf } from './identifiers.ts';
import { isGeneralName, withoutId } from './identifying.ts';
import { nameKey, words } from './names.ts';
import type { OperationDraft } from './operation-draft.ts';
import { type RepresentationReader, schemaKey } from './representation.ts';
import { compatible } from './schema-properties.ts';
import type { TypeDraft } from './type-draft.ts';

const MAX_RELATED = 10;

interface SameIdentifier {
  readonly draft: TypeDraft;
  readonly identifier: string;
}

/** The operations and identifiers of each type, and which types represent the same records. */
export class TypeIndex {
  private readonly operations = new Map<TypeDraft, OperationDraft[]>();
  private readonly identifiers = new Map<TypeDraft, readonly IdentifierDraft[]>();
  /** The first operations that create or list records of the type. */
  private readonly sources = new Map<TypeDraft, OperationDraft[]>();
  private readonly bySchema = new Map<string, TypeDraft[]>();
  private readonly byName = new Map<string, TypeDraft[]>();
  private readonly byIdentifier = new Map<string, { draft: TypeDraft; identifier: IdentifierDraft }[]>();

  constructor(
    { types: { drafts }, names, corrections }: NamedTypes,
    operations: readonly OperationDraft[],
    reader: RepresentationReader,
  ) {
    for (const draft of drafts) this.operations.set(draft, []);
    for (const operation of operations) if (operation.draft) this.operationsOf(operation.draft).push(operation);
    const parameters = readParameters(operations, reader);
    for (const draft of drafts) {
      const key = draft.item
        ? undefined
        : (keyOf(draft, this.operationsOf(draft)) ?? configuredKey(corrections.get(draft)));
      const own = draft.parameters.map((name) => parameters.get(`${names.get(draft)} ${name}`) ?? unknown(name));
      this.identifiers.set(draft, key ? [key] : own);
      if (draft.singleton) continue;
      append(this.byName, nameKey(draft.words), draft);
      for (const operation of this.operationsOf(draft))
        if (operation.creates || operation.role === 'list') append(this.sources, draft, operation);
      const [only, ...others] = this.identifiersOf(draft);
      if (only && others.length === 0) append(this.byIdentifier, nameKey(only.name), { draft, identifier: only });
      const schema = this.schemaOf(draft);
      if (schema !== undefined) append(this.bySchema, schema, draft);
    }
  }

  operationsOf(draft: TypeDraft): OperationDraft[] {
    return this.operations.get(draft) ?? [];
  }

  identifiersOf(draft: TypeDraft): readonly IdentifierDraft[] {
    return this.identifiers.get(draft) ?? [];
  }

  /** Operations of other types with the same representation, if no POST creates records of the type itself. */
  relatedOperations(draft: TypeDraft): OperationDraft[] {
    const schema = this.schemaOf(draft);
    if (draft.singleton || schema === undefined || this.isCreatedByPost(draft)) return [];
    return (this.bySchema.get(schema) ?? [])
      .filter((each) => each !== draft)
      .flatMap((each) => this.operationsOf(each));
  }

  /**
   * The identifier of another type that this one takes, if no POST creates its records: of a type with the same name
   * (`/users/{userId}/roles/{roleId}`), or with the name of the parameter (`/stocks/{productId}`).
   */
  sameAs(draft: TypeDraft, { name, types }: IdentifierDraft): SameIdentifier | undefined {
    if (draft.singleton || draft.item === undefined || this.isCreatedByPost(draft)) return undefined;
    const isLast = this.identifiersOf(draft).at(-1)?.name === name;
    const named = [
      ...(isLast ? (this.byName.get(nameKey(draft.words)) ?? []) : []),
      ...(this.byName.get(nameKey(withoutId(words(name)))) ?? []),
    ];
    const byName = named.flatMap((each) => ({ draft: each, identifier: this.identifiersOf(each).at(-1) }));
    const byIdentifier = isGeneralName(name) ? [] : (this.byIdentifier.get(nameKey(name)) ?? []);
    const others = [...byName, ...byIdentifier].filter(
      ({ draft: other, identifier }) =>
        other !== draft && other.parent !== draft && identifier && compatible(types, identifier.types),
    );
    const found =
      others.find(({ draft: other }) => this.isCreatedByPost(other)) ??
      others.find(({ draft: other }) => this.isListed(other));
    return found?.identifier && { draft: found.draft, identifier: found.identifier.name };
  }

  private isListed(draft: TypeDraft): boolean {
    return this.operationsOf(draft).some(({ role }) => role === 'list');
  }

  isCreatedByPost(draft: TypeDraft): boolean {
    return this.operationsOf(draft).some(({ role }) => role === 'create');
  }

  private schemaOf(draft: TypeDraft): string | undefined {
    const operations = this.operationsOf(draft);
    const source = operations.find(({ role }) => role === 'read') ?? operations.find(({ role }) => role === 'list');
    return schemaKey(source?.response);
  }
}

function readParameters(operations: readonly OperationDraft[], reader: RepresentationReader) {
  const parameters = new Map<string, IdentifierDraft>();
  for (const { path, operation } of operations)
    for (const { parameter, resource, identifier } of path) {
      const key = `${resource} ${identifier}`;
      if (parameters.has(key)) continue;
      const schema = operation.parameters.find(({ in: place, name }) => place === 'path' && name === parameter)?.schema;
      if (schema === undefined) continue;
      const { types, format } = reader.schemas.view([schema], 'request');
      parameters.set(key, { name: identifier, types, format });
    }
  return parameters;
}

/** A type without an item path takes the name of its identifier from where the configuration reads it. */
function configuredKey(correction: TypeCorrection | undefined): IdentifierDraft | undefined {
  const [only] = correction?.id ?? [];
  if (only === undefined) return undefined;
  const [name, { value }] = only;
  return unknown(name || (value.in === 'response body' && value.pointer.split('/').at(-1)) || 'id');
}

function unknown(name: string): IdentifierDraft {
  return { name, types: ['string'], format: undefined };
}

function append<K, T>(map: Map<K, T[]>, key: K, value: T): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else if (list.length < MAX_RELATED) list.push(value);
}
