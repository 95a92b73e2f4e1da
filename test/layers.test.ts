import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folder } from './openapi/documents.ts';

const root = join(import.meta.dirname, '..');
const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');

const ALLOWED = [
  ['core/json/a.ts', '../model.ts'],
  ['openapi/schema/a.ts', '../../core/errors.ts'],
  ['generate/boundary/a.ts', '../../openapi/contract.ts'],
  ['http/a.ts', '../core/model.ts'],
  ['checks/a.ts', '../http/content-coding.ts'],
  ['mock/respond/a.ts', '../../generate/values/canonical-value.ts'],
  ['runner/suites/a.ts', '../../mock/mock.ts'],
  ['prove/mutators/a.ts', '../../runner/run.ts'],
  ['cli/commands/a.ts', '../../report/index.ts'],
  ['cli.ts', './cli/commands/verify.ts'],
] as const;

const FORBIDDEN = [
  ['core/b.ts', '../openapi/contract.ts'],
  ['core/json/b.ts', '../../report/index.ts'],
  ['openapi/b.ts', '../generate/requests/test-case.ts'],
  ['openapi/schema/b.ts', '../../checks/index.ts'],
  ['generate/b.ts', '../checks/index.ts'],
  ['generate/boundary/b.ts', '../../http/client.ts'],
  ['http/b.ts', '../generate/requests/build-request.ts'],
  ['checks/b.ts', '../mock/mock.ts'],
  ['checks/c.ts', '../http/client.ts'],
  ['mock/b.ts', '../runner/run.ts'],
  ['report/b.ts', '../runner/settings/options.ts'],
  ['report/console/b.ts', '../../prove/run.ts'],
  ['runner/suites/b.ts', '../../prove/mutant.ts'],
  ['prove/b.ts', '../cli/options/options.ts'],
  ['index.ts', './cli.ts'],
] as const;

/** The files of `harness/` in which the linter finds an import that their layer may not have. */
function offenders(files: readonly (readonly [file: string, imported: string])[]): string[] {
  const config = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8')) as object;
  const sources = files.map(
    ([file, imported]) => [`harness/${file}`, `export { thing } from '${imported}';\n`] as const,
  );
  const alone = JSON.stringify({ ...config, vcs: { enabled: false } });
  const cwd = folder({ 'biome.json': alone, ...Object.fromEntries(sources) });
  const args = [biome, 'lint', '--only=style/noRestrictedImports', '--reporter=github', '--max-diagnostics=none', '.'];
  const { stdout } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' });
  return [...stdout.matchAll(/noRestrictedImports,file=[^,]*?harness\/([^,]+)/g)].map(([, file = '']) => file).sort();
}

test('a layer imports only those left of it, and the linter says so', () => {
  expect(offenders([...ALLOWED, ...FORBIDDEN])).toEqual(FORBIDDEN.map(([file]) => file).sort());
});

test('the program knows no document: nothing in it names what the one of this repository is about', () => {
  const files = readdirSync(join(root, 'harness'), { recursive: true, withFileTypes: true }).filter((each) =>
    each.isFile(),
  );
  const naming = files.filter(({ parentPath, name }) =>
    /animal|turtle/i.test(readFileSync(join(parentPath, name), 'utf8')),
  );
  expect([files.length > 100, naming.map(({ name }) => name)]).toEqual([true, []]);
});
