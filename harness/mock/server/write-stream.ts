import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { MockStream } from '../types.ts';
import { asHttp2 } from './http2.ts';

/** Writes the items of a stream at their pace and at the pace of the client, until there are none, the client is gone or the mock closes. */
export async function writeStream(
  response: ServerResponse,
  { chunks, pause }: MockStream,
  isClosing: () => boolean,
): Promise<void> {
  let isFirst = true;
  for (const chunk of chunks) {
    if (!isFirst) await pause();
    isFirst = false;
    if (isGone(response) || isClosing()) break;
    if (!response.write(chunk)) await Promise.race([once(response, 'drain'), once(response, 'close')]);
  }
  const { socket } = response;
  // Its end would otherwise be waited for.
  response.end(() => isClosing() && socket?.end());
}

function isGone(response: ServerResponse): boolean {
  return asHttp2(response.req)?.stream.destroyed ?? response.destroyed;
}
