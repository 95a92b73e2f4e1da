import { isObject } from '../../core/json/index.ts';
import { appendTokens, fragmentToPointer, parsePointer } from '../../core/json/pointer.ts';
import type { JsonObject, JsonValue } from '../../core/model.ts';
import { stripScope } from '../bundle/dynamic-scope.ts';
import type { OpenApiDocument } from '../document.ts';

/** A Discriminator Object with the schemas that its property names (OpenAPI 3.0.3, Discriminator Object). */
export interface Discriminator {
  readonly propertyName: string;
  /** Pointer of the schema by value: the entries of `mapping` that lead to a schema. */
  readonly mapping: ReadonlyMap<string, string>;
  /** Pointer of the schema by value: those of `mapping`, then schemas by their own names. */
  readonly schemas: ReadonlyMap<string, string>;
  /** Pointer of the schema that subtypes extend by `allOf`; undefined if it lists alternatives by `oneOf` or `anyOf`. */
  readonly parent: string | undefined;
  /** Pointers of the components that extend `parent`. */
  readonly subtypes: readonly string[];
}

const COMPONENT_SCHEMAS = '#/components/schemas';

/**
 * Reads the discriminator of the schema at a pointer.
 * @returns undefined if the schema has none
 */
export function readDiscriminator(
  document: OpenApiDocument,
  pointer: string,
  schema: JsonObject,
): Discriminator | undefined {
  const { discriminator } = schema;
  if (!isObject(discriminator)) return undefined;
  const cache = document.derived(createCache);
  const found = cache.get(pointer) ?? readNew(document, stripScope(pointer), schema, discriminator);
  cache.set(pointer, found);
  return found;
}

/**
 * True if a discriminator that was read has a schema for the first value of its property, and none for the second: a service need not
 * accept it (OpenAPI 3.0.3, Discriminator Object: validation should fail).
 */
export function leavesNames(document: OpenApiDocument, property: string, known: string, other: string): boolean {
  for (const { propertyName, schemas } of document.derived(createCache).values())
    if (propertyName === property && schemas.has(known) && !schemas.has(other)) return true;
  return false;
}

/** Subtypes are searched for in the whole document, hence once. */
const createCache = () => new Map<string, Discriminator>();

function readNew(
  document: OpenApiDocument,
  pointer: string,
  schema: JsonObject,
  discriminator: JsonObject,
): Discriminator {
  const alternatives = [...listOf(schema, 'oneOf'), ...listOf(schema, 'anyOf')];
  const isParent = alternatives.length === 0;
  const subtypes = isParent ? findSubtypes(document, pointer) : [];
  const mapping = readMapping(document, discriminator);
  const schemas = new Map(mapping);
  for (const named of isParent ? [...subtypes, pointer] : alternatives.flatMap((branch) => referenceOf(branch) ?? [])) {
    const name = schemaName(named);
    if (!schemas.has(name)) schemas.set(name, named);
  }
  const propertyName = String(discriminator['propertyName']);
  return { propertyName, mapping, schemas, parent: isParent ? pointer : undefined, subtypes };
}

function readMapping(document: OpenApiDocument, { mapping }: JsonObject): Map<string, string> {
  const entries = Object.entries(isObject(mapping) ? mapping : {})
    .filter(([, target]) => typeof target === 'string')
    .map(([value, target]) => [value, mappingPointer(String(target))] as const);
  return new Map(entries.filter(([, target]) => document.at(target) !== undefined));
}

/** True for a value of `mapping` that is a reference; any other is the name of a component. */
export function isMappingReference(target: string): boolean {
  return /[#/]|\.(ya?ml|json)$/i.test(target);
}

/** The pointer that a value of `mapping` stands for once the document is bundled. */
export function mappingPointer(target: string): string {
  return target.startsWith('#') ? fragmentToPointer(target) : appendTokens(COMPONENT_SCHEMAS, target);
}

/** The value of the property that names a schema if no `mapping` does: the last token of its pointer. */
export function schemaName(pointer: string): string {
  return parsePointer(pointer).at(-1) ?? '';
}

/** The values that name the schema at a pointer: those of `mapping`, else its own name; empty if it has none. */
export function discriminatorValues(
  document: OpenApiDocument,
  { mapping, schemas }: Discriminator,
  pointer: string,
): string[] {
  const resolved = (schemaPointer: string) => stripScope(document.resolve(schemaPointer).pointer);
  const target = resolved(pointer);
  const naming = (values: ReadonlyMap<string, string>) =>
    [...values].flatMap(([value, each]) => (resolved(each) === target ? [value] : []));
  const mapped = naming(mapping);
  if (mapped.length > 0) return mapped;
  const implied = naming(schemas);
  if (implied.length > 0) return implied;
  return isComponentSchema(target) ? [schemaName(target)] : [];
}

/** True for the pointer of a schema in `components`. */
export function isComponentSchema(pointer: string): boolean {
  return /^#\/components\/schemas\/[^/]+$/.test(stripScope(pointer));
}

function findSubtypes(document: OpenApiDocument, parent: string): string[] {
  const components = document.at(COMPONENT_SCHEMAS);
  return Object.entries(isObject(components) ? components : {})
    .filter(([, schema]) => isObject(schema) && listOf(schema, 'allOf').some((part) => referenceOf(part) === parent))
    .map(([name]) => appendTokens(COMPONENT_SCHEMAS, name));
}

function listOf(schema: JsonObject, keyword: string): readonly JsonValue[] {
  const list = schema[keyword];
  return Array.isArray(list) ? list : [];
}

/** The pointer that a `$ref` leads to; undefined for any other schema. */
export function referenceOf(schema: JsonValue | undefined): string | undefined {
  const reference = isObject(schema) ? schema['$ref'] : undefined;
  return typeof reference === 'string' ? fragmentToPointer(reference) : undefined;
}
