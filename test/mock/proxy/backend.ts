import type { IncomingMessage, RequestListener } from 'node:http';
import { bodyOf, serve } from '../../servers.ts';

/** A document with records and an error that is described. */
export const NOTES = {
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  paths: {
    '/notes': {
      get: {
        operationId: 'listNotes',
        responses: { 200: json({ type: 'array', items: ref('Note') }), default: json(ref('Error')) },
      },
      post: {
        operationId: 'createNote',
        requestBody: { required: true, content: { 'application/json': { schema: ref('NewNote') } } },
        responses: {
          201: { ...json(ref('Note')), headers: { Location: { schema: { type: 'string' } } } },
          204: { description: 'created', headers: { Location: { schema: { type: 'string' } } } },
          default: json(ref('Error')),
        },
      },
    },
    '/notes/{noteId}': {
      parameters: [{ name: 'noteId', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { operationId: 'getNote', responses: { 200: json(ref('Note')), 404: json(ref('Error')) } },
      delete: { operationId: 'deleteNote', responses: { 204: { description: 'gone' }, 404: json(ref('Error')) } },
    },
    '/events': {
      get: {
        operationId: 'events',
        responses: { 200: { description: 'ok', content: { 'text/event-stream': { schema: { type: 'string' } } } } },
      },
    },
    '/files': {
      put: {
        operationId: 'putFile',
        requestBody: { content: { 'application/octet-stream': {} } },
        responses: { 204: { description: 'kept' } },
      },
    },
  },
  components: {
    schemas: {
      NewNote: { type: 'object', required: ['text'], properties: { text: { type: 'string' } } },
      Note: {
        type: 'object',
        required: ['id', 'text'],
        properties: { id: { type: 'integer' }, text: { type: 'string' } },
      },
      Error: { type: 'object', required: ['message'], properties: { message: { type: 'string' } } },
    },
  },
};

function ref(name: string) {
  return { $ref: `#/components/schemas/${name}` };
}

function json(schema: object) {
  return { description: 'ok', content: { 'application/json': { schema } } };
}

export interface Recorded {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly rawHeaders: readonly string[];
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** A backend that keeps what it receives. */
export async function recordingBackend(respond: RequestListener): Promise<{ url: string; received: Recorded[] }> {
  const received: Recorded[] = [];
  const url = await serve(async (request, response) => {
    const body = await bodyOf(request);
    const { method, url: target, rawHeaders, headers } = request;
    received.push({ method, url: target, rawHeaders, headers, body });
    respond(request, response);
  });
  return { url, received };
}

/** Responds with JSON. */
export function respondJson(status: number, body: unknown, headers: Record<string, string> = {}): RequestListener {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };
}
