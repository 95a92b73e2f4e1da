import { describe, expect, test } from 'vitest';
import { parseJson, stringifyJson } from '../../../harness/core/json/index.ts';
import { applyJsonPatch, JsonPatchError } from '../../../harness/core/json/json-patch.ts';
import { applyMergePatch } from '../../../harness/core/json/merge-patch.ts';

/** The test cases of RFC 7396, appendix A. */
const MERGES: readonly (readonly [target: string, patch: string, result: string])[] = [
  ['{"a":"b"}', '{"a":"c"}', '{"a":"c"}'],
  ['{"a":"b"}', '{"b":"c"}', '{"a":"b","b":"c"}'],
  ['{"a":"b"}', '{"a":null}', '{}'],
  ['{"a":"b","b":"c"}', '{"a":null}', '{"b":"c"}'],
  ['{"a":["b"]}', '{"a":"c"}', '{"a":"c"}'],
  ['{"a":"c"}', '{"a":["b"]}', '{"a":["b"]}'],
  ['{"a":{"b":"c"}}', '{"a":{"b":"d","c":null}}', '{"a":{"b":"d"}}'],
  ['{"a":[{"b":"c"}]}', '{"a":[1]}', '{"a":[1]}'],
  ['["a","b"]', '["c","d"]', '["c","d"]'],
  ['{"a":"b"}', '["c"]', '["c"]'],
  ['{"a":"foo"}', 'null', 'null'],
  ['{"a":"foo"}', '"bar"', '"bar"'],
  ['{"e":null}', '{"a":1}', '{"e":null,"a":1}'],
  ['[1,2]', '{"a":"b","c":null}', '{"a":"b"}'],
  ['{}', '{"a":{"bb":{"ccc":null}}}', '{"a":{"bb":{}}}'],
];

describe('a JSON merge patch', () => {
  test.each(MERGES)('of %s by %s gives %s', (target, patch, result) => {
    expect(stringifyJson(applyMergePatch(parseJson(target), parseJson(patch)))).toBe(result);
  });
});

/** From RFC 6902, appendix A. */
const PATCHES: readonly (readonly [target: string, patch: string, result: string])[] = [
  ['{"foo":"bar"}', '[{"op":"add","path":"/baz","value":"qux"}]', '{"foo":"bar","baz":"qux"}'],
  ['{"foo":["bar","baz"]}', '[{"op":"add","path":"/foo/1","value":"qux"}]', '{"foo":["bar","qux","baz"]}'],
  ['{"baz":"qux","foo":"bar"}', '[{"op":"remove","path":"/baz"}]', '{"foo":"bar"}'],
  ['{"foo":["bar","qux","baz"]}', '[{"op":"remove","path":"/foo/1"}]', '{"foo":["bar","baz"]}'],
  ['{"baz":"qux","foo":"bar"}', '[{"op":"replace","path":"/baz","value":"boo"}]', '{"foo":"bar","baz":"boo"}'],
  [
    '{"foo":["all","grass","cows","eat"]}',
    '[{"op":"move","from":"/foo/1","path":"/foo/3"}]',
    '{"foo":["all","cows","eat","grass"]}',
  ],
  ['{"foo":["bar"]}', '[{"op":"add","path":"/foo/-","value":["abc","def"]}]', '{"foo":["bar",["abc","def"]]}'],
  ['{"foo":{"bar":1}}', '[{"op":"copy","from":"/foo","path":"/qux"}]', '{"foo":{"bar":1},"qux":{"bar":1}}'],
  ['{"baz":9007199254740993}', '[{"op":"test","path":"/baz","value":9007199254740993}]', '{"baz":9007199254740993}'],
  ['{"/":9,"~1":10}', '[{"op":"test","path":"/~01","value":10}]', '{"/":9,"~1":10}'],
  ['{"foo":null}', '[{"op":"replace","path":"","value":{"bar":1}}]', '{"bar":1}'],
];

describe('a JSON Patch', () => {
  test.each(PATCHES)('of %s by %s gives %s', (target, patch, result) => {
    expect(stringifyJson(applyJsonPatch(parseJson(target), parseJson(patch)))).toBe(result);
  });

  test.each([
    ['{"foo":"bar"}', '[{"op":"add","path":"/baz/bat","value":"qux"}]', 'there is no property baz'],
    ['{"baz":"qux"}', '[{"op":"test","path":"/baz","value":"bar"}]', 'the value at /baz is another one'],
    ['{"baz":10}', '[{"op":"test","path":"/baz","value":"10"}]', 'the value at /baz is another one'],
    ['{"foo":["bar"]}', '[{"op":"add","path":"/foo/01","value":1}]', '01 is no index of an array'],
    ['{"foo":["bar"]}', '[{"op":"add","path":"/foo/8","value":1}]', 'there is no item 8'],
    ['{"foo":1}', '[{"op":"remove","path":"/bar"}]', 'there is nothing at /bar'],
    ['{"foo":1}', '[{"op":"delete","path":"/foo"}]', 'operation 0 must have op'],
    ['{"foo":1}', '{"op":"remove","path":"/foo"}', 'must be an array'],
    ['{"a":{"b":1}}', '[{"op":"move","from":"/a","path":"/a/b"}]', 'cannot move /a into itself'],
  ])('of %s by %s fails: %s', (target, patch, message) => {
    expect(() => applyJsonPatch(parseJson(target), parseJson(patch))).toThrow(JsonPatchError);
    expect(() => applyJsonPatch(parseJson(target), parseJson(patch))).toThrow(message);
  });
});
