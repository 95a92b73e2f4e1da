import { isObject } from '../../core/json/index.ts';
import { appendTokens, flattenRope } from '../../core/json/pointer.ts';
import type { Direction, JsonObject, JsonValue } from '../../core/model.ts';
import { RecentMap } from '../../core/util/recent-map.ts';
import type { OpenApiDocument } from '../document.ts';
import { allowedTypes, sharedTypes, type TypeName } from './instance-types.ts';
import { isOtherDirection, requiredProperties } from './keywords/object.ts';
import { listedSchemas, type SchemaPart, schemaParts } from './schema-parts.ts';

/** A schema merged with everything that it refers to by `$ref` and `allOf`. */
export interface EffectiveSchema {
  readonly pointer: string;
  /** The schema itself and those of its `allOf`, each with its pointer. */
  readonly schemas: readonly SchemaPart[];
  readonly types: readonly TypeName[];
  /** True if the schema has the keyword `type`. */
  readonly hasType: boolean;
  /** Pointers of the schemas of each declared property. */
  readonly properties: ReadonlyMap<string, readonly string[]>;
  readonly required: ReadonlySet<string>;
  /** Properties that are sent only in the other direction. */
  readonly otherDirectionOnly: ReadonlySet<string>;
  readonly items: string | undefined;
  readonly prefixItems: readonly string[];
  /** Pointer of the schema of undeclared properties; undefined if there is none, false if they are not allowed. */
  readonly additionalProperties: string | false | undefined;
  /** The lists of `oneOf` and `anyOf`. */
  readonly alternatives: readonly (readonly string[])[];
}

/** Most schemas are of texts and numbers; an empty set of its own takes 200 bytes. */
const NO_PROPERTIES: EffectiveSchema['properties'] = new Map();
const NO_NAMES: ReadonlySet<string> = new Set();

/** A large document has tens of thousands of schemas, and is read part by part. */
const MAX_RECENT = 2000;

const createCache = () => new RecentMap<string, EffectiveSchema>(MAX_RECENT);

/** Returns the effective schema at a pointer, computed once for each direction while it is asked for. */
export function effectiveSchema(
  document: OpenApiDocument,
  schemaPointer: string,
  direction: Direction,
): EffectiveSchema {
  const cache = document.derived(createCache);
  const key = `${direction} ${schemaPointer}`;
  const known = cache.get(key);
  if (known) return known;
  const effective = merge(document, schemaPointer, direction);
  cache.set(flattenRope(key), effective);
  return effective;
}

function merge(document: OpenApiDocument, schemaPointer: string, direction: Direction): EffectiveSchema {
  const parts = schemaParts(document, schemaPointer);
  const properties = new Map<string, readonly string[]>();
  const required = new Set<string>();
  const otherDirectionOnly = new Set<string>();
  for (const { pointer, schema } of parts) {
    const scope = { document, direction, pointer, schema };
    for (const name of requiredProperties(scope).keys()) required.add(name);
    if (!isObject(schema['properties'])) continue;
    for (const name of Object.keys(schema['properties'])) {
      const property = appendTokens(pointer, 'properties', name);
      const others = properties.get(name);
      // A list that grows has room for more, in each property of a document.
      properties.set(name, others ? others.concat(property) : [property]);
      if (isOtherDirection(scope, name)) otherDirectionOnly.add(name);
    }
  }
  const isClosed = parts.some(
    ({ schema }) => schema['additionalProperties'] === false || schema['unevaluatedProperties'] === false,
  );
  return {
    pointer: parts[0]?.pointer ?? schemaPointer,
    schemas: parts,
    types: commonTypes(parts.map(({ schema }) => schema)),
    hasType: parts.some(({ schema }) => schema['type'] !== undefined),
    properties: properties.size > 0 ? properties : NO_PROPERTIES,
    required: required.size > 0 ? required : NO_NAMES,
    otherDirectionOnly: otherDirectionOnly.size > 0 ? otherDirectionOnly : NO_NAMES,
    items: pointerOf(parts, 'items'),
    prefixItems: parts.flatMap(({ pointer, schema }) => listedSchemas(pointer, schema, 'prefixItems')),
    additionalProperties: isClosed ? false : pointerOf(parts, 'additionalProperties'),
    alternatives: parts.flatMap(({ pointer, schema }) =>
      ['oneOf', 'anyOf'].map((keyword) => listedSchemas(pointer, schema, keyword)).filter((list) => list.length > 0),
    ),
  };
}

/** Returns the first value of a keyword among the merged schemas. */
export function firstKeyword({ schemas }: EffectiveSchema, name: string): JsonValue | undefined {
  return schemas.find(({ schema }) => schema[name] !== undefined)?.schema[name];
}

function pointerOf(parts: EffectiveSchema['schemas'], name: string): string | undefined {
  const part = parts.find(({ schema }) => isObject(schema[name]));
  return part && appendTokens(part.pointer, name);
}

function commonTypes(schemas: readonly JsonObject[]): readonly TypeName[] {
  const types = schemas.map(allowedTypes);
  return sharedTypes(allowedTypes({}).filter((type) => types.every((allowed) => includes(allowed, type))));
}

function includes(types: readonly TypeName[], type: TypeName): boolean {
  return types.includes(type) || (type === 'integer' && types.includes('number'));
}
