import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { type DocumentResult, measure } from './measure.ts';
import { corpusTable } from './table.ts';

/** Runs lint, mock, verify and prove on every OpenAPI document of a folder, and writes a table: see CONTRIBUTING.md. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    results: { type: 'string', default: '.cache/corpus/results.jsonl' },
    table: { type: 'string', default: '.cache/corpus/table.md' },
    /** Documents to measure at most in this run; the next run goes on with the others. */
    limit: { type: 'string' },
    /** Documents to pick from the folder; the same ones for the same seed. */
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    /** Larger documents are left out. */
    'max-kilobytes': { type: 'string' },
    /** Seconds after which `verify` stops sending, and `prove` stops. */
    'verify-seconds': { type: 'string', default: '15' },
    'prove-seconds': { type: 'string', default: '60' },
    /** Documents with more operations are not mutation-tested. */
    'prove-operations': { type: 'string', default: '15' },
  },
});
const [folder] = positionals;
if (folder === undefined) throw new Error('Give a folder: make corpus DIR=...');

const effort = {
  verifySeconds: Number(values['verify-seconds']),
  proveSeconds: Number(values['prove-seconds']),
  proveOperations: Number(values['prove-operations']),
};
const known = readResults(values.results);
const maxBytes = Number(values['max-kilobytes'] ?? Number.POSITIVE_INFINITY) * 1024;
const documents = sample([...findDocuments(folder)].filter(({ bytes }) => bytes <= maxBytes)).sort(
  (a, b) => a.bytes - b.bytes || a.file.localeCompare(b.file),
);
const remaining = documents.filter(({ file }) => !known.has(file)).slice(0, Number(values.limit ?? documents.length));
console.log(`${documents.length} documents, ${known.size} measured, ${remaining.length} to measure now`);
for (const [index, { file, path, bytes }] of remaining.entries()) {
  const result = { ...(await measure(path, bytes, effort)), file };
  known.set(file, result);
  mkdirSync(dirname(values.results), { recursive: true });
  appendFileSync(values.results, `${JSON.stringify(result)}\n`);
  console.log(`${index + 1}/${remaining.length}  ${file}  ${summary(result)}`);
}
const table = corpusTable([...known.values()]);
mkdirSync(dirname(values.table), { recursive: true });
writeFileSync(values.table, table);
console.log(`\n${values.table}`);

/** As many documents as asked for, in the order of their hashes with the seed. */
function sample<T extends { readonly file: string }>(all: readonly T[]): T[] {
  const orderOf = ({ file }: T) => createHash('sha256').update(`${values.seed} ${file}`).digest('hex');
  return all
    .map((each) => ({ each, order: orderOf(each) }))
    .sort((a, b) => a.order.localeCompare(b.order))
    .slice(0, Number(values.sample ?? all.length))
    .map(({ each }) => each);
}

function summary({ rejected, stages }: DocumentResult): string {
  if (rejected !== undefined) return `rejected: ${rejected}`;
  return Object.entries(stages)
    .map(([name, { result }]) => `${name} ${result}`)
    .join(', ');
}

function readResults(file: string): Map<string, DocumentResult> {
  if (!existsSync(file)) return new Map();
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  return new Map(lines.map((line) => JSON.parse(line) as DocumentResult).map((result) => [result.file, result]));
}

/** Finds files that say in their first lines that they are OpenAPI or Swagger documents. */
function* findDocuments(root: string): Generator<{ file: string; path: string; bytes: number }> {
  for (const entry of readdirSync(root, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || !/\.(ya?ml|json)$/.test(entry.name) || !isOpenApi(path)) continue;
    yield { file: relative(root, path), path, bytes: statSync(path).size };
  }
}

function isOpenApi(path: string): boolean {
  return /^[{\s]*["']?(openapi|swagger)["']?\s*:\s*["']?\d/m.test(readFileSync(path, 'utf8').slice(0, 20_000));
}
