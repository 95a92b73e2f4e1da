import { JsonSyntaxError, parseJsonBytes } from '../core/json/index.ts';
import type { Answer, Json } from '../core/model.ts';
import { headerValues } from './response.ts';
import { undoContentCodings } from '../http/content-coding.ts';

/** A body as JSON, or why it is none. */
export type Body = { readonly value: Json } | { readonly problem: string };

const bodies = new WeakMap<Answer, Body>();

/** The answer's body as JSON; read once for all checks. */
export function jsonBody(answer: Answer): Body {
  let body = bodies.get(answer);
  if (!body) {
    body = read(answer);
    bodies.set(answer, body);
  }
  return body;
}

function read(answer: Answer): Body {
  const decoded = undoContentCodings(headerValues(answer, 'content-encoding'), answer.bytes);
  if ('problem' in decoded) return decoded;
  if (decoded.bytes.length === 0) return { problem: 'the body is empty' };
  try {
    return { value: parseJsonBytes(decoded.bytes) };
  } catch (error) {
    if (error instanceof JsonSyntaxError) return { problem: error.message };
    throw error;
  }
}
