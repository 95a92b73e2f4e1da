import { ContractError } from '../errors.ts';
import type { Json, JsonObject, Location } from '../model.ts';
import { isObject } from './json.ts';
import { at, canonical, child, tokens } from './pointer.ts';
import { locate } from './source.ts';

/** A part of the document, with the pointer under which it stands once every `$ref` on the way is followed. */
export interface Resolved {
  readonly pointer: string;
  readonly value: Json;
}

const MAX_REFERENCES = 100;

/** The OpenAPI document with its overlays applied and its files bundled; `$ref`s are followed when asked for. */
export class OpenApiDocument {
  readonly file: string;
  readonly root: JsonObject;
  /** `3.0`, `3.1` or `3.2`. */
  readonly version: string;
  /** The document does not change any more, and the same pointers are followed for every request. */
  private readonly resolved = new Map<string, Resolved>();

  constructor(file: string, root: JsonObject) {
    this.file = file;
    this.root = root;
    this.version = String(root['openapi']).split('.').slice(0, 2).join('.');
  }

  /** The value that stands at a pointer itself. */
  at(pointer: string): Json | undefined {
    return at(this.root, pointer);
  }

  /** The pointers that `$ref` leads through, from this one to where something else stands. */
  chain(pointer: string): string[] {
    const pointers = [pointer];
    for (let current = pointer; pointers.length <= MAX_REFERENCES; pointers.push(current)) {
      const value = this.at(current);
      const reference = isObject(value) ? value['$ref'] : undefined;
      if (typeof reference !== 'string') return pointers;
      current = canonical(reference);
    }
    throw new ContractError(`$ref ${pointer} leads back to itself`, this.locate(pointer));
  }

  /** Follows `$ref` at the pointer until something else stands there. The document's references were checked when it was loaded. */
  resolve(pointer: string): Resolved {
    let resolved = this.resolved.get(pointer);
    if (!resolved) {
      const found = this.chain(pointer).at(-1) ?? pointer;
      resolved = { pointer: found, value: this.at(found) ?? null };
      this.resolved.set(pointer, resolved);
    }
    return resolved;
  }

  /** As {@link resolve}, for what must be an object there. */
  object(pointer: string): { readonly pointer: string; readonly value: JsonObject } {
    const { pointer: found, value } = this.resolve(pointer);
    if (!isObject(value)) throw new ContractError(`expected an object at ${found}`, this.locate(found));
    return { pointer: found, value };
  }

  /** Source position of the part at a pointer, or of its nearest ancestor that a file holds. */
  locate(pointer: string): Location {
    let container: Json | undefined = this.root;
    let found = locate(this.root) ?? { file: this.file, line: 1, column: 1 };
    for (const token of tokens(pointer)) {
      if (!isContainer(container)) break;
      const member = child(container, token);
      // a bundled file is a member of what no file holds
      found = locate(container, token) ?? (isContainer(member) ? locate(member) : undefined) ?? found;
      container = member;
    }
    return found;
  }
}

function isContainer(value: Json | undefined): value is Json[] | JsonObject {
  return Array.isArray(value) || isObject(value);
}
