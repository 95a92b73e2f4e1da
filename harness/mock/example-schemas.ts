import { isObject } from '../core/json/index.ts';
import { appendTokens, replaceAt } from '../core/json/pointer.ts';
import type { JsonObject } from '../core/model.ts';
import { Contract } from '../openapi/contract.ts';
import { OpenApiDocument } from '../openapi/document.ts';
import { isJsonType } from '../openapi/media-type.ts';
import { schemaOfExamples } from '../openapi/schema/schema-of-examples.ts';

/** The contract with a schema for each JSON body of a success of which the document has examples alone, so that records can be kept. */
export function withExampleSchemas(contract: Contract): Contract {
  return contract.derived(derive);
}

function derive(contract: Contract): Contract {
  const { document, operations } = contract;
  const schemas = new Map<string, JsonObject>();
  for (const { key, content } of operations.flatMap(({ responses }) => responses))
    for (const { type, schema, pointer, examples } of key.startsWith('2') ? content : [])
      if (schema === undefined && isJsonType(type) && isObject(document.at(pointer))) {
        const found = schemaOfExamples(examples.map(({ value }) => value));
        if (found['type'] === 'object' || found['type'] === 'array') schemas.set(pointer, found);
      }
  // A document with dynamic references is read by its own pointers alone.
  if (schemas.size === 0 || document.scopes) return contract;
  const root = [...schemas].reduce<JsonObject>((whole, [pointer, schema]) => {
    const changed = replaceAt(whole, appendTokens(pointer, 'schema'), schema);
    return isObject(changed) ? changed : whole;
  }, document.root);
  const { file, unusedActions, unresolved, text } = document;
  return new Contract(new OpenApiDocument(file, root, { unusedActions, unresolved, text }));
}
