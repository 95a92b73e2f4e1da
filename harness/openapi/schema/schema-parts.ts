import { isObject } from '../../core/json/index.ts';
import { appendTokens } from '../../core/json/pointer.ts';
import type { JsonObject } from '../../core/model.ts';
import type { OpenApiDocument } from '../document.ts';

/** A schema with its pointer. */
export interface SchemaPart {
  readonly pointer: string;
  readonly schema: JsonObject;
}

const MAX_ALL_OF = 30;

/** Collects a schema and those of its `allOf`, each once; from 3.1 on also the keywords beside each `$ref` that leads to it. */
export function schemaParts(document: OpenApiDocument, schemaPointer: string): SchemaPart[] {
  const own = document.at(schemaPointer);
  // Most schemas of a large document are of one property, and refer to nothing.
  if (!document.scopes && isObject(own) && isAlone(own)) return [{ pointer: schemaPointer, schema: own }];
  const parts = new Map<string, JsonObject>();
  const visit = (from: string, depth: number) => {
    const pointers = document.version === '3.0' ? [document.resolve(from).pointer] : document.chain(from).toReversed();
    for (const pointer of pointers) {
      const schema = document.at(pointer);
      if (!isObject(schema) || parts.has(pointer)) continue;
      parts.set(pointer, schema);
      if (depth < MAX_ALL_OF) for (const part of listedSchemas(pointer, schema, 'allOf')) visit(part, depth + 1);
    }
  };
  visit(schemaPointer, 0);
  return [...parts].map(([pointer, schema]) => ({ pointer, schema }));
}

/** True for a schema that refers to no other one, and has none in its `allOf`. */
export function isAlone({ $ref, $dynamicRef, allOf }: JsonObject): boolean {
  return $ref === undefined && $dynamicRef === undefined && allOf === undefined;
}

/** Pointers of the schemas that a keyword lists. */
export function listedSchemas(pointer: string, schema: JsonObject, name: string): string[] {
  const list = schema[name];
  return Array.isArray(list) ? list.map((_, index) => appendTokens(pointer, name, index)) : [];
}
