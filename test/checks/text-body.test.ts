import { describe, expect, test } from 'vitest';
import { ClauseCoverageIndex } from '../../harness/runner/conclude/clause-coverage.ts';
import { contractOf } from '../generate/documents.ts';
import { createExchange, createResponse, evaluate, formatFindings } from './exchanges.ts';

const contract = contractOf(`
/code:
  get:
    operationId: getCode
    responses:
      '200':
        description: A code
        content:
          application/json: { schema: { type: object } }
          text/plain: { schema: { type: string, pattern: '^[A-ZÄ]*$', minLength: 2, maxLength: 3 } }
/color:
  get:
    operationId: getColor
    responses:
      '200': { description: A color, content: { text/plain: { schema: { type: string, enum: [red, green] } } } }
/count:
  get:
    operationId: getCount
    responses:
      '200': { description: A number, content: { text/plain: { schema: { type: integer, maximum: 3 } } } }
/page:
  get:
    operationId: getPage
    responses:
      '200':
        description: A page
        content:
          text/plain: {}
          text/html: { schema: { type: string, maxLength: 3 } }
          text/csv: {}
`);

function find(operation: string, body: string | Uint8Array, type = 'text/plain'): string[] {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  return formatFindings(
    evaluate(contract, { operation }, createResponse({ headers: [['content-type', type]], body: bytes })),
  );
}

describe('a text that conforms has no finding', () => {
  test.each<[string, string, string | Uint8Array, string]>([
    ['the text', 'getCode', 'ABC', 'text/plain'],
    ['a newline at its end', 'getCode', 'ABC\n', 'text/plain; charset=utf-8'],
    ['CRLF at its end', 'getColor', 'red\r\n', 'Text/Plain'],
    ['a charset', 'getCode', Buffer.from('ÄÄÄ', 'latin1'), 'text/plain; charset=ISO-8859-1'],
    ['a charset that nothing decodes', 'getCode', 'a', 'text/plain; charset=x-unknown'],
    ['bytes that are not UTF-8', 'getCode', Buffer.from([0xff, 0xfe, 0xfd, 0xfc]), 'text/plain'],
    ['a number, which no rule reads', 'getCount', '7', 'text/plain'],
    ['a text without schema', 'getPage', '', 'text/plain'],
    ['HTML', 'getPage', '<html>', 'text/html'],
    ['CSV', 'getPage', 'a,b', 'text/csv'],
  ])('%s', (_, operation, body, type) => {
    expect(find(operation, body, type)).toEqual([]);
  });
});

describe('a text that violates its schema names the clause', () => {
  const clause = (operation: string, keyword: string) =>
    `error response-schema | ${operation} response 200 body text/plain ${keyword}`;
  test.each<[string, string, string]>([
    ['getCode', 'ABCD', 'maxLength'],
    ['getCode', 'A', 'minLength'],
    ['getCode', '', 'minLength'],
    ['getCode', 'abc', 'pattern'],
    ['getCode', 'AB\n\n', 'pattern'],
    ['getColor', '"red"', 'enum'],
  ])('%s: %j', (operation, body, keyword) => {
    expect(find(operation, body)).toContain(clause(operation, keyword));
  });
});

test('clauses of a text count as covered only if it was judged', () => {
  const covered = (operation: string, type = 'text/plain') => {
    const response = createResponse({ headers: [['content-type', type]], body: Buffer.from('2') });
    const ids = new ClauseCoverageIndex(contract).coveredBy(createExchange(contract, { operation }, response));
    return ids.filter((id) => id.includes(' body ')).map((id) => id.split(' ').at(-1));
  };
  expect(covered('getColor')).toEqual(['syntax', 'type', 'enum']);
  expect(covered('getCount')).toEqual(['syntax']);
  // Any bytes are a string; nothing reads its length.
  expect(covered('getPage', 'text/html')).toEqual(['type']);
  expect(covered('getPage', 'text/csv')).toEqual([]);
});
