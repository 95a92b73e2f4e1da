import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { parseJsonBody } from '../../harness/checks/response.ts';
import { answer } from './exchanges.ts';

const text = Buffer.from('{"a":1}');
const coded = (coding: string | undefined, body: Uint8Array) =>
  parseJsonBody(answer({ headers: coding === undefined ? [] : [['Content-Encoding', coding]], body }));

describe('a body is read through its content codings (RFC 9110 section 8.4)', () => {
  test.each<[string | undefined, Uint8Array]>([
    [undefined, text],
    ['identity', text],
    ['gzip', gzipSync(text)],
    ['X-GZip', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['br', brotliCompressSync(text)],
    ['gzip, br', brotliCompressSync(gzipSync(text))],
  ])('%s', (coding, bytes) => {
    expect(coded(coding, bytes)).toEqual({ value: { a: 1 } });
  });

  test('given in two headers', () => {
    const body = brotliCompressSync(gzipSync(text));
    const headers: [string, string][] = [
      ['content-encoding', 'gzip'],
      ['content-encoding', 'br'],
    ];
    expect(parseJsonBody(answer({ headers, body }))).toEqual({ value: { a: 1 } });
  });

  test.each<[string, Uint8Array, RegExp]>([
    ['gzip', text, /the body is not gzip: incorrect header check/],
    ['gzip', gzipSync(text).subarray(0, 15), /the body is not gzip: unexpected end/],
    ['gzip', gzipSync(Buffer.alloc(64 << 20)), /the body is not gzip: .*larger than/],
    ['deflate', deflateRawSync(text), /the body is not deflate: incorrect header check/],
    ['zstd2', text, /the content coding zstd2 is unknown/],
    ['constructor', text, /the content coding constructor is unknown/],
  ])('%s that is none is a problem', (coding, bytes, problem) => {
    expect(coded(coding, bytes)).toEqual({ problem: expect.stringMatching(problem) });
  });
});

test('a body is read once, however many checks ask', () => {
  const one = answer({ body: text });
  expect(parseJsonBody(one)).toBe(parseJsonBody(one));
});

test('an empty body is no JSON', () => {
  expect(coded(undefined, Buffer.alloc(0))).toEqual({ problem: 'the body is empty' });
});
