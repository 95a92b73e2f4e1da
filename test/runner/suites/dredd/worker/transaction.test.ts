import { once } from 'node:events';
import { request } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { reachedServer, transportErrorKind } from '../../../../../harness/runner/suites/dredd/worker/network-error.ts';
import { agentFor, TransactionRun } from '../../../../../harness/runner/suites/dredd/worker/transaction.ts';
import { serve } from '../../../../servers.ts';
import { transaction } from '../service.ts';

test('a connection that is not made within the time limit means that nothing could be sent', async () => {
  const agent = agentFor('http://pets.test');
  onTestFinished(() => agent.destroy());
  const attempt = new TransactionRun(transaction('a'), agent, 20);
  // A host name that is never resolved keeps the socket connecting.
  const call = request('http://pets.test', { agent, lookup: () => undefined });
  const [error] = await once(call, 'error');
  expect(attempt.failed(error)).toMatchObject({
    status: 'error',
    networkError: 'connect',
    reason: 'no connection within 20 ms',
  });
});

test('a response without end is not read for as long as there is time', async () => {
  const url = await serve((_, response) => {
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536, 'a')));
    };
    response.on('drain', more);
    more();
  });
  const agent = agentFor(url);
  const attempt = new TransactionRun(transaction('a'), agent, 60_000);
  const [response] = await once(request(url, { agent }).end(), 'response');
  const [error] = await once(response.resume(), 'error');
  expect(attempt.failed(error)).toMatchObject({
    status: 'fail',
    networkError: 'too-large',
    reason: 'the response is longer than 8388608 bytes; reading was stopped',
  });
});

test('an error without a message, as of several addresses that reject the connection, is reported by its code', () => {
  const attempt = new TransactionRun(transaction('a'), agentFor('http://localhost'), 1_000);
  const error = Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' });
  expect(attempt.failed(error)).toMatchObject({ status: 'error', networkError: 'connect', reason: 'ECONNREFUSED' });
});

test('a secure endpoint gets an agent of its protocol', () => {
  expect(agentFor('HTTPS://pets.test')).toMatchObject({ protocol: 'https:' });
  expect(agentFor('http://https.test')).toMatchObject({ protocol: 'http:' });
});

test.each([
  ['ENOTFOUND', 'getaddrinfo', 'connect', false],
  ['ECONNRESET', 'socket hang up', 'reset', true],
  ['ECONNRESET', 'aborted', 'truncated', true],
  ['HPE_INVALID_CONSTANT', 'Parse Error', 'malformed', true],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate', undefined, false],
])('%s %s is %s', (code, message, fault, reached) => {
  const kind = transportErrorKind(Object.assign(new Error(message), { code }));
  expect(kind).toBe(fault);
  expect(reachedServer(kind)).toBe(reached);
});
