import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, createServer as createListener } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { HttpRequest } from '../../../harness/core/model.ts';
import { curlCommand, sampleCurlCommand } from '../../../harness/report/curl/curl.ts';

interface Received {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: (readonly [string, string])[];
  readonly body: Buffer;
}

const run = promisify(execFile);
const received: Received[] = [];
const server = createServer(async (message, response) => {
  const body = await buffer(message);
  received.push({ method: message.method, path: message.url, headers: pairs(message), body });
  response.end('seen');
});
let base = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

function pairs(message: IncomingMessage): (readonly [string, string])[] {
  const raw = message.rawHeaders;
  return raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1] ?? ''] as const] : []));
}

function request(parts: Partial<HttpRequest>): HttpRequest {
  return { method: 'POST', path: '/things', headers: [], body: undefined, ...parts };
}

async function command(shell: string, line: string): Promise<string> {
  const running = run(shell, ['-s']);
  running.child.stdin?.end(`${line}\n`);
  return (await running).stdout;
}

async function repeat(shell: string, sent: HttpRequest, baseUrl = base): Promise<Received> {
  received.length = 0;
  const stdout = await command(shell, curlCommand(baseUrl, sent));
  expect(stdout).toContain('HTTP/1.1 200');
  const [only, ...more] = received;
  if (!only || more.length > 0) throw new Error(`${received.length} requests arrived`);
  return only;
}

/** What the model allows to be added on the way: host, connection and a length for the body. */
function added([name]: readonly [string, string]): boolean {
  return !['host', 'connection', 'content-length', 'transfer-encoding'].includes(name.toLowerCase());
}

const bodies: Record<string, string | Uint8Array> = {
  empty: '',
  'JSON with quotes': `{"name":"it's","other":"say \\"hi\\""}`,
  'command substitution': '$(id) `id` $HOME \\$x !! !1 ~ * ?',
  'a leading at sign': '@/etc/hostname',
  'a leading dash': '-n\n--help',
  'line ends and tabs': 'a\nb\r\nc\td\n\n',
  'workflow commands': '{\n::warning::no\n}',
  'percent signs': '100% %s %d %%\n%b',
  backslashes: '\\n \\\\ \\0 \\x41\n\\101',
  'NUL bytes': Uint8Array.of(0, 97, 0, 0, 98, 0),
  'every byte': Uint8Array.from({ length: 256 }, (_, byte) => byte),
  'bytes that are no UTF-8': Uint8Array.of(0x7b, 0xff, 0xfe, 0xc3, 0x28, 0x27, 0x25, 0x5c),
  unicode: '{"name":"Zoë 🐢 日本語"}',
  'unicode with line ends': 'Zoë 🐢\n日本語',
  'invisible characters': 'a\u200b\u202eb\u2028c\ufeff',
  'a byte order mark': Uint8Array.of(0xef, 0xbb, 0xbf, 0x7b, 0x7d),
  'a digit after an octal escape': Uint8Array.of(0, 49, 1, 55),
  'a long run': `{"name":"${'a'.repeat(3_000_000)}"}`,
  'long without runs': Array.from({ length: 40_000 }, (_, index) => `${index} `).join(''),
};

const shells = ['/bin/sh', '/bin/bash', '/bin/dash', '/bin/busybox'].filter((shell) => existsSync(shell));

