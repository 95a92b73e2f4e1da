import { dirname, resolve } from 'node:path';
import { InputError } from '../../core/errors.ts';
import { isObject } from '../../core/json/index.ts';
import { appendTokens, fragmentToPointer, getAt } from '../../core/json/pointer.ts';
import type { JsonObject, JsonValue, SourceLocation } from '../../core/model.ts';
import { isMappingReference } from '../schema/discriminator.ts';
import { sourceLocation } from '../source/origins.ts';
import { isDataKeyword, NAMED_MAPS } from './data-keywords.ts';
import { DynamicScope } from './dynamic-scope.ts';
import { ReferencePolicy } from './reference-policy.ts';
import { decodePath, isUrl, pathBeside, readReferencedFile } from './referenced-file.ts';
import { type SchemaResource, SchemaResources } from './schema-resources.ts';

export const BUNDLE = 'x-bundled';
/** From one `$ref` to the next, before something else is there. */
export const MAX_REFERENCES = 100;
/** A place in a map of schemas: without it, anything is valid there. */
const NAMES_SCHEMA = /\/(schemas|definitions|\$defs)\/[^/]+$/;
const IDENTIFIERS = ['$id', '$anchor', '$dynamicAnchor'];

/** A `$ref` to a schema that is not there. */
export interface UnresolvedReference {
  readonly pointer: string;
  readonly message: string;
  readonly location: SourceLocation | undefined;
}

/**
 * Bundles every referenced file into the document, below `x-bundled`, and rewrites the references to pointers; from 3.1 on also those by
 * `$id` and by anchors.
 * @param allowRefs folders outside of the repository that references may lead to
 * @param unresolved takes references to schemas that are not there, which are removed; absent: they are errors
 * @returns the scopes of its dynamic references; undefined if it has none
 * @throws {InputError} with the line of a `$ref` that is unresolved or circular
 */
export function bundleDocument(
  root: JsonObject,
  file: string,
  allowRefs: readonly string[] = [],
  unresolved?: UnresolvedReference[],
): DynamicScope | undefined {
  return new Bundler(root, file, new ReferencePolicy(file, allowRefs), unresolved).run();
}

/** Position of a part of the document. */
interface Place {
  /** The file that it was read from. */
  readonly file: string;
  /** The root of that file. */
  readonly fileRoot: SchemaResource;
  /** The schema resource that it is in. */
  readonly resource: SchemaResource;
}

interface Reference {
  /** The object whose property `key` is the reference: `$ref`, `$dynamicRef`, or an entry of a discriminator's `mapping`. */
  readonly holder: JsonObject;
  readonly key: string;
  readonly written: string;
  readonly place: Place;
  readonly path: Path;
}

/** The path to a part, written as a pointer only on demand. */
type Path = { readonly base: string } | { readonly parent: Path; readonly token: string | number };

class Bundler {
  private readonly root: JsonObject;
  private readonly policy: ReferencePolicy;
  /** Up to 3.0 a schema has no `$id`, no anchors and no dynamic references. */
  private readonly isOld: boolean;
  private readonly resources = new SchemaResources();
  private readonly files = new Map<string, SchemaResource>();
  private readonly pending: { readonly value: JsonValue; readonly place: Place; readonly path: Path }[] = [];
  private readonly relative: Reference[] = [];
  /** Resolved once every file is read, because any of them may have that `$id`. */
  private readonly urls: Reference[] = [];
  private readonly unresolved: UnresolvedReference[] | undefined;

  constructor(root: JsonObject, file: string, policy: ReferencePolicy, unresolved?: UnresolvedReference[]) {
    this.unresolved = unresolved;
    this.root = root;
    this.policy = policy;
    this.isOld = String(root['openapi']).startsWith('3.0');
    this.open(root, resolve(file), { base: '#' });
  }

