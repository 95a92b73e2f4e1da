import { parseNumber, setProperty } from '../../core/json/index.ts';
import type { JsonObject, JsonValue } from '../../core/model.ts';
import type { OpenApiDocument } from '../document.ts';
import { declaredTypes } from '../parameters/primitive.ts';
import { type EffectiveSchema, effectiveSchema } from '../schema/effective-schema.ts';
import { allowsNumbers, type TypeName } from '../schema/instance-types.ts';
import { withoutPrefix, type XmlElement } from './xml-text.ts';
import { alternativesValidator, elementName, isWrapped, withAlternative, xmlObject } from './xml-tree.ts';

/**
 * Returns the value that an element stands for by the XML Object of a schema (OpenAPI 3.1.1, section 4.8.26). Names of elements and
 * attributes count, their prefixes do not, nor does the name of the element itself.
 * @returns undefined if lists within lists or objects without an element leave open which elements belong to what
 */
export function readXml(document: OpenApiDocument, schema: string, element: XmlElement): JsonValue | undefined {
  const reader = new XmlReader(document);
  const value = reader.value(schema, element);
  return reader.isAmbiguous ? undefined : value;
}

interface Property {
  readonly name: string;
  readonly schema: string;
  readonly isRequired: boolean;
}

function isList(types: ReadonlySet<TypeName>, { items }: EffectiveSchema): boolean {
  return types.has('array') || (types.size === 0 && items !== undefined);
}

class XmlReader {
  isAmbiguous = false;
  private readonly document: OpenApiDocument;

  constructor(document: OpenApiDocument) {
    this.document = document;
  }

  value(schema: string, element: XmlElement): JsonValue {
    const effective = effectiveSchema(this.document, schema, 'response');
    const schemas = this.document.derived(alternativesValidator);
    for (const alternative of effective.alternatives.flat()) {
      const chosen = withAlternative(effective, effectiveSchema(this.document, alternative, 'response'));
      const value = this.read(alternative, chosen, element);
      if (schemas.accepts(alternative, value, 'response')) return value;
    }
    return this.read(schema, effective, element);
  }

  private read(schema: string, effective: EffectiveSchema, element: XmlElement): JsonValue {
    const types = declaredTypes(this.document, schema);
    if (element.isNil && types.has('null')) return null;
    if (isList(types, effective)) return this.items(effective, element.children);
    // Of a text with attributes, the schema of the text counts: `properties` beside another type say nothing.
    const isObject = types.has('object') || (types.size === 0 && effective.properties.size > 0);
    if (isObject || (types.size === 0 && element.children.length > 0)) return this.object(effective, element);
    // An element within a text is no text.
    if (element.children.length > 0) return this.object(effective, element);
    const text = types.has('string') ? element.text : element.text.trim();
    return readText(types, text);
  }

  private items({ items }: EffectiveSchema, elements: readonly XmlElement[]): JsonValue[] {
    return elements.map((element) => (items === undefined ? element.text : this.value(items, element)));
  }

  private object(effective: EffectiveSchema, element: XmlElement): JsonObject {
    const object: JsonObject = {};
    const known = new Set<string>();
    for (const [name, schemas] of effective.properties) {
      const isRequired = effective.required.has(name);
      const readings = schemas.map((schema) => this.property({ name, schema, isRequired }, element, known));
      const value = this.chosen(schemas, readings);
      if (value !== undefined) setProperty(object, name, value);
    }
    const { additionalProperties } = effective;
    for (const child of element.children) {
      if (known.has(child.name)) continue;
      const value = additionalProperties ? this.value(additionalProperties, child) : child.text;
      setProperty(object, child.name, value);
    }
    return object;
  }

  /** Of the readings by several schemas of a property, of which each may name its elements and types: the one that fits all of them. */
  private chosen(schemas: readonly string[], readings: readonly (JsonValue | undefined)[]): JsonValue | undefined {
    const [first, ...others] = readings;
    if (others.length === 0) return first;
    const validator = this.document.derived(alternativesValidator);
    const isValid = (value: JsonValue) => schemas.every((schema) => validator.accepts(schema, value, 'response'));
    const valid = readings.find((value) => value !== undefined && isValid(value));
    if (valid === undefined && readings.some((value) => typeof value === 'object')) this.isAmbiguous = true;
    return valid ?? first;
  }

  /** @param known names of elements that are of properties; those of this one are added */
  private property(
    { name, schema, isRequired }: Property,
    element: XmlElement,
    known: Set<string>,
  ): JsonValue | undefined {
    const effective = effectiveSchema(this.document, schema, 'response');
    const xml = xmlObject(effective);
    const own = withoutPrefix(elementName(xml, name));
    const nodeType = xml?.['nodeType'];
    const types = declaredTypes(this.document, schema);
    if (xml?.['attribute'] === true || nodeType === 'attribute') {
      // An attribute has no place for an object.
      if (types.size > 0 && !SCALARS.some((type) => types.has(type))) this.isAmbiguous = true;
      const text = element.attributes.get(own);
      return text === undefined ? undefined : readText(types, text);
    }
    if (nodeType === 'text' || nodeType === 'cdata') return readText(types, element.text);
    if (nodeType === 'none') this.isAmbiguous = true;
    if (!isList(types, effective) || isWrapped(effective)) {
      known.add(own);
      const child = element.children.find((each) => each.name === own);
      // Nothing is how null is written, too.
      if (!child) return isRequired && types.has('null') ? null : undefined;
      return this.value(schema, child);
    }
    const items = effective.items && xmlObject(effectiveSchema(this.document, effective.items, 'response'));
    if (effective.items && isUnwrappedList(this.document, effective.items)) this.isAmbiguous = true;
    const itemName = withoutPrefix(elementName(items || undefined, name));
    known.add(itemName);
    const elements = element.children.filter((each) => each.name === itemName);
    // An empty list has no elements: only one that is required is there all the same.
    return elements.length > 0 || isRequired ? this.items(effective, elements) : undefined;
  }
}

function isUnwrappedList(document: OpenApiDocument, schema: string): boolean {
  return declaredTypes(document, schema).has('array') && !isWrapped(effectiveSchema(document, schema, 'response'));
}

const SCALARS = ['string', 'number', 'integer', 'boolean', 'null'] as const;

const NUMBER = /^([+-]?)0*(\d*)\.?(\d*)((?:[eE][+-]?\d+)?)$/;

/** Reads a text as XML Schema writes values: also `+5`, `007`, `.5`, `1E3`, and 0 and 1 for false and true (Part 2, section 3). */
function readText(types: ReadonlySet<TypeName>, text: string): JsonValue {
  const [, sign = '', integer = '', fraction = '', exponent = ''] = NUMBER.exec(text) ?? [];
  if (allowsNumbers(types) && /\d/.test(text) && NUMBER.test(text))
    return parseNumber(`${sign.replace('+', '')}${integer || '0'}${fraction && `.${fraction}`}${exponent}`);
  if (types.has('boolean') && /^(?:true|false|0|1)$/.test(text)) return text === 'true' || text === '1';
  return types.has('null') && text === '' && !types.has('string') ? null : text;
}
