import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { check } from '../../harness/cli/commands/check.ts';
import { entry, har, posted } from '../runner/traffic/exchanges.ts';
import { PETS, runCommand } from './petstore.ts';

const folder = mkdtempSync(join(tmpdir(), 'check-'));
const bad = posted('{"id":1,"name":"Ida"}', 200, '{"id":1}');

describe('contract check', () => {
  test('exits with 0 for traffic that keeps the contract, and names what it checked', async () => {
    const { code, out } = await runCommand(check, [PETS, har([entry()])]);
    expect(code).toBe(0);
    expect(out).toMatch(/^Checking .*session\.har\n/);
    expect(out).toContain('1 recorded exchange with http://api.example in');
  });

  test('exits with 1 for a violation, shows the line, and writes the reports', async () => {
    const junit = join(folder, 'report.xml');
    const args = ['--spec', PETS, har([entry(), bad]), '--report', `junit=${junit}`];
    const { code, out } = await runCommand(check, args);
    expect(code).toBe(1);
    expect(out).toMatch(/case +createPet: .*session\.har:\d+:1 \(entry 2\)/);
    expect(readFileSync(junit, 'utf8')).toContain('response-schema');
  });

  test('exits with 2 if nothing was checked, and without a recording', async () => {
    const elsewhere = entry({ request: { url: 'http://api.example/elsewhere' } });
    const { code, out } = await runCommand(check, [PETS, har([elsewhere])]);
    expect(code).toBe(2);
    expect(out).toContain('not in the document: POST /elsewhere');
    await expect(runCommand(check, [PETS])).rejects.toThrow('needs recorded traffic');
    await expect(runCommand(check, [PETS, 'a.har', '--base-url', 'api'])).rejects.toThrow('base URL must be like');
  });

  test('shows no credentials, of the headers that all know and of the keys that the document has', async () => {
    const secret = 'S3cr3t-value';
    const headers = ['Authorization', 'Cookie', 'content-type'].map((name) => ({
      name,
      value: name === 'content-type' ? 'application/json' : secret,
    }));
    const { code, out } = await runCommand(check, [
      PETS,
      har([{ ...bad, request: { ...bad.request, headers } }]),
      '-v',
    ]);
    expect(code).toBe(1);
    expect(out).not.toContain(secret);
  });

  test('accepts known findings, and writes a baseline without what nobody sent', async () => {
    const baseline = join(folder, 'baseline.json');
    const recorded = har([bad]);
    expect((await runCommand(check, [PETS, recorded, '--write-baseline', baseline])).code).toBe(0);
    expect(readFileSync(baseline, 'utf8')).not.toContain('operation-not-verified');
    expect((await runCommand(check, [PETS, recorded, '--baseline', baseline])).code).toBe(0);
  });
});
