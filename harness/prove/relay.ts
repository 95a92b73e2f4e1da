import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { ReceivedRequest } from '../core/received-request.ts';
import type { MockResponse } from '../mock/types.ts';

/** How a response is transported to the client. */
export type TransportBehavior =
  // Failures: the client never gets a complete response.
  | 'reset'
  | 'close'
  | 'truncated'
  | 'malformed'
  | 'never'
  // Conforming: RFC 9112 sections 6.3, 7.1 and 9.6, RFC 8297.
  | 'slow'
  | 'chunked'
  | 'until close'
  | 'hang up'
  | 'early hints';

const RELAY_HEADER = 'x-relay-behavior';
/** Delay of a slow response. */
const SLOW_MS = 60;

/** Adds a header that instructs the relay, which removes it. */
export function withTransportBehavior(
  response: MockResponse,
  { method }: ReceivedRequest,
  behavior: TransportBehavior,
): MockResponse {
  const bodiless = method === 'HEAD' || response.status === 204 || response.status === 304;
  const note = `${behavior.replace(' ', '-')} ${bodiless ? 0 : response.body.length}`;
  return { ...response, headers: [[RELAY_HEADER, note], ...response.headers] };
}

/** A TCP relay before the mock, for transport behavior that node:http does not allow. */
export interface Relay {
  readonly url: string;
  close(): Promise<void>;
}

export async function startRelay(port: number): Promise<Relay> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect({ host: '127.0.0.1', port });
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => sockets.delete(socket));
    }
    client.on('close', () => upstream.destroy());
    client.pipe(upstream);
    forwardResponses(upstream, client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      const closed = once(server, 'close');
      server.close();
      await closed;
    },
  };
}

const RELAY_HEADER_PATTERN = new RegExp(`^${RELAY_HEADER}: ([a-z-]+) (\\d+)\r\n`, 'im');

/** Forwards responses; connections are not pipelined, so an instructed response starts at a chunk. */
function forwardResponses(upstream: Socket, client: Socket): void {
  let held: Buffer = Buffer.alloc(0);
  let last: Promise<void> | undefined;
  // The mock may close the connection while a delayed response is still pending.
  upstream.on('close', async () => {
    await last;
    client.end();
  });
  upstream.on('data', (chunk: Buffer) => {
    const bytes = held.length > 0 ? Buffer.concat([held, chunk]) : chunk;
    const end = bytes.indexOf('\r\n\r\n');
    const head = bytes.subarray(0, end + 2).toString('latin1');
    const note = head.startsWith('HTTP/1.1 ') ? RELAY_HEADER_PATTERN.exec(head) : null;
    if (!note) {
      client.write(bytes);
      return;
    }
    const [, name = '', length] = note;
    if (bytes.length < end + 4 + Number(length)) {
      held = bytes;
      return;
    }
    held = Buffer.alloc(0);
    const behavior = name.replace('-', ' ') as TransportBehavior;
    last = TRANSPORT_BEHAVIORS[behavior](client, {
      head: head.replace(RELAY_HEADER_PATTERN, ''),
      body: bytes.subarray(end + 4),
    });
  });
}

interface Message {
  /** Status line and headers, without the empty line after them. */
  readonly head: string;
  readonly body: Buffer;
}

const serializeMessage = ({ head, body }: Message): Buffer =>
  Buffer.concat([Buffer.from(`${head}\r\n`, 'latin1'), body]);
const replaceContentLength = (head: string, instead: string): string =>
  head.replace(/^content-length: .*\r\n/im, `${instead}\r\n`);

const TRANSPORT_BEHAVIORS: Readonly<Record<TransportBehavior, (client: Socket, message: Message) => Promise<void>>> = {
  reset: async (client) => {
    client.resetAndDestroy();
  },
  close: async (client) => {
    client.end();
  },
  truncated: async (client, message) => {
    const bytes = serializeMessage(message);
    client.end(bytes.subarray(0, bytes.length - Math.max(2, Math.ceil(message.body.length / 2))));
  },
  malformed: async (client) => {
    client.end('SSH-2.0-OpenSSH_9.6\r\n\r\n');
  },
  never: () => new Promise<void>(() => {}),
  slow: async (client, message) => {
    await pause(SLOW_MS);
    if (client.writable) client.write(serializeMessage(message));
  },
  chunked: async (client, { head, body }) => {
    if (body.length === 0) {
      client.write(serializeMessage({ head, body }));
      return;
    }
    client.write(`${replaceContentLength(head, 'transfer-encoding: chunked')}\r\n`, 'latin1');
    const half = Math.ceil(body.length / 2);
    for (const part of [body.subarray(0, half), body.subarray(half)])
      if (part.length > 0) client.write(Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`), part, CRLF]));
    client.write('0\r\n\r\n');
  },
  'until close': async (client, { head, body }) => {
    client.end(
      serializeMessage({
        head: replaceContentLength(head, 'connection: close').replace(/^connection: keep-alive\r\n/im, ''),
        body,
      }),
    );
  },
  'hang up': async (client, message) => {
    client.end(serializeMessage(message));
  },
  'early hints': async (client, message) => {
    client.write('HTTP/1.1 103 Early Hints\r\nlink: </style.css>; rel=preload\r\n\r\n');
    client.write(serializeMessage(message));
  },
};

const CRLF = Buffer.from('\r\n');
