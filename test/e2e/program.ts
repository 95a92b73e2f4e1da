import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

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
  const program = join(root, 'dist/bundle/cli.js');
  const child = spawn(process.execPath, [program, ...args], {
    cwd,
    env: { ...process.env, NO_COLOR: '1', SCARF_ANALYTICS: 'false', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: code as number | null, out, err };
}
