import { readFileSync, writeFileSync } from 'node:fs';

/** Each part of the bench, by name; loaded when asked for. */
const PARTS: Readonly<Record<string, () => Promise<string>>> = {
  start: async () => (await import('./start.bench.ts')).benchStart(),
  verify: async () => (await import('./verify.bench.ts')).benchVerify(),
  mock: async () => {
    const { benchMock, formatMockBench } = await import('./mock.bench.ts');
    const { benchRecords, formatRecords } = await import('./records.bench.ts');
    const traffic = formatMockBench(await benchMock({ seconds: 3 }));
    return `\`\`\`text\n${traffic}\n\n${formatRecords(await benchRecords({ seconds: 3 }))}\n\`\`\``;
  },
  proxy: async () => {
    const { benchProxy, formatProxy } = await import('./proxy.bench.ts');
    return `\`\`\`text\n${formatProxy(await benchProxy({ seconds: 6 }))}\n\`\`\``;
  },
  reports: async () => (await import('./reports.bench.ts')).benchReports(),
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

const args = process.argv.slice(2);
const write = args.includes('--write');
const named = args.filter((arg) => !arg.startsWith('--'));
for (const name of named.length > 0 ? named : Object.keys(PARTS)) {
  const part = Object.hasOwn(PARTS, name) ? PARTS[name] : undefined;
  if (!part) throw new Error(`Unknown part "${name}". Parts: ${Object.keys(PARTS).join(', ')}`);
  console.log(`\n## ${name}\n`);
  const result = await part();
  console.log(result);
  if (write) writeToPage(name, result);
}
