import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { parseJsonBody } from '../../harness/checks/response.ts';
import { createResponse } from './exchanges.ts';

const text = Buffer.from('{"a":1}');
const parseEncoded = (coding: string | undefined, body: Uint8Array) =>
  parseJsonBody(createResponse({ headers: coding === undefined ? [] : [['Content-Encoding', coding]], body }));

describe('content codings are removed before parsing (RFC 9110 section 8.4)', () => {
  test.each<[string | undefined, Uint8Array]>([
    [undefined, text],
    ['identity', text],
    ['gzip', gzipSync(text)],
    ['X-GZip', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['br', brotliCompressSync(text)],
    ['gzip, br', brotliCompressSync(gzipSync(text))],
  ])('%s', (coding, bytes) => {
    expect(parseEncoded(coding, bytes)).toEqual({ value: { a: 1 } });
  });

  test('codings may be split over two headers', () => {
    const body = brotliCompressSync(gzipSync(text));
    const headers: [string, string][] = [
      ['content-encoding', 'gzip'],
      ['content-encoding', 'br'],
    ];
    expect(parseJsonBody(createResponse({ headers, body }))).toEqual({ value: { a: 1 } });
  });

  test.each<[string, Uint8Array, RegExp]>([
    ['gzip', text, /the body is not gzip: incorrect header check/],
    ['gzip', gzipSync(text).subarray(0, 15), /the body is not gzip: unexpected end/],
    ['gzip', gzipSync(Buffer.alloc(64 << 20)), /the body is not gzip: .*larger than/],
    ['deflate', deflateRawSync(text), /the body is not deflate: incorrect header check/],
    ['zstd2', text, /the content coding zstd2 is unknown/],
    ['constructor', text, /the content coding constructor is unknown/],
  ])('a body that is not %s is a problem', (coding, bytes, problem) => {
    expect(parseEncoded(coding, bytes)).toEqual({ problem: expect.stringMatching(problem) });
  });
});

test('a body is parsed once for all checks', () => {
  const response = createResponse({ body: text });
  expect(parseJsonBody(response)).toBe(parseJsonBody(response));
});

test('an empty body is not JSON', () => {
  expect(parseEncoded(undefined, Buffer.alloc(0))).toEqual({ problem: 'the body is empty' });
});
