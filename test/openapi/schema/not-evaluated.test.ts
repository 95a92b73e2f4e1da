import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import type { JsonValue } from '../../../harness/core/model.ts';
import { schemas } from '../documents.ts';

/** Neither V8 nor the linear engine evaluates it on this text in time. */
const PATTERN = '^(?=(a+)+$)';
const TEXT = `${'a'.repeat(60)}!`;
const MATCHING = 'aa';

const slow = { pattern: PATTERN };

// All patterns share the time of one turn of the event loop: another test may have spent it.
beforeEach(() => nextTurn());

/** What is claimed of a value, as `pointer keyword` errors and whether it is valid. */
function claims(schema: object, value: JsonValue): { errors: string[]; validity: string } {
  const { schemas: validator } = schemas(JSON.stringify({ A: schema }));
  const errors = validator.validate('#/components/schemas/A', value, 'request').map(({ keyword }) => keyword);
  return { errors, validity: validator.validity('#/components/schemas/A', value, 'request') };
}

const NOTHING = { errors: [], validity: 'not-evaluated' };

test.each<[what: string, schema: object, value: JsonValue]>([
  ['of the string', slow, TEXT],
  ['under not', { not: slow }, TEXT],
  ['of anyOf', { anyOf: [slow, { type: 'integer' }] }, TEXT],
  ['of oneOf beside a valid branch', { oneOf: [slow, { type: 'string' }] }, TEXT],
  ['of oneOf beside an invalid branch', { oneOf: [slow, { type: 'integer' }] }, TEXT],
  ['of a condition', JSON.parse(`{ "if": ${JSON.stringify(slow)}, "then": false, "else": false }`), TEXT],
  ['of contains', { contains: slow }, [TEXT]],
  ['of maxContains', { contains: slow, maxContains: 0, minContains: 0 }, [TEXT]],
  ['of the name of a property', { propertyNames: slow }, { [TEXT]: 1 }],
  ['of patternProperties', { patternProperties: { [PATTERN]: { type: 'string' } } }, { [TEXT]: 1 }],
  ['of additionalProperties', { patternProperties: { [PATTERN]: true }, additionalProperties: false }, { [TEXT]: 1 }],
  ['of unevaluatedProperties', { patternProperties: { [PATTERN]: true }, unevaluatedProperties: false }, { [TEXT]: 1 }],
  ['of unevaluatedItems', { contains: slow, unevaluatedItems: false }, [TEXT]],
  [
    'of what a condition evaluates',
    { if: { propertyNames: slow }, else: { properties: { [TEXT]: true } }, unevaluatedProperties: false },
    { [TEXT]: 1 },
  ],
])('nothing is claimed %s by a pattern that was not evaluated', (_, schema, value) => {
  expect(claims(schema, value)).toEqual(NOTHING);
});

test('what else a value violates is claimed all the same', () => {
  expect(claims({ ...slow, maxLength: 5 }, TEXT)).toEqual({ errors: ['maxLength'], validity: 'invalid' });
  const several = { oneOf: [slow, { type: 'string' }, { minLength: 1 }] };
  expect(claims(several, TEXT)).toEqual({ errors: ['oneOf'], validity: 'invalid' });
});

test('on a text that is quickly evaluated the same pattern decides', () => {
  expect(claims(slow, MATCHING)).toEqual({ errors: [], validity: 'valid' });
  expect(claims(slow, 'b')).toEqual({ errors: ['pattern'], validity: 'invalid' });
});

test('the keywords that were not evaluated are counted', () => {
  const { schemas: validator } = schemas(JSON.stringify({ A: { items: slow } }));
  validator.validate('#/components/schemas/A', [TEXT], 'request');
  validator.validate('#/components/schemas/A', [TEXT, `${TEXT}?`], 'request');
  validator.validate('#/components/schemas/A', [MATCHING], 'request');
  expect([...validator.takeNotEvaluated()]).toEqual([['#/components/schemas/A/items/pattern', 2]]);
  expect([...validator.takeNotEvaluated()]).toEqual([]);
});
