import { dirname, resolve } from 'node:path';
import { ContractError } from '../errors.ts';
import type { Json, JsonObject, Location } from '../model.ts';
import { isObject } from './json.ts';
import { at, canonical, join } from './pointer.ts';
import { locate, readSource } from './source.ts';

const BUNDLE = 'x-bundled';
/** Members that hold data, in which a `$ref` is no reference (OpenAPI 3.0.3, Schema, Media Type and Example Object). */
const DATA = new Set(['example', 'default', 'enum', 'const', 'value']);
/** Members whose own members bear names of the author's choice: in `properties`, `default` or `x-rate` is a name like any other. */
const NAMED = new Set([
  ...['schemas', 'responses', 'parameters', 'examples', 'requestBodies', 'headers', 'securitySchemes', 'links'],
  ...['callbacks', 'pathItems', 'paths', 'webhooks', 'content', 'encoding', 'variables', 'mediaTypes'],
  ...['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions'],
]);

/**
 * Brings every file that a `$ref` names into the document, below `x-bundled`, and points the references there.
 * @throws {ContractError} with the line of a `$ref` that leads nowhere, or back to itself
 */
export function bundle(root: JsonObject, file: string): void {
  new Bundler(root, file).run();
}

/** A file that was read, and where in the document it stands. */
interface Part {
  readonly file: string;
  readonly base: string;
}

interface Reference {
  /** The object whose member `member` is the reference: `$ref`, or a name in a discriminator's `mapping`. */
  readonly holder: JsonObject;
  readonly member: string;
  readonly written: string;
  /** Where it leads in the document, percent-encoded as a `$ref` is. */
  readonly target: string;
}

class Bundler {
  private readonly root: JsonObject;
  private readonly file: string;
  private readonly bases = new Map<string, string>();
  private readonly pending: { readonly value: Json; readonly part: Part }[] = [];
  private readonly references: Reference[] = [];

  constructor(root: JsonObject, file: string) {
    this.root = root;
    this.file = resolve(file);
  }

  run(): void {
    this.pending.push({ value: this.root, part: { file: this.file, base: '#' } });
    for (let next = this.pending.pop(); next; next = this.pending.pop()) this.walk(next.value, next.part);
    for (const { holder, member, target } of this.references) holder[member] = target;
    for (const reference of this.references) this.check(reference);
  }

  private walk(value: Json, part: Part, named = false): void {
    if (Array.isArray(value)) for (const item of value) this.walk(item, part);
    if (!isObject(value)) return;
    if (typeof value['$ref'] === 'string') this.reference(value, '$ref', value['$ref'], part);
    if (!named && isObject(value['discriminator'])) this.mapping(value['discriminator'], part);
    for (const [name, member] of Object.entries(value)) {
      if (!named && (name.startsWith('x-') || isData(name, member))) continue;
      this.walk(member, part, !named && NAMED.has(name));
    }
  }

  /** OpenAPI 3.0.3, Discriminator Object: a `mapping` leads to the name of a schema, or to a reference. */
  private mapping({ mapping }: JsonObject, part: Part): void {
    if (!isObject(mapping)) return;
    for (const [name, target] of Object.entries(mapping))
      if (typeof target === 'string' && /[#/]|\.(ya?ml|json)$/i.test(target))
        this.reference(mapping, name, target, part);
  }

  private reference(holder: JsonObject, member: string, written: string, { file, base }: Part): void {
    const place = locate(holder, member);
    const [path = '', fragment = ''] = written.split('#', 2);
    if (/^[a-z][a-z0-9+.-]*:\/\//i.test(path))
      throw new ContractError(`$ref ${written} is a URL; only files are read. Save it beside the spec.`, place);
    const prefix = path === '' ? base : this.include(resolve(dirname(file), decoded(path)), written, place);
    this.references.push({ holder, member, written, target: `${prefix}${fragment}` });
  }

  private include(file: string, written: string, place: Location | undefined): string {
    if (file === this.file) return '#';
    const known = this.bases.get(file);
    if (known !== undefined) return known;
    const name = String(this.bases.size);
    const base = join('#', BUNDLE, name);
    this.bases.set(file, base);
    const root = read(file, written, place);
    this.root[BUNDLE] = { ...(this.root[BUNDLE] as JsonObject | undefined), [name]: root };
    this.pending.push({ value: root, part: { file, base } });
    return base;
  }

  private check({ holder, member, written, target }: Reference): void {
    const fail = (problem: string) => {
      throw new ContractError(`$ref ${written} ${problem}. Correct it, or add what it names.`, locate(holder, member));
    };
    const seen = new Set<Json>();
    let value = at(this.root, canonical(target));
    if (value === undefined) fail('leads nowhere');
    while (isObject(value) && typeof value['$ref'] === 'string') {
      if (seen.has(value)) fail('leads back to itself');
      seen.add(value);
      value = at(this.root, canonical(value['$ref']));
    }
  }
}

function read(file: string, written: string, place: Location | undefined): Json {
  try {
    return readSource(file, 'the file of a $ref').root;
  } catch (error) {
    if (error instanceof ContractError && error.location === undefined)
      throw new ContractError(`$ref ${written}: ${error.message}`, place);
    throw error;
  }
}

function isData(name: string, member: Json): boolean {
  return DATA.has(name) || (name === 'examples' && Array.isArray(member));
}

/** The path of a `$ref` with its percent-encoding undone; as it stands where that is none. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
