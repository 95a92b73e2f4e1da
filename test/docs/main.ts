import { readFileSync, writeFileSync } from 'node:fs';
import { readBlock, writeBlock } from './blocks.ts';
import { generatedBlocks, isUpToDate } from './generated.ts';

/** Updates every generated part of the documentation; names given as arguments restrict it to these. */
const wanted = process.argv.slice(2);
for (const block of generatedBlocks) {
  const { file, name } = block;
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const page = readFileSync(file, 'utf8');
  const content = await block.content();
  const state = isUpToDate(block, readBlock(page, name) ?? '', content) ? 'up to date' : 'updated';
  if (state === 'updated') writeFileSync(file, writeBlock(page, name, content));
  console.log(`${file}: ${name} ${state}`);
}
