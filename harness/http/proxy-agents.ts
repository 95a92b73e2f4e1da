import * as http from 'node:http';
import * as https from 'node:https';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';

type Address = { readonly host?: string | null | undefined; readonly port?: number | string | null | undefined };
type AddRequest = (request: http.ClientRequest, options: Address) => void;

/** Returns `Proxy-Authorization` if the URL of the proxy has userinfo (RFC 9110 section 11.7.2). */
export function proxyCredentials(proxy: string): [name: string, value: string][] {
  const { username, password } = new URL(proxy);
  if (username === '') return [];
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return [['proxy-authorization', `Basic ${Buffer.from(pair).toString('base64')}`]];
}

/** Sends requests to a proxy, with the target in absolute form (RFC 9112 section 3.2.2). */
export class ForwardAgent extends http.Agent {
  readonly #proxy: string;

  constructor(proxy: string, options: http.AgentOptions) {
    super(options);
    this.#proxy = proxy;
  }

  /** Called by node:http for each request, but not typed. A head passed as a list of headers is already serialized. */
  addRequest(request: http.ClientRequest, options: Address): void {
    if (!request.path.startsWith('http://')) {
      request.path = `http://${options.host}:${options.port ?? 80}${request.path}`;
      for (const [name, value] of proxyCredentials(this.#proxy)) request.setHeader(name, value);
    }
    const { addRequest } = http.Agent.prototype as unknown as { addRequest: AddRequest };
    addRequest.call(this, request, options);
  }

  override createConnection(): Socket {
    return connectTo(this.#proxy);
  }
}

/** Tunnels TLS through a proxy with CONNECT (RFC 9110 section 9.3.6). */
export class TunnelAgent extends https.Agent {
  readonly #proxy: string;

  constructor(proxy: string, options: https.AgentOptions) {
    super(options);
    this.#proxy = proxy;
  }

  override createConnection(
    options: http.ClientRequestArgs,
    done: (error: Error | null, socket?: Duplex | null) => void,
  ): undefined {
    const authority = `${options.host?.includes(':') ? `[${options.host}]` : options.host}:${options.port ?? 443}`;
    const { hostname, port } = new URL(this.#proxy);
    const headers = { host: authority, ...Object.fromEntries(proxyCredentials(this.#proxy)) };
    const proxyHost = withoutBrackets(hostname);
    const connectRequest = http.request({
      host: proxyHost,
      port: port || 80,
      method: 'CONNECT',
      path: authority,
      headers,
    });
    connectRequest.once('connect', ({ statusCode }, socket) => {
      if (statusCode === 200) {
        const tunneled: object = { ...options, socket };
        done(null, super.createConnection(tunneled));
        return;
      }
      socket.destroy();
      done(connectError(`the proxy responded ${statusCode} to CONNECT ${authority}`));
    });
    connectRequest.once('error', (error) => done(connectError(`cannot connect to the proxy: ${error.message}`)));
    connectRequest.end();
  }
}

/** Sets `syscall` as node:net does, to mark the error as a failed connect. */
function connectError(message: string): Error {
  return Object.assign(new Error(message), { syscall: 'connect' });
}

function connectTo(proxy: string): Socket {
  const { hostname, port } = new URL(proxy);
  return connect({ host: withoutBrackets(hostname), port: Number(port || 80) });
}

function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}
