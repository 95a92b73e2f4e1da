import type { IncomingMessage } from 'node:http';
import type { ReceivedRequest } from '../../core/received-request.ts';

/** Bytes of a request body; a larger one is received to its end and dropped, so that the answer is not lost in a reset. */
const MAX_BODY = 10 * 1024 * 1024;

const NO_BODY = new Uint8Array();

/** A whole request, or that its body was too large. Nothing is called for a request that breaks off. */
export function readRequest(
  message: IncomingMessage,
  done: (request: ReceivedRequest, tooLarge: boolean) => void,
): void {
  let chunks: Buffer[] | undefined;
  let size = 0;
  message.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > MAX_BODY) chunks = undefined;
    else if (chunks) chunks.push(chunk);
    else chunks = [chunk];
  });
  message.on('end', () => {
    const [first] = chunks ?? [];
    const body =
      chunks === undefined || first === undefined ? NO_BODY : chunks.length === 1 ? first : Buffer.concat(chunks);
    done(assemble(message, body), size > MAX_BODY);
  });
}

function assemble({ method = '', url = '', headers }: IncomingMessage, body: Uint8Array): ReceivedRequest {
  const target = url.startsWith('/') ? url : originForm(url);
  const mark = target.indexOf('?');
  const path = mark === -1 ? target : target.slice(0, mark);
  return { method, target: url, path, query: mark === -1 ? '' : target.slice(mark + 1), headers, body };
}

/** A target may also name the host (RFC 9112 section 3.2.2). */
function originForm(url: string): string {
  const local = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '');
  return local.startsWith('/') || local === '*' ? local : `/${local}`;
}
