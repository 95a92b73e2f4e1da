import { expect, test } from 'vitest';
import { Contract } from '../../../../harness/openapi/contract.ts';
import { OpenApiDocument } from '../../../../harness/openapi/document.ts';
import { resourceModel } from '../../../../harness/openapi/resources/infer.ts';
import { toldFixed } from '../../../../harness/openapi/resources/prose/constants.ts';

/** Whether a property of which the document says this is one that cannot be changed. */
function isFixed(name: string, description: string): boolean {
  const schema = {
    type: 'object',
    properties: { id: { type: 'string', readOnly: true }, [name]: { type: 'string', description } },
  };
  const content = { 'application/json': { schema } };
  const responses = { 200: { description: 'ok', content } };
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
  const paths = {
    '/rooms': { post: { requestBody: { content }, responses } },
    '/rooms/{id}': { parameters: [id], get: { responses }, put: { requestBody: { content }, responses } },
  };
  const root = { openapi: '3.1.0', info: { title: 'Rooms', version: '1' }, paths };
  const contract = new Contract(new OpenApiDocument('rooms.json', root));
  const [type] = resourceModel(contract).types;
  return type !== undefined && toldFixed(contract, type).includes(name);
}

test.each([
  ['code', 'Immutable.'],
  ['code', 'Short code, cannot be changed.'],
  ['code', 'Unique within the house and immutable.'],
  ['code', 'Unique in a house, and cannot be changed after creation.'],
  ['code', 'Specified at creation time, and then immutable'],
  ['code', 'This field cannot be updated.'],
  ['code', 'The code of the room. This code cannot be modified after the room is created.'],
  ['code', 'The code is assigned by the service and can not be changed'],
  ['code', 'Short code that never changes'],
  ['userName', 'immutable name of the user, used to mention the user'],
  ['holdId', 'The unique immutable ID of the hold. Assigned during creation.'],
])('a description that says the property itself cannot be changed: %s, %s', (name, description) => {
  expect(isFixed(name, description)).toBe(true);
});

test.each([
  ['locked', 'Whether it is locked. The retention period on a locked bucket cannot be changed.'],
  ['labels', 'Labels of the room. System reserved label keys are prefixed with `system` and cannot be changed.'],
  ['userRole', 'Whether this is a default user role. User roles are created by the system and cannot be modified.'],
  ['code', 'This field may not be changed for a room whose status is closed.'],
  ['code', 'This code should be immutable, and no longer than 64 letters.'],
  ['type', 'What it is: `snapshot` is an immutable table that preserves its contents.'],
  ['name', 'The name. For immutable items such as folders the name is constant.'],
])('a description that says something else: %s, %s', (name, description) => {
  expect(isFixed(name, description)).toBe(false);
});
