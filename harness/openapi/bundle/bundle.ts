import { dirname, resolve } from 'node:path';
import { InputError } from '../../core/errors.ts';
import { isObject } from '../../core/json/index.ts';
import { appendTokens, fragmentToPointer, getAt } from '../../core/json/pointer.ts';
import type { JsonObject, JsonValue, SourceLocation } from '../../core/model.ts';
import { isMappingReference } from '../schema/discriminator.ts';
import { readYamlSource, sourceLocation } from '../source/yaml-source.ts';
import { isDataKeyword, NAMED_MAPS } from './data-keywords.ts';
import { DynamicScope } from './dynamic-scope.ts';
import { ReferencePolicy } from './reference-policy.ts';
import { type SchemaResource, SchemaResources } from './schema-resources.ts';

const BUNDLE = 'x-bundled';
const IDENTIFIERS = ['$id', '$anchor', '$dynamicAnchor'];

/**
 * Brings every file that a `$ref` names into the document, below `x-bundled`, and points the references there; from 3.1 on also those by
 * `$id` and by anchors.
 * @param allowRefs folders outside of the repository that references may lead to
 * @returns the scopes that its dynamic references need; undefined where it has none
 * @throws {ContractError} with the line of a `$ref` that leads nowhere, or back to itself
 */
export function bundleDocument(
  root: JsonObject,
  file: string,
  allowRefs: readonly string[] = [],
): DynamicScope | undefined {
  return new Bundler(root, file, new ReferencePolicy(file, allowRefs)).run();
}

/** A part of the document. */
interface Place {
  /** The file that it was read from. */
  readonly file: string;
  /** The whole of that file. */
  readonly whole: SchemaResource;
  /** The schema resource that it belongs to. */
  readonly resource: SchemaResource;
}

interface Reference {
  /** The object whose member `member` is the reference: `$ref`, `$dynamicRef`, or a name in a discriminator's `mapping`. */
  readonly holder: JsonObject;
  readonly member: string;
  readonly written: string;
  readonly place: Place;
}

/** The way to a part, written out as a pointer only where that is asked for. */
type Path = { readonly base: string } | { readonly up: Path; readonly token: string | number };

class Bundler {
  private readonly root: JsonObject;
  private readonly policy: ReferencePolicy;
  /** Up to 3.0 a schema has no `$id`, no anchors and no dynamic references. */
  private readonly isOld: boolean;
  private readonly resources = new SchemaResources();
  private readonly files = new Map<string, SchemaResource>();
  private readonly pending: { readonly value: JsonValue; readonly place: Place; readonly path: Path }[] = [];
  private readonly relative: Reference[] = [];
  /** Looked up when every file is there, because any of them may have that `$id`. */
  private readonly urls: Reference[] = [];

  constructor(root: JsonObject, file: string, policy: ReferencePolicy) {
    this.root = root;
    this.policy = policy;
    this.isOld = String(root['openapi']).startsWith('3.0');
    this.open(root, resolve(file), { base: '#' });
  }

  run(): DynamicScope | undefined {
    const found = [...this.owned()].map(([reference, owner]) => ({ reference, ...this.targetOf(reference, owner) }));
    for (const { reference, target, dynamic } of found) point(reference, target, dynamic);
    for (const { reference, target } of found) this.check(reference, target);
    return found.some(({ dynamic }) => dynamic) ? new DynamicScope(this.resources.all) : undefined;
  }

  private open(value: JsonValue, file: string, path: Path): SchemaResource {
    const whole = this.resources.addFile(pointerOf(path), file);
    this.files.set(file, whole);
    this.pending.push({ value, place: { file, whole, resource: whole }, path });
    return whole;
  }

