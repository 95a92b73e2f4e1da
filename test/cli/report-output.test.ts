import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { verify } from '../../harness/cli/commands/verify.ts';
import { readReport } from '../../harness/report/json/json.ts';
import { ONE_REQUEST, runCommand, serveRecorded, write } from './petstore.ts';

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'output-'));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return made;
}

const nameless = () =>
  serveRecorded((_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":1}'));

describe('on GitHub', () => {
  test('findings become annotations, and the step summary is added to', async () => {
    const summary = write(folder(), 'summary.md', '# before\n');
    const { url } = await nameless();
    const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary };
    const { out, code } = await runCommand(verify, [url, ...ONE_REQUEST], env);
    expect(out).toMatch(/^::error file=.*petstore\.yaml,line=\d+/m);
    expect(readFileSync(summary, 'utf8')).toMatch(/^# before\n.*\/name of the 200 response body is required/s);
    expect(code).toBe(1);
  });

  test('elsewhere nothing of the kind is written', async () => {
    const { url } = await nameless();
    expect((await runCommand(verify, [url, ...ONE_REQUEST])).out).not.toContain('::error');
  });
});

describe('reports', () => {
  test('any number of them are written, into folders that are made', async () => {
    const made = folder();
    const files = ['junit', 'junit', 'json', 'html', 'markdown', 'sarif'].map((format, index) => ({
      format,
      file: join(made, `${index}/deep/${format}`),
    }));
    const { url } = await nameless();
    const args = files.flatMap(({ format, file }) => ['--report', `${format}=${file}`]);
    await runCommand(verify, [url, ...ONE_REQUEST, '--json', join(made, 'own.json'), ...args]);
    for (const { file } of files)
      expect(readFileSync(file, 'utf8')).toContain('/name of the 200 response body is required');
    expect(readReport(readFileSync(join(made, 'own.json'), 'utf8')).verdict).toBe('failed');
  });

  test.each(['pdf=x', 'junit', 'junit=', '=x'])('--report %s is rejected', async (text) => {
    const run = runCommand(verify, ['http://127.0.0.1:1', ...ONE_REQUEST, '--report', text]);
    await expect(run).rejects.toThrow(`--report takes FORMAT=FILE, not "${text}". Formats: junit, json, html`);
  });

  test('that cannot be written make no success of a violated contract, and no other code either', async () => {
    const { url } = await nameless();
    const { code, err } = await runCommand(verify, [url, ...ONE_REQUEST, '--report', 'junit=/dev/null/x']);
    expect(err).toContain('cannot write the junit report to /dev/null/x');
    expect(code).toBe(1);
  });
});

describe('how much is printed', () => {
  test('--quiet leaves findings and the verdict', async () => {
    const { url } = await nameless();
    const { out } = await runCommand(verify, [url, ...ONE_REQUEST, '--quiet']);
    expect(out).toMatch(/^✗ 1 {2}createPet: \/name of the 200 response body is required/);
    expect(out).toContain('✗ failed');
    expect(out).not.toContain('Testing');
  });

  test('--verbose adds each exchange', async () => {
    const { url } = await nameless();
    const quiet = await runCommand(verify, [url, ...ONE_REQUEST]);
    const verbose = await runCommand(verify, [url, ...ONE_REQUEST, '--verbose']);
    expect(verbose.out).toMatch(/fail {2}examples {2}createPet: document example ida.*POST \/pets/s);
    expect(verbose.out.split('\n').length).toBeGreaterThan(quiet.out.split('\n').length);
  });
});
