import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

/** Each part of the bench, by name; loaded when asked for. */
const PARTS: Readonly<Record<string, (documents: string) => Promise<string>>> = {
  start: async () => (await import('./start.bench.ts')).benchStart(),
  verify: async () => (await import('./verify.bench.ts')).benchVerify(),
  mock: async () => {
    const { benchMock, formatMockBench } = await import('./mock.bench.ts');
    const { benchRecords, formatRecords } = await import('./records.bench.ts');
    const traffic = formatMockBench(await benchMock({ seconds: 3 }));
    return `\`\`\`text\n${traffic}\n\n${formatRecords(await benchRecords({ seconds: 3 }))}\n\`\`\``;
  },
  memory: async () => (await import('./memory.bench.ts')).benchMemory(),
  proxy: async () => {
    const { benchProxy, formatProxy } = await import('./proxy.bench.ts');
    return `\`\`\`text\n${formatProxy(await benchProxy({ seconds: 6 }))}\n\`\`\``;
  },
  reports: async () => (await import('./reports.bench.ts')).benchReports(),
  large: async (documents) => (await import('./large.bench.ts')).benchLarge(documents),
  scale: async () => (await import('./scale.bench.ts')).benchScale(),
  table: async () => {
    const { testersTable } = await import('./peers/testers.ts');
    const { mocksTable } = await import('./peers/mocks.ts');
    return `${await testersTable()}\n\n${await mocksTable()}`;
  },
  crud: async () => (await import('./peers/crud-table.ts')).crudTable(),
  kills: async () => (await import('./kill-table.ts')).killTable(SHARE),
};

const PAGE = 'docs/benchmarks.md';
/** Of so many services with faults, one is tested: all of them take several minutes. */
const SHARE = 5;

/** Puts a part's result between its markers in the page: `<!-- bench:NAME -->` to `<!-- end -->`. */
function writeToPage(name: string, result: string): void {
  const text = readFileSync(PAGE, 'utf8');
  const block = new RegExp(`(<!-- bench:${name} -->\n)[\\s\\S]*?(<!-- end -->)`);
  if (!block.test(text)) throw new Error(`${PAGE} has no place for ${name}`);
  writeFileSync(
    PAGE,
    text.replace(block, (_, start: string, end: string) => `${start}\n${result}\n\n${end}`),
  );
}

const HELP = `Usage: make bench ARGS='[PART...] [--write]'

Measures the parts named, or all of them, one after the other; \`large\` only with --documents.

Parts: ${Object.keys(PARTS).join(', ')}

--documents DIR  the documents that \`large\` starts mocks of
--write          put the figures into ${PAGE}
--help           show this help`;

async function bench(name: string, part: () => Promise<string>): Promise<void> {
  console.log(`\n## ${name}\n`);
  const result = await part();
  console.log(result);
  if (values.write) writeToPage(name, result);
}

function fail(message: string): never {
  console.error(`${message}\n\n${HELP}`);
  process.exit(2);
}

function readArguments() {
  try {
    const flag = { type: 'boolean', default: false } as const;
    const options = { documents: { type: 'string' }, write: flag, help: flag } as const;
    return parseArgs({ allowPositionals: true, options });
  } catch (error) {
    return fail((error as Error).message);
  }
}

const { positionals, values } = readArguments();
const unknown = positionals.filter((name) => !Object.hasOwn(PARTS, name));
if (unknown.length > 0) fail(`Unknown part: ${unknown.join(', ')}`);
const { documents } = values;
if (positionals.includes('large') && documents === undefined) fail('large: give a folder with --documents');
const isChosen = (name: string) =>
  positionals.length === 0 ? name !== 'large' || documents !== undefined : positionals.includes(name);
const chosen = Object.entries(PARTS).filter(([name]) => isChosen(name));
// What earlier benches have generated is not there.
const folder = mkdtempSync(join(tmpdir(), 'bench-cache-'));
process.env['XDG_CACHE_HOME'] = folder;
process.on('exit', () => rmSync(folder, { recursive: true }));
if (values.help) console.log(HELP);
else for (const [name, part] of chosen) await bench(name, () => part(documents ?? ''));
