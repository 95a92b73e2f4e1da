import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { CHECK_IDS } from '../../harness/core/check-ids.ts';
import { commands } from './cli-reference.ts';
import { anchors, pages, root, shellLines } from './pages.ts';

const all = pages();

test.each(all)('links of $file lead somewhere', ({ file, text }) => {
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  const dead = links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false;
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? file : normalize(join(dirname(file), path));
    if (!existsSync(join(root, target))) return true;
    const page = all.find((each) => each.file === target);
    return anchor !== undefined && page !== undefined && !anchors(page).has(anchor);
  });
  expect(dead).toEqual([]);
});

test('every option of `contract` in the documentation exists', async () => {
  const known = new Map((await commands()).map(({ name, options }) => [name, Object.keys(options)]));
  const wrong = all.flatMap((page) =>
    shellLines(page).flatMap((line) => {
      const [, name = '', rest = ''] = /\bcontract (\w+)\b(?! *:)(.*)/.exec(line) ?? [];
      const options = known.get(name);
      const used = [...rest.matchAll(/(?<= )--([a-z][a-z-]*)/g)].map(([, option = '']) => option);
      return options
        ? used
            .filter((option) => option !== 'help' && !options.includes(option))
            .map((option) => `${page.file}: ${name} --${option}`)
        : [];
    }),
  );
  expect(wrong).toEqual([]);
});

test('every `make` target and npm script in the documentation exists', () => {
  const targets = new Set(
    [...readFileSync(join(root, 'Makefile'), 'utf8').matchAll(/^([\w./]+):/gm)].map(([, name]) => name),
  );
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object };
  const used = all.flatMap(({ file, text }) => [
    ...[...text.matchAll(/(?:^|`)make ([\w./]+)/gm)].map(([, name = '']) => ({
      file,
      name,
      exists: targets.has(name),
    })),
    ...[...text.matchAll(/`npm run (\w+)`/g)].map(([, name = '']) => ({
      file,
      name,
      exists: Object.hasOwn(scripts, name),
    })),
  ]);
  expect(used.length).toBeGreaterThan(10);
  expect(used.filter(({ exists }) => !exists)).toEqual([]);
});

test('YAML in the documentation is well-formed', () => {
  const wrong = all.flatMap(({ file, text }) =>
    [...text.matchAll(/^```yaml\n([\s\S]*?)^```/gm)].flatMap(([, code = '']) =>
      parseAllDocuments(code).flatMap(({ errors }) => errors.map(({ message }) => `${file}: ${message}`)),
    ),
  );
  expect(wrong).toEqual([]);
});

/** Words of everyday language for which HTTP, OpenAPI and testing have a term; see the glossary in docs/architecture.md. */
const PRIVATE_LANGUAGE =
  /\b(answer\w*|refus(?:e|es|ed|al|als|ing)|lawful\w*|breather|acquaintance|rehearsal|mend(?:s|ed)|garbled|troublesome|spelt|unproven|misspelt)\b/gi;

test('the documentation, as far as it is written by hand, uses the terms of its glossary', () => {
  const found = all.flatMap(({ file, text }) =>
    [...text.replace(/^<!-- generated:[\s\S]*?^<!-- end -->/gm, '').matchAll(PRIVATE_LANGUAGE)].map(
      ([word]) => `${file}: ${word}`,
    ),
  );
  expect(found).toEqual([]);
});

test('the code uses the terms of the glossary, in names as in comments', () => {
  const names = /[a-z]*(Answer|Refus(?:e|al|ing)|Judge|Judgement|Complaint|Rehears|Unproven)[A-Za-z]*/g;
  // Data of a rule for property names, a connection that is refused, and a text that has to be misspelled.
  const permitted = /\|answer\||refuses? to tunnel|refused|sumary: misspelt|spelt-out/;
  const found = ['harness', 'fixtures', 'test'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && name !== 'docs/pages.test.ts')
      .flatMap((name) =>
        readFileSync(join(root, folder, name), 'utf8')
          .split('\n')
          .filter((line) => !permitted.test(line) && (line.match(PRIVATE_LANGUAGE) ?? line.match(names)))
          .map((line) => `${folder}/${name}: ${line.trim()}`),
      ),
  );
  expect(found).toEqual([]);
});

test('docs/checks.md has a section for each check, and for nothing else', () => {
  const page = readFileSync(join(root, 'docs/checks.md'), 'utf8');
  const sections = [...page.matchAll(/^## (.+)$/gm)].map(([, id]) => id);
  expect(sections).toEqual(CHECK_IDS);
  for (const id of CHECK_IDS) expect(page).toContain(`[${id}](#${id})`);
});

test('docs/configuration.md has every key of contract.yaml, and its examples are valid', () => {
  const page = readFileSync(join(root, 'docs/configuration.md'), 'utf8');
  const schema = JSON.parse(readFileSync(join(root, 'harness/cli/config.schema.json'), 'utf8')) as {
    readonly properties: object;
  };
  const keys = Object.keys(schema.properties).filter((name) => name !== '$schema');
  const listed = [...page.matchAll(/^\| `([^`]+)` +\|/gm)].map(([, name]) => name);
  expect(keys.filter((name) => !listed.includes(name))).toEqual([]);
  const validate = new Ajv2020({ strict: false }).compile(schema);
  const blocks = [...page.matchAll(/^```yaml\n([\s\S]*?)^```/gm)].map(([, code = '']) => parse(code) as unknown);
  expect(blocks.length).toBeGreaterThan(5);
  for (const block of blocks) expect([block, validate(block), validate.errors]).toEqual([block, true, null]);
});

test('the README has at most 200 lines', () => {
  expect(readFileSync(join(root, 'README.md'), 'utf8').split('\n').length).toBeLessThanOrEqual(200);
});
