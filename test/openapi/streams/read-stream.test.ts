import { describe, expect, test } from 'vitest';
import { streamFormatOf } from '../../../harness/openapi/media-type.ts';
import { ItemCounter } from '../../../harness/openapi/streams/item-counter.ts';
import { readStream } from '../../../harness/openapi/streams/read-stream.ts';

const RS = '\u001e';

function read(contentType: string, text: string | Uint8Array, isCut = false) {
  const body = typeof text === 'string' ? Buffer.from(text) : text;
  const { items, problems } = readStream(streamFormatOf(contentType) ?? 'json-lines', { body, isCut, contentType });
  return {
    items: items.map(({ value }) => value),
    problems: problems.map(({ item, message }) => `${item ?? 'all'}: ${message}`),
  };
}

describe('an event stream is read as browsers read it (WHATWG HTML 9.2.6)', () => {
  const events = (text: string | Uint8Array, isCut = false) => read('text/event-stream', text, isCut);

  test.each([
    ['LF', 'data: a\n\ndata: b\n\n'],
    ['CR LF', 'data: a\r\n\r\ndata: b\r\n\r\n'],
    ['CR', 'data: a\r\rdata: b\r\r'],
    ['a byte order mark', '\ufeffdata: a\n\ndata: b\n\n'],
    ['comments', ': hello\n\ndata: a\n:\n\n:keep-alive\n\ndata: b\n\n'],
    ['no space after the colon', 'data:a\n\ndata:b\n\n'],
    ['unknown fields', 'trace: 1\ndata: a\n\nfoo\ndata: b\n\n'],
    ['events without data', 'event: ping\n\ndata: a\n\nid: 7\nretry: 10\n\ndata: b\n\n'],
  ])('with %s', (_, text) => {
    expect(events(text)).toEqual({ items: [{ data: 'a' }, { data: 'b' }], problems: [] });
  });

  test('several lines of data are one text, and an empty field is an empty line', () => {
    expect(events('data: a\ndata\ndata:  b\n\n').items).toEqual([{ data: 'a\n\n b' }]);
  });

  test('an event has the fields that it names; an id with a null character and a retry that is no number are ignored', () => {
    expect(events('id: 1\nevent: e\nretry: 30\ndata: x\n\nid: \0\nretry: 3s\ndata: y\n\n').items).toEqual([
      { id: '1', event: 'e', retry: 30, data: 'x' },
      { data: 'y' },
    ]);
  });

  test('an event that no empty line ends is lost, unless reading ended before the stream', () => {
    expect(events('data: a\n\ndata: b\n').problems).toEqual(['2: is not ended by an empty line: clients discard it']);
    expect(events('data: a\n\ndata: b\n', true)).toEqual({ items: [{ data: 'a' }], problems: [] });
  });

  test('lines without names of fields are reported', () => {
    expect(events('{"a":1}\n\n').problems).toEqual([
      'all: has a line that is no field of an event, and that clients ignore: "{\\"a\\":1}"',
    ]);
  });

  test('bytes that are not UTF-8 are reported, but not a character that is cut', () => {
    expect(events(Buffer.from('data: \xe9\n\n', 'latin1')).problems).toEqual(['all: is not UTF-8']);
    expect(events(Buffer.from('data: a\n\ndata: \xc3', 'latin1'), true).problems).toEqual([]);
  });
});

describe('JSON Lines', () => {
  test.each([
    ['a last line feed', '{"a":1}\n2\n'],
    ['none', '{"a":1}\n2'],
    ['CR LF', '{"a":1}\r\n2\r\n'],
    ['empty lines', '\n{"a":1}\n\n \n2\n'],
  ])('with %s', (_, text) => {
    expect(read('application/x-ndjson', text)).toEqual({ items: [{ a: 1 }, 2], problems: [] });
  });

  test('each line is JSON by itself', () => {
    const { items, problems } = read('application/jsonl', '{"a":1}\n{\n"a":2}\n');
    expect(items).toEqual([{ a: 1 }, undefined, undefined]);
    expect(problems.map((problem) => problem.slice(0, 28))).toEqual([
      '2: is not JSON on one line: ',
      '3: is not JSON on one line: ',
    ]);
  });

  test('a line that is cut is left out', () => {
    expect(read('application/jsonl', '1\n{"a"', true)).toEqual({ items: [1], problems: [] });
  });
});

describe('a JSON text sequence (RFC 7464)', () => {
  test.each([
    ['separators and line feeds', `${RS}{"a":1}\n${RS}2\n`],
    ['several separators', `${RS}${RS}{"a":1}\n${RS}${RS}2\n`],
    ['JSON over several lines', `${RS}{\n"a":1\n}\n${RS}2\n`],
    ['no line feed after an object', `${RS}{"a":1}${RS}2\n`],
  ])('with %s', (_, text) => {
    expect(read('application/json-seq', text)).toEqual({ items: [{ a: 1 }, 2], problems: [] });
  });

  test.each([
    ['a number without a line feed may be cut', `${RS}12`, '1: has no line feed after it: parsers drop it'],
    ['text before the first separator', `{"a":1}\n`, 'all: does not begin with a record separator (0x1E)'],
  ])('%s', (_, text, problem) => {
    expect(read('application/geo+json-seq', text).problems).toEqual([problem]);
  });
});

describe('a multipart stream (RFC 2046 section 5.1.1)', () => {
  const type = 'multipart/mixed; boundary="a b"';
  const part = (body: string) => `--a b\r\nContent-Type: application/json\r\n\r\n${body}\r\n`;

  test('has JSON and text as items; what is before and after its parts is ignored', () => {
    const text = `preamble\r\n${part('{"a":1}')}--a b \t\r\n\r\nplain\r\n--a b--\r\nepilogue`;
    expect(read(type, text)).toEqual({ items: [{ a: 1 }, 'plain'], problems: [] });
  });

  test.each([
    ['no closing delimiter', part('1'), 'all: does not end with --a b--'],
    [
      'lines that end with LF',
      `${part('1')}--a b--`.replaceAll('\r\n', '\n'),
      'all: has lines that end with LF alone: those around a boundary end with CR LF',
    ],
    [
      'a part that is no JSON',
      `${part('{')}--a b--`,
      '1: is not JSON, as its Content-Type says: expected a property name, found the end at offset 1',
    ],
  ])('%s is reported', (_, text, problem) => {
    expect(read(type, text).problems).toEqual([problem]);
  });
});

test.each([
  ['text/event-stream', ': c\r\n\r\ndata: a\r\n\r\nevent: x\r\n\r\ndata: b\r\r', 2],
  ['application/jsonl', '1\n\n2\r\n3', 2],
  ['application/json-seq', `${RS}1\n${RS}{\n}\n${RS}3\n`, 2],
  ['multipart/mixed', '--x\r\n\r\na\r\n--x\r\n\r\nb\r\n--x--\r\n', 2],
])('complete items of %s are counted while they arrive, byte by byte', (type, text, count) => {
  const counter = new ItemCounter(streamFormatOf(type) ?? 'json-lines', 'x');
  for (const byte of Buffer.from(text)) counter.add(Uint8Array.of(byte));
  expect(counter.count).toBe(count);
});
