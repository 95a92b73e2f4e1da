import { describe, expect, test } from 'vitest';
import { ExactNumber } from '../../harness/core/model.ts';
import type { CaseInit, ResponseInit } from './exchanges.ts';
import { find, record } from './sample-findings.ts';

describe('an example with an expected response', () => {
  test.each<[CaseInit['expected'] & {}, ResponseInit, string[]]>([
    [{ status: 200 }, { body: record }, []],
    [{ status: 201 }, { body: record }, ['status differs from the example: 201, 200']],
    [{ body: { name: 'a' } }, { body: record }, []],
    [
      { body: { name: 'b', more: { x: 1 } } },
      { body: { ...record, more: {} } },
      ['/name differs from the example: "b", "a"', '/more/x differs from the example: 1, absent'],
    ],
    [{ body: { id: new ExactNumber('1.0') } }, { body: record }, []],
    [{ body: [1] }, { body: record }, ['response body differs from the example: [1], {"id":1,"name":"a"}']],
  ])('%j is compared with the response', (expected, response, differences) => {
    const found = find({ expected }, response).filter(({ check }) => check === 'expected-response');
    expect(found.map(({ message, expected: wanted, actual }) => `${message}: ${wanted}, ${actual}`)).toEqual(
      differences,
    );
  });
});
