import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { writeFileAtomically } from '../../harness/core/util/write-file.ts';
import { PETS } from '../cli/petstore.ts';
import { contractHere } from '../e2e/program.ts';
import { folder } from '../openapi/documents.ts';

const CLI = join(import.meta.dirname, '../../dist/bundle/cli.cjs');

describe('a report', () => {
  test('that cannot be written whole leaves the earlier one and no temporary file', () => {
    const cwd = folder({ 'report.json': 'earlier' });
    const file = join(cwd, 'report.json');
    // Files may grow to 8 blocks of 512 bytes, as on a full disk.
    const limited = `ulimit -f 8; trap '' XFSZ; exec '${process.execPath}' '${CLI}' verify '${PETS}' --suite examples,generated --json report.json`;
    const { status, stderr } = spawnSync('sh', ['-c', limited], { cwd, encoding: 'utf8' });
    expect([status, stderr]).toEqual([
      2,
      expect.stringMatching(/^cannot write the json report to report\.json: EFBIG/),
    ]);
    expect(readFileSync(file, 'utf8')).toBe('earlier');
    expect(readdirSync(cwd)).toEqual(['report.json']);
  });

  test('replaces an earlier one, behind a symbolic link too, and keeps its mode', () => {
    const cwd = folder({ 'report.json': 'earlier' });
    const [file, link] = [join(cwd, 'report.json'), join(cwd, 'link.json')];
    execFileSync('chmod', ['600', file]);
    symlinkSync('report.json', link);
    writeFileAtomically(link, 'later');
    expect(readFileSync(file, 'utf8')).toBe('later');
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(lstatSync(file).mode & 0o777).toBe(0o600);
  });

  test.runIf(existsSync('/proc'))('to a folder that cannot be made is an error, not a loop without end', async () => {
    const { code, err } = await contractHere(['verify', PETS, '--suite', 'examples', '--json', '/proc/x/y.json']);
    expect([code, err]).toEqual([
      2,
      expect.stringMatching(/^cannot write the json report to \/proc\/x\/y\.json: ENOENT/),
    ]);
  });

  test('to a pipe that nobody reads is an error, not a wait without end', () => {
    const pipe = join(folder({}), 'pipe');
    execFileSync('mkfifo', [pipe]);
    expect(() => writeFileAtomically(pipe, 'later')).toThrow('ENXIO');
  });

  test.runIf(existsSync('/dev/stdout'))('to a device is written to it', () => {
    const command = `'${process.execPath}' '${CLI}' verify '${PETS}' --suite examples --json /dev/stdout | cat`;
    const { stdout, stderr } = spawnSync('sh', ['-c', command], { encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(stdout).toContain('"format": "contract-report"');
  });
});

describe('a file to write that the command needs is rejected before anything is sent:', () => {
  const files = { 'openapi.yaml': readFileSync(PETS, 'utf8'), 'known.json': '{"accepted": []}', 'folder/x': '' };
  const run = (args: readonly string[]) => {
    const cwd = folder(files);
    symlinkSync('openapi.yaml', join(cwd, 'link.json'));
    return contractHere([args[0] ?? '', ...args.slice(1)], { cwd }).then(({ code, err }) => {
      for (const [name, text] of Object.entries(files)) expect(readFileSync(join(cwd, name), 'utf8')).toBe(text);
      return [code, err];
    });
  };

  test.each([
    [['verify', '--json', 'openapi.yaml'], '--json would overwrite openapi.yaml, which is read'],
    [['verify', '--json', 'link.json'], '--json would overwrite link.json, which is read'],
    [['verify', 'openapi.yaml', '--write-baseline', 'folder/../openapi.yaml'], '--write-baseline would overwrite'],
    [['verify', '--baseline', 'known.json', '--json', 'known.json'], 'which is read (--baseline)'],
    [['verify', '--json', 'a', '--report', 'html=./a'], '--json and --report html both write ./a'],
    [['verify', '--report', 'html=folder'], '--report html: folder is a folder. Name a file in it.'],
    [['prove', '--json', 'openapi.yaml'], '--json would overwrite openapi.yaml'],
    [['mock', '--port', '0', '--record', 'openapi.yaml'], '--record would overwrite openapi.yaml'],
  ])('%j', async (args, message) => {
    expect(await run(args)).toEqual([2, expect.stringContaining(message)]);
  });

  test('but a baseline is renewed', async () => {
    const cwd = folder(files);
    const options = ['--baseline', 'known.json', '--write-baseline', 'known.json', '--suite', 'examples'];
    expect((await contractHere(['verify', ...options], { cwd })).code).toBe(0);
  });
});

/** The one line on stderr of a command that exits with 2. */
async function errorOf(args: readonly string[], env: Record<string, string> = {}): Promise<string> {
  const { code, err } = await contractHere(args, { env });
  expect([code, err.trimEnd().split('\n').length], err).toEqual([2, 1]);
  return err.trimEnd();
}

describe('one line and no stack trace', () => {
  test.each(['99999', '70000', '-1', 'http'])('for the port %s', async (port) => {
    expect(await errorOf(['mock', PETS, `--port=${port}`])).toBe(`--port takes a port from 0 to 65535, not "${port}"`);
  });

  test('for a port in use', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as { port: number };
    expect(await errorOf(['mock', PETS, '--port', String(port)])).toMatch(/^Port \d+ on 127\.0\.0\.1 is in use/);
  });

  test('for a host that does not exist', async () => {
    expect(await errorOf(['mock', PETS, '--host', 'no.such.host.invalid', '--port', '0'])).toMatch(/no\.such\.host/);
  });

  test('for userinfo that cannot be decoded, which is not shown', async () => {
    const error = await errorOf(['verify', PETS, 'http://ida:hush%zz@127.0.0.1:9']);
    expect(error).toMatch(/^--target \*\*\*@127\.0\.0\.1:9 has a user or password with invalid percent-encoding/);
    expect(error).not.toContain('hush');
  });

  test.each([
    [['-H', 'X-Name: \u4f60'], {}],
    [['--bearer-env', 'TOKEN'], { TOKEN: 'a\nb' }],
    [['-H', 'X-Name: a\u0001'], {}],
  ])('for the header value of %j', async (args, env) => {
    expect(await errorOf(['verify', PETS, 'http://127.0.0.1:9', ...args], env)).toMatch(
      /^the value of the header (X-Name|Authorization) has a character that HTTP cannot send/,
    );
  });

  test('for a name as long as a document, in a line that a log can take', async () => {
    const document = `openapi: 3.1.0\npaths: { /a: { $ref: '#/${'x'.repeat(100_000)}' } }`;
    const error = await errorOf(['show', join(folder({ 'a.yaml': document }), 'a.yaml')]);
    expect(error).toMatch(/a\.yaml:2:\d+: \$ref #\/x+/);
    expect(error.length).toBeLessThan(3000);
  });

  test.each(['verify', 'init'])('for a working folder that was deleted: %s', (command) => {
    const cwd = folder({});
    writeFileSync(join(cwd, 'run.sh'), `mkdir gone; cd gone; rmdir ../gone; '${process.execPath}' '${CLI}' ${command}`);
    const { status, stderr } = spawnSync('sh', ['run.sh'], { cwd, encoding: 'utf8' });
    expect([status, stderr]).toEqual([2, 'The working folder no longer exists\n']);
  });
});