  run(): DynamicScope | undefined {
    const found = [...this.resolved()].map(([reference, owner]) => ({ reference, ...this.targetOf(reference, owner) }));
    for (const { reference, target, dynamic } of found) setTarget(reference, target, dynamic);
    for (const { reference, target } of found) this.check(reference, target);
    return found.some(({ dynamic }) => dynamic) ? new DynamicScope(this.resources.all) : undefined;
  }

  private open(value: JsonValue, file: string, path: Path): SchemaResource {
    const fileRoot = this.resources.addFile(pointerOf(path), file, selfOf(value));
    this.files.set(file, fileRoot);
    this.pending.push({ value, place: { file, fileRoot, resource: fileRoot }, path });
    return fileRoot;
  }

  /** Yields every reference with the schema resource or file of its target; all files are read when it ends. */
  private *resolved(): Generator<[Reference, SchemaResource]> {
    this.walkPending();
    for (const references of [this.relative, this.urls])
      for (const reference of references) {
        yield [reference, this.ownerOf(reference)];
        this.walkPending();
      }
  }

  private walkPending(): void {
    for (let next = this.pending.pop(); next; next = this.pending.pop()) this.walk(next.value, next.place, next.path);
  }

  private walk(value: JsonValue, outer: Place, path: Path, isMap = false): void {
    if (Array.isArray(value))
      for (const [token, item] of value.entries()) this.walk(item, outer, { parent: path, token });
    if (!isObject(value)) return;
    const place = isMap || this.isOld ? outer : this.enter(value, outer, path);
    for (const key of this.isOld ? ['$ref'] : ['$ref', '$dynamicRef']) {
      const written = value[key];
      if (typeof written === 'string') this.addReference({ holder: value, key, written, place, path });
    }
    if (!isMap && isObject(value['discriminator'])) this.addMapping(value['discriminator'], place, path);
    for (const [token, inner] of Object.entries(value)) {
      if (!isMap && (token.startsWith('x-') || isDataKeyword(token, inner))) continue;
      this.walk(inner, place, { parent: path, token }, !isMap && NAMED_MAPS.has(token));
    }
  }

  private enter(schema: JsonObject, place: Place, path: Path): Place {
    if (!IDENTIFIERS.some((keyword) => typeof schema[keyword] === 'string')) return place;
    return { ...place, resource: this.resources.enter(schema, pointerOf(path), place.resource) };
  }

  /** OpenAPI 3.0.3, Discriminator Object: an entry of `mapping` is a reference or the name of a schema. */
  private addMapping({ mapping }: JsonObject, place: Place, path: Path): void {
    if (!isObject(mapping)) return;
    for (const [key, written] of Object.entries(mapping))
      if (typeof written === 'string' && isMappingReference(written))
        this.addReference({ holder: mapping, key, written, place, path });
  }

  private addReference(reference: Reference): void {
    (isUrl(reference.written) ? this.urls : this.relative).push(reference);
  }

  private ownerOf(reference: Reference): SchemaResource {
    const { written, place } = reference;
    const [path = ''] = written.split('#', 1);
    const found = this.resources.find(path, place.resource);
    if (found) return found;
    const local = isUrl(path) ? pathBeside(place.fileRoot.uri, path) : path;
    if (local === undefined)
      throw new InputError(
        `${nameOf(reference)} is a URL, but only files are read. Save it beside the spec.`,
        ...placeOf(reference),
      );
    return this.include(resolve(dirname(place.file), decodePath(local)), reference);
  }

  private include(file: string, reference: Reference): SchemaResource {
    const existing = this.files.get(file);
    if (existing !== undefined) return existing;
    const place = placeOf(reference);
    this.policy.assertAllowed(file, nameOf(reference), ...place);
    const root = readReferencedFile(file, nameOf(reference), ...place);
    const bundled = isObject(this.root[BUNDLE]) ? this.root[BUNDLE] : {};
    // A document that was bundled before has some already.
    let name = this.files.size - 1;
    while (Object.hasOwn(bundled, String(name))) name++;
    this.root[BUNDLE] = { ...bundled, [name]: root };
    return this.open(root, file, { base: appendTokens('#', BUNDLE, name) });
  }

