import { describe, expect, test } from 'vitest';
import { ExactNumber } from '../../harness/core/model.ts';
import { contractOf } from '../generate/documents.ts';
import { formatFindings } from './exchanges.ts';
import { failure, find, record } from './sample-findings.ts';

describe('integers rounded or truncated by a narrower type', () => {
  const big = (text: string) => ({ id: new ExactNumber(text), name: 'a' });
  test.each([
    ['9007199254740993', '9007199254740992', 1],
    ['9223372036854775807', '9223372036854775807', 0],
    ['4611686018427387905', '4611686018427387904', 1],
    ['4611686018427387905', '4611686018427388000', 1],
    ['-9223372036854775807', '-9223372036854776000', 1],
    ['-9223372036854775807', '-9223372036854775808', 0],
    ['9223372036854775807', '9223372036854775806', 0],
    ['9223372036854775807', '9223372036854774000', 0],
    ['9007199254740993', '12345', 0],
    ['0.1000000000000000000001', '0.1', 0],
    ['9007199254740993', '9007199254740994', 0],
    ['144373675', '144373680', 1],
    ['144373675', '144373676', 0],
    ['16777216', '16777216', 0],
    ['144373675', '144374000', 1],
    ['9007199254740993', '9007199254741000', 1],
    ['144373675', '144370000', 0],
    ['9007199254740993', '9007199000000000', 1],
    ['2147483648', '-2147483648', 1],
    ['2147483648', '2147483647', 1],
    ['-2147483649', '-2147483648', 1],
    ['4294967296', '0', 0],
    ['9223372036854775807', '-1', 0],
    ['2147483647', '2147483646', 0],
    ['1e400', '1', 0],
    ['1e300', '2', 0],
  ])('%s that comes back as %s has %i findings', (sent, back, count) => {
    const exact = find({ body: big(sent) }, { body: big(back) }).filter(({ check }) => check === 'lossless-values');
    expect(exact).toHaveLength(count);
  });

  test('are reported with both values, at the format clause', () => {
    const [finding] = find({ body: big('9007199254740993') }, { body: big('9007199254740992') });
    expect(finding).toMatchObject({
      check: 'lossless-values',
      message: '/id was rounded to a double',
      expected: '9007199254740993',
      actual: '9007199254740992',
      clause: { id: 'createAnimal response 2XX body application/json /id format' },
    });
  });

  test('are ignored in errors, and if the service generates its own ids', () => {
    expect(find({ body: big('9007199254740993'), expectation: 'any' }, { status: 400, body: failure })).toEqual([]);
    expect(find({ body: big('9007199254740993') }, { body: record })).toEqual([]);
  });
});

describe('an integer that a double cannot hold is promised by a format or a limit', () => {
  const round = '9007199254740993';
  test.each([
    ['{ type: integer }', round, '9007199254740992', 0],
    ['{ type: integer, minimum: 1 }', round, '9007199254740992', 0],
    ['{ type: integer, minimum: 1 }', '2147483648', '-2147483648', 1],
    ['{ type: integer, format: int64 }', round, '9007199254740992', 1],
    ['{ type: integer, maximum: 9223372036854775807 }', round, '9007199254740992', 1],
    ['{ allOf: [{ type: integer }, { format: int64 }] }', round, '9007199254740992', 1],
    ['{ type: number }', round, '9007199254740992', 0],
    ['{}', round, '9007199254740992', 0],
  ])('%s: %s that comes back as %s has %i findings', (schema, sent, back, count) => {
    const body = `content: { application/json: { schema: { type: object, properties: { in: { properties: { n: ${schema} } } } } } }`;
    const contract = contractOf(
      `/a: { post: { operationId: a, requestBody: { ${body} }, responses: { 200: { description: ok, ${body} } } } }`,
    );
    const value = (text: string) => ({ in: { n: new ExactNumber(text) } });
    const findings = find({ body: value(sent) }, { body: value(back) }, contract);
    expect(findings.filter(({ check }) => check === 'lossless-values')).toHaveLength(count);
  });
});

describe('text decoded or stored in another encoding', () => {
  const text = (name: string) => ({ id: 1, name });
  const misread = 'error lossless-values | createAnimal response 2XX body application/json /name type';
  test.each<[string, string, boolean]>([
    ['é', 'Ã©', true],
    ['€', 'â‚¬', true],
    ['€', 'â\u0082¬', true],
    ['né 語 😀', 'n? ? ?', true],
    ['né 語 😀', 'n? ? ??', true],
    ['né 語 😀', 'n?? ??? ????', true],
    ['né 語 😀', 'né ? ?', true],
    ['né 語 😀', 'né 語 \ufffd\ufffd\ufffd\ufffd', true],
    ['né 語 😀', 'né 語 ', false],
    ['né 語 😀', 'Rex', false],
    ['e\u0301', 'é', false],
    [' é ', 'é', false],
    ['plain', '?????', false],
    ['a\u0085b', 'a?b', false],
    ['a\uffffb', 'a\ufffdb', false],
  ])('%j that comes back as %j is reported: %j', (sent, back, isFound) => {
    expect(formatFindings(find({ body: text(sent) }, { body: text(back) }))).toEqual(isFound ? [misread] : []);
    expect(formatFindings(find({ body: text(sent), expectation: 'any' }, { body: text(back) }))).toEqual([]);
  });
});
