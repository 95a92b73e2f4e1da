import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { runProgram } from '../../harness/cli/program.ts';

const root = join(import.meta.dirname, '../..');

/** How the program ended, and what it wrote. */
export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface Surroundings {
  /** The working folder; default: the repository. */
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs the built program to its end. */
export async function contract(args: readonly string[], { cwd = root, env = {} }: Surroundings = {}): Promise<Ended> {
  const program = join(root, 'dist/bundle/cli.cjs');
  const child = spawn(process.execPath, [program, ...args], {
    cwd,
    env: { ...process.env, NO_COLOR: '1', SCARF_ANALYTICS: 'false', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: code as number | null, out, err };
}

let before: Promise<unknown> = Promise.resolve();

/**
 * Runs the program in this process, which has most of it loaded and compiled: a process of its own takes a second for that. Runs are one after
 * the other, since the working folder and the environment are those of the process.
 */
export function contractHere(args: readonly string[], { cwd = root, env = {} }: Surroundings = {}): Promise<Ended> {
  const ended = before.then(() => runHere(args, cwd, env));
  before = ended.catch(() => undefined);
  return ended;
}

async function runHere(args: readonly string[], cwd: string, env: Readonly<Record<string, string>>): Promise<Ended> {
  const [folder, variables] = [process.cwd(), { ...process.env }];
  const written = { out: '', err: '' };
  const write = (stream: keyof typeof written) => (more: string) => {
    written[stream] += more;
  };
  process.chdir(cwd);
  Object.assign(process.env, env);
  const terminal = {
    ...{ out: write('out'), err: write('err') },
    ...{ color: false, columns: undefined, env: process.env },
  };
  try {
    const code = await runProgram(args, terminal, new AbortController().signal);
    return { code, ...written };
  } finally {
    process.chdir(folder);
    for (const name of Object.keys(env)) delete process.env[name];
    Object.assign(process.env, variables);
  }
}
