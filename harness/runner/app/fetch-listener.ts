import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';

/** Handles a request of the Fetch API, as Hono and other frameworks do. */
export type FetchHandler = (request: Request) => Response | Promise<Response>;

/** The Fetch API has no request with these methods, and no body with those. */
const FORBIDDEN_METHODS = new Set(['CONNECT', 'TRACE', 'TRACK']);
const BODILESS_METHODS = new Set(['GET', 'HEAD']);

/** Returns a listener of node:http for a handler of the Fetch API. */
export function fetchListener(handler: FetchHandler): RequestListener {
  return (incoming, outgoing) => {
    respond(handler, incoming, outgoing).catch((error: unknown) => {
      // As a server would: the handler has no error handling of its own.
      if (!outgoing.headersSent) outgoing.writeHead(500);
      outgoing.end();
      if (!(error instanceof Error)) return;
      process.emitWarning(`the app failed: ${error.stack ?? error.message}`);
    });
  };
}

async function respond(handler: FetchHandler, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const request = toRequest(incoming);
  if (!request) {
    outgoing.writeHead(FORBIDDEN_METHODS.has(incoming.method ?? '') ? 501 : 400).end();
    return;
  }
  const response = await handler(request);
  outgoing.statusMessage = response.statusText;
  outgoing.writeHead(response.status, headersOf(response));
  if (response.body === null || incoming.method === 'HEAD') {
    outgoing.end();
    return;
  }
  for await (const chunk of response.body) {
    if (outgoing.destroyed) return;
    if (!outgoing.write(chunk)) await drained(outgoing);
  }
  outgoing.end();
}

/** @returns undefined if the Fetch API cannot represent it */
function toRequest(incoming: IncomingMessage): Request | undefined {
  const method = incoming.method ?? 'GET';
  const url = `http://${incoming.headers.host ?? 'localhost'}${incoming.url ?? '/'}`;
  if (FORBIDDEN_METHODS.has(method) || !URL.canParse(url)) return undefined;
  const headers = new Headers();
  for (let index = 0; index < incoming.rawHeaders.length; index += 2)
    headers.append(incoming.rawHeaders[index] ?? '', incoming.rawHeaders[index + 1] ?? '');
  if (BODILESS_METHODS.has(method)) return new Request(url, { method, headers });
  const body = Readable.toWeb(incoming) as ReadableStream<Uint8Array>;
  return new Request(url, { method, headers, body, duplex: 'half' });
}

/** Each cookie is a header of its own (RFC 6265 section 3). */
function headersOf({ headers }: Response): [string, string][] {
  const others = [...headers].filter(([name]) => name !== 'set-cookie');
  return [...others, ...headers.getSetCookie().map((value): [string, string] => ['set-cookie', value])];
}

function drained(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    outgoing.once('drain', resolve);
    outgoing.once('close', resolve);
  });
}
