import type { IncomingMessage, Server, ServerOptions } from 'node:http';
import { createSecureServer, type Http2ServerRequest, type Http2Session } from 'node:http2';
import type { TLSSocket } from 'node:tls';
import type { ServerCertificate } from './certificate.ts';

/** Headers of a connection, which an HTTP/2 message must not have (RFC 9113 section 8.2.2). */
const CONNECTION_HEADERS = new Set(['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade']);

/**
 * Creates a server that speaks HTTP/2, and HTTP/1.1 with clients that do not. Its messages are those of the compatibility API of
 * node:http2, which are used here like those of node:http.
 */
export function createHttp2Server(certificate: ServerCertificate, options: ServerOptions): Server {
  const server = createSecureServer({ ...certificate, ...options, allowHTTP1: true });
  const { headersTimeout = 0, requestTimeout = 0, keepAliveTimeout = 0 } = options;
  Object.assign(server, { headersTimeout, requestTimeout, keepAliveTimeout });
  // A client that breaks the protocol loses its connection; without a listener the error would end the process.
  server.on('session', (session: Http2Session) => session.on('error', () => session.destroy()));
  return server as unknown as Server;
}

/** True for a connection with HTTP/2. */
export function isHttp2Socket(socket: object): boolean {
  return (socket as Partial<TLSSocket>).alpnProtocol === 'h2';
}

/** Returns the message if it is one of HTTP/2. */
export function asHttp2(message: IncomingMessage): Http2ServerRequest | undefined {
  return message.httpVersionMajor === 2 ? (message as unknown as Http2ServerRequest) : undefined;
}

/** Returns the headers as HTTP/1.1 has them: `Host` in place of the pseudo-header fields (RFC 9113 section 8.3.1). */
export function http1Headers({ headers }: Http2ServerRequest): Http2ServerRequest['headers'] {
  const ordinary = Object.entries(headers).filter(([name]) => !name.startsWith(':'));
  const { ':authority': authority } = headers;
  return { ...(authority === undefined ? {} : { host: authority }), ...Object.fromEntries(ordinary) };
}

/** Returns headers by name, as a message of HTTP/2 can have them. */
export function http2Headers(list: readonly (readonly [name: string, value: string])[]): Record<string, string[]> {
  const byName = new Map<string, string[]>();
  for (const [name, value] of list) {
    const lower = name.toLowerCase();
    if (!CONNECTION_HEADERS.has(lower)) byName.set(lower, [...(byName.get(lower) ?? []), value]);
  }
  return Object.fromEntries(byName);
}
