import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isolatedDeclarationSync } from 'rolldown/experimental';
import { type ESTree, parseSync } from 'rolldown/utils';

/** The entry points of the package, by the name under which they are imported. */
const ENTRY_POINTS = [
  { name: 'contract-harness', file: 'harness/index.ts' },
  { name: 'contract-harness/vitest', file: 'harness/vitest.ts' },
] as const;

const root = process.cwd();

const KINDS = ['Functions', 'Classes', 'Constants', 'Types'] as const;

/** One exported declaration. */
interface Entry {
  readonly name: string;
  readonly kind: (typeof KINDS)[number];
  /** Its documentation comment without the asterisks. */
  readonly comment: string;
  /** The declaration without its implementation. */
  readonly signature: string;
}

/** One source file: what it declares, and what it exports from other files. */
interface Module {
  readonly declared: ReadonlyMap<string, Entry>;
  readonly reexported: ReadonlyMap<string, { readonly file: string; readonly name: string }>;
}

/** The API reference as Markdown, made from the declarations and their documentation comments. */
export function apiReference(): string {
  const modules = new Map<string, Module>();
  return ENTRY_POINTS.map(({ name, file }) => {
    const entries = [...exportsOf(file, modules)];
    const groups = KINDS.map((kind) => entries.filter((entry) => entry.kind === kind));
    const sections = groups.flatMap((group, index) =>
      group.length === 0 ? [] : [`### ${KINDS[index]}`, ...group.toSorted(byName).map(section)],
    );
    return [`## ${name}`, ...sections].join('\n\n');
  }).join('\n\n');
}

function byName(a: Entry, b: Entry): number {
  return a.name < b.name ? -1 : 1;
}

function* exportsOf(file: string, modules: Map<string, Module>): Generator<Entry> {
  const { declared, reexported } = load(file, modules);
  yield* declared.values();
  for (const [name, source] of reexported) yield { ...resolve(source, modules), name };
}

function resolve({ file, name }: { file: string; name: string }, modules: Map<string, Module>): Entry {
  const { declared, reexported } = load(file, modules);
  const next = reexported.get(name);
  const entry = declared.get(name) ?? (next && resolve(next, modules));
  if (entry) return entry;
  throw new Error(`${file} does not export ${name}`);
}

function load(file: string, modules: Map<string, Module>): Module {
  const known = modules.get(file);
  if (known) return known;
  const module = parseModule(file);
  modules.set(file, module);
  return module;
}

/** Reads the declarations that the compiler would emit for a file, which leaves implementations and private members behind. */
function parseModule(file: string): Module {
  const { code, errors } = isolatedDeclarationSync(file, readFileSync(join(root, file), 'utf8'), {});
  if (errors.length > 0) throw new Error(`${file}: ${errors.map(({ message }) => message).join('; ')}`);
  const { program, comments } = parseSync(file.replace(/ts$/, 'd.ts'), code);
  const declared = new Map<string, Entry>();
  const reexported = new Map<string, { file: string; name: string }>();
  for (const node of program.body) {
    if (node.type !== 'ExportNamedDeclaration') continue;
    for (const { local, exported } of node.specifiers)
      reexported.set(nameOf(exported), {
        file: join(dirname(file), String(node.source?.value)),
        name: nameOf(local),
      });
    const { declaration } = node;
    if (!declaration) continue;
    const name = declaredName(declaration);
    const doc = comments.findLast(({ end }) => end <= node.start && code.slice(end, node.start).trim() === '');
    declared.set(name, {
      name,
      kind: kindOf(declaration.type),
      comment: doc?.type === 'Block' ? plainComment(doc.value) : '',
      signature: publicPart(code.slice(node.start, node.end)),
    });
  }
  return { declared, reexported };
}

/** The declaration without its keyword `export` and without private members. */
function publicPart(declaration: string): string {
  return declaration
    .replace(/^export (declare )?/, '')
    .replace(/^[ \t]*private [^;]*;\n/gm, '')
    .replaceAll('\t', '  ')
    .replace(/^( *)(\*[ /])/gm, '$1 $2');
}

function nameOf(node: { type: string; name?: string; value?: string }): string {
  return node.name ?? node.value ?? '';
}

type Declaration = NonNullable<ESTree.ExportNamedDeclaration['declaration']>;

function declaredName(declaration: Declaration): string {
  const id = declaration.type === 'VariableDeclaration' ? declaration.declarations[0]?.id : declaration.id;
  if (id?.type === 'Identifier') return id.name;
  throw new Error(`an exported ${declaration.type} has no name`);
}

function kindOf(type: string): Entry['kind'] {
  if (/Function/.test(type)) return 'Functions';
  if (type === 'ClassDeclaration') return 'Classes';
  return type === 'VariableDeclaration' ? 'Constants' : 'Types';
}

function plainComment(value: string): string {
  return value
    .replace(/^\*/, '')
    .replace(/^[ \t]*\* ?/gm, '')
    .trim();
}

function section({ name, comment, signature }: Entry): string {
  const [text = '', ...tags] = comment.split(/^@(?=[a-z])/m);
  const code = `\`\`\`ts\n${signature}\n\`\`\``;
  return [`#### ${name}`, inline(text), code, tagList(tags), ...examples(tags)]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** Everything but the examples as a list. */
function tagList(tags: readonly string[]): string {
  return tags
    .filter((tag) => !tag.startsWith('example'))
    .map((tag) => {
      const [, word = '', text = ''] = /^(\w+)\s*([\s\S]*)/.exec(tag) ?? [];
      return `- *${word}* ${inline(text.replace(/^\{(\w+)\}/, '`$1`').replace(/^(\w+)(?= )/, word === 'param' ? '`$1`:' : '$1'))}`;
    })
    .join('\n');
}

function examples(tags: readonly string[]): string[] {
  return tags
    .filter((tag) => tag.startsWith('example'))
    .map((tag) => `\`\`\`ts\n${tag.replace(/^example\s*/, '').trim()}\n\`\`\``);
}

function inline(text: string): string {
  return text
    .replace(/\{@link (\w+)\}/g, '`$1`')
    .replace(/\s*\n\s*/g, ' ')
    .trim();
}
