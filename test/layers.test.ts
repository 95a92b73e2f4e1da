import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folder } from './openapi/documents.ts';

const root = join(import.meta.dirname, '..');
const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');

const ALLOWED = [
  ['contract/a.ts', '../model.ts'],
  ['contract/schema/a.ts', '../../errors.ts'],
  ['cases/systematic/a.ts', '../../contract/json.ts'],
  ['suites/a.ts', '../target/http-target.ts'],
  ['run.ts', './suites/suite.ts'],
  ['commands/a.ts', '../report/index.ts'],
  ['cli.ts', './commands/verify.ts'],
] as const;

const FORBIDDEN = [
  ['contract/b.ts', '../cases/case.ts'],
  ['contract/schema/b.ts', '../../checks/index.ts'],
  ['contract/schema/c.ts', '../../config.ts'],
  ['cases/b.ts', '../checks/index.ts'],
  ['cases/systematic/b.ts', '../../run.ts'],
  ['checks/b.ts', '../mock/mock.ts'],
  ['target/b.ts', '../suites/ask.ts'],
  ['mock/b.ts', '../cases/sample.ts'],
  ['suites/b.ts', '../mock/mock.ts'],
  ['suites/dredd/b.ts', '../../prove/prove.ts'],
  ['prove/b.ts', '../run.ts'],
  ['report/b.ts', '../contract/json.ts'],
  ['report/console/b.ts', '../../summary.ts'],
  ['summary.ts', './commands/verify.ts'],
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

test('a layer imports only what stands left of it, and the linter says so', () => {
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