  /** Every reference with the schema resource, or the file, that it leads into; all files are read when it ends. */
  private *owned(): Generator<[Reference, SchemaResource]> {
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

  private walk(value: JsonValue, around: Place, path: Path, named = false): void {
    if (Array.isArray(value)) for (const [token, item] of value.entries()) this.walk(item, around, { up: path, token });
    if (!isObject(value)) return;
    const place = named || this.isOld ? around : this.enter(value, around, path);
    for (const member of this.isOld ? ['$ref'] : ['$ref', '$dynamicRef']) {
      const written = value[member];
      if (typeof written === 'string') this.note({ holder: value, member, written, place });
    }
    if (!named && isObject(value['discriminator'])) this.mapping(value['discriminator'], place);
    for (const [token, member] of Object.entries(value)) {
      if (!named && (token.startsWith('x-') || isDataKeyword(token, member))) continue;
      this.walk(member, place, { up: path, token }, !named && NAMED_MAPS.has(token));
    }
  }

  private enter(schema: JsonObject, place: Place, path: Path): Place {
    if (!IDENTIFIERS.some((keyword) => typeof schema[keyword] === 'string')) return place;
    return { ...place, resource: this.resources.enter(schema, pointerOf(path), place.resource) };
  }

  /** OpenAPI 3.0.3, Discriminator Object: a `mapping` leads to the name of a schema, or to a reference. */
  private mapping({ mapping }: JsonObject, place: Place): void {
    if (!isObject(mapping)) return;
    for (const [member, written] of Object.entries(mapping))
      if (typeof written === 'string' && isMappingReference(written))
        this.note({ holder: mapping, member, written, place });
  }

  private note(reference: Reference): void {
    (isUrl(reference.written) ? this.urls : this.relative).push(reference);
  }

  private ownerOf({ holder, member, written, place }: Reference): SchemaResource {
    const [path = ''] = written.split('#', 1);
    const known = this.resources.find(path, place.resource);
    if (known) return known;
    const line = sourceLocation(holder, member);
    if (isUrl(path))
      throw new InputError(`$ref ${written} is a URL; only files are read. Save it beside the spec.`, line);
    return this.include(resolve(dirname(place.file), decoded(path)), written, line);
  }

  private include(file: string, written: string, place: SourceLocation | undefined): SchemaResource {
    const known = this.files.get(file);
    if (known !== undefined) return known;
    this.policy.assertAllowed(file, written, place);
    const name = String(this.files.size - 1);
    const root = read(file, written, place);
    this.root[BUNDLE] = { ...(this.root[BUNDLE] as JsonObject | undefined), [name]: root };
    return this.open(root, file, { base: appendTokens('#', BUNDLE, name) });
  }

  /** The pointer to which a reference into a resource leads, and whether it is an anchor that a dynamic scope may bind elsewhere. */
  private targetOf({ written, place }: Reference, owner: SchemaResource): { target: string; dynamic: boolean } {
    const [path, fragment = ''] = written.split('#', 2);
    const anchor = owner.dynamicAnchors.get(fragment) ?? owner.anchors.get(fragment);
    if (anchor !== undefined) return { target: encoded(anchor), dynamic: owner.dynamicAnchors.has(fragment) };
    const target = `${encoded(owner.pointer)}${fragment}`;
    // Documents are often written as if a schema's $id did not change what its own `#/components/...` means.
    const isLost = path === '' && owner !== place.whole && getAt(this.root, fragmentToPointer(target)) === undefined;
    return { target: isLost ? `${encoded(place.whole.pointer)}${fragment}` : target, dynamic: false };
  }

  private check({ holder, member, written }: Reference, target: string): void {
    const fail = (problem: string) => {
      const keyword = member === '$dynamicRef' ? member : '$ref';
      const message = `${keyword} ${written} ${problem}. Correct it, or add what it names.`;
      throw new InputError(message, sourceLocation(holder, member));
    };
    const seen = new Set<JsonValue>();
    let value = getAt(this.root, fragmentToPointer(target));
    if (value === undefined) fail('leads nowhere');
    while (isObject(value) && typeof value['$ref'] === 'string') {
      if (seen.has(value)) fail('leads back to itself');
      seen.add(value);
      value = getAt(this.root, fragmentToPointer(value['$ref']));
    }
  }
}

/** A `$dynamicRef` that no scope can bind elsewhere is a `$ref` (JSON Schema core, section 8.2.3.2); a schema that has both must keep both. */
function point({ holder, member }: Reference, target: string, dynamic: boolean): void {
  if (member !== '$dynamicRef' || (dynamic && holder['$ref'] === undefined)) {
    holder[member] = target;
    return;
  }
  delete holder[member];
  const keyword = dynamic ? '$dynamicRef' : '$ref';
  if (holder['$ref'] === undefined) holder['$ref'] = target;
  else holder['allOf'] = [...(Array.isArray(holder['allOf']) ? holder['allOf'] : []), { [keyword]: target }];
}

function pointerOf(path: Path): string {
  return 'base' in path ? path.base : appendTokens(pointerOf(path.up), path.token);
}

/** A pointer as a `$ref` spells it. */
function encoded(pointer: string): string {
  return `#${encodeURI(pointer.slice(1))}`;
}

function isUrl(reference: string): boolean {
  return /^([a-z][a-z0-9+.-]*:\/\/|urn:)/i.test(reference);
}

function read(file: string, written: string, place: SourceLocation | undefined): JsonValue {
  try {
    return readYamlSource(file, 'the file of a $ref').root;
  } catch (error) {
    if (error instanceof InputError && error.location === undefined)
      throw new InputError(`$ref ${written}: ${error.message}`, place);
    throw error;
  }
}

/** The path of a `$ref` with its percent-encoding undone; as it stands where that is none. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
