import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { MockResponse } from '../types.ts';
import { pairsOf, responseHeaders } from './forward-headers.ts';

/** Where the response of the backend goes. */
export interface Destination {
  readonly response: ServerResponse;
  /** The request that it responds to. */
  readonly message: IncomingMessage;
  readonly backendUrl: string;
  /** What a path of the backend has before it on this server. */
  readonly basePath: string;
  /** Adds headers of the mock. */
  readonly decorate: (response: MockResponse) => MockResponse;
}

const NO_BYTES = new Uint8Array();

/** Sends an interim response on (RFC 9110 section 15.2). */
export function sendInformation(response: ServerResponse, status: number, headers: IncomingHttpHeaders): void {
  if (response.destroyed || response.headersSent) return;
  if (status === 100) response.writeContinue();
  else if (status === 102) response.writeProcessing();
  else if (status === 103 && headers['link'] !== undefined)
    response.writeEarlyHints(headers as Record<string, string | string[]>);
}

/** Sends the head of a response on: status, reason and headers as they came, without those of the connection. */
export function startResponse(destination: Destination, from: IncomingMessage): void {
  const { response, message, backendUrl, basePath, decorate } = destination;
  const scheme = 'encrypted' in message.socket ? 'https' : 'http';
  const list = responseHeaders(from, backendUrl, { origin: `${scheme}://${message.headers.host}`, basePath });
  const status = from.statusCode ?? 502;
  const received: MockResponse = { status, headers: pairsOf(list), body: NO_BYTES };
  // A backend that knows CORS knows which origins may read it.
  const { headers } = from.headers['access-control-allow-origin'] === undefined ? decorate(received) : received;
  response.sendDate = false;
  response.cork();
  response.writeHead(status, from.statusMessage ?? '', headers.flat());
  process.nextTick(() => response.uncork());
}

/**
 * Ends a response as the backend did, or cuts it short where the backend did.
 * @param rest what of the body is not sent yet
 */
export function endResponse(response: ServerResponse, from: IncomingMessage, rest: Uint8Array = NO_BYTES): void {
  if (response.destroyed) return;
  if (rest.length > 0) response.write(rest);
  if (from.complete) {
    if (from.rawTrailers.length > 0) response.addTrailers(pairsOf(from.rawTrailers));
    response.end();
  } else if (response.socket) response.socket.destroySoon();
}