describe.each(shells)('a command run by %s', (shell) => {
  test.each(Object.entries(bodies))('sends the body as it was: %s', async (_, content) => {
    const body = Buffer.from(content as Uint8Array);
    const got = await repeat(shell, request({ headers: [['Content-Type', 'application/json']], body }));
    expect(Buffer.compare(got.body, body)).toBe(0);
    expect(got.headers.filter(added)).toEqual([['Content-Type', 'application/json']]);
  });

  test('sends the request target as it was', async () => {
    const paths = [
      '/a/../b/./c//d',
      '/x?ids=[1-3]&q={a,b}',
      "/x?q='$(id)`id`",
      '/%41%2e?a=%27',
      '/x?a#b?c',
      '/x?q=\xe9',
    ];
    const targets: string[] = [];
    const listener = createListener((socket) =>
      socket.once('data', (bytes) => {
        targets.push(bytes.toString('latin1').split(' ')[1] ?? '');
        socket.end('HTTP/1.1 204 No Content\r\n\r\n');
      }),
    ).listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
    for (const path of paths) await command(shell, curlCommand(url, request({ path })));
    listener.close();
    expect(targets).toEqual(paths);
  });

  test('sends the headers as they were, in order, and no others', async () => {
    const headers: HttpRequest['headers'] = [
      ['X-Quote', `it's "$(id)" \`id\` %s \\n`],
      ['X-Empty', ''],
      ['X-Twice', 'one'],
      ['X-Twice', 'two'],
      ['X-Latin', 'caf\xe9\there'],
      ['accept', 'application/json'],
    ];
    expect((await repeat(shell, request({ headers, body: Buffer.from('{}') }))).headers.filter(added)).toEqual(headers);
  });
});

describe('a command', () => {
  test.each(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'])(
    'sends the method %s',
    async (method) => {
      expect(await repeat('/bin/sh', request({ method }))).toMatchObject({
        method,
        body: Buffer.alloc(0),
        path: '/things',
      });
    },
  );

  test.each(['POST', 'PUT', 'PATCH'])('says that there is no content where %s sends none', async (method) => {
    const { headers } = await repeat('/bin/sh', request({ method }));
    expect(headers.filter(([name]) => name.toLowerCase() === 'content-length')).toEqual([['Content-Length', '0']]);
  });

  test('sends a GET with a body as a GET', async () => {
    const body = Buffer.from('{}');
    expect(await repeat('/bin/sh', request({ method: 'GET', body }))).toMatchObject({ method: 'GET', body });
  });

  test('does not ask for leave to send a large body', async () => {
    const body = Buffer.from(
      Array.from({ length: 400_000 }, (_, index) => String.fromCharCode(97 + (index % 26))).join(''),
    );
    expect((await repeat('/bin/sh', request({ body }))).headers.map(([name]) => name.toLowerCase())).not.toContain(
      'expect',
    );
  });

  test('keeps the base path of the target', async () => {
    expect((await repeat('/bin/sh', request({}), `${base}/api/v1/`)).path).toBe('/api/v1/things');
  });

  test('is one line whatever the body holds', () => {
    for (const body of Object.values(bodies)) {
      expect(curlCommand(base, request({ body: Buffer.from(body as Uint8Array) }))).not.toMatch(/[\r\n]/);
    }
  });

  test('stays short where a large body is mostly one byte', () => {
    expect(curlCommand(base, request({ body: Buffer.alloc(5_000_000, 'x') })).length).toBeLessThan(300);
  });

  test('shows no credentials', () => {
    const headers: HttpRequest['headers'] = [
      'Authorization',
      'cookie',
      'PROXY-authorization',
      'X-Api-Key',
      'X-Mine',
    ].map((name) => [name, 'hunter2'] as const);
    const command = curlCommand('http://me:hunter2@localhost:1/', request({ headers }), ['x-mine']);
    expect(command).not.toContain('hunter2');
    expect(command).toContain("-H 'Authorization: ***'");
    expect(command).toContain("-H 'X-Mine: ***'");
    expect(command).toContain("'http://***@localhost:1/things'");
  });
});

test('a sample is short, and sends the method, the target, the own headers and the body', async () => {
  const body = Buffer.from('{"name":"it\'s"}');
  const headers = [
    ['accept', 'application/json'],
    ['content-type', 'application/json'],
    ['x-key', 'a b'],
  ] as const;
  expect(sampleCurlCommand('http://h', request({ method: 'GET', path: '/a?b=1', headers: [['accept', '*/*']] }))).toBe(
    "curl -i 'http://h/a?b=1'",
  );
  for (const method of ['POST', 'PUT']) {
    received.length = 0;
    await command('sh', sampleCurlCommand(base, request({ method, path: '/a[0]', headers, body })));
    expect(received).toMatchObject([{ method, path: '/a[0]', body }]);
    expect(Object.fromEntries(received[0]?.headers ?? [])).toMatchObject({
      'content-type': 'application/json',
      'x-key': 'a b',
    });
  }
});
