import { dirname, join } from 'node:path';
import { type Installed, install } from './packages.ts';

export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd?: string;
}

/** A tool of others that judges a running service by its document, and says by its exit code whether it complains. */
export interface PeerTool {
  readonly name: string;
  readonly installed: Installed;
  /** One after another; it complains if one fails. They write beside the document. */
  commands(document: string, url: string): readonly Command[];
}

const node = (script: string, args: readonly string[], cwd?: string): Command => ({
  file: process.execPath,
  args: [script, ...args],
  ...(cwd !== undefined && { cwd }),
});

const beside = (document: string, name: string) => join(dirname(document), name);

export function dredd(): PeerTool {
  const installed = install({ name: 'dredd', packages: { dredd: '14.1.0' } });
  const script = join(installed.folder, 'node_modules/dredd/bin/dredd');
  return { name: 'Dredd 14.1.0', installed, commands: (document, url) => [node(script, [document, url])] };
}

/** Portman writes a collection with contract tests, and runs it by Newman. */
export function portman(): PeerTool {
  const installed = install({ name: 'portman', packages: { '@apideck/portman': '1.33.0' } });
  const script = join(installed.folder, 'node_modules/@apideck/portman/bin/portman');
  return {
    name: 'Portman 1.33.0',
    installed,
    commands: (document, url) => [
      node(
        script,
        ['-l', document, '-b', url, '-n', '-t', '-o', beside(document, 'collection.json')],
        dirname(document),
      ),
    ],
  };
}

/** Step CI makes a workflow of the document, whose server it tests. */
export function stepCi(): PeerTool {
  const installed = install({ name: 'stepci', packages: { stepci: '2.8.2' } });
  const script = join(installed.folder, 'node_modules/stepci/dist/index.js');
  return {
    name: 'Step CI 2.8.2',
    installed,
    commands: (document) => {
      const workflow = beside(document, 'workflow.yml');
      return [node(script, ['generate', document, workflow]), node(script, ['run', workflow])];
    },
  };
}

/** Redocly makes an Arazzo description of the document, and Respect runs it. */
export function respect(): PeerTool {
  const installed = install({ name: 'redocly', packages: { '@redocly/cli': '2.77.0' } });
  const script = join(installed.folder, 'node_modules/@redocly/cli/bin/cli.js');
  return {
    name: 'Redocly Respect 2.77.0',
    installed,
    commands: (document) => {
      const workflow = beside(document, 'auto.arazzo.yaml');
      return [node(script, ['generate-arazzo', document, '-o', workflow]), node(script, ['respect', workflow])];
    },
  };
}
