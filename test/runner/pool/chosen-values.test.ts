import { expect, test } from 'vitest';
import { UniqueValues } from '../../../harness/generate/requests/unique-values.ts';
import { RequestCandidates } from '../../../harness/runner/pool/creation/request-candidates.ts';
import { contractOf, only } from '../../generate/documents.ts';

const EXAMPLE = '9780000000017';
const contract = contractOf(`
/books/{isbn}:
  put:
    operationId: put
    parameters: [{ name: isbn, in: path, required: true, schema: { type: string, pattern: '^[0-9]{13}$', example: '${EXAMPLE}' } }]
    responses: { '201': { description: created } }
`);

test('an identifier that the client chooses is another one each time, also where a schema has an example', () => {
  const candidates = new RequestCandidates(contract, new UniqueValues(1), false);
  const chosen = [1, 2, 3].map(() => candidates.base(only(contract), ['isbn'])?.parameters.path['isbn']);
  for (const each of chosen) expect(each).toMatch(/^[0-9]{13}$/);
  expect(new Set([EXAMPLE, ...chosen]).size).toBe(4);
});
