import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { verify } from '../../harness/cli/commands/verify.ts';
import { ONE_REQUEST, runCommand, serveRecorded } from '../cli/petstore.ts';
import { deafUrl } from '../servers.ts';

const FORMATS = ['junit', 'json', 'html', 'markdown', 'sarif'];
const SECRET = 'tok/en+"7f&3a\\91';

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'contract-secrets-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs `verify` and returns everything that it prints and writes. */
async function outputOf(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<string> {
  const folder = temporaryFolder();
  const reports = FORMATS.flatMap((format) => ['--report', `${format}=${join(folder, format)}`]);
  const all = [...args, ...ONE_REQUEST, '-v', ...reports];
  const { out, err } = await runCommand(verify, all, { GITHUB_ACTIONS: 'true', ...env });
  return [out, err, ...FORMATS.map((format) => readFileSync(join(folder, format), 'utf8'))].join('\n');
}

/** Responds with an invalid body, so that the response becomes evidence. */
async function serveEcho(echo: RequestListener): Promise<string> {
  return (await serveRecorded(echo)).url;
}

const echoBody =
  (body: string | Buffer): RequestListener =>
  (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  };

function everyCharacter(write: (code: (radix: number, length?: number) => string) => string): string {
  const codeOf =
    (character: string) =>
    (radix: number, length = 0) =>
      character.charCodeAt(0).toString(radix).padStart(length, '0');
  return Array.from(SECRET, (character) => write(codeOf(character))).join('');
}

/** Fails if the output has the secret in any encoding of this test. */
function expectNone(output: string, secret: string): void {
  const json = JSON.stringify(secret).slice(1, -1);
  const encodings = {
    plain: secret,
    json,
    'JSON in JSON': JSON.stringify(json).slice(1, -1),
    'percent-encoded': encodeURIComponent(secret),
    base64: Buffer.from(secret).toString('base64'),
    base64url: Buffer.from(secret).toString('base64url'),
    html: secret.replace(/&/g, '&amp;').replace(/"/g, '&quot;'),
    'in upper case': secret.toUpperCase(),
    hexadecimal: Buffer.from(secret).toString('hex'),
    'escaped in JSON': everyCharacter((code) => `\\u${code(16, 4)}`),
    'escaped in HTML': everyCharacter((code) => `&#${code(10)};`),
    'percent-encoded twice': encodeURIComponent(encodeURIComponent(secret)),
    'UTF-16': secret.split('').join('\0'),
    ...Object.fromEntries(
      ['-', '_', '.', ''].map((other) => [`name with ${other}`, secret.replace(/[^a-z\d]/gi, other)]),
    ),
    ...Object.fromEntries(
      ['-', '_', '.', ''].map((other) => [`slug with ${other}`, secret.replace(/[^a-z\d]+/gi, other).toLowerCase()]),
    ),
    // What no byte before or after it changes.
    ...Object.fromEntries(
      [1, 2, 3].map((before) => {
        const text = Buffer.from(`${'x'.repeat(before)}${secret}`).toString('base64');
        return [`base64 after ${before}`, text.slice(4, -4)];
      }),
    ),
  };
  for (const [encoding, text] of Object.entries(encodings))
    expect([encoding, output.includes(text)]).toEqual([encoding, false]);
}

describe('a header value that the service repeats is masked', () => {
  test.each<[string, RequestListener]>([
    ['in the reason phrase', ({ headers }, response) => response.writeHead(418, String(headers['x-tenant'])).end()],
    [
      'in a response header',
      ({ headers }, response) => response.writeHead(418, { 'x-echo': String(headers['x-tenant']) }).end(),
    ],
    ...['-', '_', '.', ''].map((other): [string, RequestListener] => [
      `in names, with "${other}" for what names cannot have`,
      (_, response) => {
        const name = SECRET.replace(/[^a-z\d]/gi, other);
        response.writeHead(200, { 'content-type': 'application/json', [`X-${name}`]: '1', 'set-cookie': `${name}=1` });
        response.end(JSON.stringify({ [name]: 1, slug: SECRET.replace(/[^a-z\d]+/gi, other).toLowerCase() }));
      },
    ]),
    ['in a JSON string', echoBody(JSON.stringify({ echo: SECRET }))],
    ['in a JSON string with escaped slashes', echoBody(JSON.stringify({ echo: SECRET }).replaceAll('/', '\\/'))],
    ['percent-encoded', echoBody(JSON.stringify({ echo: encodeURIComponent(SECRET) }))],
    [
      'percent-encoded in lower case',
      echoBody(JSON.stringify({ echo: encodeURIComponent(SECRET).replace(/%../g, (hex) => hex.toLowerCase()) })),
    ],
    ['as base64', echoBody(JSON.stringify({ echo: Buffer.from(SECRET).toString('base64') }))],
    ['as base64url', echoBody(JSON.stringify({ echo: Buffer.from(SECRET).toString('base64url') }))],
    ['in upper case', echoBody(JSON.stringify({ echo: SECRET.toUpperCase() }))],
    ['in hexadecimal digits', echoBody(Buffer.from(SECRET).toString('hex'))],
    ['in JSON with every character escaped', echoBody(`{"echo":"${everyCharacter((code) => `\\u${code(16, 4)}`)}"}`)],
    ['in HTML with every character escaped', echoBody(everyCharacter((code) => `&#${code(10)};`))],
    ['percent-encoded twice', echoBody(encodeURIComponent(encodeURIComponent(SECRET)))],
    ['as UTF-16', echoBody(Buffer.from(SECRET, 'utf16le'))],
    ...[1, 2, 3].map((before): [string, RequestListener] => [
      `as base64 of a text with ${before} characters before it`,
      echoBody(Buffer.from(`${'x'.repeat(before)}${SECRET}yz`).toString('base64')),
    ]),
    ['as HTML', echoBody(SECRET.replace(/&/g, '&amp;').replace(/"/g, '&quot;'))],
    ['in text that messages truncate', echoBody(`${' x'.repeat(0)}${'y'.repeat(190)}${SECRET}`)],
  ])('%s', async (_, echo) => {
    const output = await outputOf([await serveEcho(echo), '-H', `X-Tenant: ${SECRET}`]);
    expectNone(output, SECRET);
    expect(output).toContain('***');
    expect(output).not.toContain(SECRET.slice(0, 8));
  });

  test.each(['Accept-Token', 'Content-Key', 'User-Agent'])('if its name is %s', async (name) => {
    const url = await serveEcho(({ headers }, response) => {
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ echo: headers[name.toLowerCase()] }));
    });
    const output = await outputOf([url, '-H', `${name}: hush-7f3a91`]);
    expect(output).not.toContain('hush-7f3a91');
    expect(output).toContain(`${name}: ***`);
  });

  test('if the service sends it in a header that --secret-header names', async () => {
    const url = await serveEcho((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'X-Session': 'hush-7f3a91' });
      response.end('{"session":"hush-7f3a91"}');
    });
    const output = await outputOf([url, '--secret-header', 'x-session']);
    expect(output).not.toContain('hush-7f3a91');
    expect(output).toContain('X-Session: ***');
  });

  test('but Accept and Content-Type of a message are not', async () => {
    const url = await serveEcho(echoBody('{"id":"x"}'));
    expect(await outputOf([url, '-H', 'Accept: application/json'])).toContain('application/json');
  });

  test('as base64 of user:password', async () => {
    const pair = 'ida:open-sesame';
    const base64 = Buffer.from(pair).toString('base64');
    const url = await serveEcho(
      echoBody(JSON.stringify({ echo: [base64, pair, 'open-sesame', encodeURIComponent(pair)] })),
    );
    const output = await outputOf([url, '--basic-env', 'PAIR'], { PAIR: pair });
    for (const secret of [base64, 'open-sesame', encodeURIComponent(pair)]) expect(output).not.toContain(secret);
  });
});

