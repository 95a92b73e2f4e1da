import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readBlock, writeBlock } from './blocks.ts';
import { generatedBlocks } from './generated.ts';

/** Writes every generated part of the documentation; names given as arguments restrict it to these. */
const root = process.cwd();
const wanted = process.argv.slice(2);
for (const { file, name, content } of generatedBlocks) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const path = join(root, file);
  const before = readFileSync(path, 'utf8');
  const after = writeBlock(before, name, await content());
  writeFileSync(path, after);
  const state = readBlock(before, name) === readBlock(after, name) ? 'up to date' : 'updated';
  console.log(`${file}: ${name} ${state}`);
}
