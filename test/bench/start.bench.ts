import { MOCK, PRISM, start } from './contender.ts';
import { loadedBy } from './loaded.ts';
import { median, table, time } from './process.ts';

const ROUNDS = 15;
const CLI = 'dist/bundle/cli.cjs';

const COMMANDS: readonly (readonly [name: string, args: readonly string[]])[] = [
  ['bare node', ['-e', '0']],
  ['contract --help', [CLI, '--help']],
  ['contract lint, reference document', [CLI, 'lint']],
  ['contract show, reference document', [CLI, 'show']],
  ['contract verify --help', [CLI, 'verify', '--help']],
];

/** What each command loads, and how long it takes, in turns with a bare Node; then the first response of the mock. */
export async function benchStart(): Promise<string> {
  const times = COMMANDS.map(() => [] as number[]);
  for (let round = 0; round <= ROUNDS; round++)
    for (const [index, [, args]] of COMMANDS.entries()) {
      const { ms } = await time(process.execPath, args);
      if (round > 0) times[index]?.push(ms);
    }
  const bare = median(times[0] ?? []);
  const rows: string[][] = [];
  for (const [index, [name, args]] of COMMANDS.entries()) {
    const { modules, bytes } = await loadedBy(args);
    const ms = median(times[index] ?? []);
    rows.push([name, String(modules), (bytes / 1000).toFixed(0), `${ms.toFixed(0)} ms`, (ms / bare).toFixed(2)]);
  }
  const commands = table([['command', 'modules', 'kB', 'median', 'to bare node'], ...rows]);
  return `${commands}\n\n${await firstResponses()}`;
}

/** From the start of the process to the first response, in turns. */
async function firstResponses(): Promise<string> {
  const times = new Map<string, number[]>([MOCK, PRISM].map(({ name }) => [name, []]));
  for (let round = 0; round <= 5; round++)
    for (const server of [MOCK, PRISM]) {
      const { stop, firstResponse } = await start(server);
      await stop();
      if (round > 0) times.get(server.name)?.push(firstResponse);
    }
  const [mock = 0, prism = 0] = [...times.values()].map(median);
  return table([
    ['start to first response', 'median', 'to Prism'],
    [MOCK.name, `${mock.toFixed(0)} ms`, (mock / prism).toFixed(2)],
    [PRISM.name, `${prism.toFixed(0)} ms`, '1.00'],
  ]);
}
