import type { JsonValue, Operation } from '../../core/model.ts';
import type { TypeName } from '../schema/instance-types.ts';
import type { Paging } from './operations/page-facts.ts';

/** What an operation does to the records of its resource type. */
export type Role = 'create' | 'read' | 'list' | 'update' | 'patch' | 'delete' | 'head' | 'action' | 'other';

/** What an operation may end for every other request of a run; operations with such an effect run last. */
export type Ending = 'session' | 'account' | 'collection' | 'service';

/** How a PATCH body describes the change (RFC 7396, RFC 6902), or `properties` if the media type does not say. */
export type PatchFormat = 'merge' | 'json-patch' | 'properties';

/** The resource types of a document, the role of each operation, and why. */
export interface ResourceModel {
  /** Parents before children, else in the order of the document. */
  readonly types: readonly ResourceType[];
  /** Every operation of the document, by its id. */
  readonly operations: ReadonlyMap<string, ResourceOperation>;
  /** Identifiers that no exchange shows, and whose value all paths have, by the user or by an example: that of a tenant, say. */
  readonly given?: ReadonlySet<string>;
}

/** What an item path such as `/books/{bookId}` identifies, with its operations. */
export interface ResourceType {
  /** Unique in the model, e.g. `book`, or `author.book` if there is another `book`. */
  readonly name: string;
  /** The name in words, in the singular, without those of its parents. */
  readonly words: readonly string[];
  /** One record that needs no identifier of its own, such as `/me`. */
  readonly singleton: boolean;
  /** Path template of one record; undefined if records can only be created or listed. */
  readonly item: string | undefined;
  /** Path template of the collection; undefined if the document has no operation on it. */
  readonly collection: string | undefined;
  /** Name of the type whose identifiers the path begins with. */
  readonly parent: string | undefined;
  /** Without those of the parent. */
  readonly identifiers: readonly Identifier[];
  /** In the order of the document. */
  readonly operations: readonly ResourceOperation[];
  readonly properties: readonly ResourceProperty[];
  /** The properties of its records that name other records; JSON Pointers below the envelope. */
  readonly references: readonly Reference[];
  readonly reason: string;
}

/** A parameter of the item path, or the identifying property of a type without an item path. */
export interface Identifier {
  readonly name: string;
  readonly types: readonly TypeName[];
  readonly format: string | undefined;
  /** Name of its schema among the components. */
  readonly component?: string | undefined;
  /** The name that it has in records, where that is another one. */
  readonly shownAs?: string | undefined;
  /** The types that it has in records, where they are others. */
  readonly shownTypes?: readonly TypeName[] | undefined;
  /** The identifier of another type whose values it takes, e.g. of `role` in `/users/{userId}/roles/{roleId}`. */
  readonly sameAs: { readonly resource: string; readonly identifier: string } | undefined;
  /** Most trusted first. */
  readonly bindings: readonly IdentifierBinding[];
}

export type BindingSource = 'configuration' | 'link' | 'location' | 'response' | 'request' | 'list';

/** Where the identifier of a record can be read from an exchange. */
export interface IdentifierBinding {
  readonly source: BindingSource;
  /** Id of the operation whose exchange has the value. */
  readonly operation: string;
  readonly from: ValueSource;
  readonly reason: string;
}

/** A place in an exchange that has a value. */
export type ValueSource =
  /** `items` is the pointer of an array; `pointer` then starts at each item. */
  | { readonly in: 'response body'; readonly pointer: string; readonly items?: string }
  | { readonly in: 'response header'; readonly name: string }
  | { readonly in: 'request body'; readonly pointer: string }
  | { readonly in: 'request parameter'; readonly parameter: ParameterName }
  /** The parameter of an item path that the Location header matches. */
  | { readonly in: 'location'; readonly item: string; readonly name: string }
  | { readonly in: 'constant'; readonly value: JsonValue }
  /** `$url`, `$method` or `$statusCode`, or an expression with text around it. */
  | { readonly in: 'expression'; readonly expression: string };

export interface ParameterName {
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly name: string;
}