describe('what a hook sets is masked', () => {
  const hooksFile = (text: string): string => {
    const file = join(temporaryFolder(), 'contract.hooks.mjs');
    writeFileSync(file, text);
    return file;
  };

  test('in the reports, whatever its name', async () => {
    const url = await serveEcho(({ headers }, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ echo: headers['x-sign'] }));
    });
    const file = hooksFile("export const beforeRequest = () => ({ headers: { 'X-Sign': 'hush/7f3a91' } });");
    const output = await outputOf([url, '--hooks', file]);
    expectNone(output, 'hush/7f3a91');
    expect(output).toContain('X-Sign: ***');
  });

  test.each([
    ['beforeRequest', '{ headers }', 'headers'],
    ['afterResponse', '{ request }', 'request.headers'],
  ])('in an error of %s', async (name, parameter, shown) => {
    const file = hooksFile(`
      export const beforeRun = () => ({ headers: { 'X-Sign': 'hush/7f3a91' } });
      export const ${name} = (${parameter}) => { throw new Error(JSON.stringify(${shown})); };`);
    const args = [await serveEcho(echoBody('{}')), ...ONE_REQUEST, '--hooks', file];
    const error = await runCommand(verify, args).catch((reason: Error) => reason);
    expect((error as Error).message).toContain('["X-Sign","***"]');
    expectNone(String((error as Error).stack), 'hush/7f3a91');
  });
});

