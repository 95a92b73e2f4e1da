import { describe, expect, test } from 'vitest';
import { PlausibleValues } from '../../../harness/generate/plausible/plausible-values.ts';
import { schemas } from '../../openapi/documents.ts';
import { make, objectOf, POINTER, record, TODAY } from './things.ts';

describe('x-faker', () => {
  test.each([
    ['internet.email', /@/],
    ['name.jobTitle', /\w+ \w+/],
    [{ 'helpers.arrayElement': [['red', 'blue']] }, /^(red|blue)$/],
    [{ 'datatype.number': { min: 5, max: 5 } }, /^5$/],
  ])('%j makes the value', (wanted, expected) => {
    const type = JSON.stringify(wanted).includes('number') ? 'integer' : 'string';
    expect(String(objectOf(make(record({ foo: { type, 'x-faker': wanted } })))['foo'])).toMatch(expected);
  });

  test('that Faker does not know is reported, and the value is made by its name', () => {
    const warnings: string[] = [];
    const contract = schemas(JSON.stringify(record({ city: { type: 'string', 'x-faker': 'no.such' } })));
    const values = new PlausibleValues(contract, {
      seed: '1',
      now: () => TODAY,
      onWarning: (each) => warnings.push(each),
    });
    expect(values.value(POINTER, { key: 'a' })).toEqual({ city: expect.stringMatching(/^[A-Z]/) });
    expect(warnings).toEqual(['x-faker of city: Faker has no method "no.such"']);
  });
});
