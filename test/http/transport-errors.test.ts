import type { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import type { TransportError } from '../../harness/core/model.ts';
import { serve, serveBytes, serveRaw } from '../servers.ts';
import { send } from './requests.ts';

describe('a transport error is reported for', () => {
  const ok = 'HTTP/1.1 200 OK\r\n';
  test.each<[string, string, TransportError['kind']]>([
    ['bytes that are not HTTP', 'hello\r\n\r\n', 'malformed'],
    ['a TLS alert', '\u0015\u0003\u0001\u0000\u0002\u0002\u0050', 'malformed'],
    ['a status that is not a number', 'HTTP/1.1 OK\r\n\r\n', 'malformed'],
    ['a header without a colon', `${ok}hello\r\n\r\n`, 'malformed'],
    ['a length that is not a number', `${ok}content-length: many\r\n\r\nabc`, 'malformed'],
    ['two lengths', `${ok}content-length: 1\r\ncontent-length: 2\r\n\r\nab`, 'malformed'],
    [
      'a chunk size that is not a number',
      `${ok}transfer-encoding: chunked\r\n\r\nsize\r\nabc\r\n0\r\n\r\n`,
      'malformed',
    ],
    ['more bytes than announced', `${ok}content-length: 3\r\n\r\nabcdef`, 'malformed'],
    ['a second response', `${ok}content-length: 1\r\n\r\na${ok}content-length: 1\r\n\r\nb`, 'malformed'],
    ['headers of a megabyte', `${ok}x: ${'x'.repeat(1 << 20)}\r\n\r\n`, 'malformed'],
    ['an end within the headers', `${ok}content-ty`, 'truncated'],
    ['fewer bytes than announced', `${ok}content-length: 10\r\n\r\nabc`, 'truncated'],
    ['chunks without the last one', `${ok}transfer-encoding: chunked\r\n\r\n3\r\nabc\r\n`, 'truncated'],
    ['an end within a chunk', `${ok}transfer-encoding: chunked\r\n\r\n9\r\nabc`, 'truncated'],
    [
      'a switch to another protocol',
      'HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
      'malformed',
    ],
  ])('%s', async (_, bytes, kind) => {
    expect(await send(await serveBytes(bytes))).toMatchObject({ kind, detail: expect.stringMatching(/\w/) });
  });

  test('data after a response is not reported as a malformed next response', async () => {
    const detail = /^data after the end of the response, as given by its length \(Parse Error: /;
    expect(await send(await serveBytes(`${ok}content-length: 3\r\n\r\nabcdef`))).toMatchObject({
      detail: expect.stringMatching(detail),
    });
  });

  test('a truncated response, with the part that had arrived', async () => {
    const response = await send(await serveBytes(`${ok}x: y\r\ncontent-length: 10\r\n\r\nabc`));
    expect(response).toMatchObject({ partial: { status: 200, complete: false, body: Buffer.from('abc') } });
  });

  test('an endless body, which is read up to the limit before the connection is closed', async () => {
    const closed: Promise<unknown>[] = [];
    let sent = 0;
    const url = await serve(({ socket }, response) => {
      closed.push(new Promise((resolve) => socket.once('close', resolve)));
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536, 'a'))) sent += 65_536;
      };
      response.on('drain', more);
      more();
    });
    const response = await send(url, {}, { maxBodyBytes: 1 << 20 });
    await Promise.all(closed);
    expect(response).toMatchObject({ kind: 'too-large', partial: { status: 200, complete: false } });
    const received = 'partial' in response ? response.partial?.body : undefined;
    expect([received?.length, received?.buffer.byteLength]).toEqual([64 * 1024, 64 * 1024]);
    expect([closed.length, sent < 32 << 20]).toEqual([1, true]);
  });

  test.each<[string, (socket: Socket) => void]>([
    ['never comes', () => undefined],
    ['stops within its headers', (socket) => socket.write('HTTP/1.1 200 OK\r\nx:')],
    ['stops within its body', (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nabc')],
    ['arrives one byte at a time, without end', trickle],
  ])('a response that %s is a timeout', async (_, respondTo) => {
    const url = await serveRaw((socket) => socket.once('data', () => respondTo(socket)));
    const error = await send(url, {}, { timeoutMs: 150 });
    expect(error).toMatchObject({ kind: 'timeout', detail: 'no complete response within 150 ms' });
    expect(error.durationMs).toBeGreaterThan(140);
  });
});

/** Keeps a connection busy without ever completing a message. */
function trickle(socket: Socket): void {
  socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9999\r\n\r\n');
  const timer = setInterval(() => socket.write('x'), 20);
  socket.once('close', () => clearInterval(timer));
}
