import type { IncomingMessage } from 'node:http';
import type { HttpResponse, TransportError } from '../../core/model.ts';
import { isConnectError } from './backend.ts';
import { pairsOf } from './forward-headers.ts';

/** The response of the backend as checks see it. */
export function toHttpResponse(message: IncomingMessage, body: Uint8Array, startedAt: number): HttpResponse {
  return {
    status: message.statusCode ?? 0,
    statusText: message.statusMessage ?? '',
    httpVersion: message.httpVersion,
    headers: pairsOf(message.rawHeaders),
    body,
    complete: message.complete,
    durationMs: performance.now() - startedAt,
  };
}

/** True if the backend reset the connection, other than by closing it. */
export function isReset({ code, syscall }: NodeJS.ErrnoException): boolean {
  return code === 'ECONNRESET' && syscall === 'read';
}

/** Why there is no response. */
export function toTransportError(error: NodeJS.ErrnoException, startedAt: number): TransportError {
  const detail = error.code && !error.message.includes(error.code) ? `${error.code}: ${error.message}` : error.message;
  const kind = isConnectError(error) ? 'connect' : error.code?.startsWith('HPE_') ? 'malformed' : 'reset';
  return { kind, detail, durationMs: performance.now() - startedAt };
}
