import { basename, dirname, extname, posix } from 'node:path';
import { isObject } from '../../core/json/index.ts';
import { fragmentToPointer, parsePointer } from '../../core/json/pointer.ts';
import type { JsonObject, JsonValue } from '../../core/model.ts';
import type { OpenApiDocument } from '../document.ts';
import { isMappingReference } from '../schema/discriminator.ts';
import { BUNDLE } from './bundle.ts';
import { isDataKeyword, NAMED_MAPS } from './data-keywords.ts';
import { documentFiles } from './document-files.ts';

/** A file of a document, by its path in a folder of its own. */
export interface SplitFile {
  readonly path: string;
  readonly root: JsonValue;
}

/** The path of the file that the others belong to. */
export const MAIN_FILE = 'openapi.json';

/**
 * Returns a loaded document as files with references between them, for programs that bundle by themselves and name
 * what they bundle after its file. Extensions are left out, and examples with a `$ref`, which such programs take for a reference.
 */
export function splitBundle(document: OpenApiDocument): SplitFile[] {
  const { [BUNDLE]: bundled, ...main } = document.root;
  const [, ...files] = documentFiles(document);
  const parts = isObject(bundled) ? Object.entries(bundled) : [];
  const paths = new Map(
    parts.map(([name], index) => {
      const file = files[index] ?? name;
      return [name, `${index + 1}/${basename(file, extname(file))}.json`];
    }),
  );
  return [
    { path: MAIN_FILE, root: new Splitter(paths, MAIN_FILE).copy(main) },
    ...parts.map(([name, root]) => {
      const path = paths.get(name) ?? name;
      return { path, root: new Splitter(paths, path).copy(root) };
    }),
  ];
}

/** Copies one file. */
class Splitter {
  private readonly paths: ReadonlyMap<string, string>;
  private readonly own: string;

  constructor(paths: ReadonlyMap<string, string>, own: string) {
    this.paths = paths;
    this.own = own;
  }

  copy(value: JsonValue, isMap = false): JsonValue {
    if (Array.isArray(value)) return value.map((item) => this.copy(item));
    if (!isObject(value)) return value;
    const entries = Object.entries(value).filter(([key, inner]) => isMap || isKept(key, inner));
    return Object.fromEntries(entries.map(([key, inner]) => [key, this.property(key, inner, isMap)]));
  }

  private property(key: string, value: JsonValue, isMap: boolean): JsonValue {
    if (isMap) return this.copy(value);
    if (isDataKeyword(key, value)) return value;
    if (key === '$ref' && typeof value === 'string') return this.reference(value);
    if (key === 'discriminator' && isObject(value)) return this.discriminator(value);
    return this.copy(value, NAMED_MAPS.has(key));
  }

  private discriminator(value: JsonObject): JsonObject {
    const { mapping } = value;
    if (!isObject(mapping)) return value;
    const entries = Object.entries(mapping).map(([name, target]) => [
      name,
      typeof target === 'string' && isMappingReference(target) ? this.reference(target) : target,
    ]);
    return { ...value, mapping: Object.fromEntries(entries) };
  }

  /** Returns a reference of the bundle as one from this file. */
  private reference(written: string): string {
    const [first, name = '', ...rest] = parsePointer(fragmentToPointer(written));
    const target = first === BUNDLE ? this.paths.get(name) : MAIN_FILE;
    if (target === undefined) return written;
    const fragment = first === BUNDLE ? written.split('/').slice(3).join('/') : written.slice(2);
    const path = target === this.own ? '' : posix.relative(dirname(this.own), target);
    return rest.length === 0 && first === BUNDLE && path !== '' ? path : `${path}#/${fragment}`;
  }
}

function isKept(key: string, value: JsonValue): boolean {
  if (key.startsWith('x-') || key === 'externalValue') return false;
  return !isDataKeyword(key, value) || !hasReference(value);
}

function hasReference(value: JsonValue): boolean {
  if (Array.isArray(value)) return value.some(hasReference);
  return isObject(value) && (Object.hasOwn(value, '$ref') || Object.values(value).some(hasReference));
}
