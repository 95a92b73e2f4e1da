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

const texts = contractOf(`
/notes:
  post:
    operationId: addNote
    requestBody:
      required: true
      content:
        application/json: { schema: { type: object } }
        text/plain: { schema: { type: string, minLength: 1, maxLength: 4, pattern: '^[a-z]*$' } }
        text/html: { schema: { type: string, maxLength: 4 } }
        image/png: { schema: { type: string, format: binary } }
    responses: { '200': { description: done }, default: { description: failed } }
/color:
  put:
    operationId: setColor
    requestBody: { content: { text/plain: { schema: { type: string, enum: [red, ' blue', ''] } } } }
    responses: { '200': { description: done }, default: { description: failed } }
`);
const sentAs = (operation: string, contentType: string) =>
  casesOf(texts).flatMap((each) => {
    const isOwn = each.operation.id === operation && / body|body /.test(each.id);
    const isType = each.request.headers.some(([name, value]) => name === 'content-type' && value === contentType);
    const keywords = each.targets.map(({ id }) => id.split(' ').at(-1));
    return isOwn && isType ? [{ ...each, keywords, text: Buffer.from(each.request.body ?? []).toString() }] : [];
  });

test('a text beside JSON is sent valid, and with one violation of each clause of its schema', () => {
  const sent = sentAs('addNote', 'text/plain').filter(({ id }) => id.includes('text/plain body'));
  const accepted = sent.filter(({ expectation }) => expectation === 'accept');
  expect(accepted.length).toBeGreaterThan(1);
  for (const { text } of accepted) expect(text).toMatch(/^[a-z]{1,4}$/);
  const rejected = sent.filter(({ expectation }) => expectation === 'reject');
  expect(rejected.map(({ keywords }) => keywords.join(' ')).sort()).toEqual([
    'maxLength',
    'maxLength pattern',
    'minLength required',
    'pattern',
  ]);
});

test('only texts that every reader sees alike are sent: without white space around them, and no empty ones', () => {
  const sent = sentAs('setColor', 'text/plain').filter(({ id }) => !id.includes('content type'));
  expect(sent.filter(({ expectation }) => expectation === 'accept').map(({ text }) => text)).toContain('red');
  for (const { text, id } of sent.filter((each) => each.id.startsWith('setColor: body')))
    expect(text, id).toMatch(/^\S(.*\S)?$/);
});

test('in a media type of which the document does not say what is valid, any response conforms', () => {
  for (const type of ['text/html', 'image/png']) {
    const sent = sentAs('addNote', type).filter(({ id }) => id === `addNote: ${type} body`);
    expect(sent.map(({ expectation }) => expectation)).toEqual(['any']);
  }
});
