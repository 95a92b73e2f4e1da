import { oneFault } from '../../fixtures/faults/index.ts';
import { time } from './process.ts';

const SHOWN = 'lets-in-tags-missing';

/** What `verify` prints for a service with one fault, for the README. */
export async function sampleRun(): Promise<string> {
  const fault = oneFault.find(({ name }) => name === SHOWN);
  if (!fault) throw new Error(`there is no fault ${SHOWN} any more`);
  const service = await fault.start();
  try {
    const { output } = await time(process.execPath, [
      'dist/bundle/cli.js',
      'verify',
      '--target',
      service.url,
      '--seed',
      '1',
    ]);
    return `\`\`\`text\n$ contract verify --target ${service.url}\n${output.trimEnd()}\n\`\`\``;
  } finally {
    await service.close();
  }
}
