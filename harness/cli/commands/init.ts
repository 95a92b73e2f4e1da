import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { UsageError } from '../../core/errors.ts';
import { packageInfo } from '../../core/package-info.ts';
import type { Command, ExitCode, Terminal } from '../command.ts';
import { SETTINGS_FILE } from '../config-file.ts';
import type { OptionTable, ParsedOptions } from '../options.ts';
import { dependsOn, findCredentials, findInstall, variablesOf } from './init-repository.ts';
import { type CiJob, configTemplate, githubWorkflow, gitlabPipeline } from './init-templates.ts';

const options: OptionTable = {
  spec: {
    type: 'string',
    value: 'FILE',
    help: 'the OpenAPI 3 document (default: the first of the usual names that exists)',
  },
  target: {
    type: 'string',
    short: 't',
    value: 'URL',
    help: 'where the service listens (default: http://127.0.0.1:8080)',
  },
  setup: { type: 'string', value: 'COMMAND', help: 'what starts the service, e.g. npm start' },
  ci: { type: 'string', value: 'NAME', help: 'github or gitlab (default: what the folder shows)' },
};

const USUAL = [
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

/** `contract init`: settings and a CI job to start with, in somebody's repository. */
export const init: Command = {
  name: 'init',
  summary: 'write a starting contract.yaml and a CI job into this folder',
  options,
  usage: [
    'contract init [OPTIONS]',
    "contract init --spec api.yaml --target http://127.0.0.1:3000 --setup 'npm start'",
  ],
  run: async (args: ParsedOptions, terminal: Terminal): Promise<ExitCode> => {
    const spec = args.string('spec') ?? USUAL.find((name) => existsSync(name));
    if (spec === undefined) throw new UsageError(`no document found (${USUAL.join(', ')}): name it with --spec FILE`);
    const target = args.string('target') ?? 'http://127.0.0.1:8080';
    const ci = chooseCi(args.string('ci'));
    const credentials = findCredentials(spec);
    writeNew(SETTINGS_FILE, configTemplate({ spec, target, setup: args.string('setup'), credentials }), terminal);
    const job = describeJob();
    writeNew(JOBS[ci].file, JOBS[ci].write(job), terminal);
    if (job.secrets.length > 0) terminal.out(`the job needs these secrets: ${job.secrets.join(', ')}\n`);
    if (ci === 'gitlab') terminal.out(`include it in .gitlab-ci.yml:  include: [{ local: ${JOBS.gitlab.file} }]\n`);
    terminal.out(
      `now: look through ${SETTINGS_FILE}, start the service if nothing does, and run npx contract verify\n`,
    );
    return 0;
  },
};

/** The version that wrote the files is the one that CI runs, unless the repository has one of its own. */
function describeJob(): CiJob {
  const { name, version } = packageInfo();
  const program = dependsOn(name) ? 'npx contract' : `npx --yes --package ${name}@${version} contract`;
  return { install: findInstall(), program, secrets: variablesOf(SETTINGS_FILE) };
}

function chooseCi(name: string | undefined): keyof typeof JOBS {
  if (name === 'github' || name === 'gitlab') return name;
  if (name !== undefined) throw new UsageError(`--ci takes github or gitlab, not "${name}"`);
  return existsSync('.gitlab-ci.yml') ? 'gitlab' : 'github';
}

/** What is there stays as it is, even where it came into being a moment ago. */
function writeNew(file: string, text: string, terminal: Terminal): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text, { flag: 'wx' });
    terminal.out(`wrote ${file}\n`);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'EEXIST') throw new UsageError(`cannot write ${file}: ${message}`);
    terminal.out(`kept ${file}, which is there already\n`);
  }
}
