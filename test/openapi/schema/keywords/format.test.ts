import { describe, expect, test } from 'vitest';
import { matchesFormat, STRING_FORMATS } from '../../../../harness/openapi/schema/keywords/format.ts';

const VALID: Readonly<Record<string, readonly string[]>> = {
  date: ['2024-02-29', '2000-02-29', '0000-02-29', '9999-12-31'],
  'date-time': [
    '2024-02-29T23:59:59Z',
    '2024-01-01t00:00:00.123456+14:00',
    '2024-01-01 00:00:00Z',
    '1990-12-31T15:59:60-08:00',
  ],
  time: ['00:00:00Z', '23:59:60Z', '12:00:00.5-23:59'],
  uuid: [
    '2eb8aa08-aa98-11ea-b4aa-73b441d16380',
    '00000000-0000-0000-0000-000000000000',
    '2EB8AA08-AA98-11EA-B4AA-73B441D16380',
  ],
  email: ['a@b', 'joe.bloggs+x@example.com', '"joe bloggs"@example.com', 'jürgen@exämple.de'],
  ipv4: ['0.0.0.0', '255.255.255.255', '10.20.30.40'],
  ipv6: ['::', '::1', '1::', '1:2:3:4:5:6:7:8', '::ffff:1.2.3.4', '1:2:3:4:5:6:7::', 'FE80::1'],
  uri: ['https://example.org/a?b=c#d', 'urn:isbn:1', 'mailto:a@b', 'x:', 'http://a/%20'],
  hostname: ['localhost', 'a-b.example.com', '1.2', `${'a'.repeat(63)}.b`],
  byte: ['', 'QQ==', 'QUI=', 'QUJD'],
};

const BROKEN: Readonly<Record<string, readonly string[]>> = {
  date: [
    '2023-02-29',
    '1900-02-29',
    '2024-13-01',
    '2024-00-01',
    '2024-01-00',
    '2024-1-1',
    '20240101',
    '2024-04-31',
    '2024-01-01Z',
    '',
  ],
  'date-time': [
    '2024-01-01',
    '2024-01-01T00:00:00',
    '2024-01-01T24:00:00Z',
    '2024-02-30T00:00:00Z',
    '2024-01-01T00:00Z',
    '1998-12-31T22:59:60Z',
  ],
  time: ['12:00', '12:00:00', '24:00:00Z', '12:60:00Z', '12:00:61Z', '12:00:00+24:00', '12:00:00 Z', '22:59:60Z'],
  uuid: [
    '2eb8aa08aa9811eab4aa73b441d16380',
    '2eb8aa08-aa98-11ea-b4aa-73b441d1638',
    'g0000000-0000-0000-0000-000000000000',
  ],
  email: ['a', '@b', 'a@', 'a b@c', 'a..b@c', '.a@b', 'a.@b'],
  ipv4: ['256.0.0.1', '1.2.3', '1.2.3.4.5', '01.2.3.4', '1.2.3.4.', '1.2.3.-4', ''],
  ipv6: [
    '',
    ':',
    ':::',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '1::2::3',
    '12345::',
    '::1.2.3',
    '1.2.3.4::',
    '::g',
    'fe80::1%eth0',
    '1:2:3:4:5:6:7:8::',
  ],
  uri: ['/a', 'a b:c', 'http://a b', '//a/b', 'http://a/%', 'http://ä', ''],
  hostname: ['-a', 'a-', 'a..b', '', 'a_b', 'ä', `${'a'.repeat(64)}`, `${'a.'.repeat(127)}`],
  byte: ['QQ=', 'Q', 'QQ', 'Q Q=', '====', 'QUI_'],
};

test('every validated format is tested', () => {
  expect(Object.keys(VALID)).toEqual(STRING_FORMATS);
  expect(Object.keys(BROKEN)).toEqual(STRING_FORMATS);
});

describe.each(STRING_FORMATS)('%s', (format) => {
  test.each(VALID[format] ?? [])('is satisfied by %j', (text) => {
    expect(matchesFormat(format, text)).toBe(true);
  });

  test.each(BROKEN[format] ?? [])('is broken by %j', (text) => {
    expect(matchesFormat(format, text)).toBe(false);
  });
});

test.each(['password', 'binary', 'constructor', ''])('%j is not validated', (format) => {
  expect(matchesFormat(format, 'anything')).toBe(true);
});
