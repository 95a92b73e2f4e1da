import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';

export interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Received {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const connections = new Agent({ keepAlive: true });

/** Sends a request, again on a new connection if the reused one turns out to be closed (RFC 9112 9.3.1). */
export async function send(sent: Sent): Promise<Received> {
  const { headers, status, bytes } = await exchange(sent, connections);
  const isZipped = headers['content-encoding'] === 'gzip' && bytes.length > 0;
  return { status, headers, body: (isZipped ? gunzipSync(bytes) : bytes).toString() };
}

interface Exchanged extends Omit<Received, 'body'> {
  readonly bytes: Buffer;
}

function exchange(sent: Sent, agent: Agent | false): Promise<Exchanged> {
  const { method, url, headers = {}, body } = sent;
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
  const all = { 'accept-encoding': 'gzip', ...headers, ...length };
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { method, headers: all, agent, timeout: 60_000 });
    request.once('timeout', () => request.destroy(new Error(`${method} ${url} got no response in time.`)));
    request.once('error', (error) => {
      if (request.reusedSocket && agent !== false) resolve(exchange(sent, false));
      else reject(error);
    });
    request.once('response', (response) => {
      const whole = buffer(response).then((bytes) => ({
        headers: response.headers,
        status: response.statusCode ?? 0,
        bytes,
      }));
      whole.then(resolve, reject);
    });
    request.end(body);
  });
}
