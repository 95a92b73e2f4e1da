import type { Direction, JsonObject } from '../../../core/model.ts';
import type { OpenApiDocument } from '../../document.ts';
import { effectiveSchema } from '../../schema/effective-schema.ts';
import type { TypeName } from '../../schema/instance-types.ts';
import {
  formatOfText,
  listedTypes,
  type PropertyView,
  readAlternatives,
  readProperties,
} from './schema-alternatives.ts';

/** What a value may be under several schemas at once, each with any of its alternatives. */
export interface SchemaView {
  /** Pointers of the schemas behind their references. */
  readonly pointers: readonly string[];
  readonly types: readonly TypeName[];
  readonly hasType: boolean;
  readonly format: string | undefined;
  /** Name of the first of the schemas that is a component. */
  readonly component: string | undefined;
  readonly enumerated: boolean;
  /** The only text that it may be. */
  readonly constant: string | undefined;
  /** What its description says it is the number of. */
  readonly counted: string | undefined;
  readonly readOnly: boolean;
  readonly writeOnly: boolean;
  readonly properties: ReadonlyMap<string, PropertyView>;
  /** Schemas of the items of an array. */
  readonly items: readonly string[];
}

export const EMPTY_VIEW: SchemaView = {
  pointers: [],
  types: [],
  hasType: false,
  format: undefined,
  component: undefined,
  enumerated: false,
  constant: undefined,
  counted: undefined,
  readOnly: false,
  writeOnly: false,
  properties: new Map(),
  items: [],
};

const COMPONENT = /#\/components\/schemas\/([^/]+)$/;

export function isScalar({ hasType, types }: SchemaView): boolean {
  return hasType && !types.includes('object') && !types.includes('array');
}

export function readView(document: OpenApiDocument, pointer: string, direction: Direction): SchemaView {
  const own = effectiveSchema(document, pointer, direction);
  const alternatives = readAlternatives(document, own, direction);
  const typed = alternatives.filter((shape) => shape.hasType).flatMap(({ types }) => types);
  const schemas = own.schemas.map(({ schema }) => schema);
  const formats = schemas.map((schema) => schema['format']).filter((format) => typeof format === 'string');
  return {
    pointers: [own.pointer],
    types: own.hasType || typed.length === 0 ? listedTypes(own) : [...new Set(typed)],
    hasType: own.hasType || typed.length > 0,
    format: formats[0] ?? formatOfText(alternatives),
    component: own.schemas.map(({ pointer: each }) => COMPONENT.exec(each)?.[1]).find((name) => name !== undefined),
    enumerated: schemas.some((schema) => schema['enum'] !== undefined || schema['const'] !== undefined),
    constant: schemas.map(constantOf).find((constant) => constant !== undefined),
    counted: schemas.map(countedIn).find((counted) => counted !== undefined),
    readOnly: schemas.some((schema) => schema['readOnly'] === true),
    writeOnly: schemas.some((schema) => schema['writeOnly'] === true),
    properties: readProperties(own, alternatives),
    items: [own, ...alternatives].flatMap(({ items }) => items ?? []).slice(0, 1),
  };
}

function constantOf({ const: only, enum: listed }: JsonObject): string | undefined {
  const value = only ?? (Array.isArray(listed) && listed.length === 1 ? listed[0] : undefined);
  return typeof value === 'string' ? value : undefined;
}

/** `Number of comments`, `number of lines of the order`, `number of lines that are not deleted`; not `number of lines that are open`. */
const COUNTED =
  /^(?:the |total )*number of (?:its |the |all )?([a-z]+)(?: (?:of|in|on|for|below) (?:the|this|an?|its) [a-z]+)?(?: (?:that|which|who) (?:are|were|have been) not (?:been )?(?:deleted|removed))?\.?$/i;

function countedIn({ description }: JsonObject): string | undefined {
  return typeof description === 'string' ? COUNTED.exec(description.trim())?.[1] : undefined;
}

export function mergeViews(a: SchemaView, b: SchemaView): SchemaView {
  const types = a.types.filter((type) => b.types.includes(type));
  const properties = new Map(a.properties);
  for (const [name, { schemas, required }] of b.properties) {
    const known = properties.get(name);
    const all = [...(known?.schemas ?? []), ...schemas];
    properties.set(name, { schemas: all, required: required || known?.required === true });
  }
  return {
    pointers: [...a.pointers, ...b.pointers],
    types: types.length > 0 ? types : a.types,
    hasType: a.hasType || b.hasType,
    format: a.format ?? b.format,
    component: a.component ?? b.component,
    enumerated: a.enumerated || b.enumerated,
    constant: a.constant ?? b.constant,
    counted: a.counted ?? b.counted,
    readOnly: a.readOnly || b.readOnly,
    writeOnly: a.writeOnly || b.writeOnly,
    properties,
    items: [...a.items, ...b.items],
  };
}
