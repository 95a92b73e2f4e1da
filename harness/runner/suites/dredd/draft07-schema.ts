import { isObject } from '../../../core/json/index.ts';
import { appendTokens } from '../../../core/json/pointer.ts';
import type { JsonObject } from '../../../core/model.ts';
import type { OpenApiDocument } from '../../../openapi/document.ts';
import { requiredProperties } from '../../../openapi/schema/keywords/object.ts';
import { compilesWithoutUFlag, isLossy, toDraft07Keywords } from './draft07-keywords.ts';

/**
 * The schema at a pointer as a draft-07 JSON Schema of plain JSON, for ajv 6; what it refers to is in `definitions`. Every value
 * that fits the one fits the other. In `$comment` each schema says where in the document it is; those that a value need not fit,
 * such as one alternative of several, do not.
 */
export function toDraft07(document: OpenApiDocument, pointer: string): unknown {
  const conversion = new Conversion(document);
  const root = conversion.schema(pointer, false);
  return { $schema: 'http://json-schema.org/draft-07/schema#', allOf: [root], definitions: conversion.definitions };
}

type Draft07 = Record<string, unknown>;

class Conversion {
  readonly definitions: Draft07 = {};
  private readonly document: OpenApiDocument;
  private readonly names = new Map<string, string>();
  /** Names of definitions that are looser than what they stand for, or not yet complete. */
  private readonly isLossy = new Set<string>();
  /** Whether anything since it was last set to false was made looser. */
  private lossyKeywords = false;

  constructor(document: OpenApiDocument) {
    this.document = document;
  }

  /** @param optional whether a value need not fit it */
  schema(pointer: string, optional: boolean): unknown {
    const { document } = this;
    const schema = document.at(pointer);
    const place = optional ? {} : { $comment: pointer };
    if (schema === false) return { ...place, not: {} };
    if (!isObject(schema)) return {};
    this.lossyKeywords ||= isLossy(schema, document.version);
    if (typeof schema['$ref'] === 'string')
      return { $ref: `#/definitions/${this.define(document.resolve(pointer).pointer, optional)}` };
    const converted = { ...place, ...toDraft07Keywords(schema), ...this.subschema(pointer, schema, optional) };
    return schema['nullable'] === true ? { if: { type: 'null' }, else: converted } : converted;
  }

  private define(pointer: string, optional: boolean): string {
    const key = `${optional} ${pointer}`;
    const known = this.names.get(key);
    const name = known ?? `schema${this.names.size}`;
    if (known === undefined) {
      this.names.set(key, name);
      this.isLossy.add(name);
      const exact = this.isExact(() => {
        this.definitions[name] = this.schema(pointer, optional);
      });
      if (exact) this.isLossy.delete(name);
    }
    this.lossyKeywords ||= this.isLossy.has(name);
    return name;
  }

  /** Whether a conversion made nothing looser. */
  private isExact(convert: () => void): boolean {
    const before = this.lossyKeywords;
    this.lossyKeywords = false;
    convert();
    const exact = !this.lossyKeywords;
    this.lossyKeywords ||= before;
    return exact;
  }

  /** What holds for members, items and further schemas of the same value. */
  private subschema(pointer: string, schema: JsonObject, optional: boolean): Draft07 {
    const all = [...this.list(pointer, 'allOf', optional), ...this.oneOf(pointer, schema, optional)];
    return {
      ...this.properties(pointer, schema, optional),
      ...this.items(pointer, schema, optional),
      ...this.alternatives(pointer, schema),
      ...this.conditional(pointer, schema, optional),
      ...(all.length > 0 ? { allOf: all } : {}),
    };
  }

  private properties(pointer: string, schema: JsonObject, optional: boolean): Draft07 {
    const { document } = this;
    const converted: Draft07 = {};
    const required = [...requiredProperties({ document, direction: 'response', pointer, schema }).keys()];
    if (required.length > 0) converted['required'] = required;
    const { properties, patternProperties, additionalProperties: others, propertyNames } = schema;
    if (isObject(properties)) converted['properties'] = this.map(pointer, 'properties', optional);
    if (propertyNames !== undefined)
      converted['propertyNames'] = this.schema(appendTokens(pointer, 'propertyNames'), optional);
    if (!Object.keys(patternProperties ?? {}).every(compilesWithoutUFlag)) return converted;
    if (isObject(patternProperties)) converted['patternProperties'] = this.map(pointer, 'patternProperties', optional);
    if (others !== undefined)
      converted['additionalProperties'] =
        others === false ? false : this.schema(appendTokens(pointer, 'additionalProperties'), optional);
    return converted;
  }

  private items(pointer: string, { prefixItems, items, ...schema }: JsonObject, optional: boolean): Draft07 {
    const converted: Draft07 = {};
    const isTuple = Array.isArray(prefixItems) && prefixItems.length > 0;
    if (isTuple) converted['items'] = this.list(pointer, 'prefixItems', optional);
    if (items !== undefined)
      converted[isTuple ? 'additionalItems' : 'items'] = this.schema(appendTokens(pointer, 'items'), optional);
    if (schema['contains'] !== undefined && schema['minContains'] === undefined)
      converted['contains'] = this.schema(appendTokens(pointer, 'contains'), true);
    return converted;
  }

  /** What is looser inside of `not` would make the whole stricter. */
  private alternatives(pointer: string, schema: JsonObject): Draft07 {
    const converted: Draft07 = {};
    const some = this.list(pointer, 'anyOf', true);
    if (some.length > 0) converted['anyOf'] = some;
    const not = () => {
      converted['not'] = this.schema(appendTokens(pointer, 'not'), true);
    };
    if (schema['not'] !== undefined && !this.isExact(not)) delete converted['not'];
    return converted;
  }

  private conditional(pointer: string, schema: JsonObject, optional: boolean): Draft07 {
    if (schema['if'] === undefined) return {};
    const converted: Draft07 = {};
    const condition = () => {
      converted['if'] = this.schema(appendTokens(pointer, 'if'), true);
    };
    if (!this.isExact(condition)) return {};
    for (const keyword of ['then', 'else'])
      if (schema[keyword] !== undefined) converted[keyword] = this.schema(appendTokens(pointer, keyword), optional);
    return converted;
  }

  /** A value may fit several alternatives once one of them is looser. */
  private oneOf(pointer: string, schema: JsonObject, optional: boolean): Draft07[] {
    let branches: unknown[] = [];
    const exact = this.isExact(() => {
      branches = this.list(pointer, 'oneOf', true);
    });
    if (branches.length === 0) return [];
    const keyword = exact && schema['discriminator'] === undefined ? 'oneOf' : 'anyOf';
    return [{ ...(optional ? {} : { $comment: pointer }), [keyword]: branches }];
  }

  private list(pointer: string, keyword: string, optional: boolean): unknown[] {
    const schemas = this.document.at(appendTokens(pointer, keyword));
    return Array.isArray(schemas)
      ? [...schemas.keys()].map((index) => this.schema(appendTokens(pointer, keyword, index), optional))
      : [];
  }

  private map(pointer: string, keyword: string, optional: boolean): Draft07 {
    const names = Object.keys(this.document.at(appendTokens(pointer, keyword)) ?? {});
    return Object.fromEntries(names.map((name) => [name, this.schema(appendTokens(pointer, keyword, name), optional)]));
  }
}
