import { connect } from 'node:net';

/** A response as read from a connection. */
export interface RawResponse {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Writes bytes to a new connection and reads `count` responses, or until the mock closes it. */
export async function exchange(
  port: number,
  bytes: string | Uint8Array,
  count = 1,
  toHead = false,
): Promise<RawResponse[]> {
  const socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.write(bytes);
  return await new Promise((resolve, reject) => {
    const finish = () => {
      socket.destroy();
      resolve(readResponses(Buffer.concat(chunks), toHead));
    };
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      if (readResponses(Buffer.concat(chunks), toHead).length >= count) finish();
    });
    socket.on('end', finish);
    socket.on('error', (error: NodeJS.ErrnoException) => (error.code === 'ECONNRESET' ? finish() : reject(error)));
  });
}

/** Parses the complete responses at the beginning of received bytes. All have a length; those to HEAD have no body. */
export function readResponses(received: Buffer, toHead = false): RawResponse[] {
  const responses: RawResponse[] = [];
  for (let rest = received; ; ) {
    const end = rest.indexOf('\r\n\r\n');
    if (end === -1) return responses;
    const [statusLine = '', ...lines] = rest.subarray(0, end).toString('latin1').split('\r\n');
    const headers = Object.fromEntries(lines.map(splitHeader));
    const length = toHead ? 0 : Number(headers['content-length'] ?? 0);
    if (rest.length < end + 4 + length) return responses;
    const status = Number(statusLine.split(' ')[1]);
    if (status >= 200) responses.push({ status, headers, body: rest.subarray(end + 4, end + 4 + length) });
    rest = rest.subarray(end + 4 + length);
  }
}

function splitHeader(line: string): [name: string, value: string] {
  const colon = line.indexOf(':');
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
}

export interface RequestParts {
  readonly method?: string;
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** Serializes a request with its Content-Length. */
export function requestBytes({ method = 'POST', target, headers = {}, body }: RequestParts): Buffer {
  const bytes = Buffer.from(body ?? '');
  const all = {
    host: 'localhost',
    ...(body === undefined ? {} : { 'content-length': String(bytes.length) }),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1'), bytes]);
}

/** Sends one request. */
export async function send(port: number, parts: RequestParts): Promise<RawResponse> {
  const [response] = await exchange(port, requestBytes(parts), 1, parts.method === 'HEAD');
  if (response === undefined) throw new Error(`no response to ${parts.method ?? 'POST'} ${parts.target}`);
  return response;
}
