import { expect, test } from 'vitest';
import { isObject, tryParseJson } from '../../../harness/core/json/index.ts';
import { bodyOf, serve } from '../../servers.ts';
import { errorsOf, operationOf, verifyDocument } from '../establish/books.ts';

const ACCOUNT = `
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [email, password]
              properties: { email: { type: string, maxLength: 200 }, password: { type: string, maxLength: 200 } }
      responses:
        '200': { description: ok, content: { application/json: { schema: { type: object } } } }
        '400': { description: invalid, content: { application/json: { schema: { type: object } } } }
`;
const document = `openapi: 3.0.3
info: { title: Accounts, version: '1' }
paths:
  /accounts:
    post:
      operationId: createAccount${ACCOUNT}
  /auth/login:
    post:
      operationId: login${ACCOUNT}
`;

/** A service whose sign-in rejects a wrong password with 400, and whose accounts are as the test has them. */
function serveAccounts(isAccepted: (email: string) => boolean) {
  return serve(async (request, response) => {
    const parsed = tryParseJson(await bodyOf(request));
    const account = 'error' in parsed || !isObject(parsed.value) ? {} : parsed.value;
    const isText = (name: string) => typeof account[name] === 'string' && [...account[name]].length <= 200;
    const isValid =
      isText('email') && isText('password') && /^application\/json(;|$)/i.test(request.headers['content-type'] ?? '');
    const isDone = isValid && request.url === '/accounts' && isAccepted(String(account['email']));
    response.writeHead(isDone ? 200 : 400, { 'content-type': 'application/json' });
    response.end(isDone ? '{}' : '{"detail":"Incorrect email or password"}');
  });
}

test('a sign-in with made-up values that gets 400 proves nothing, and its operation is not verified', async () => {
  const report = await verifyDocument(document, await serveAccounts(() => true), {
    include: ['login', 'createAccount'],
  });
  expect(errorsOf(report)).toEqual([]);
  const { verified, reason } = operationOf(report, 'login');
  expect([verified, reason]).toEqual([
    false,
    'no valid request was accepted; nobody can sign in with these values (400): give some that do, in `values` or an example',
  ]);
  expect(operationOf(report, 'createAccount').verified).toBe(true);
});

test('an account that is rejected with 400 is a finding', async () => {
  const url = await serveAccounts((email) => /^\p{ASCII}*$/u.test(email));
  expect(errorsOf(await verifyDocument(document, url)).join()).toContain('valid request rejected');
});
