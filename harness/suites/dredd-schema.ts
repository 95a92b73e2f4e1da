import { INTEGER_FORMATS } from '../contract/decimal.ts';
import type { OpenApiDocument } from '../contract/document.ts';
import { isObject, toPlain } from '../contract/json.ts';
import { typesOf } from '../contract/schema/types.ts';
import type { Json, JsonObject } from '../model.ts';

/** Keywords of OpenAPI that mean nothing in draft-07, or that ajv 6 refuses. */
const DROPPED = new Set([
  'example',
  'examples',
  'xml',
  'externalDocs',
  'deprecated',
  'discriminator',
  'readOnly',
  'writeOnly',
  'nullable',
  'format',
]);
/** Formats that ajv 6 knows and that mean the same there. */
const KNOWN_FORMATS = new Set(['date', 'date-time', 'time', 'uuid', 'email', 'ipv4', 'ipv6', 'uri', 'hostname']);
const SCHEMA_MAPS = new Set(['properties', 'patternProperties', 'dependentSchemas']);
const DATA = new Set(['enum', 'const', 'default', 'required']);

/**
 * The schema at a pointer as a draft-07 JSON Schema of plain JSON, for ajv 6; what it refers to stands in `definitions`.
 * Integer formats become inclusive bounds, rounded to doubles where they must be.
 */
export function toDraft07(document: OpenApiDocument, pointer: string): unknown {
  const definitions: Record<string, unknown> = {};
  const names = new Map<string, string>();
  const convert = (schema: Json): unknown => {
    if (!isObject(schema)) return toPlain(schema);
    const reference = schema['$ref'];
    return typeof reference === 'string'
      ? { $ref: `#/definitions/${define(reference)}` }
      : convertObject(schema, convert);
  };
  const define = (reference: string): string => {
    const target = document.resolve(reference);
    const known = names.get(target.pointer);
    if (known !== undefined) return known;
    const name = `schema${names.size}`;
    names.set(target.pointer, name);
    definitions[name] = convert(target.value);
    return name;
  };
  const root = convert({ $ref: pointer }) as object;
  return { $schema: 'http://json-schema.org/draft-07/schema#', allOf: [root], definitions };
}

function convertObject(schema: JsonObject, convert: (schema: Json) => unknown): unknown {
  const converted: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (DROPPED.has(keyword) || keyword.startsWith('x-')) continue;
    if (SCHEMA_MAPS.has(keyword) && isObject(value))
      converted[keyword] = Object.fromEntries(Object.entries(value).map(([name, member]) => [name, convert(member)]));
    else if (DATA.has(keyword)) converted[keyword] = toPlain(value);
    else if (Array.isArray(value)) converted[keyword] = value.map(convert);
    else converted[keyword] = convert(value);
  }
  if (schema['type'] !== undefined) converted['type'] = typesOf(schema);
  addExclusiveBounds(schema, converted);
  addFormat(schema, converted);
  return schema['nullable'] === true ? { anyOf: [{ type: 'null' }, converted] } : converted;
}

/** OpenAPI 3.0 makes a bound exclusive by a boolean beside it, draft-07 by a keyword of its own. */
function addExclusiveBounds(schema: JsonObject, converted: Record<string, unknown>): void {
  for (const [inclusive, exclusive] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const) {
    if (typeof schema[exclusive] !== 'boolean') continue;
    delete converted[exclusive];
    if (schema[exclusive] !== true || converted[inclusive] === undefined) continue;
    converted[exclusive] = converted[inclusive];
    delete converted[inclusive];
  }
}

function addFormat(schema: JsonObject, converted: Record<string, unknown>): void {
  const format = String(schema['format'] ?? '');
  if (KNOWN_FORMATS.has(format)) converted['format'] = format;
  const range = Object.hasOwn(INTEGER_FORMATS, format) ? INTEGER_FORMATS[format] : undefined;
  if (!range) return;
  converted['minimum'] ??= Number(range.min);
  converted['maximum'] ??= Number(range.max);
}
