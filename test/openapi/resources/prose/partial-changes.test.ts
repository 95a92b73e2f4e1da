import { expect, test } from 'vitest';
import type { JsonObject, Operation } from '../../../../harness/core/model.ts';
import { OpenApiDocument } from '../../../../harness/openapi/document.ts';
import { tellsPartial } from '../../../../harness/openapi/resources/prose/partial-changes.ts';

function isPartial(change: JsonObject): boolean {
  const document = new OpenApiDocument('work.json', { change });
  const requestBody = change['requestBody'] ? { pointer: '/change/requestBody' } : undefined;
  return tellsPartial(document, { pointer: '/change', requestBody } as Operation);
}

test.each([
  'Only the relevant fields have to be provided in the request body.',
  'Only the fields provided in the data block will be updated;',
  'This operation updates only the optional parameter or parameters that are specified in the request.',
  'Fields that are not present in the request will be preserved.',
  'Any parameters not provided will be left unchanged.',
  'This means that only included fields will be changed: null values removes the field on the target entity.',
  'properties missing from the request remain untouched so that snippets can be efficiently manipulated.',
  'Settings that are not provided will not be modified.',
  'Performs a partial update of the user.',
])('a change leaves the rest as it is: %s', (description) => {
  expect(isPartial({ description })).toBe(true);
  expect(isPartial({ requestBody: { description } })).toBe(true);
});

test.each([
  'Partial updates are not supported by this operation.',
  'It is not a partial update.',
  'For example, if the expiryTime element is not specified, the current value is replaced with the default value, not left unmodified.',
  'Properties that are not provided are removed.',
  'Use PATCH for a partial update.',
  'Only the user status can be changed on update.',
  'Only administrators can change the settings that are provided by others.',
  'Only one of `text` and `html_text` can be specified.',
  'If it is not specified, the list will never expire.',
  'Workflow schemes can only be assigned to classic projects.',
])('a change replaces the whole: %s', (description) => {
  expect(isPartial({ description })).toBe(false);
});
