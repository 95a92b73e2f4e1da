import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../harness/core/model.ts';
import { Contract } from '../../../../harness/openapi/contract.ts';
import { OpenApiDocument } from '../../../../harness/openapi/document.ts';
import { resourceModel } from '../../../../harness/openapi/resources/infer.ts';
import { conflictFacts } from '../../../../harness/openapi/resources/prose/conflict-facts.ts';

/** What an account may not be of which a payment is made, as the response 409 says. */
function forbidden(conflict: string, description = ''): string[] {
  const account = {
    type: 'object',
    properties: { id: { type: 'string' }, status: { type: 'string', enum: ['', 'open', 'closed', 'invalid'] } },
  };
  const json = (schema: JsonObject) => ({ content: { 'application/json': { schema } } });
  const shown = { 200: { description: 'ok', ...json(account) } };
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
  const payment = { type: 'object', properties: { accountId: { type: 'string' } } };
  const paths = {
    '/accounts': { post: { requestBody: json(account), responses: shown } },
    '/accounts/{id}': { parameters: [id], get: { responses: shown } },
    '/payments': {
      post: {
        description,
        requestBody: json(payment),
        responses: { 201: { description: 'ok' }, 409: { description: conflict }, 422: { description: 'invalid' } },
      },
    },
  };
  const root = { openapi: '3.1.0', info: { title: 'Bank', version: '1' }, paths };
  const contract = new Contract(new OpenApiDocument('bank.json', root));
  const type = resourceModel(contract).types.find(({ name }) => name === 'account');
  const operation = contract.operations.find(({ path }) => path === '/payments');
  if (!type || !operation) throw new Error('no such type or operation');
  return conflictFacts(contract, operation, type).map(({ property, value }) => `${property} ${String(value)}`);
}

test.each<[string, string[]]>([
  ['The account is closed', ['/status closed']],
  ['The account is not open', ['/status ', '/status closed', '/status invalid']],
  ['A closed account', ['/status closed']],
  ['Invalid account', []],
  ['Could not make the payment', []],
  ['Conflict', []],
])('what a record may not be is what the response says of it: %s', (conflict, expected) => {
  expect(forbidden(conflict)).toEqual(expected);
});

test.each<[string, string[]]>([
  ['409 if the account is closed', ['/status closed']],
  ['Pays at once. The account has to be open.', ['/status ', '/status closed', '/status invalid']],
  ['The account must be open or invalid', ['/status ', '/status closed']],
  ['The account must be open for a week.', []],
  ['The account must be known.', []],
  ['The amount has to be open.', []],
  ['Payments of an open account do not conflict with a closed account.', []],
  ['There is no 409 if the account is closed.', []],
  ['Locks the rows to prevent a conflict with a closed account.', []],
])('and what its description says: %s', (description, expected) => {
  expect(forbidden('Conflict', description)).toEqual(expected);
});

test.each<[string, string[]]>([
  [
    'Each account has to be open, and is named once: otherwise, the payment is rejected with 422.',
    ['/status ', '/status closed', '/status invalid'],
  ],
  ['The account must be open or invalid, otherwise it is rejected with 409.', ['/status ', '/status closed']],
  [
    'Every account must be open, or else the payment is refused with 422',
    ['/status ', '/status closed', '/status invalid'],
  ],
  ['The account has to be open: otherwise, the payment is kept.', []],
  ['The account has to be open for a week: otherwise, the payment is rejected with 422.', []],
  ['The account has to be open: otherwise, the payment is rejected with 403.', []],
  ['The amount has to be open: otherwise, the payment is rejected with 422.', []],
  ['The account should be open: otherwise, the payment may be rejected with 422.', []],
  ['If the account has to be open, it is opened: otherwise, the payment is rejected with 422.', []],
])('and what a record has to be, where it says how it is rejected otherwise: %s', (description, expected) => {
  expect(forbidden('Conflict', description)).toEqual(expected);
});
