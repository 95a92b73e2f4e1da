import { writeFileSync } from 'node:fs';

/**
 * Preloaded into a measured command (`node --import`): writes its peak memory in KiB at its end. A process that the command starts
 * inherits the environment and writes nothing.
 */
const { CORPUS_PEAK_FILE: file, CORPUS_PARENT: parent } = process.env;
if (file !== undefined && process.ppid === Number(parent))
  process.on('exit', () => writeFileSync(file, String(process.resourceUsage().maxRSS)));
