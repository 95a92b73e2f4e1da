const operation = { type: 'string', description: "an operationId or 'METHOD /path'" };
const operations = { anyOf: [operation, { type: 'array', items: operation }] };
const path = { type: 'string', pattern: '^/' };
const place = {
  type: 'string',
  pattern: '^[/$]',
  description: 'a JSON Pointer in the response, or a runtime expression',
};
const typeName = { anyOf: [{ type: 'string', minLength: 1 }, { const: false }] };
const names = { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] };

/** The JSON Schema (draft 2020-12) of `resources` in the configuration. */
export const CORRECTIONS_SCHEMA = {
  description:
    'corrections of the resource types that are inferred from the document, by their names in `contract show`',
  type: 'object',
  additionalProperties: {
    type: 'object',
    additionalProperties: false,
    properties: {
      item: { ...path, description: 'the path of one record' },
      collection: { ...path, description: 'the path of the collection' },
      parent: { ...typeName, description: 'the type whose identifiers the path begins with; false: none' },
      create: operation,
      read: operation,
      list: operation,
      update: operation,
      patch: operation,
      delete: operation,
      head: operation,
      actions: { ...operations, description: 'operations that do something else with a record' },
      id: {
        description: 'where the identifier of a created record is, by path parameter if there are several',
        anyOf: [place, { type: 'object', additionalProperties: place }],
      },
      references: {
        description: 'the types that properties and parameters refer to, by name or JSON Pointer; false: none',
        type: 'object',
        additionalProperties: typeName,
      },
      'server-set': { ...names, description: 'properties that the service sets itself, by name or JSON Pointer' },
      ignore: { type: 'boolean', description: 'true: it is no resource type' },
    },
  },
};
