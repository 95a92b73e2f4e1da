import * as z from 'zod';
import type { HttpResponse } from '../../core/model.ts';
import { utf8 } from '../text/excerpt.ts';

export const count = z.int().nonnegative();
export const milliseconds = z.number().nonnegative();

/** Bytes: `{"text"}` if they are UTF-8, else `{"base64"}`. */
const bytes = z
  .codec(
    z.union([z.strictObject({ text: z.string() }), z.strictObject({ base64: z.base64() })]),
    z.instanceof(Uint8Array),
    {
      decode: (json) => Uint8Array.from('text' in json ? Buffer.from(json.text) : Buffer.from(json.base64, 'base64')),
      encode: (value) => {
        const text = utf8(value);
        return text === undefined ? { base64: Buffer.from(value).toString('base64') } : { text };
      },
    },
  )
  .meta({ id: 'bytes', description: 'Text if it is UTF-8, else Base64.' });

const headers = z.array(z.tuple([z.string(), z.string()])).meta({ id: 'headers' });

const request = z.strictObject({
  method: z.string(),
  path: z.string().describe('Path and query as sent, below the path of the target.'),
  headers,
  body: bytes.optional(),
});

const responseEntry = z
  .strictObject({
    status: z.int(),
    statusText: z.string(),
    httpVersion: z.string(),
    headers,
    body: bytes,
    truncatedBytes: count.optional().describe('Bytes of the body that were not retained. Absent: none.'),
    streamLimit: z
      .enum(['items', 'bytes', 'time'])
      .optional()
      .describe('Which limit ended the reading of a stream. Absent: the body was read to its end.'),
    complete: z.boolean().describe('False if the message ended before its declared end.'),
    durationMs: milliseconds,
  })
  .meta({ id: 'response' });

/** Without what the client noted about the connection. */
const response = z.codec(responseEntry, z.custom<HttpResponse>(), {
  decode: (entry) => entry as HttpResponse,
  encode: ({ connection: _, ...entry }) => entry as z.output<typeof responseEntry>,
});

const transportError = z
  .strictObject({
    kind: z.enum([
      'connect',
      'reset',
      'timeout',
      'truncated',
      'malformed',
      'too-large',
      'cross-talk',
      'aborted',
      'unsendable',
    ]),
    detail: z.string(),
    durationMs: milliseconds,
    partial: response.optional().describe('What had arrived before the error.'),
  })
  .meta({ id: 'transportError', description: 'Why there is no usable response.' });

const inPath = z
  .array(z.strictObject({ segment: count, name: z.string() }))
  .describe('Which captured values are in the path, by the number of the segment.');

const captured = z.strictObject({
  name: z.string(),
  value: z.string(),
  from: z.union([
    z.strictObject({ in: z.enum(['location', 'etag']) }),
    z.strictObject({ in: z.enum(['body', 'version']), property: z.string() }),
  ]),
});

export const step = z
  .strictObject({
    purpose: z.string(),
    request: request,
    response: z.union([response, transportError]),
    captures: z.array(captured).describe('Values of the response that later requests carry.'),
    inPath,
  })
  .meta({ id: 'step', description: 'One of the requests that together show a finding.' });

/** A request and its response, or the transport error. */
export const exchange = z
  .strictObject({
    request,
    response: z.union([response, transportError]),
    lineage: z
      .strictObject({ steps: z.array(step), inPath })
      .optional()
      .describe('The requests that created the records that it names, or listed them.'),
  })
  .meta({ id: 'exchange' });
