import { headerValues } from '../core/http-response.ts';
import { JsonSyntaxError, parseJsonBytes } from '../core/json/index.ts';
import type { HttpResponse, JsonValue } from '../core/model.ts';
import { decodeContent } from '../http/content-coding.ts';

/** A body as JSON, or why it is none. */
export type ParsedBody = { readonly value: JsonValue } | { readonly problem: string };

const bodies = new WeakMap<HttpResponse, ParsedBody>();

/** The answer's body as JSON; read once for all checks. */
export function parseJsonBody(answer: HttpResponse): ParsedBody {
  let body = bodies.get(answer);
  if (!body) {
    body = read(answer);
    bodies.set(answer, body);
  }
  return body;
}

function read(answer: HttpResponse): ParsedBody {
  const decoded = decodeContent(headerValues(answer, 'content-encoding'), answer.body);
  if ('problem' in decoded) return decoded;
  if (decoded.body.length === 0) return { problem: 'the body is empty' };
  try {
    return { value: parseJsonBytes(decoded.body) };
  } catch (error) {
    if (error instanceof JsonSyntaxError) return { problem: error.message };
    throw error;
  }
}
