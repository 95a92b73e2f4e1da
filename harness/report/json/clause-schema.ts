import * as z from 'zod';

export const location = z
  .strictObject({ file: z.string(), line: z.int().min(1), column: z.int().min(1) })
  .meta({ id: 'location', description: 'A place in a source file; line and column start at 1.' });

const name = z.string();
const status = z.string().describe('As in the document: `200`, `2XX` or `default`.');

const clausePart = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('any-response') }),
    z.strictObject({ kind: z.literal('security') }),
    z.strictObject({ kind: z.literal('parameter'), in: z.enum(['path', 'query', 'header', 'cookie']), name }),
    z.strictObject({ kind: z.literal('request-body'), mediaType: z.string().optional() }),
    z.strictObject({ kind: z.literal('response'), status }),
    z.strictObject({ kind: z.literal('response-body'), status, mediaType: z.string() }),
    z.strictObject({ kind: z.literal('response-header'), status, name }),
  ])
  .meta({ id: 'part', description: 'The part of an exchange that a clause is about.' });

export const clause = z
  .strictObject({
    id: z.string().describe('Stable over runs.'),
    operation: z.string(),
    direction: z.enum(['request', 'response']),
    part: clausePart,
    schemaPointer: z.string().describe('JSON Pointer into the document, with #.'),
    location,
    instancePath: z.string().describe('JSON Pointer into the value of the part; * stands for every item.'),
    description: z.string(),
  })
  .meta({ id: 'clause', description: 'One statement of the contract that a service can satisfy or violate.' });
