import { describe, expect, onTestFinished, test } from 'vitest';
import { type Mock, type MockOptions, startMock } from '../../harness/mock/mock.ts';
import { send } from '../mock/raw-http.ts';

const SPEC = 'spec/openapi.yaml';

async function start(options: MockOptions = {}): Promise<Mock> {
  const mock = await startMock({ spec: SPEC, ...options });
  onTestFinished(() => mock.close());
  return mock;
}

/** Sends a valid request with a `Host` header. */
async function statusFor(mock: Mock, host: string, method = 'POST'): Promise<number> {
  const headers = {
    host,
    'content-type': 'application/json',
    origin: `http://${host}`,
    'access-control-request-method': 'POST',
  };
  return (await send(mock.port, { method, target: '/turtles', headers, body: '{"id":1,"name":"Mia"}' })).status;
}

describe('a mock that listens on loopback', () => {
  test.each([
    ['localhost', 200],
    ['LOCALHOST:4010', 200],
    ['localhost.', 200],
    ['mock.localhost:80', 200],
    ['127.0.0.1', 200],
    ['[::1]:4010', 200],
    ['192.168.0.7', 200],
    ['attacker.example', 421],
    ['attacker.example:4010', 421],
    ['localhost.attacker.example', 421],
    ['notlocalhost', 421],
    ['127.0.0.1.attacker.example', 421],
  ])('responds to Host %s with %i', async (host, status) => {
    expect(await statusFor(await start(), host)).toBe(status);
  });

  test('explains how to allow a host, in the documented form of an error', async () => {
    const mock = await start();
    const headers = { host: 'attacker.example' };
    const response = await send(mock.port, { target: '/turtles', headers, body: '{}' });
    expect(JSON.parse(response.body.toString())).toEqual({
      code: 421,
      message: 'the host attacker.example is not allowed; start the mock with --allow-host attacker.example',
    });
    expect(response.headers).not.toHaveProperty('access-control-allow-origin');
  });

  test('does not respond to a CORS preflight for a host that is not allowed', async () => {
    expect(await statusFor(await start(), 'attacker.example', 'OPTIONS')).toBe(421);
  });

  test.each<[string[], string, number]>([
    [['api.test'], 'api.test:4010', 200],
    [['API.test'], 'api.TEST', 200],
    [['api.test'], 'other.test', 421],
    [['api.test'], 'x.api.test', 421],
    [['*'], 'other.test', 200],
  ])('with allowed hosts %j responds to Host %s with %i', async (allowedHosts, host, status) => {
    expect(await statusFor(await start({ allowedHosts }), host)).toBe(status);
  });
});

test('a mock that listens on all interfaces accepts every host', async () => {
  expect(await statusFor(await start({ host: '0.0.0.0' }), 'mock.internal')).toBe(200);
});
