import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatLocation } from '../../../harness/core/errors.ts';
import { ExactNumber } from '../../../harness/core/model.ts';
import { compactText } from '../../../harness/openapi/source/compact-text.ts';
import { sourceLocation, sourceText } from '../../../harness/openapi/source/origins.ts';
import { parseSource, readYamlSource } from '../../../harness/openapi/source/yaml-source.ts';
import { ProcessorTime } from '../../processor-time.ts';
import { folder, object, thrownMessage } from '../documents.ts';

const read = (text: string) => parseSource(Buffer.from(text), 'spec.yaml').root;
const place = (container: unknown, member?: string) => {
  const found = sourceLocation(container as object, member);
  return found && formatLocation(found);
};

/** The places of all that a value holds, from the outside in. */
function places(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return [];
  const members = Object.entries(value);
  return [place(value), ...members.map(([name]) => place(value, name)), ...members.map(([, member]) => places(member))];
}

describe('positions', () => {
  const text = 'a: 1\nb:\n  c: [x, y]\n  "d": {e: 1,\n    f: 2}\n';

  test('a property is at its name, an item at its value', () => {
    const root = object(text);
    const b = root['b'] as Record<string, object>;
    expect(place(root)).toBe('spec.yaml:1:1');
    expect(place(root, 'a')).toBe('spec.yaml:1:1');
    expect(place(root, 'b')).toBe('spec.yaml:2:1');
    expect(place(b, 'c')).toBe('spec.yaml:3:3');
    expect(place(b['c'], '1')).toBe('spec.yaml:3:10');
    expect(place(b, 'd')).toBe('spec.yaml:4:3');
    expect(place(b['d'])).toBe('spec.yaml:4:8');
    expect(place(b['d'], 'f')).toBe('spec.yaml:5:5');
  });

  test('JSON has positions too', () => {
    expect(place(read('{\n\t"a": {\n\t\t"b": 1\n\t}\n}') as object, 'a')).toBe('spec.yaml:2:2');
  });

  test('JSON has the same values and positions as when it is parsed as YAML', () => {
    const text = fc
      .json({ maxDepth: 5, stringUnit: 'grapheme' })
      .chain((json) =>
        fc.constantFrom(undefined, 2, '\t').map((indent) => JSON.stringify({ '': [JSON.parse(json)] }, null, indent)),
      );
    fc.assert(
      fc.property(text, (json) => {
        const [own, yaml] = [
          parseSource(Buffer.from(json), 'spec').root,
          parseSource(Buffer.from(`${json} # no JSON`), 'spec').root,
        ];
        expect(own).toEqual(yaml);
        expect(places(own)).toEqual(places(yaml));
      }),
    );
  });

  test('JSON is kept with one byte for each character, and read as it is', () => {
    const text = '{ "é\\u00e9😀": "ä\\n→", "b": { "😀": 1, "c": 2 } }';
    const root = object(text);
    expect(root).toEqual({ 'éé😀': 'ä\n→', b: { '😀': 1, c: 2 } });
    expect(place(root, 'éé😀')).toBe('spec.yaml:1:3');
    expect(place(root, 'b')).toBe(`spec.yaml:1:${text.indexOf('"b"') + 1}`);
    expect(place(root['b'], 'c')).toBe(`spec.yaml:1:${text.indexOf('"c"') + 1}`);
    const kept = compactText(Buffer.from(text));
    expect(sourceText(root, 'spec.yaml')?.text).toBe(kept.text);
    expect(kept.read(kept.text)).toBe(text);
    expect(kept.text).toMatch(/^[\0-\xff]*$/);
  });

  test('places in a long line are found as quickly as elsewhere', () => {
    const names = Array.from({ length: 20_000 }, (_, index) => `→${index}`);
    const value = 'é'.repeat(50);
    const text = JSON.stringify({ all: Object.fromEntries(names.map((name) => [name, value])) });
    const all = object(text)['all'] as object;
    const time = new ProcessorTime();
    const places = names.map((name) => sourceLocation(all, name)?.column);
    expect(time.ms).toBeLessThan(1000);
    let column = '{"all":{'.length + 1;
    for (const [index, name] of names.entries()) {
      expect(places[index]).toBe(column);
      column += `"${name}":"${value}",`.length;
    }
  });

  test('lines may end in CRLF, and a byte order mark is ignored', () => {
    const root = read('\ufeffa: 1\r\nb: 2\r\n') as object;
    expect(Object.keys(root)).toEqual(['a', 'b']);
    expect(place(root, 'b')).toBe('spec.yaml:2:1');
  });

  test('an absent property has the position of its object; a value of no file has none', () => {
    expect(place(object(text), 'nothing')).toBe('spec.yaml:1:1');
    expect(place({})).toBeUndefined();
  });
});