  /** Returns the target of a reference into a resource, and whether it is an anchor that a dynamic scope may rebind. */
  private targetOf({ written, place }: Reference, owner: SchemaResource): { target: string; dynamic: boolean } {
    const [path, fragment = ''] = written.split('#', 2);
    const anchor = owner.dynamicAnchors.get(fragment) ?? owner.anchors.get(fragment);
    if (anchor !== undefined) return { target: encodePointer(anchor), dynamic: owner.dynamicAnchors.has(fragment) };
    const target = `${encodePointer(owner.pointer)}${fragment}`;
    // Many documents assume that the $id of a schema does not change the base of its own `#/components/...`.
    const isLost = path === '' && owner !== place.fileRoot && getAt(this.root, fragmentToPointer(target)) === undefined;
    return { target: isLost ? `${encodePointer(place.fileRoot.pointer)}${fragment}` : target, dynamic: false };
  }

  private check(reference: Reference, target: string): void {
    const { holder, key } = reference;
    const [location, pointer] = placeOf(reference);
    const textOf = (problem: string) => `${nameOf(reference)} ${problem}. Correct it, or add its target.`;
    const fail = (problem: string) => {
      throw new InputError(textOf(problem), location, pointer);
    };
    const seen = new Set<JsonValue>();
    let value = getAt(this.root, fragmentToPointer(target));
    if (value === undefined && key === '$ref' && this.unresolved && NAMES_SCHEMA.test(target)) {
      this.unresolved.push({ pointer, message: textOf('cannot be resolved'), location });
      delete holder[key];
      return;
    }
    if (value === undefined) fail('cannot be resolved');
    while (isObject(value) && typeof value['$ref'] === 'string') {
      if (seen.has(value)) fail('refers to itself');
      seen.add(value);
      if (seen.size > MAX_REFERENCES) fail(`leads through more than ${MAX_REFERENCES} others`);
      value = getAt(this.root, fragmentToPointer(value['$ref']));
    }
  }
}

/** Names a reference in messages. */
function nameOf({ key, written }: Reference): string {
  return `${isKeyword(key) ? key : 'discriminator mapping'} ${written}`;
}

/** Where a reference is: in its file, and in the document. */
function placeOf({ holder, key, path }: Reference): [location: SourceLocation | undefined, pointer: string] {
  const pointer = pointerOf(path);
  return [
    sourceLocation(holder, key),
    isKeyword(key) ? pointer : appendTokens(pointer, 'discriminator', 'mapping', key),
  ];
}

function isKeyword(key: string): boolean {
  return key === '$ref' || key === '$dynamicRef';
}

/** A `$dynamicRef` that no scope can rebind is a `$ref` (JSON Schema core, section 8.2.3.2); a schema with both keeps both. */
function setTarget({ holder, key }: Reference, target: string, dynamic: boolean): void {
  if (key !== '$dynamicRef' || (dynamic && holder['$ref'] === undefined)) {
    holder[key] = target;
    return;
  }
  delete holder[key];
  const keyword = dynamic ? '$dynamicRef' : '$ref';
  if (holder['$ref'] === undefined) holder['$ref'] = target;
  else holder['allOf'] = [...(Array.isArray(holder['allOf']) ? holder['allOf'] : []), { [keyword]: target }];
}

function pointerOf(path: Path): string {
  return 'base' in path ? path.base : appendTokens(pointerOf(path.parent), path.token);
}

/** Percent-encodes a pointer as a `$ref`. */
function encodePointer(pointer: string): string {
  return `#${encodeURI(pointer.slice(1))}`;
}

/** The `$self` of a document: OpenAPI 3.2.0, OpenAPI Object. */
function selfOf(value: JsonValue): string | undefined {
  if (!isObject(value) || !String(value['openapi']).startsWith('3.2')) return undefined;
  return typeof value['$self'] === 'string' ? value['$self'] : undefined;
}
