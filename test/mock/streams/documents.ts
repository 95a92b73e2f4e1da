/** A document whose operations respond with streams of all formats, described by `itemSchema` (OpenAPI 3.2). */
export const STREAMS = {
  openapi: '3.2.0',
  info: { title: 'Streams', version: '1' },
  paths: {
    '/events': stream('events', 'text/event-stream', {
      type: 'object',
      required: ['data'],
      properties: {
        event: { const: 'tick' },
        id: { type: 'string' },
        data: {
          type: 'string',
          contentMediaType: 'application/json',
          contentSchema: { $ref: '#/components/schemas/Tick' },
        },
      },
    }),
    '/lines': stream('lines', 'application/jsonl', { $ref: '#/components/schemas/Tick' }),
    '/sequence': stream('sequence', 'application/json-seq', { $ref: '#/components/schemas/Tick' }),
    '/parts': stream('parts', 'multipart/mixed', { $ref: '#/components/schemas/Tick' }),
  },
  components: {
    schemas: {
      Tick: {
        type: 'object',
        required: ['count', 'unit'],
        properties: { count: { type: 'integer', minimum: 0 }, unit: { enum: ['s', 'ms'] } },
      },
    },
  },
};

function stream(operationId: string, type: string, itemSchema: object) {
  return {
    get: { operationId, responses: { 200: { description: 'a stream', content: { [type]: { itemSchema } } } } },
  };
}
