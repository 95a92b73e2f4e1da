import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** How a command ended, and what it printed. */
export interface Ended {
  readonly code: number | null;
  readonly output: string;
}

interface Manifest {
  readonly bin?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** A copy of an example outside the repository, with what its package.json names, and nothing else, installed. */
export class Project {
  readonly folder: string;

  constructor(name: string) {
    this.folder = mkdtempSync(join(tmpdir(), `example-${name}-`));
    onTestFinished(() => rmSync(this.folder, { recursive: true }));
    cpSync(join(root, 'examples', name), this.folder, { recursive: true });
    const { dependencies, devDependencies } = manifest(this.folder);
    for (const dependency of Object.keys({ ...dependencies, ...devDependencies })) this.install(dependency);
  }

  /** Replaces a text that the file must contain. */
  edit(file: string, before: string, after: string): void {
    const path = join(this.folder, file);
    const content = readFileSync(path, 'utf8');
    if (!content.includes(before)) throw new Error(`${file} does not contain ${before}`);
    writeFileSync(path, content.replaceAll(before, after));
  }

  async run(command: string, env: Readonly<Record<string, string>> = {}): Promise<Ended> {
    const child = spawn('bash', ['-eo', 'pipefail', '-c', command], {
      cwd: this.folder,
      env: { ...process.env, NO_COLOR: '1', SCARF_ANALYTICS: 'false', npm_config_offline: 'true', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    return { code: code as number | null, output: out + err };
  }

  private install(dependency: string): void {
    const source = dependency === 'contract-harness' ? root : installed(dependency);
    const modules = join(this.folder, 'node_modules');
    link(source, join(modules, dependency));
    for (const [name, file] of Object.entries(binaries(source, dependency)))
      writeCommand(join(modules, '.bin', name), join(source, file));
  }
}

/** openapi-typescript is installed with a TypeScript of its own. */
function installed(dependency: string): string {
  const folders = [join(root, 'examples/types-generator'), root].map((each) => join(each, 'node_modules', dependency));
  return folders.find((folder) => existsSync(join(folder, 'package.json'))) ?? dependency;
}

/** What npm makes of an entry of `bin`; a link would need the file to be executable, as npm makes it. */
function writeCommand(path: string, script: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/sh\nexec '${process.execPath}' '${script}' "$@"\n`, { mode: 0o755 });
}

function manifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}

function binaries(folder: string, dependency: string): Readonly<Record<string, string>> {
  const bin: unknown = manifest(folder).bin ?? {};
  return typeof bin === 'string' ? { [dependency]: bin } : (bin as Record<string, string>);
}

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path);
}
