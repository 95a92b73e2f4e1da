import type { JsonObject } from '../../../../harness/core/model.ts';
import { Contract } from '../../../../harness/openapi/contract.ts';
import { OpenApiDocument } from '../../../../harness/openapi/document.ts';
import { resourceModel } from '../../../../harness/openapi/resources/infer.ts';

const id = { type: 'string', readOnly: true };
const schemaOf = (properties: JsonObject): JsonObject => ({ type: 'object', properties: { id, ...properties } });
const json = (schema: JsonObject) => ({ content: { 'application/json': { schema } } });
const gives = (schema: JsonObject) => ({ description: 'ok', ...json(schema) });

/** A list of records, to which one can be added. */
export function items(properties: JsonObject): JsonObject {
  const schema = schemaOf(properties);
  return {
    get: { responses: { 200: gives({ type: 'array', items: schema }) } },
    post: { requestBody: json(schema), responses: { 201: gives(schema) } },
  };
}

/** A record that can be read and deleted. */
export function item(properties: JsonObject): JsonObject {
  return {
    get: { responses: { 200: gives(schemaOf(properties)), 404: { description: 'no' } } },
    delete: { responses: { 204: { description: 'gone' }, 404: { description: 'no' } } },
  };
}

/** The contract of a document with these paths, and its resources. @param description of the whole document */
export function contractOf(paths: Readonly<Record<string, JsonObject>>, description = '') {
  const root: JsonObject = { openapi: '3.1.0', info: { title: 'Work', version: '1', description }, paths: {} };
  const named = Object.entries(paths).map(([path, operations]): [string, JsonObject] => {
    const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    }));
    return [path, { parameters, ...operations }];
  });
  const document = new OpenApiDocument('work.json', { ...root, paths: Object.fromEntries(named) });
  const contract = new Contract(document);
  return { contract, model: resourceModel(contract) };
}
