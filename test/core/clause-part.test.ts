import { expect, test } from 'vitest';
import { formatPart, isErrorPart, isSamePart } from '../../harness/core/clause-part.ts';

test.each([
  [{ kind: 'any-response' }, 'response', false],
  [{ kind: 'security' }, 'security', false],
  [{ kind: 'parameter', in: 'query', name: 'tags' }, 'query tags', false],
  [{ kind: 'request-body' }, 'request body', false],
  [{ kind: 'request-body', mediaType: 'text/plain' }, 'request body text/plain', false],
  [{ kind: 'response', status: '2XX' }, 'response 2XX', false],
  [{ kind: 'response-body', status: 'default', mediaType: 'a/b' }, 'response default body a/b', true],
  [{ kind: 'response-header', status: '404', name: 'etag' }, 'response 404 header etag', true],
] as const)('%o is written as "%s", and is of an error response: %s', (part, text, isError) => {
  expect(formatPart(part)).toBe(text);
  expect(isErrorPart(part)).toBe(isError);
  expect(isSamePart(part, { ...part })).toBe(true);
  expect(isSamePart(part, { kind: 'response', status: '418' })).toBe(false);
});
