import { InputError } from '../core/errors.ts';
import { isObject } from '../core/json/index.ts';
import { flattenRope, fragmentToPointer, getAt, getChild, parsePointer, unescapeToken } from '../core/json/pointer.ts';
import type { JsonObject, JsonValue, SourceLocation } from '../core/model.ts';
import { MAX_REFERENCES, type UnresolvedReference } from './bundle/bundle.ts';
import { type DynamicScope, stripScope } from './bundle/dynamic-scope.ts';
import type { UnusedAction } from './overlay.ts';
import { sourceLocation } from './source/origins.ts';

/** A part of the document, with its pointer after every `$ref` was followed. */
export interface Resolved {
  readonly pointer: string;
  readonly value: JsonValue;
}

/** What is known of a document beside its content. */
type DocumentParts = {
  readonly [Part in 'scopes' | 'unusedActions' | 'unresolved' | 'text']?: OpenApiDocument[Part] | undefined;
};

/** The OpenAPI document with its overlays applied and its files bundled; a `$ref` is followed on demand. */
export class OpenApiDocument {
  readonly file: string;
  readonly root: JsonObject;
  /** `3.0`, `3.1` or `3.2`. */
  readonly version: string;
  /** Present if the document has dynamic references. */
  readonly scopes: DynamicScope | undefined;
  /** Actions of its overlays that changed nothing. */
  readonly unusedActions: readonly UnusedAction[];
  /** References to schemas that are not there, in whose places anything is valid. */
  readonly unresolved: readonly UnresolvedReference[];
  /** Its text, if it is no file. */
  readonly text: string | undefined;
  /** The document no longer changes, and every request resolves the same pointers. */
  private readonly resolved = new Map<string, Resolved>();
  /** Most lookups are of a neighbor of the last one, or of the same. */
  private lastParent: Readonly<{ pointer: string; value: JsonValue | undefined }> | undefined;
  private readonly locations = new Map<string, SourceLocation>();
  private readonly derivedValues = new Map<(document: OpenApiDocument) => unknown, unknown>();

  constructor(
    file: string,
    root: JsonObject,
    { scopes, unusedActions = [], unresolved = [], text }: DocumentParts = {},
  ) {
    this.unusedActions = unusedActions;
    this.unresolved = unresolved;
    this.text = text;
    this.file = file;
    this.root = root;
    this.scopes = scopes;
    this.version = String(root['openapi']).split('.').slice(0, 2).join('.');
  }

  /** Returns what `derive` makes of this document, computed once; `derive` is a function of a module, not a closure. */
  derived<T>(derive: (document: OpenApiDocument) => T): T {
    const found = this.derivedValues.get(derive) as T | undefined;
    if (found !== undefined) return found;
    const value = derive(this);
    this.derivedValues.set(derive, value);
    return value;
  }

  /** Returns the value at a pointer, which may be a reference. */
  at(pointer: string): JsonValue | undefined {
    const plain = this.scopes ? stripScope(pointer) : pointer;
    const slash = plain.lastIndexOf('/');
    if (slash < 0) return getAt(this.root, plain);
    return getChild(this.parentAt(plain.slice(0, slash)), unescapeToken(plain.slice(slash + 1)));
  }

  private parentAt(pointer: string): JsonValue | undefined {
    if (this.lastParent?.pointer !== pointer) this.lastParent = { pointer, value: getAt(this.root, pointer) };
    return this.lastParent.value;
  }

  /** Lists the pointers from this one through every `$ref` and `$dynamicRef` to the target, each in its dynamic scope. */
  chain(pointer: string): string[] {
    const pointers = [this.scopes?.enter(pointer) ?? pointer];
    for (let [current] = pointers; current !== undefined && pointers.length <= MAX_REFERENCES; ) {
      current = this.next(current);
      if (current === undefined) return pointers;
      pointers.push(current);
    }
    throw new InputError(`$ref ${pointer} refers to itself`, this.locate(pointer), pointer);
  }

  /** Returns the target of a `$ref` that is at the pointer `from`. */
  follow(from: string, reference: string): string {
    return this.inScopeOf(from, fragmentToPointer(reference));
  }

  /** Returns the pointer `target` in the dynamic scope of `from`. */
  inScopeOf(from: string, target: string): string {
    return this.scopes?.follow(from, target) ?? target;
  }

  private next(pointer: string): string | undefined {
    const value = this.at(pointer);
    if (!isObject(value)) return undefined;
    const { $ref, $dynamicRef } = value;
    if (typeof $ref === 'string') return this.follow(pointer, $ref);
    return typeof $dynamicRef === 'string'
      ? this.scopes?.followDynamic(pointer, fragmentToPointer($dynamicRef))
      : undefined;
  }

  /** Follows every `$ref` at a pointer. The references of the document were checked when it was loaded. */
  resolve(pointer: string): Resolved {
    let resolved = this.resolved.get(pointer);
    if (!resolved) {
      const found = this.chain(pointer).at(-1) ?? pointer;
      resolved = { pointer: found, value: this.at(found) ?? null };
      this.resolved.set(pointer, resolved);
    }
    return resolved;
  }

  /**
   * As {@link resolve}, for an object.
   * @throws {InputError} if it is none
   */
  object(pointer: string): { readonly pointer: string; readonly value: JsonObject } {
    const { pointer: found, value } = this.resolve(pointer);
    if (!isObject(value)) throw new InputError(`expected an object at ${found}`, this.locate(found));
    return { pointer: found, value };
  }

  /** Returns the source position of the part at a pointer, or of its nearest ancestor that is in a file. */
  locate(pointer: string): SourceLocation {
    let location = this.locations.get(pointer);
    if (!location) {
      const found = innermostLocation(this.root, parsePointer(pointer)) ?? sourceLocation(this.root);
      location = found ?? { file: this.file, line: 1, column: 1 };
      this.locations.set(flattenRope(pointer), location);
    }
    return location;
  }
}

type Container = JsonValue[] | JsonObject;

/**
 * Returns the source position of the last of some parts within each other that is in a file. From within, because the whole text of a
 * container is read to find its children.
 */
function innermostLocation(container: Container, [token, ...rest]: readonly string[]): SourceLocation | undefined {
  if (token === undefined) return undefined;
  const child = getChild(container, token);
  const inner = isContainer(child) ? child : undefined;
  const further = inner && innermostLocation(inner, rest);
  // The object that holds bundled files is in no file itself.
  return further ?? sourceLocation(container, token) ?? (inner && sourceLocation(inner));
}

function isContainer(value: JsonValue | undefined): value is Container {
  return Array.isArray(value) || isObject(value);
}
