import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { verify } from '../../harness/cli/commands/verify.ts';
import { proxyFor } from '../../harness/http/proxy-env.ts';
import { ONE_REQUEST, pem, runCommand, serveRecorded, serveSecurely } from './petstore.ts';

const BOTH = [...ONE_REQUEST, '--suite', 'dredd'];

describe('the target', () => {
  test('may have a path, below which all requests go', async () => {
    const { url, requests } = await serveRecorded();
    const { code } = await runCommand(verify, [`${url}/api/v1/`, ...BOTH]);
    expect(requests.map((request) => request.url)).toEqual(['/api/v1/pets', '/api/v1/pets']);
    expect(code).toBe(0);
  });

  test.each([
    ['ftp://127.0.0.1', 'is not an http(s) URL'],
    ['http://127.0.0.1/?x=1', 'must not have a query or fragment'],
  ])('%s is rejected', async (target, message) => {
    await expect(runCommand(verify, [target, ...ONE_REQUEST])).rejects.toThrow(message);
  });

  test('is one at a time', async () => {
    await expect(runCommand(verify, ['http://a.test', 'http://b.test'])).rejects.toThrow('unexpected http://b.test');
  });
});

describe('a proxy', () => {
  test('is given the whole URL of an http target, and its own credentials, which no report shows', async () => {
    const { url: proxy, requests } = await serveRecorded();
    const HTTP_PROXY = proxy.replace('//', '//ida:hush-proxy@');
    const { code, out } = await runCommand(verify, ['http://service.test/v1', ...BOTH], { HTTP_PROXY });
    expect(requests.map(({ url }) => url)).toEqual(['http://service.test/v1/pets', 'http://service.test:80/v1/pets']);
    expect(requests.map(({ headers }) => headers.host)).toEqual(['service.test', 'service.test']);
    const credentials = `Basic ${Buffer.from('ida:hush-proxy').toString('base64')}`;
    expect(requests.map(({ headers }) => headers['proxy-authorization'])).toEqual([credentials, credentials]);
    expect(out).not.toContain('hush-proxy');
    expect(code).toBe(0);
  });

  test('tunnels to an https target', async () => {
    const service = new URL(await serveSecurely({}));
    const { url: proxy, server } = await serveRecorded();
    const testCase: (string | undefined)[] = [];
    server.on('connect', (request, socket) => {
      testCase.push(request.url);
      const through = connect(Number(service.port), '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
        socket.pipe(through).pipe(socket);
      });
      for (const end of [socket, through]) end.on('error', () => socket.destroy());
    });
    const args = ['https://service.test', ...BOTH, '--ca', pem('ca.pem')];
    const { code, out } = await runCommand(verify, args, { HTTPS_PROXY: proxy });
    expect(out).toContain('contract satisfied: 2 requests');
    expect(new Set(testCase)).toEqual(new Set(['service.test:443']));
    expect(code).toBe(0);
  });

  test('that refuses to tunnel is named as the reason', async () => {
    const { url: proxy, server } = await serveRecorded();
    server.on('connect', (_, socket) => socket.end('HTTP/1.1 403 Forbidden\r\n\r\n'));
    const run = runCommand(verify, ['https://service.test', ...ONE_REQUEST], { HTTPS_PROXY: proxy });
    await expect(run).rejects.toThrow('the proxy responded 403 to CONNECT service.test:443');
  });

  test.each([
    ['http://api.test', { HTTP_PROXY: 'http://p:1' }, 'http://p:1'],
    ['http://api.test', { http_proxy: 'p:1' }, 'http://p:1'],
    ['https://api.test', { HTTP_PROXY: 'http://p:1' }, undefined],
    ['https://api.test', { ALL_PROXY: 'http://p:1' }, 'http://p:1'],
    ['http://127.0.0.1:8080', { HTTP_PROXY: 'http://p:1' }, undefined],
    ['http://localhost', { HTTP_PROXY: 'http://p:1' }, undefined],
    ['http://api.test', { HTTP_PROXY: 'http://p:1', NO_PROXY: 'other.test, .api.test' }, undefined],
    ['http://v1.api.test', { HTTP_PROXY: 'http://p:1', no_proxy: 'api.test' }, undefined],
    ['http://myapi.test', { HTTP_PROXY: 'http://p:1', no_proxy: 'api.test' }, 'http://p:1'],
    ['http://api.test:81', { HTTP_PROXY: 'http://p:1', NO_PROXY: 'api.test:80' }, 'http://p:1'],
    ['http://api.test', { HTTP_PROXY: 'http://p:1', NO_PROXY: 'api.test:80' }, undefined],
    ['http://api.test', { HTTP_PROXY: 'http://p:1', NO_PROXY: '*' }, undefined],
    ['http://api.test', { HTTP_PROXY: '' }, undefined],
  ])('of %s with %j is %s', (target, env, proxy) => {
    expect(proxyFor(target, env)).toBe(proxy);
  });

  test('of another kind is rejected', () => {
    expect(() => proxyFor('http://api.test', { HTTP_PROXY: 'socks5://p:1' })).toThrow('HTTP_PROXY must be a URL like');
  });
});

describe('--rate', () => {
  test('spaces the requests of all suites together, Dredd in its thread included', async () => {
    const times: number[] = [];
    const { url } = await serveRecorded((_, response) => {
      times.push(performance.now());
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":1,"name":"Ida"}');
    });
    const begin = performance.now();
    const { code } = await runCommand(verify, [
      url,
      ...BOTH,
      '--suite',
      'generated',
      '--runs',
      '1',
      '--rate',
      '50/s',
      '--max-time',
      '2s',
    ]);
    expect(code).toBe(1);
    // From the beginning of the run: those that wait on a busy machine are received together.
    const seconds = ((times.at(-1) ?? 0) - begin) / 1000;
    expect(times.length).toBeGreaterThan(10);
    // One request more than intervals, and one for what the two ends of a connection differ in.
    expect(times.length).toBeLessThanOrEqual(seconds * 50 + 2);
  });

  test.each(['0/s', 'fast', '-1'])('%s is rejected', async (rate) => {
    await expect(runCommand(verify, ['http://127.0.0.1:1', ...ONE_REQUEST, `--rate=${rate}`])).rejects.toThrow(
      '--rate',
    );
  });
});
