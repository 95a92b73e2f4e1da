import { expect, test } from 'vitest';
import { ignoresCase } from '../../../../harness/openapi/resources/prose/uniqueness.ts';
import { contractOf, item, items } from './below-document.ts';

/** Whether a name in other letters is the same, as the description of a creation says. */
function ignores(description: string, conflict = 'The name is taken.') {
  const name = { name: { type: 'string' } };
  const { get, post } = items(name);
  const responses = { ...Object(post).responses, 409: { description: conflict } };
  const { model, contract } = contractOf({
    '/groups': { get: get ?? null, post: { ...Object(post), description, responses } },
    '/groups/{groupId}': item(name),
  });
  const create = model.types.flatMap(({ operations }) => operations).find(({ creates }) => creates);
  return create && ignoresCase(contract, create);
}

test.each([
  ['Names are saved with case, but the name is compared regardless of case.', true],
  ['409 on a duplicate, ignoring case.', true],
  ['Attribute names are case-insensitive.', false],
  ['The country code is case-insensitive.', false],
  ['In any case, the change is applied at once.', false],
])('%s', (description, expected) => {
  expect(ignores(description)).toBe(expected);
});

test('what a response says of a conflict is about its values', () => {
  expect(ignores('', 'The name is taken, whatever the case.')).toBe(true);
});
