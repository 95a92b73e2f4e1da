import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** Serves HTTP on a free port until the test is over; gives the base URL. */
export async function serve(listener: RequestListener): Promise<string> {
  return listen(createServer({ keepAliveTimeout: 60_000 }, listener));
}

/** Hands over each connection with its number, from 1: for responses that are not HTTP, or only in part. */
export async function serveRaw(connected: (socket: Socket, number: number) => void): Promise<string> {
  let count = 0;
  return listen(createTcpServer((socket) => connected(socket, ++count)));
}

/** Responds to the first bytes of each connection with these and closes. */
export async function serveBytes(bytes: string | Uint8Array): Promise<string> {
  return serveRaw((socket) => socket.once('data', () => socket.end(bytes)));
}

async function listen(server: Server): Promise<string> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const socket of sockets) socket.destroy();
    return closed;
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Below those that systems give by themselves: no server on a free port, and no connection, gets one of these. */
const DEAF_PORTS = { first: 12_000, count: 18_000 };
let nextDeafPort = (process.pid * 101) % DEAF_PORTS.count;

/** A port of 127.0.0.1 on which nothing listens, nor will, unless the test has something listen on it. */
export async function deafUrl(): Promise<string> {
  for (;;) {
    const port = DEAF_PORTS.first + (nextDeafPort++ % DEAF_PORTS.count);
    if (await isFree(port)) return `http://127.0.0.1:${port}`;
  }
}

function isFree(port: number): Promise<boolean> {
  const server = createTcpServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/** The whole body of a request. */
export async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
