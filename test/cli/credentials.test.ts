import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { verify } from '../../harness/cli/commands/verify.ts';
import { ONE_REQUEST, pem, runCommand, serveRecorded, serveSecurely } from './petstore.ts';

const SECRET = 'hush-7f3a91';

/** Responds wrongly, and repeats what it was sent. */
function blab(header: string) {
  return serveRecorded(({ headers }, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ received: headers[header] }));
  });
}

describe('credentials are sent with every request', () => {
  test.each([
    ['--header', ['--header', `Authorization: Bearer ${SECRET}`], `Bearer ${SECRET}`],
    ['--bearer-env', ['--bearer-env', 'TOKEN'], `Bearer ${SECRET}`],
    ['--basic-env', ['--basic-env', 'PAIR'], `Basic ${Buffer.from(`ida:${SECRET}`).toString('base64')}`],
  ])('from %s', async (_, args, sent) => {
    const { url, requests } = await serveRecorded();
    const { code } = await runCommand(verify, [url, ...ONE_REQUEST, ...args], { TOKEN: SECRET, PAIR: `ida:${SECRET}` });
    expect(requests.map(({ headers }) => headers.authorization)).toEqual([sent]);
    expect(code).toBe(0);
  });

  test('from the user and password of the target, which is shown without them', async () => {
    const { url, requests } = await serveRecorded();
    const { out } = await runCommand(verify, [url.replace('//', `//ida:${SECRET}@`), ...ONE_REQUEST]);
    expect(requests[0]?.headers.authorization).toBe(`Basic ${Buffer.from(`ida:${SECRET}`).toString('base64')}`);
    expect(out).not.toContain(SECRET);
    expect(out).toContain(url);
  });

  test('a header that is given twice is sent as it was given last', async () => {
    const { url, requests } = await serveRecorded();
    await runCommand(verify, [url, ...ONE_REQUEST, '--bearer-env', 'TOKEN', '-H', 'authorization: own'], {
      TOKEN: SECRET,
    });
    expect(requests[0]?.headers.authorization).toBe('own');
  });

  test.each(['--bearer-env', '--basic-env'])(
    '%s of a variable that is not set, or is empty, is rejected',
    async (option) => {
      const args = ['http://127.0.0.1:1', ...ONE_REQUEST, option, 'TOKEN'];
      await expect(runCommand(verify, args, {})).rejects.toThrow(
        `${option}: the environment variable TOKEN is not set`,
      );
      await expect(runCommand(verify, args, { TOKEN: '' })).rejects.toThrow('TOKEN is not set or empty');
    },
  );

  test('a header with a line end in it is rejected', async () => {
    const args = ['http://127.0.0.1:1', ...ONE_REQUEST, '-H', 'X-One: 1\r\nX-Two: 2'];
    await expect(runCommand(verify, args)).rejects.toThrow("--header takes 'Name: value' on one line");
  });
});

describe('no report has a secret', () => {
  test.each(['Authorization', 'X-Tenant-Key'])('whatever the service repeats of %s', async (name) => {
    const folder = mkdtempSync(join(tmpdir(), 'reports-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const { url } = await blab(name.toLowerCase());
    const formats = ['junit', 'json', 'html', 'markdown', 'sarif'];
    const reports = formats.flatMap((format) => ['--report', `${format}=${join(folder, format)}`]);
    const { code, out, err } = await runCommand(verify, [
      url,
      ...ONE_REQUEST,
      '-v',
      '-H',
      `${name}: ${SECRET}`,
      ...reports,
    ]);
    expect(code).toBe(1);
    expect(out).toContain(`${name}: ***`);
    expect(out).toContain('replace *** with your value of');
    for (const text of [out, err, ...formats.map((format) => readFileSync(join(folder, format), 'utf8'))])
      expect(text).not.toContain(SECRET);
  });
});

describe('TLS', () => {
  test('a certificate of an unknown issuer is not believed, and the message says what to do', async () => {
    const url = await serveSecurely({});
    await expect(runCommand(verify, [url, ...ONE_REQUEST])).rejects.toThrow(
      /pass the issuer's certificate with --ca FILE, or --insecure/,
    );
  });

  test.each([
    ['--ca', ['--ca', pem('ca.pem')]],
    ['--insecure', ['--insecure']],
  ])('%s lets it pass, in Dredd too', async (_, args) => {
    const url = await serveSecurely({});
    const both = ['--suite', 'dredd', ...ONE_REQUEST, ...args];
    const { code, out } = await runCommand(verify, [url, ...both]);
    expect(out).toContain('contract satisfied: 2 requests');
    expect(code).toBe(0);
  });

  test('a service that asks for a certificate is shown that of --cert and --key', async () => {
    const url = await serveSecurely({ requestCert: true, rejectUnauthorized: true, ca: readFileSync(pem('ca.pem')) });
    const own = ['--cert', pem('client.pem'), '--key', pem('client.key'), '--ca', pem('ca.pem')];
    const { code } = await runCommand(verify, [url, ...ONE_REQUEST, '--suite', 'dredd', ...own]);
    expect(code).toBe(0);
    const anonymous = await runCommand(verify, [url, ...ONE_REQUEST, '--ca', pem('ca.pem')]);
    expect(anonymous.code).not.toBe(0);
  });

  test.each([
    [['--cert', pem('client.pem')], '--cert requires --key'],
    [['--key', pem('client.key')], '--key requires --cert'],
    [['--ca', 'nowhere.pem'], 'cannot read --ca nowhere.pem'],
    [['--cert', pem('client.pem'), '--key', pem('server.key')], '--key must match --cert'],
  ])('%j is rejected', async (args, message) => {
    await expect(runCommand(verify, ['https://127.0.0.1:1', ...ONE_REQUEST, ...args])).rejects.toThrow(message);
  });
});
