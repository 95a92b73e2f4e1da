import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** What has to be installed to use a tool, as a project of its own: none of it is a dependency of ours. */
export interface Peer {
  readonly name: string;
  readonly packages: Readonly<Record<string, string>>;
}

/** What a user has on the disk afterwards. */
export interface Installed {
  readonly folder: string;
  readonly megabytes: number;
  readonly packages: number;
}

const PEERS = '.cache/peers';

/** Installs a tool with npm unless it is there; its scripts do not run. */
export function install({ name, packages }: Peer): Installed {
  const folder = resolve(PEERS, name);
  const manifest = `${JSON.stringify({ private: true, type: 'module', dependencies: packages }, null, 2)}\n`;
  const file = join(folder, 'package.json');
  const done = join(folder, '.installed');
  if (!existsSync(done) || readFileSync(file, 'utf8') !== manifest) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, manifest);
    npm(folder, 'install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error');
    writeFileSync(done, '');
  }
  const { packages: locked } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as {
    packages: object;
  };
  const megabytes = sizeOf(join(folder, 'node_modules')) / 1e6;
  return { folder, megabytes, packages: Object.keys(locked).length - 1 };
}

/** The size of our own package, as npm would unpack it. */
export function ownPackage(): Installed {
  const [packed] = JSON.parse(npm('.', 'pack', '--dry-run', '--json', '--ignore-scripts', '--loglevel=error')) as {
    unpackedSize: number;
  }[];
  return { folder: '.', megabytes: (packed?.unpackedSize ?? Number.NaN) / 1e6, packages: 1 };
}

function npm(cwd: string, ...args: string[]): string {
  const env = { ...process.env, SCARF_ANALYTICS: 'false' };
  return execFileSync('npm', args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}

function sizeOf(path: string): number {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats?.isDirectory()) return stats?.size ?? 0;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}
