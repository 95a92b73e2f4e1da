import { expect, test } from 'vitest';
import { namesTaken } from '../../../harness/runner/pool/creation/rejections.ts';
import type { Step } from '../../../harness/runner/pool/journal.ts';

const step = (status: number, body: string) => ({ response: { status, body: Buffer.from(body) } }) as unknown as Step;

test.each([
  ['a conflict', 409, '', true],
  ['Strapi', 400, '{"error":{"message":"This attribute must be unique"}}', true],
  ['Rails', 422, '{"errors":{"name":["has already been taken"]}}', true],
  ['Django REST framework', 400, '{"name":["tag with this name already exists."]}', true],
  ['an invalid value', 400, '{"error":{"message":"Invalid key localizations"}}', false],
  ['a record that is missing', 422, '{"message":"the author does not exist"}', false],
  ['a server error', 500, 'duplicate key', false],
])('a rejection says that other values are needed, or not: %s', (_, status, body, expected) => {
  expect(namesTaken(step(status, body))).toBe(expected);
});
