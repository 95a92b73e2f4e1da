import { randomBytes } from 'node:crypto';
import * as http from 'node:http';
import * as https from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type Address, addressOf } from '../../http/address.ts';
import { isCertificateError } from '../../http/tls.ts';
import { agentFor } from '../../http/transport.ts';
import { type Gateway, requestHeaders } from './forward-headers.ts';
import type { ForwardedBody } from './forwarded-body.ts';
import type { ResolvedProxy } from './proxy-options.ts';

/** A request that is to be sent to the backend. */
export interface BackendCall {
  readonly message: http.IncomingMessage;
  readonly target: string;
  readonly body: ForwardedBody;
  /** The response to the client; the request to the backend ends with it. An abort signal for each would cost a thirtieth of the whole. */
  readonly response: http.ServerResponse;
  /** Called for each interim response (RFC 9110 section 15.2). */
  onInformation(status: number, headers: http.IncomingHttpHeaders): void;
}

/** The protocol that the backend switched to, or its response if it did not. */
export type Upgraded =
  | { readonly message: http.IncomingMessage; readonly socket: Duplex; readonly head: Buffer }
  | { readonly message: http.IncomingMessage; readonly socket: undefined };

/** Methods that may be sent again (RFC 9110 section 9.2.2). */
const IDEMPOTENT = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PUT', 'DELETE']);

/** The service behind the proxy. */
export class Backend {
  readonly gateway: Gateway;
  readonly url: string;
  private readonly address: Address;
  private readonly options: ResolvedProxy;
  private readonly isSecure: boolean;
  private readonly agents = new WeakMap<Socket, http.Agent>();
  private readonly failures = new WeakMap<http.IncomingMessage, NodeJS.ErrnoException>();

  constructor(options: ResolvedProxy) {
    const parsed = new URL(options.url);
    this.options = options;
    this.url = options.url;
    this.isSecure = parsed.protocol === 'https:';
    this.address = addressOf(parsed, options.proxy);
    this.gateway = { name: `contract-mock-${randomBytes(4).toString('hex')}`, backendHost: parsed.host };
  }

  /** Sends a request on. @returns the head of the response @throws what node:http reports if there is none */
  send(call: BackendCall, isRetry = false): Promise<http.IncomingMessage> {
    const { message, body, response: ending, target } = call;
    const { method = '' } = message;
    return new Promise((resolve, reject) => {
      const request = this.request(message, target, requestHeaders(message, this.gateway));
      ending.on('close', () => {
        if (!ending.writableFinished) request.destroy();
      });
      let received: http.IncomingMessage | undefined;
      request.on('information', ({ statusCode, headers }) => call.onInformation(statusCode, headers));
      request.on('response', (response) => {
        received = response;
        resolve(response);
      });
      request.on('error', (error: NodeJS.ErrnoException) => {
        if (received) this.failures.set(received, error);
        // The backend closed an idle connection and has not seen the request (RFC 9112 section 9.3.1).
        const isStale = request.reusedSocket && error.code === 'ECONNRESET' && !ending.destroyed;
        const isRepeatable = !isRetry && IDEMPOTENT.has(method) && !body.isTooLarge;
        if (isStale && isRepeatable) this.send(call, true).then(resolve, reject);
        else reject(error);
      });
      body.sendTo(request);
      void body.ended.then(() => endRequest(request, message));
    });
  }

  /** Asks the backend to switch protocols (RFC 9110 section 7.8). */
  upgrade(message: http.IncomingMessage, target: string, signal: AbortSignal): Promise<Upgraded> {
    const { headers } = message;
    const sent = requestHeaders(message, this.gateway);
    sent.push('Connection', 'Upgrade', 'Upgrade', headers.upgrade ?? '');
    return new Promise((resolve, reject) => {
      const request = this.request(message, target, sent, signal);
      request.on('upgrade', (response, socket, head) => resolve({ message: response, socket, head }));
      request.on('response', (response) => resolve({ message: response, socket: undefined }));
      request.on('error', reject);
      request.end();
    });
  }

  /** Returns what was wrong after the head of a response, e.g. data after its end. */
  failureOf(response: http.IncomingMessage): NodeJS.ErrnoException | undefined {
    return this.failures.get(response);
  }

  private request(
    { method = '', socket }: http.IncomingMessage,
    target: string,
    headers: string[],
    signal?: AbortSignal,
  ): http.ClientRequest {
    const { host, port, pathPrefix, headers: extra } = this.address;
    const all = [...headers, ...extra.flat()];
    const agent = this.agentOf(socket);
    const options = { host, port, method, path: pathPrefix + target, headers: all, agent, ...(signal && { signal }) };
    return this.isSecure ? https.request(options) : http.request(options);
  }

  /** Each connection of a client has one of its own: what a connection remembers, or how it ends, is as without the proxy. */
  private agentOf(socket: Socket): http.Agent {
    const known = this.agents.get(socket);
    if (known) return known;
    const { url, tls, proxy } = this.options;
    const agent = agentFor(url, { tls, proxy }, { keepAlive: true, maxSockets: 1, noDelay: true });
    this.agents.set(socket, agent);
    socket.on('close', () => agent.destroy());
    return agent;
  }
}

/** True if there was no connection at all: nothing listens, the name is unknown, or the certificate is not trusted. */
export function isConnectError(error: NodeJS.ErrnoException): boolean {
  return error.syscall === 'connect' || error.syscall === 'getaddrinfo' || isCertificateError(error);
}

function endRequest(request: http.ClientRequest, message: http.IncomingMessage): void {
  if (request.destroyed) return;
  if (!message.complete) {
    request.destroy();
    return;
  }
  if (message.rawTrailers.length > 0) request.addTrailers(message.trailers as http.OutgoingHttpHeaders);
  request.end();
}
