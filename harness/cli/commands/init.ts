import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { UsageError } from '../../core/errors.ts';
import { packageInfo } from '../../core/package-info.ts';
import { makeFolder } from '../../core/util/make-folder.ts';
import type { Command, ExitCode, Terminal } from '../command.ts';
import { CONFIG_FILE } from '../config-file.ts';
import type { OptionTable, ParsedOptions } from '../options/options.ts';
import { dependsOn, findCredentials, findInstall, variablesOf } from './init-repository.ts';
import { type CiJob, configTemplate, githubWorkflow, gitlabPipeline } from './init-templates.ts';
import { SUMMARIES } from './summaries.ts';

const options: OptionTable = {
  spec: {
    type: 'string',
    value: 'FILE',
    help: 'OpenAPI 3 document (default: the first usual name that exists)',
  },
  target: {
    type: 'string',
    short: 't',
    value: 'URL',
    help: 'base URL of the service (default: http://127.0.0.1:8080)',
  },
  setup: { type: 'string', value: 'COMMAND', help: 'command that starts the service, e.g. npm start' },
  ci: { type: 'string', value: 'NAME', help: 'github or gitlab (default: gitlab if there is a .gitlab-ci.yml)' },
};

const USUAL_NAMES = [
  'openapi.yaml',
  'openapi.yml',
  'openapi.json',
  'spec/openapi.yaml',
  'api/openapi.yaml',
  'docs/openapi.yaml',
];

const JOBS = {
  github: { file: '.github/workflows/contract.yml', write: githubWorkflow },
  gitlab: { file: '.gitlab/contract.gitlab-ci.yml', write: gitlabPipeline },
};

/** `contract init` */
export const init: Command = {
  name: 'init',
  summary: SUMMARIES.init,
  options,
  usage: [
    'contract init [OPTIONS]',
    "contract init --spec api.yaml --target http://127.0.0.1:3000 --setup 'npm start'",
  ],
  run: async (args: ParsedOptions, terminal: Terminal): Promise<ExitCode> => {
    const spec = args.string('spec') ?? USUAL_NAMES.find((name) => existsSync(join(process.cwd(), name)));
    if (spec === undefined)
      throw new UsageError(
        `No OpenAPI document found (looked for ${USUAL_NAMES.join(', ')}): pass it with --spec FILE`,
      );
    const target = args.string('target') ?? 'http://127.0.0.1:8080';
    const ci = chooseCi(args.string('ci'));
    const credentials = findCredentials(spec);
    writeNew(CONFIG_FILE, configTemplate({ spec, target, setup: args.string('setup'), credentials }), terminal);
    const job = describeJob();
    writeNew(JOBS[ci].file, JOBS[ci].write(job), terminal);
    if (job.secrets.length > 0) terminal.out(`The workflow needs these secrets: ${job.secrets.join(', ')}\n`);
    if (ci === 'gitlab') terminal.out(`Include it in .gitlab-ci.yml:  include: [{ local: ${JOBS.gitlab.file} }]\n`);
    terminal.out(`Next: review ${CONFIG_FILE}, start the service unless setup does, and run npx contract verify\n`);
    return 0;
  },
};

/** Returns what the CI job needs; it runs this version unless the repository depends on another. */
function describeJob(): CiJob {
  const { name, version } = packageInfo();
  const program = dependsOn(name) ? 'npx contract' : `npx --yes --package ${name}@${version} contract`;
  return { install: findInstall(), program, secrets: variablesOf(CONFIG_FILE) };
}

function chooseCi(name: string | undefined): keyof typeof JOBS {
  if (name === 'github' || name === 'gitlab') return name;
  if (name !== undefined) throw new UsageError(`--ci takes github or gitlab, not "${name}"`);
  return existsSync('.gitlab-ci.yml') ? 'gitlab' : 'github';
}

/** Writes a file unless it exists. */
function writeNew(file: string, text: string, terminal: Terminal): void {
  try {
    makeFolder(dirname(file));
    writeFileSync(file, text, { flag: 'wx' });
    terminal.out(`Created ${file}\n`);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'EEXIST') throw new UsageError(`cannot write ${file}: ${message}`);
    terminal.out(`${file} exists, not overwritten\n`);
  }
}