describe('a secret in the target', () => {
  const targetFile = (target: string): string => {
    const file = join(temporaryFolder(), 'contract.yaml');
    writeFileSync(file, JSON.stringify({ target }));
    return file;
  };

  test('from the environment is masked in its path, but not in its host', async () => {
    const url = await serveEcho(({ url: path }, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ path }));
    });
    const { host } = new URL(url);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the syntax of contract.yaml.
    const config = targetFile('http://${HOST}/${TOKEN}/v1');
    const output = await outputOf(['--config', config], { HOST: host, TOKEN: 'hush-7f3a91' });
    expect(output).not.toContain('hush-7f3a91');
    expect(output).toContain(`http://${host}/***/v1`);
  });

  test('is masked in the error for a service that does not listen', async () => {
    const { host } = new URL(await deafUrl());
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the syntax of contract.yaml.
    const config = targetFile('http://${HOST}/${TOKEN}/v1');
    const run = runCommand(verify, ['--config', config, ...ONE_REQUEST], { HOST: host, TOKEN: 'hush-7f3a91' });
    const text = await run.then(({ out, err }) => out + err).catch((error: Error) => error.message);
    expect(text).not.toContain('hush-7f3a91');
    expect(text).toContain('/***/v1');
  });

  test.each([
    'http://ida:hush/7f3a91@service.test',
    'ida:hush-7f3a91@service.test',
    '//ida:hush-7f3a91@service.test',
    'ftp://ida:hush-7f3a91@service.test',
    'http://ida:hush@7f3a91@service.test:port',
    'http://ida:hush%ZZ7f3a91@service.test',
  ])('is masked in the error for the malformed %s', async (target) => {
    const error = await runCommand(verify, [target, ...ONE_REQUEST]).catch((reason: Error) => reason);
    expect(error).toBeInstanceOf(Error);
    expect((error as Error).message).not.toMatch(/hush|7f3a91/);
    expect((error as Error).message).toContain('***@service.test');
  });
});

describe('a field that --secret-field names is masked', () => {
  test.each<[string, string]>([
    ['in JSON', '{"id":"x","name":"Ida","pin":"73a9","Password":{"old":"hush-7f3a91"},"echo":"was hush-7f3a91"}'],
    ['in JSON that is cut short', '{"id":1,"pin":"73a9","password":"hush-7f3a91'],
    ['as a number', '{"id":"x","pin":73910173,"echo":"73910173"}'],
    ['in a form', 'pin=73a9&password=hush-7f3a91&x=y'],
  ])('in a response %s', async (_, body) => {
    const url = await serveEcho(echoBody(body));
    const output = await outputOf([url, '--secret-field', 'password', '--secret-field', 'PIN']);
    for (const secret of ['hush-7f3a91', '73a9', '73910173']) expect(output).not.toContain(secret);
    expect(output).toContain('***');
  });

  test('in a request, its curl command and a query', async () => {
    const url = await serveEcho(({ url: path = '' }, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ path, id: 'Ida' }));
    });
    const output = await outputOf([url, '--secret-field', 'name']);
    expect(output).not.toMatch(/name(\\*"|&quot;):(\\*"|&quot;)Ida/);
  });

  test('as contract.yaml names it, in a baseline too', async () => {
    const folder = temporaryFolder();
    const url = await serveEcho(echoBody('{"id":"x","name":"hush-7f3a91"}'));
    const config = join(folder, 'contract.yaml');
    writeFileSync(config, JSON.stringify({ target: url, 'secret-field': ['name'] }));
    const output = await outputOf(['--config', config, '--write-baseline', join(folder, 'known.json')]);
    expect(output).not.toContain('hush-7f3a91');
    expect(readFileSync(join(folder, 'known.json'), 'utf8')).not.toContain('hush-7f3a91');
  });
});
