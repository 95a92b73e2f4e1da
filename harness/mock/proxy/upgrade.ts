import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { RequestLog } from '../request-log.ts';
import { problemDetails } from '../respond/problem-details.ts';
import { writeRawResponse } from '../server/write-response.ts';
import type { Backend } from './backend.ts';
import type { IncomingCall } from './backend-proxy.ts';
import { type HeaderList, pairsOf } from './forward-headers.ts';
import { toTransportError } from './received-response.ts';

export interface UpgradeCall extends IncomingCall {
  readonly log: RequestLog;
  readonly backend: Backend;
  readonly socket: Duplex;
  /** What the client has sent after the head of its request. */
  readonly first: Buffer;
}

const NO_BYTES = new Uint8Array();

/** Connects the client with the backend, if the backend switches protocols; else sends its response on (RFC 9110 section 7.8). */
export async function forwardUpgrade(call: UpgradeCall): Promise<void> {
  const { message, target, backend, socket, first } = call;
  const startedAt = performance.now();
  const aborted = new AbortController();
  socket.on('error', () => socket.destroy());
  socket.on('close', () => aborted.abort());
  try {
    const upgraded = await backend.upgrade(message, target, aborted.signal);
    record(call, upgraded.message, startedAt);
    const status = `HTTP/1.1 ${upgraded.message.statusCode} ${upgraded.message.statusMessage}`;
    if (upgraded.socket) {
      socket.write(headOf(status, upgraded.message.rawHeaders));
      socket.write(upgraded.head);
      upgraded.socket.write(first);
      connect(socket, upgraded.socket);
    } else {
      const headers = pairsOf(upgraded.message.rawHeaders).filter(
        ([name]) => !/^(connection|keep-alive|transfer-encoding)$/i.test(name),
      );
      socket.write(headOf(status, [...headers.flat(), 'Connection', 'close']));
      upgraded.message.on('error', () => socket.destroy()).pipe(socket);
    }
  } catch (error) {
    if (aborted.signal.aborted) return;
    const { detail } = toTransportError(error as NodeJS.ErrnoException, startedAt);
    void writeRawResponse(socket, problemDetails(502, `the backend ${backend.url} cannot be reached: ${detail}`));
  }
}

function connect(client: Duplex, backend: Duplex): void {
  client.on('close', () => backend.destroy());
  backend.on('close', () => client.destroy()).on('error', () => client.destroy());
  client.pipe(backend).pipe(client);
}

function headOf(status: string, headers: HeaderList): Buffer {
  const lines = pairsOf(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${status}\r\n${lines.join('')}\r\n`, 'latin1');
}

function record(
  { log, head, route }: UpgradeCall,
  { statusCode = 0, rawHeaders }: IncomingMessage,
  startedAt: number,
): void {
  const validation = { operation: route.operation, problems: [], body: undefined };
  const response = { status: statusCode, headers: pairsOf(rawHeaders), body: NO_BYTES };
  log.add(head, validation, response, performance.now() - startedAt, []);
}