describe('numbers', () => {
  test.each([
    ['9223372036854775807', new ExactNumber('9223372036854775807')],
    ['+9223372036854775807', new ExactNumber('9223372036854775807')],
    ['0x7fffffffffffffff', new ExactNumber('9223372036854775807')],
    ['-9223372036854775809', new ExactNumber('-9223372036854775809')],
    ['1.0', new ExactNumber('1.0')],
    ['1e400', new ExactNumber('1e400')],
    ['0.1', 0.1],
    ['012', 12],
    ['.5', 0.5],
    ['5.', 5],
    ['"1"', '1'],
  ])('%s is parsed exactly', (text, value) => {
    expect(read(text)).toEqual(value);
  });

  test.each(['.inf', '-.inf', '.nan'])('%s is rejected: JSON has no such number', (text) => {
    expect(thrownMessage(() => read(`a: ${text}`))).toBe(`spec.yaml:1:4: ${text} is not a JSON number`);
  });
});

describe('YAML 1.2', () => {
  test('yes, no, on, off and dates are strings', () => {
    expect(read('[yes, no, on, off, 2024-01-01, ~, true]')).toEqual([
      'yes',
      'no',
      'on',
      'off',
      '2024-01-01',
      null,
      true,
    ]);
  });

  test('keys are strings, 200 and null too', () => {
    expect(Object.keys(object('200: a\nnull: b\n"": c\n__proto__: d'))).toEqual(['200', 'null', '', '__proto__']);
  });

  test('escapes and surrogate pairs of JSON', () => {
    expect(read('"\\ud83d\\ude00\\/\\u0000"')).toBe('😀/\u0000');
  });

  test('a value with an unknown tag is its text', () => {
    expect(read('a: !colour red')).toEqual({ a: 'red' });
    expect(read('a: !!binary aGk=')).toEqual({ a: 'aGk=' });
  });

  test('an empty file is null', () => {
    expect([read(''), read('# comment\n'), read('---\n')]).toEqual([null, null, null]);
  });

  test('an alias is a copy with the position of its anchor', () => {
    const root = object('a: &x\n  b: 1\nc: *x\n');
    expect(root['c']).toEqual({ b: 1 });
    expect(root['c']).not.toBe(root['a']);
    expect(place(root, 'c')).toBe('spec.yaml:3:1');
    expect(place(root['c'], 'b')).toBe('spec.yaml:2:3');
  });

  test('an anchor that is defined again replaces the first from there on', () => {
    expect(read('[&x 1, *x, &x 2, *x]')).toEqual([1, 1, 2, 2]);
  });

  test('a quoted << is a name, as in JSON', () => {
    const values = ['{"a": {"<<": 1}}', '{"a": {"<<": 1}} # no JSON', "a: { '<<': 1 }"];
    expect(values.map(read)).toEqual(Array(3).fill({ a: { '<<': 1 } }));
  });

  test('a merge key adds missing keys, with their position', () => {
    const root = object('base: &b { x: 1, y: 1 }\nother: &o { y: 2, z: 2 }\nm:\n  <<: [*b, *o]\n  x: 3\n');
    expect(root['m']).toEqual({ x: 3, y: 1, z: 2 });
    expect(place(root['m'], 'z')).toBe('spec.yaml:2:19');
    expect(place(root['m'], 'x')).toBe('spec.yaml:5:3');
  });
});

