import { expect, test } from 'vitest';
import { startMock } from '../../harness/mock/mock.ts';
import { contractOf } from '../generate/documents.ts';
import { operationOf, verifyDocument } from './establish/books.ts';

const document = `openapi: 3.0.3
info: { title: A, version: '1' }
paths:
  /teapot: { get: { operationId: teapot, responses: { '418': { description: teapot } } } }
  /gone: { get: { operationId: gone, responses: { '401': { description: no } } } }
  /early: { get: { operationId: early, responses: { '102': { description: processing } } } }
`;

test('an operation that documents errors alone is not verified, without a finding', async () => {
  const paths = document.slice(document.indexOf('  /teapot'));
  const mock = await startMock({ contract: contractOf(paths) });
  const report = await verifyDocument(document, mock.url);
  await mock.close();
  expect(report.findings).toEqual([]);
  expect(report.verdict).toBe('unverified');
  const reason = expect.stringContaining('the document has no success response for it: add one');
  expect(operationOf(report, 'teapot')).toMatchObject({ verified: false, reason });
  expect(operationOf(report, 'gone')).toMatchObject({ verified: false, reason });
});

test('an operation that documents only what precedes a response may respond anything', async () => {
  const mock = await startMock({
    contract: contractOf("/early: { get: { responses: { '102': { description: a } } } }"),
  });
  const { status } = await fetch(`${mock.url}/early`);
  await mock.close();
  expect(status).toBe(200);
});
