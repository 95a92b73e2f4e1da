import { describe, expect, test } from 'vitest';
import { contractOf } from '../generate/documents.ts';
import { formatFindings } from './exchanges.ts';
import { find } from './sample-findings.ts';

describe('a documented header', () => {
  const contract = contractOf(`
/a:
  get:
    operationId: a
    responses:
      '200':
        description: ok
        headers:
          X-Count: { required: true, schema: { type: integer, maximum: 9 } }
          X-List: { schema: { type: array, items: { type: integer } } }`);
  const headerClauses = (...headers: [string, string][]) =>
    formatFindings(find({}, { headers, body: Buffer.alloc(0) }, contract)).map((line) =>
      line.replace('error response-headers | a response 200 header ', ''),
    );

  test.each<[string, [string, string][], string[]]>([
    [
      'is valid',
      [
        ['x-count', '9'],
        ['X-LIST', '1, 2'],
      ],
      [],
    ],
    [
      'may be split over several lines',
      [
        ['x-count', '1'],
        ['x-list', '1'],
        ['x-list', '2'],
      ],
      [],
    ],
    ['must not be missing', [], ['X-Count required']],
    ['must have its type', [['x-count', 'nine']], ['X-Count type']],
    ['must be within its range', [['x-count', '10']], ['X-Count maximum']],
    [
      'must have valid items',
      [
        ['x-count', '1'],
        ['x-list', '1,x'],
      ],
      ['X-List /* type'],
    ],
  ])('%s', (_, headers, expected) => {
    expect(headerClauses(...headers)).toEqual(expected);
  });
});
