import fc from 'fast-check';
import { expect, test } from 'vitest';
import { childOffsets } from '../../../harness/core/json/parse-with-offsets.ts';

const layouts = [undefined, 1, '\t\n'];

test('the children of a value are found where each begins, whatever their strings and layout', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 4 }), fc.constantFrom(...layouts), (json, layout) => {
      const value: unknown = JSON.parse(json);
      if (typeof value !== 'object' || value === null) return;
      const text = JSON.stringify(value, null, layout);
      const children = [...childOffsets(text, 0)];
      expect(children.map(([name]) => name)).toEqual(Object.keys(value));
      for (const [index, [name, offset]] of children.entries()) {
        const until = children[index + 1]?.[1] ?? text.length - 1;
        const own = text.slice(offset, until).replace(/[\s,]*$/, '');
        const child = (value as Record<string, unknown>)[name];
        expect(JSON.parse(Array.isArray(value) ? own : `{${own}}`)).toEqual(
          Array.isArray(value) ? child : { [name]: child },
        );
      }
    }),
  );
});

test('quotation marks and brackets within strings end nothing', () => {
  const text = String.raw`{ "a\"]" : ["}", "\\"], "b": "\\\"", "c":-1.5e3 ,"d":{}}`;
  expect([...childOffsets(text, 0)]).toEqual([
    ['a"]', text.indexOf('"a')],
    ['b', text.indexOf('"b"')],
    ['c', text.indexOf('"c"')],
    ['d', text.indexOf('"d"')],
  ]);
});
