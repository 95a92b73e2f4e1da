import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { UsageError } from '../../core/errors.ts';
import { type FetchHandler, fetchListener } from './fetch-listener.ts';

/**
 * An HTTP application that does not listen: a listener of node:http, a handler of the Fetch API, or an application of Express,
 * Fastify, Koa, Hono or a framework with the same interface.
 */
export type App =
  | RequestListener
  | FetchHandler
  | { readonly fetch: FetchHandler }
  | { callback(): RequestListener }
  | { ready(): PromiseLike<unknown>; routing(...message: Parameters<RequestListener>): void }
  | Server;

export interface ListeningApp {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves an application on a free port of 127.0.0.1, for as long as it is tested.
 * @throws {UsageError} for what is no application
 */
export async function listenApp(app: App): Promise<ListeningApp> {
  const server = createServer(await listenerOf(app));
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  return { url: `http://127.0.0.1:${port}`, close };
}

async function listenerOf(app: App): Promise<RequestListener> {
  const candidate: unknown = app;
  if (has(candidate, 'ready') && has(candidate, 'routing')) {
    // Fastify loads its plugins first.
    await candidate.ready();
    return (request, response) => void candidate.routing(request, response);
  }
  if (has(candidate, 'callback')) return candidate.callback() as RequestListener;
  // An application of Express is a function with two or three parameters.
  if (typeof candidate === 'function' && candidate.length >= 2) return candidate as RequestListener;
  if (has(candidate, 'fetch')) return fetchListener((request) => candidate.fetch(request) as Promise<Response>);
  if (typeof candidate === 'function') return fetchListener(candidate as FetchHandler);
  if (has(candidate, 'emit') && has(candidate, 'listen'))
    return (request, response) => void candidate.emit('request', request, response);
  throw new UsageError(
    'app must be a (request, response) listener, a fetch handler, or an application of Express, Fastify, Koa or Hono',
  );
}

function has<Name extends string>(
  value: unknown,
  name: Name,
): value is Readonly<Record<Name, (...parameters: readonly unknown[]) => unknown>> {
  const isObjectLike = (typeof value === 'object' && value !== null) || typeof value === 'function';
  return isObjectLike && typeof (value as Readonly<Record<string, unknown>>)[name] === 'function';
}
