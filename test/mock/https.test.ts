import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { connect } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { httpsOptions, readHttps } from '../../harness/cli/commands/mock-options.ts';
import { parseOptions } from '../../harness/cli/options/options.ts';
import type { Mock } from '../../harness/mock/mock.ts';
import { bodyOf } from '../servers.ts';
import { closeMocks, openMock } from './world/client.ts';

const LIBRARY = 'fixtures/crud/documents/library.yaml';
const TLS = 'test/cli/tls';

afterEach(closeMocks);

/** Sends a request as a client that trusts one certificate. */
async function send({ url }: Mock, ca: string | undefined, path: string, body?: string): Promise<IncomingMessage> {
  const sent = request(url + path, {
    ...(ca === undefined ? {} : { ca }),
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json' },
  }).end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return response;
}

describe('a mock over https', () => {
  test('has a certificate of this machine that clients can trust, and links with https', async () => {
    const mock = await openMock({ spec: LIBRARY, https: true });
    expect(mock.url).toMatch(/^https:/);
    const response = await send(mock, mock.certificate, '/authors', '{"name":"Ann"}');
    expect(response.statusCode).toBe(201);
    const location = response.headers.location ?? '';
    expect(location.startsWith('/') || location.startsWith(`${mock.url}/`)).toBe(true);
    expect(JSON.parse((await bodyOf(response)).toString())).toMatchObject({ name: 'Ann' });
    await expect(send(mock, undefined, '/authors')).rejects.toThrow(/self-signed certificate/);
  });

  test('has the certificate that is given', async () => {
    const certificate = {
      cert: readFileSync(`${TLS}/server.pem`, 'utf8'),
      key: readFileSync(`${TLS}/server.key`, 'utf8'),
    };
    const mock = await openMock({ spec: LIBRARY, https: certificate });
    const response = await send(mock, readFileSync(`${TLS}/ca.pem`, 'utf8'), '/authors');
    expect(response.statusCode).toBe(200);
    response.resume();
  });

  test('survives plain HTTP, and closes with connections that never began', async () => {
    const mock = await openMock({ spec: LIBRARY, https: true });
    const silent = connect(mock.port, '127.0.0.1');
    await once(silent, 'connect');
    const plain = get(mock.url.replace('https:', 'http:'));
    await once(plain, 'error');
    expect((await send(mock, mock.certificate, '/authors')).resume().statusCode).toBe(200);
    const closed = once(silent, 'close');
    await Promise.all([mock.close(), closed]);
  });
});

describe('the options of https', () => {
  const read = (...args: string[]) => readHttps(parseOptions(args, httpsOptions));

  test('are a certificate with its key, or none', () => {
    expect(read()).toBe(false);
    expect(read('--https')).toBe(true);
    expect(read('--https-cert', `${TLS}/server.pem`, '--https-key', `${TLS}/server.key`)).toHaveProperty('key');
    expect(() => read('--https-cert', `${TLS}/server.pem`)).toThrow('--https-cert requires --https-key');
    expect(() => read('--https-key', `${TLS}/server.key`)).toThrow('--https-key requires --https-cert');
  });

  test('must match and be readable', () => {
    const wrong = () => read('--https-cert', `${TLS}/server.pem`, '--https-key', `${TLS}/client.key`);
    expect(wrong).toThrow('--https-cert and --https-key must be PEM files that match');
    expect(() => read('--https-cert', 'none.pem', '--https-key', 'none.key')).toThrow(
      /cannot read --https-cert none.pem/,
    );
  });
});
