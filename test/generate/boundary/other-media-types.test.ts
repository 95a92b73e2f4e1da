import { expect, test } from 'vitest';
import { contractOf } from '../documents.ts';
import { casesOf } from './cases.ts';

const contract = contractOf(`
/things/{id}:
  patch:
    operationId: change
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    requestBody:
      required: true
      content:
        application/json: { schema: &change { type: object, required: [owner], properties: { owner: { type: string } } } }
        application/merge-patch+json: { schema: *change }
        application/x-www-form-urlencoded: { schema: *change }
    responses: { '200': { description: done }, default: { description: failed } }
`);

test('bodies in further media types have the values of the one that a service has accepted', () => {
  const cases = casesOf(contract);
  const bodyOf = (id: string) => {
    const found = cases.find((each) => each.id === `change: ${id}`);
    return found && 'spec' in found ? (found.spec as { readonly body?: object }).body : undefined;
  };
  const patch = bodyOf('application/merge-patch+json body with all properties');
  expect(patch).toEqual({ owner: expect.stringMatching(/^xx/) });
  expect(bodyOf('application/x-www-form-urlencoded body with all properties')).toEqual(patch);
});
