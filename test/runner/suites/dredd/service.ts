import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket, type Server as TcpServer } from 'node:net';
import { onTestFinished } from 'vitest';
import type {
  DreddHeader,
  DreddTransaction,
  StatusRange,
} from '../../../../harness/runner/suites/dredd/worker/messages.ts';

const petSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  type: 'object',
  required: ['id', 'name'],
  properties: {
    id: { type: 'integer', minimum: -(2 ** 63), maximum: 2 ** 63 - 1 },
    name: { type: 'string' },
    tag: { type: 'string' },
  },
};

/** Serves until the test is over; gives the base URL. */
export async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  return listen(server, () => server.closeAllConnections());
}

/** Serves raw bytes: for responses that are not HTTP, or only in part. */
export async function serveRaw(response: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket.on('error', () => socket.destroy()));
    socket.once('data', () => response(socket));
  });
  return listen(server, () => {
    for (const socket of sockets) socket.destroy();
  });
}

async function listen(server: Server | TcpServer, drop: () => void): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    drop();
    return closed;
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Responds to every request with this. */
export function respondWith(status: number, contentType: string, body: string): RequestListener {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': contentType }).end(body);
  };
}

export const pet = respondWith(200, 'application/json', '{"id":1,"name":"Rex"}');

/** A response with any of the statuses. */
interface Expected {
  readonly statuses: readonly [StatusRange, ...StatusRange[]];
  readonly headers: readonly DreddHeader[];
  readonly bodySchema: unknown;
}

/** Creates a pet and expects it back with any success status. */
export function transaction(
  id: string,
  expected: Partial<Expected> = {},
  request: Partial<Omit<DreddTransaction, 'id' | 'expected'>> = {},
): DreddTransaction {
  const {
    statuses: [first, ...more] = [{ from: 200, to: 299 }],
    headers = [{ name: 'Content-Type', value: 'application/json' }],
  } = expected;
  const bodySchema = 'bodySchema' in expected ? expected.bodySchema : petSchema;
  const toResponse = (statuses: StatusRange) => ({ statuses, headers, bodySchema });
  return {
    id,
    name: `name of ${id}`,
    method: 'POST',
    uri: '/pets?tags=a&tags=b%20c',
    headers: [{ name: 'Content-Type', value: 'application/json' }],
    body: '{"id":1,"name":"Rex"}',
    ...request,
    expected: { responses: [toResponse(first), ...more.map(toResponse)] },
  };
}
