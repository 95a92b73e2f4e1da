import { dirname, resolve } from 'node:path';
import { ContractError } from '../errors.ts';
import type { Json, JsonObject } from '../model.ts';
import { isObject } from './json.ts';
import { at, join } from './pointer.ts';
import { locate, readSource } from './source.ts';

const BUNDLE = 'x-bundled';
/** Members that hold data, in which a `$ref` is no reference (OpenAPI 3.0.3, Schema and Example Object). */
const DATA = new Set(['example', 'default', 'enum', 'const', 'value']);

/**
 * Brings every file that a `$ref` names into the document, below `x-bundled`, and points the references there.
 * @throws {ContractError} with the line of a `$ref` that leads nowhere
 */
export function bundle(root: JsonObject, file: string): void {
  new Bundler(root, file).run();
}

class Bundler {
  private readonly root: JsonObject;
  private readonly file: string;
  private readonly names = new Map<string, string>();
  private readonly pending: { readonly value: Json; readonly file: string; readonly base: string }[] = [];
  private readonly references: { readonly holder: JsonObject; readonly written: string; readonly pointer: string }[] =
    [];

  constructor(root: JsonObject, file: string) {
    this.root = root;
    this.file = resolve(file);
  }

  run(): void {
    this.pending.push({ value: this.root, file: this.file, base: '#' });
    for (let next = this.pending.pop(); next; next = this.pending.pop()) this.walk(next.value, next.file, next.base);
    for (const { holder, written, pointer } of this.references) {
      if (at(this.root, pointer) === undefined)
        throw new ContractError(
          `$ref ${written} leads nowhere. Correct it, or add what it names.`,
          locate(holder, '$ref'),
        );
      holder['$ref'] = pointer;
    }
  }

  private walk(value: Json, file: string, base: string): void {
    if (Array.isArray(value)) for (const item of value) this.walk(item, file, base);
    if (!isObject(value)) return;
    if (typeof value['$ref'] === 'string') this.reference(value, value['$ref'], file, base);
    for (const [name, member] of Object.entries(value)) {
      if (name === BUNDLE || name.startsWith('x-') || (DATA.has(name) && !isSchemaMap(value))) continue;
      this.walk(member, file, base);
    }
  }

  private reference(holder: JsonObject, written: string, file: string, base: string): void {
    const [path = '', fragment = ''] = written.split('#', 2);
    if (/^[a-z][a-z0-9+.-]*:\/\//i.test(path))
      throw new ContractError(
        `$ref ${written} is a URL; only files are read. Save it beside the spec.`,
        locate(holder, '$ref'),
      );
    const prefix = path === '' ? base : this.include(resolve(dirname(file), decodeURIComponent(path)), holder, written);
    this.references.push({ holder, written, pointer: `${prefix}${fragment}` });
  }

  private include(file: string, holder: JsonObject, written: string): string {
    if (file === this.file) return '#';
    const known = this.names.get(file);
    if (known !== undefined) return known;
    const name = String(this.names.size);
    const pointer = join('#', BUNDLE, name);
    this.names.set(file, pointer);
    const root = this.read(file, holder, written);
    this.root[BUNDLE] = { ...(this.root[BUNDLE] as JsonObject | undefined), [name]: root };
    this.pending.push({ value: root, file, base: pointer });
    return pointer;
  }

  private read(file: string, holder: JsonObject, written: string): Json {
    try {
      return readSource(file, 'the file of a $ref').root;
    } catch (error) {
      if (error instanceof ContractError && error.location === undefined)
        throw new ContractError(`$ref ${written}: ${error.message}`, locate(holder, '$ref'));
      throw error;
    }
  }
}

/** In a map of schemas by property name, `default` or `value` is a name like any other. */
function isSchemaMap(value: JsonObject): boolean {
  return Object.values(value).every((member) => isObject(member));
}
