import { expect, test } from 'vitest';
import { resourceModel } from '../../../../harness/openapi/resources/infer.ts';
import { mustNameExisting } from '../../../../harness/openapi/resources/prose/existing-references.ts';
import { load } from '../../documents.ts';

function tells(general: string, ofProperty: string): boolean {
  const ticket = { type: 'object', properties: { roomId: { type: 'string', description: ofProperty } } };
  const requestBody = { content: { 'application/json': { schema: ticket } } };
  const paths = {
    '/tickets': { post: { operationId: 'create', requestBody, responses: { 201: { description: 'ok' } } } },
  };
  const info = { title: 'tickets', version: '1', description: general };
  const contract = load({ 'spec.yaml': JSON.stringify({ openapi: '3.1.0', info, paths }) });
  const operation = resourceModel(contract).operations.get('create');
  return operation !== undefined && mustNameExisting(contract, operation, '/roomId');
}

test.each([
  'The room, which has to exist.',
  'Must be the id of an existing room',
  'The room. It must exist.',
  'Must refer to an existing room.',
  'Has to be an existing room',
])('"%s" says that a reference names what is there', (text) => {
  expect(tells('', text)).toBe(true);
});

test.each([
  'The room; it must exist when the ticket is confirmed.',
  'Has to exist unless the ticket is a draft',
  'The name of a room, which need not exist.',
  'The room does not have to be listed',
  'Must be unique among existing rooms.',
  'Must not be the id of an existing room.',
  'The file must exist on the client only.',
])('"%s" does not say it', (text) => {
  expect(tells('', text)).toBe(false);
});

test.each([
  'An identifier that does not exist is rejected with 404 in a path, and with 422 in a request body.',
  'Request bodies with unknown ids are rejected with 400.',
  'Identifiers which do not exist give 422 in bodies.',
])('"%s" says it of all references', (text) => {
  expect(tells(text, '')).toBe(true);
});

test.each([
  'An identifier that does not exist leads to a 404.',
  'Unknown ids in bodies are ignored; 422 is for other errors.',
  'Unknown properties of a request body are rejected with 422.',
  'Unknown ids are only rejected with 422 in the body of an order.',
  'References that do not exist may be rejected with 422 if the body is checked.',
])('"%s" says it of none', (text) => {
  expect(tells(text, '')).toBe(false);
});
