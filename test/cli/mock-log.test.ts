import { expect, test } from 'vitest';
import { formatRequestLine, loggedSecrets } from '../../harness/cli/commands/mock-output.ts';
import { MockRequest } from '../../harness/mock/request-log.ts';
import { load } from '../openapi/documents.ts';

const SPEC = `openapi: 3.0.3
info: { title: Keys, version: '1' }
paths: { /a: { get: { responses: { '200': { description: ok } } } } }
components:
  securitySchemes:
    site: { type: apiKey, in: query, name: site_pass }
`;

test('the log of the mock shows no credentials of a query', () => {
  const secrets = loggedSecrets([{ contract: load({ 'spec.yaml': SPEC }) }]);
  const target = '/a?q=books&site_pass=s3cr3t%2B&access_token=t0ken';
  const request = { method: 'GET', target, path: '/a', query: target.slice(3), headers: {}, body: new Uint8Array() };
  const validation = { operation: undefined, problems: [], body: undefined };
  const response = { status: 200, headers: [], body: new Uint8Array() };
  const line = formatRequestLine(new MockRequest(1, request, validation, response, 1), secrets);
  expect(line).toMatch(/^GET \/a\?q=books&site_pass=\S+&access_token=\S+ 200/);
  expect(line).not.toMatch(/s3cr3t|t0ken/);
});
