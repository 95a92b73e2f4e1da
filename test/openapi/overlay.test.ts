import { describe, expect, test, vi } from 'vitest';
import { formatLocation } from '../../harness/core/errors.ts';
import type { Contract } from '../../harness/openapi/contract.ts';
import { unreadParts } from '../../harness/openapi/unread.ts';
import { document, load, thrownMessage } from './documents.ts';

const spec = document(`components:
  schemas:
    S:
      type: object
      required: [a, b, c]
      properties:
        a: { type: string, x-mark: 1 }
        b: { type: string, x-mark: 2 }
        c: { type: integer }
x-list: [zero, one, two, three]
`);
const overlay = (actions: string) => `overlay: 1.0.0\ninfo: { title: O, version: '1' }\nactions:\n${actions}`;
const apply = (...actions: string[]): Contract =>
  load(
    { 'spec.yaml': spec, ...Object.fromEntries(actions.map((text, index) => [`o${index}.yaml`, overlay(text)])) },
    ...actions.map((_, index) => `o${index}.yaml`),
  );
const place = (contract: Contract, pointer: string) =>
  formatLocation(contract.document.locate(pointer)).replace(/.*\//, '');

describe('update', () => {
  test('properties merge recursively, arrays are concatenated, other values are replaced', () => {
    const { document: found } = apply(`  - target: $.components.schemas.S
    update: { required: [d], properties: { a: { type: integer, maximum: 3 } } }
`);
    expect(found.at('#/components/schemas/S')).toEqual({
      type: 'object',
      required: ['a', 'b', 'c', 'd'],
      properties: {
        a: { type: 'integer', 'x-mark': 1, maximum: 3 },
        b: { type: 'string', 'x-mark': 2 },
        c: { type: 'integer' },
      },
    });
  });

  test('an array gets one more item, which may be an array', () => {
    const { document: found } = apply('  - target: $["x-list"]\n    update: [four]\n');
    expect(found.at('#/x-list')).toEqual(['zero', 'one', 'two', 'three', ['four']]);
  });

  test('a primitive is replaced', () => {
    const contract = apply("  - target: $['x-list'][1]\n    update: ONE\n");
    expect(contract.document.at('#/x-list/1')).toBe('ONE');
    expect(place(contract, '#/x-list/1')).toBe('o0.yaml:5:5');
  });

  test('every match gets its own copy', () => {
    const { document: found } = apply(
      "  - target: $.components.schemas.S.properties[?@.type == 'string']\n    update: { x-new: { deep: [] } }\n",
    );
    const [a, b] = ['a', 'b'].map((name) => found.at(`#/components/schemas/S/properties/${name}/x-new`));
    expect(a).toEqual({ deep: [] });
    expect(a).toEqual(b);
    expect(a).not.toBe(b);
  });

  test('added parts have their line in the overlay, the others theirs in the spec', () => {
    const contract = apply(
      '  - target: $.components.schemas.S\n    update:\n      required: [d]\n      properties:\n        a:\n          maximum: 3\n',
    );
    const S = '#/components/schemas/S';
    expect(place(contract, `${S}/properties/a/maximum`)).toBe('o0.yaml:9:11');
    expect(place(contract, `${S}/properties/a/type`)).toBe('spec.yaml:14:14');
    expect(place(contract, `${S}/required/3`)).toBe('o0.yaml:6:18');
    expect(place(contract, `${S}/required/0`)).toBe('spec.yaml:12:18');
  });

  test('the whole document may be the target', () => {
    expect(apply('  - target: $\n    update: { x-new: 1 }\n').document.at('#/x-new')).toBe(1);
  });

  test('actions and overlays apply in order', () => {
    const { document: found } = apply(
      '  - target: $.components.schemas.S.properties.c\n    update: { minimum: 1 }\n  - target: $.components.schemas.S.properties[?@.minimum == 1]\n    update: { minimum: 2 }\n',
      '  - target: $.components.schemas.S.properties[?@.minimum == 2]\n    update: { minimum: 3 }\n',
    );
    expect(found.at('#/components/schemas/S/properties/c/minimum')).toBe(3);
  });

  test('int64 in an overlay is exact', () => {
    const { schemas } = apply(
      '  - target: $.components.schemas.S.properties.c\n    update: { maximum: 9223372036854775806 }\n',
    );
    expect(schemas.validate('#/components/schemas/S/properties/c', 9223372036854775000, 'request')).toEqual([]);
    expect(schemas.validate('#/components/schemas/S/properties/c', 1e19, 'request')[0]?.message).toBe(
      'must be at most 9223372036854775806',
    );
  });
});

describe('remove', () => {
  test('deletes properties, and several matches', () => {
    const { document: found } = apply("  - target: $..['x-mark']\n    remove: true\n");
    expect(found.at('#/components/schemas/S/properties')).toEqual({
      a: { type: 'string' },
      b: { type: 'string' },
      c: { type: 'integer' },
    });
  });

  test.each(["$['x-list'][0,2]", "$['x-list'][2,0]", "$['x-list'][0,2,0]", "$['x-list'][?@ == 'two' || @ == 'zero']"])(
    'items, in whatever order %s selects them, and the others keep their lines',
    (target) => {
      const contract = apply(`  - target: "${target}"\n    remove: true\n`);
      expect(contract.document.at('#/x-list')).toEqual(['one', 'three']);
      expect(place(contract, '#/x-list/0')).toBe('spec.yaml:17:16');
      expect(place(contract, '#/x-list/1')).toBe('spec.yaml:17:26');
    },
  );

  test('remove wins over update', () => {
    expect(
      apply("  - target: $['x-list']\n    remove: true\n    update: [1]\n").document.at('#/x-list'),
    ).toBeUndefined();
  });
});

test('a target that matches nothing changes nothing and is named as not read, at its line', () => {
  const warn = vi.spyOn(process, 'emitWarning').mockReturnValue();
  const contract = apply('  - target: $.nothing\n    remove: true\n  - target: $.info\n    update: { title: B }\n');
  expect(contract.document.at('#/info/title')).toBe('B');
  const [first] = unreadParts(contract.document);
  expect(first?.description).toBe('overlay target $.nothing matches nothing in the spec');
  expect(first && formatLocation(first.location)).toMatch(/o0\.yaml:4:5$/);
  expect(warn).toHaveBeenCalledExactlyOnceWith(
    expect.stringMatching(/o0\.yaml:4:5: overlay target \$\.nothing matches/),
  );
});

describe('an invalid overlay is rejected at its line', () => {
  test.each([
    [
      '  - target: $.paths[\n    remove: true\n',
      /^o0.yaml:4:5: overlay target \$\.paths\[ is not a JSONPath \(RFC 9535\): /,
    ],
    ['  - target: $.components\n', 'o0.yaml:4:5: an overlay action needs `update`, `copy` or `remove: true`'],
    ['  - update: {}\n', 'o0.yaml:4:5: an overlay action needs a `target`, a JSONPath'],
    ['  - text\n', 'o0.yaml:4:5: an overlay action must be an object with a `target`'],
    ['  []\n', 'o0.yaml:3:1: an overlay needs a list of `actions`'],
    ['  - target: $\n    remove: true\n', 'o0.yaml:4:5: an overlay cannot remove the whole document'],
    ['  - target: $.components\n    update: text\n', 'o0.yaml:5:5: `update` of an object must be an object'],
  ])('%j', (actions, message) => {
    expect(thrownMessage(() => apply(actions))).toEqual(
      typeof message === 'string' ? message : expect.stringMatching(message),
    );
  });

  test.each(['openapi: 3.0.3', 'overlay: 2.0.0', '[]', ''])('a file of %j', (text) => {
    expect(thrownMessage(() => load({ 'spec.yaml': spec, 'o.yaml': text }, 'o.yaml'))).toBe(
      'o.yaml is not an OpenAPI Overlay: add `overlay: 1.0.0` at the top.',
    );
  });

  test('a missing overlay', () => {
    expect(thrownMessage(() => load({ 'spec.yaml': spec }, 'o.yaml'))).toBe(
      'cannot read overlay o.yaml: no such file. Give the path of a YAML or JSON file.',
    );
  });
});

describe('copy (Overlay 1.1)', () => {
  const copying = (actions: string) =>
    load(
      { 'spec.yaml': spec, 'o.yaml': `overlay: 1.1.0\ninfo: { title: O, version: '1' }\nactions:\n${actions}` },
      'o.yaml',
    );

  test('merges what one node of the document holds, with its position there', () => {
    const contract = copying(
      '  - { target: $.components.schemas, update: { T: {} } }\n  - { target: $.components.schemas.T, copy: $.components.schemas.S }\n',
    );
    const { document: found } = contract;
    expect(found.at('#/components/schemas/T')).toEqual(found.at('#/components/schemas/S'));
    expect(found.at('#/components/schemas/T/properties/a')).not.toBe(found.at('#/components/schemas/S/properties/a'));
    expect(place(contract, '#/components/schemas/T/properties')).toMatch(/^spec\.yaml:/);
  });

  test('keeps what its target has beside it', () => {
    const { document: found } = copying(
      '  - { target: $.components.schemas, update: { T: { description: own, required: [z], title: T } } }\n' +
        '  - { target: $.components.schemas.T, copy: $.components.schemas.S }\n',
    );
    const { required } = found.at('#/components/schemas/S') as { required: string[] };
    expect(found.at('#/components/schemas/T')).toMatchObject({
      title: 'T',
      description: 'own',
      required: ['z', ...required],
    });
  });

  test('adds the items of an array, replaces a primitive, and gives way to update and remove', () => {
    const { document: found } = copying(`  - { target: '$["x-list"]', copy: $.components.schemas.S.required }
  - { target: '$["x-list"][0]', copy: '$["x-list"][3]' }
  - { target: '$["x-list"][1]', update: ONE, copy: '$["x-list"][3]' }
  - { target: '$["x-list"][2]', remove: true, copy: '$["x-list"][3]' }
`);
    expect(found.at('#/x-list')).toEqual(['three', 'ONE', 'three', 'a', 'b', 'c']);
  });

  test('selects exactly one node', () => {
    const act = (from: string) => copying(`  - { target: '$["x-list"]', copy: '${from}' }\n`);
    expect(() => act('$.gone')).toThrow(/o\.yaml:4:\d+: overlay copy \$\.gone selects nothing; it must select one/);
    expect(() => act('$.components.schemas.S.properties.*')).toThrow(/selects 3 nodes; it must select one/);
    expect(() => act('$[')).toThrow(/overlay copy \$\[ is not a JSONPath/);
  });
});
