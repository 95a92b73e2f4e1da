import { setProperty } from '../../core/json/index.ts';
import type { JsonObject, JsonValue } from '../../core/model.ts';
import type { OpenApiDocument } from '../document.ts';
import { itemSchemas, propertySchemas, typesOfPart } from './part-types.ts';
import { declaredTypes, parsePrimitive } from './primitive.ts';

/** Texts by what is in brackets; that of `[]` is the next number. */
type Tree = Map<string, string | Tree>;

/**
 * Reads `name[kind]=a`, `name[tags][]=b` and `name[items][0][id]=1` by the schema. OpenAPI defines the first of these for the style
 * deepObject; the others are what clients and services with values that lie deeper have in common.
 * @param pairs by decoded names, with decoded values
 * @returns undefined without such a pair; the brackets of a pair that comes twice
 */
export function readBrackets(
  document: OpenApiDocument,
  { name, schema }: { readonly name: string; readonly schema: string | undefined },
  pairs: Iterable<readonly [name: string, text: string]>,
): { readonly value: JsonValue } | { readonly repeated: string } | undefined {
  const tree: Tree = new Map();
  for (const [key, text] of pairs) {
    const path = key.startsWith(`${name}[`) ? bracketsOf(key.slice(name.length)) : undefined;
    if (path && !plant(tree, path, text)) return { repeated: path.join('.') };
  }
  return tree.size === 0 ? undefined : { value: convert(document, tree, schema) };
}

/** Clients may send any number of brackets. */
const MAX_LEVELS = 100;

/** `[a][b]` as `a` and `b`; undefined for anything else. */
function bracketsOf(text: string): string[] | undefined {
  const path = /^(?:\[[^[\]]*\])+$/.test(text) ? text.slice(1, -1).split('][') : [];
  return path.length > 0 && path.length <= MAX_LEVELS ? path : undefined;
}

/** @returns false if there is something at the path already */
function plant(tree: Tree, path: readonly string[], text: string): boolean {
  const [first = '', ...others] = path;
  const key = first === '' ? String(tree.size) : first;
  const found = tree.get(key);
  if (others.length === 0) {
    if (found === undefined) tree.set(key, text);
    return found === undefined;
  }
  if (typeof found === 'string') return false;
  const inner: Tree = found ?? new Map();
  tree.set(key, inner);
  return plant(inner, others, text);
}

function convert(document: OpenApiDocument, tree: Tree, schema: string | undefined): JsonValue {
  const isList = schema !== undefined && declaredTypes(document, schema).has('array');
  if (isList && [...tree.keys()].every((key) => /^\d+$/.test(key)))
    return [...tree.values()].map((item, index) => convertPart(document, item, itemSchemas(document, schema, index)));
  const object: JsonObject = {};
  for (const [name, part] of tree) {
    const schemas = schema === undefined ? [] : propertySchemas(document, schema, name);
    setProperty(object, name, convertPart(document, part, schemas));
  }
  return object;
}

function convertPart(document: OpenApiDocument, part: string | Tree, schemas: readonly string[]): JsonValue {
  if (typeof part === 'string') return parsePrimitive(typesOfPart(document, schemas), part);
  return convert(document, part, schemas[0]);
}