/** An operation with its place in the model. */
export interface ResourceOperation {
  readonly operation: Operation;
  /** Name of the resource type; undefined if it belongs to none. */
  readonly resource: string | undefined;
  readonly role: Role;
  /** What the path identifies. */
  readonly scope: 'item' | 'collection' | 'singleton' | 'other';
  /** True if a success may create a record; also for a PUT with an id that the client chooses. */
  readonly creates: boolean;
  /** True for a list that need not have all records: below another path, or with a required filter. */
  readonly filtered: boolean;
  readonly patch: PatchFormat | undefined;
  readonly ends: Ending | undefined;
  /** True if its name, or what the document says of it, is that of an action which brings back what was deleted. */
  readonly restores: boolean;
  /** What identifies records, from the outermost to the record itself: parameters of the path, or what stands for them elsewhere. */
  readonly path: readonly PathIdentifier[];
  /** Properties of the request body that repeat an identifier of the record itself. */
  readonly ownIdentifiers: readonly OwnIdentifier[];
  readonly version: VersionMark | undefined;
  readonly references: readonly Reference[];
  readonly request: Representation | undefined;
  /** The representation in the first documented success; of each item if it is a list. */
  readonly response: Representation | undefined;
  /**
   * Name of another type whose record the response shows: `POST /carts/{id}/checkout` may give an order, and
   * `DELETE /carts/{id}/items/{itemId}` the cart.
   */
  readonly gives: string | undefined;
  readonly paging: Paging | undefined;
  readonly reason: string;
}

/** The property in which a request names the version of the record that it changes; a read shows it, too. */
export interface VersionMark {
  /** JSON Pointer in the request body. */
  readonly at: string;
  /** True if each change has to name it and no creation does: it is there to reject what is out of date. */
  readonly locks: boolean;
}

/** A part of a request that names the record that it is about, or one above it; in the path unless the path names what is done. */
export interface PathIdentifier {
  readonly in: 'path' | 'query' | 'body';
  /** Name of the parameter, or JSON Pointer in the body. */
  readonly at: string;
  readonly resource: string;
  readonly identifier: string;
}

export interface OwnIdentifier {
  readonly identifier: string;
  /** JSON Pointer in the request body. */
  readonly pointer: string;
}

/** A part of a request, or of a record, that names a record of a resource type. */
export interface Reference {
  readonly in: 'body' | 'query' | 'header' | 'cookie';
  /** Name of the parameter, or JSON Pointer in the body, with `*` for every item. */
  readonly at: string;
  readonly resource: string;
  readonly identifier: string;
  readonly required: boolean;
  /** True if it takes an array of identifiers. */
  readonly many: boolean;
  /** What the document gives where the first record of a type has to name one of its type. */
  readonly example?: JsonValue;
  readonly reason: string;
}

/** How a body represents a record. */
export interface Representation {
  readonly mediaType: string;
  /** Pointers of the schemas of the record. */
  readonly schemas: readonly string[];
  /** JSON Pointer of the record in the body, or in each item of the list; empty if there is no envelope. */
  readonly envelope: string;
  /** JSON Pointer of the array of a list. */
  readonly items: string | undefined;
  readonly properties: readonly SchemaProperty[];
  /** Identifiers beside the envelope, as in `{ id, result: { ... } }`; JSON Pointers from where the envelope is. */
  readonly identities: readonly SchemaProperty[];
}

/** A property of a representation, nested ones too. */
export interface SchemaProperty {
  /** JSON Pointer below the envelope, with `*` for every item. */
  readonly pointer: string;
  readonly types: readonly TypeName[];
  readonly format: string | undefined;
  /** Name of the schema among the components. */
  readonly component?: string | undefined;
  readonly required: boolean;
  /** True if the schema lists its values (`enum`, `const`). */
  readonly enumerated: boolean;
  /** The only text that it may be. */
  readonly constant?: string;
  /** What its description says it is the number of: `comments`. */
  readonly counted?: string;
  readonly readOnly: boolean;
  readonly writeOnly: boolean;
}

/** A property of a resource type over all its operations. */
export interface ResourceProperty {
  /** JSON Pointer below the envelopes. */
  readonly pointer: string;
  /** True if a create, an update or a patch has it. */
  readonly sent: boolean;
  /** True if a read has it; without a read, a list or the response of a create. */
  readonly returned: boolean;
  readonly readOnly: boolean;
  readonly writeOnly: boolean;
  /** Why the service seems to set it itself; undefined if a client does. */
  readonly serverSet: string | undefined;
}
