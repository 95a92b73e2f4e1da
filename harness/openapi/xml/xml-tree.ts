import { isObject } from '../../core/json/index.ts';
import { parsePointer } from '../../core/json/pointer.ts';
import type { JsonObject, JsonValue } from '../../core/model.ts';
import type { OpenApiDocument } from '../document.ts';
import { type EffectiveSchema, effectiveSchema, firstKeyword } from '../schema/effective-schema.ts';
import { SchemaValidator } from '../schema/validator.ts';

/** Marks the attributes of an element; a noncharacter, with which no name begins. */
export const ATTRIBUTE_PREFIX = '\uFDD0';

/** The text of an element that has more than text. */
export const TEXT_NAME = '#text';

/** Elements by their names, attributes with {@link ATTRIBUTE_PREFIX}: what fast-xml-parser builds from. */
export type XmlTree = string | { [name: string]: XmlTree | XmlTree[] };

/** Name of the document element if nothing names it. */
const DEFAULT_ROOT = 'xml';

/** Returns the tree of a value by the XML Object of its schema (OpenAPI 3.1.1, section 4.8.26). */
export function xmlTree(document: OpenApiDocument, schema: string | undefined, value: JsonValue): XmlTree {
  const writer = new XmlWriter(document);
  const parts = writer.parts(schema, value, componentName(document, schema) ?? DEFAULT_ROOT);
  // A document has one element at its top: a list without a wrapper gets one, also for a single item.
  const isBare =
    Array.isArray(value) && !(schema !== undefined && isWrapped(effectiveSchema(document, schema, 'response')));
  const isOne = parts.length === 1 && !isBare && !parts[0]?.[0].startsWith(ATTRIBUTE_PREFIX);
  return isOne ? treeOf(parts) : { [DEFAULT_ROOT]: treeOf(parts) };
}

/** For alternatives; apart from that of the contract, which counts what it evaluates. */
export const alternativesValidator = (document: OpenApiDocument): SchemaValidator => new SchemaValidator(document);

type Part = readonly [name: string, tree: XmlTree];

class XmlWriter {
  private readonly document: OpenApiDocument;

  constructor(document: OpenApiDocument) {
    this.document = document;
  }

  /** The elements or the attribute that a value is in the element around it. */
  parts(schema: string | undefined, value: JsonValue, name: string): Part[] {
    if (value === null) return [];
    const effective = schema === undefined ? undefined : this.effective(schema, value);
    const xml = effective && xmlObject(effective);
    const own = elementName(xml, name);
    if (Array.isArray(value)) return this.listParts(effective, value, own, name);
    const { nodeType } = xml ?? {};
    if (xml?.['attribute'] === true || nodeType === 'attribute') return [[ATTRIBUTE_PREFIX + own, textOf(value)]];
    if (nodeType === 'text' || nodeType === 'cdata') return [[TEXT_NAME, textOf(value)]];
    const inside = isObject(value) ? this.members(effective, value) : undefined;
    const namespaces = namespaceParts(xml);
    if (nodeType === 'none' && inside) return inside;
    if (inside) return [[own, treeOf([...namespaces, ...inside])]];
    return [[own, namespaces.length === 0 ? textOf(value) : treeOf([...namespaces, [TEXT_NAME, textOf(value)]])]];
  }

  /** The name of a list counts only if the list has an element of its own; then items without a name share it. */
  private listParts(
    effective: EffectiveSchema | undefined,
    list: readonly JsonValue[],
    own: string,
    name: string,
  ): Part[] {
    const xml = effective && xmlObject(effective);
    const hasElement = effective !== undefined && isWrapped(effective);
    const items = list.flatMap((item) => this.parts(effective?.items, item, hasElement ? localName(xml, name) : name));
    return hasElement ? [[own, treeOf([...namespaceParts(xml), ...items])]] : items;
  }

  private members(effective: EffectiveSchema | undefined, value: JsonObject): Part[] {
    const additional = effective?.additionalProperties || undefined;
    return Object.entries(value).flatMap(([name, member]) =>
      this.parts(effective?.properties.get(name)?.[0] ?? additional, member, name),
    );
  }

  /** Of alternatives, the schema is the first that the value is valid against. */
  private effective(schema: string, value: JsonValue): EffectiveSchema {
    const effective = effectiveSchema(this.document, schema, 'response');
    const schemas = this.document.derived(alternativesValidator);
    const chosen = effective.alternatives.flat().find((each) => schemas.accepts(each, value, 'response'));
    return chosen === undefined ? effective : withAlternative(effective, this.effective(chosen, value));
  }
}

/** What a value is that is one of alternatives. */
export function withAlternative(effective: EffectiveSchema, chosen: EffectiveSchema): EffectiveSchema {
  return {
    ...chosen,
    schemas: [...effective.schemas, ...chosen.schemas],
    properties: new Map([...chosen.properties, ...effective.properties]),
  };
}

export function xmlObject(effective: EffectiveSchema): JsonObject | undefined {
  const xml = firstKeyword(effective, 'xml');
  return isObject(xml) ? xml : undefined;
}

/** True for a list that has an element of its own. */
export function isWrapped(effective: EffectiveSchema): boolean {
  const xml = xmlObject(effective);
  return xml?.['wrapped'] === true || xml?.['nodeType'] === 'element';
}

function localName(xml: JsonObject | undefined, name: string): string {
  return typeof xml?.['name'] === 'string' ? xml['name'] : name;
}

/** The name of the element or attribute of a value, with its prefix. */
export function elementName(xml: JsonObject | undefined, name: string): string {
  const local = localName(xml, name).replace(/[^\p{L}\p{N}_.:-]/gu, '_');
  const prefix = xml?.['prefix'];
  const valid = /^[\p{L}_]/u.test(local) ? local : `_${local}`;
  return typeof prefix === 'string' && prefix !== '' ? `${prefix}:${valid}` : valid;
}

function namespaceParts(xml: JsonObject | undefined): Part[] {
  const { namespace, prefix } = xml ?? {};
  if (typeof namespace !== 'string') return [];
  const name = typeof prefix === 'string' && prefix !== '' ? `xmlns:${prefix}` : 'xmlns';
  return [[ATTRIBUTE_PREFIX + name, namespace]];
}

/** The name of the component that a schema refers to. */
function componentName(document: OpenApiDocument, schema: string | undefined): string | undefined {
  if (schema === undefined) return undefined;
  const pointers = [schema, document.resolve(schema).pointer];
  const found = pointers.find((pointer) => /^#\/components\/schemas\/[^/]+$/.test(pointer));
  return found === undefined ? undefined : parsePointer(found.slice(1)).at(-1);
}

function treeOf(parts: readonly Part[]): XmlTree {
  const trees = new Map<string, XmlTree | XmlTree[]>();
  for (const [name, tree] of parts) {
    const known = trees.get(name);
    trees.set(name, known === undefined ? tree : Array.isArray(known) ? [...known, tree] : [known, tree]);
  }
  return Object.fromEntries(trees);
}

/** XML has no place for some characters, not even escaped (XML 1.0, section 2.2). */
function textOf(value: JsonValue): string {
  const text = Array.isArray(value) || isObject(value) ? '' : String(value);
  return text.replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd');
}
