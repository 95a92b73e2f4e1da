import { describe, expect, test } from 'vitest';
import { type CaseInit, formatFindings } from './exchanges.ts';
import { find } from './sample-findings.ts';

describe('a lone surrogate in a response', () => {
  const [grin, half, other] = ['😀', '\\ud83d', '\\ud800'];
  const record_ = (name: string) => Buffer.from(`{"id":1,"name":"a${name}"}`);
  test.each<[string, CaseInit, string, string[]]>([
    ['is reported if the pair was sent', { body: record_(grin) }, half, ['error json-syntax']],
    [
      'is reported if the pair was sent as escapes',
      { body: record_('\\ud83d\\ude00') },
      '\\uDE00',
      ['error json-syntax'],
    ],
    ['is reported if the pair was sent in the query', { query: '?tags=a%F0%9F%98%80' }, half, ['error json-syntax']],
    ['is not confused with a pair', { body: record_(grin) }, `${grin}\\ud83d\\ude00`, []],
    ['is ignored if it belongs to another character', { body: record_(grin) }, other, []],
    ['is ignored if the pair was sent beside other text', { body: Buffer.from('{"id":1,"name":"b😀c"}') }, half, []],
    ['is ignored if no pair ends where it does', { body: Buffer.from('{"id":1,"name":"b😀c"}') }, '\\uDE00', []],
    ['is ignored if no pair was sent', { body: record_('') }, half, []],
    ['is ignored if it was sent alone as well', { body: record_(`${grin}${half}`) }, half, []],
    [
      'is ignored if the request is not UTF-8',
      { body: Buffer.from([...Buffer.from(grin), 0xed, 0xa0, 0xbd]) },
      half,
      [],
    ],
    [
      'is reported if the escape that was sent is itself escaped',
      { body: record_(`${grin}\\\\ud83d`) },
      half,
      ['error json-syntax'],
    ],
  ])('%s', (_, parts, back, expected) => {
    const found = formatFindings(find({ ...parts, expectation: 'any' }, { body: record_(back) }));
    expect(found.map((line) => line.split(' |')[0])).toEqual(expected);
  });

  test('is ignored in errors, whose messages are up to the service', () => {
    const cut = Buffer.from('{"code":400,"message":"a\\ud83d"}');
    expect(find({ body: record_(grin), expectation: 'reject' }, { status: 400, body: cut })).toEqual([]);
  });

  test('is reported with its path, the character and the surrogate', () => {
    expect(find({ body: record_(grin) }, { body: record_(half) })).toMatchObject([
      { message: '/name contains a lone surrogate (half of 😀) (RFC 8259 section 8.2)', actual: '\\ud83d' },
    ]);
  });
});