describe('an invalid file is rejected with the position', () => {
  test.each([
    ['a:\n\t- b', 'spec.yaml:2:1: not valid YAML: Tabs are not allowed as indentation'],
    ['a: 1\nb: 2\na: 3', 'spec.yaml:3:1: not valid YAML: duplicate key a'],
    ['200: a\n"200": b', 'spec.yaml:2:1: not valid YAML: duplicate key 200'],
    [
      'a: [1, 2',
      'spec.yaml:1:9: not valid YAML: Flow sequence in block collection must be sufficiently indented and end with a ]',
    ],
    ['a: "x', 'spec.yaml:1:6: not valid YAML: Missing closing "quote'],
    ['a: 1\n---\nb: 2', 'spec.yaml:2:1: a second document begins here; a file must have one document'],
    ['a: *nothing', 'spec.yaml:1:4: unknown alias *nothing'],
    ['a: *x\nb: &x 1', 'spec.yaml:1:4: unknown alias *x'],
    ['a: &x\n  b: *x', 'spec.yaml:2:6: alias *x is inside of its own anchor'],
    ['a: &x [*x]', 'spec.yaml:1:8: alias *x is inside of its own anchor'],
    ['a: { <<: 5 }', 'spec.yaml:1:6: a merge key `<<` needs a map, or a list of maps'],
  ])('%j', (text, message) => {
    expect(thrownMessage(() => read(text))).toBe(message);
  });

  test('a billion laughs', () => {
    const lines = ['l0: &l0 ha'];
    for (let level = 1; level <= 9; level++)
      lines.push(
        `l${level}: &l${level} [${Array(9)
          .fill(`*l${level - 1}`)
          .join(', ')}]`,
      );
    expect(thrownMessage(() => read(lines.join('\n')))).toMatch(/aliases copy more than 100000 nodes$/);
  });

  test('aliases that stack up depth', () => {
    const lines = [`l0: &l0 ${'['.repeat(300)}${']'.repeat(300)}`, `l1: ${'['.repeat(300)}*l0${']'.repeat(300)}`];
    expect(thrownMessage(() => read(lines.join('\n')))).toMatch(/aliases nest deeper than 500 levels$/);
  });

  test.each([
    ['brackets', '['.repeat(10_000)],
    ['braces', '{a: '.repeat(5000)],
    ['dashes', '- '.repeat(5000)],
    ['questions', '? '.repeat(5000)],
    ['indentation', Array.from({ length: 600 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n')],
  ])('%s without end', (_, text) => {
    expect(thrownMessage(() => read(text))).toMatch(/^spec.yaml:\d+:\d+: nested deeper than 500 levels$/);
  });
});

describe('files', () => {
  test('a missing file, a folder and a binary file are rejected with a remedy', () => {
    const path = folder({
      'latin1.yaml': Uint8Array.from([0x61, 0x3a, 0x20, 0xe9]),
      'utf16.yaml': Uint8Array.from([0xff, 0xfe, 0x61, 0]),
    });
    const reading = (name: string) => thrownMessage(() => readYamlSource(join(path, name), 'spec'));
    expect(reading('none.yaml')).toBe(
      'cannot read spec none.yaml: no such file. Give the path of a YAML or JSON file.',
    );
    expect(reading('')).toMatch(/is a folder/);
    expect(reading('latin1.yaml')).toBe(
      'cannot read spec latin1.yaml: not UTF-8 text. Give the path of a YAML or JSON file.',
    );
    expect(reading('utf16.yaml')).toMatch(/not UTF-8 text/);
  });
});
