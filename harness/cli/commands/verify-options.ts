import { existsSync } from 'node:fs';
import { CHECK_IDS } from '../../checks/index.ts';
import { SEVERITY_LEVELS, type SeverityLevel } from '../../checks/severity.ts';
import { didYouMean, UsageError } from '../../core/errors.ts';
import { basicAuthHeader, type RunConfig, resolveOptions, SUITES } from '../../runner/options.ts';
import { parseShard } from '../../runner/shard.ts';
import { documentOptions } from '../command.ts';
import { readSettings, SETTINGS_FILE } from '../config-file.ts';
import type { OptionTable, OptionValue, ParsedOptions } from '../options.ts';
import { outputOptions } from '../report-output.ts';
import type { ServiceCommands } from '../service-lifecycle.ts';

type Environment = Readonly<Record<string, string | undefined>>;
type Header = readonly [name: string, value: string];

/** Milliseconds that a service started by `--setup` may take until it listens, unless `--wait` says otherwise. */
const SETUP_WAIT = 30_000;

/** The options of `contract verify`, which are the settings of `contract.yaml` too. */
export const verifyOptions: OptionTable = {
  target: {
    type: 'string',
    short: 't',
    value: 'URL',
    help: 'the service to verify (default: the mock is started)',
    fromEnvironment: true,
  },
  config: {
    type: 'string',
    value: 'FILE',
    help: `settings (default: ${SETTINGS_FILE}, where it exists)`,
    setting: false,
  },
  ...documentOptions,
  examples: {
    type: 'string',
    multiple: true,
    value: 'PATH',
    help: 'a file or folder of named requests; repeatable',
    path: true,
  },
  suite: {
    type: 'string',
    multiple: true,
    short: 's',
    value: 'NAME',
    help: `${SUITES.join(', ')}; repeatable (default: all)`,
    choices: SUITES,
  },
  operation: {
    type: 'string',
    multiple: true,
    value: 'ID',
    help: "an operationId or 'METHOD /path'; repeatable (default: all)",
  },
  header: {
    type: 'string',
    multiple: true,
    short: 'H',
    value: "'NAME: VALUE'",
    help: 'a header to send with every request; its value is never shown; repeatable',
    pairs: ': ',
    fromEnvironment: true,
  },
  'secret-header': {
    type: 'string',
    multiple: true,
    value: 'NAME',
    help: 'mask the value of this header, too, in requests and responses; repeatable',
  },
  'bearer-env': { type: 'string', value: 'NAME', help: 'send the token that this variable holds as a Bearer token' },
  'basic-env': { type: 'string', value: 'NAME', help: 'send the user:password that this variable holds' },
  cert: { type: 'string', value: 'FILE', help: 'a client certificate, PEM; with --key', path: true },
  key: { type: 'string', value: 'FILE', help: 'the private key of --cert, PEM', path: true },
  ca: { type: 'string', value: 'FILE', help: "the issuer of the service's certificate, PEM", path: true },
  insecure: { type: 'boolean', help: 'accept any certificate of the service' },
  timeout: { type: 'string', value: 'TIME', help: 'how long an answer may take (default: 10s)' },
  wait: { type: 'string', value: 'TIME', help: 'keep trying until the target listens, e.g. 30s' },
  setup: { type: 'string', value: 'COMMAND', help: 'start the service with this, and end it after the run' },
  teardown: { type: 'string', value: 'COMMAND', help: 'run this last, whatever happened' },
  'no-setup': {
    type: 'boolean',
    help: 'ignore setup and teardown, e.g. of an untrusted contract.yaml',
    setting: false,
  },
  'allow-target': {
    type: 'string',
    multiple: true,
    value: 'HOST',
    help: 'fail unless the target is this host, or host:port; repeatable',
    setting: false,
  },
  rate: { type: 'string', value: 'RATE', help: 'send no faster than this, e.g. 50/s' },
  seed: { type: 'string', value: 'NUMBER', help: 'repeat a run: the seed that it printed' },
  prove: { type: 'boolean', help: 'also break every clause on the mock, and say whether this run would have noticed' },
  'no-lint': { type: 'boolean', help: 'verify also by a document that is wrong in itself' },
  runs: { type: 'string', value: 'NUMBER', help: 'random requests for each operation and intent (default: 20)' },
  concurrency: { type: 'string', value: 'NUMBER', help: 'requests under way at once (default: 8)' },
  'max-time': { type: 'string', value: 'TIME', help: 'send nothing more after this time, and say what was left out' },
  shard: {
    type: 'string',
    value: 'N/COUNT',
    help: 'ask this part of the cases, e.g. 2/4; needs --seed',
    setting: false,
  },
  severity: {
    type: 'string',
    multiple: true,
    value: 'CHECK=LEVEL',
    help: `what the findings of a check count as: ${SEVERITY_LEVELS.join(', ')}; repeatable`,
    pairs: '=',
    names: CHECK_IDS,
    choices: SEVERITY_LEVELS,
  },
  baseline: { type: 'string', value: 'FILE', help: 'accept the findings in this file', path: true },
  ...outputOptions,
};

/**
 * What was given on the command line, and below it what the settings file says.
 * @throws {ContractError} for a settings file that cannot be used, with line and column
 */
export function withConfigFile(args: ParsedOptions, env: Environment): ParsedOptions {
  if (args.positionals.length > 1)
    throw new UsageError(`unexpected ${args.positionals[1]}: one target is verified at a time`);
  const named = args.string('config');
  if (named === undefined && !existsSync(SETTINGS_FILE)) return args;
  return args.withDefaults(readSettings(named ?? SETTINGS_FILE, verifyOptions, env), verifyOptions);
}

/** @returns undefined with `--no-setup` */
function setupOf(args: ParsedOptions): string | undefined {
  return args.flag('no-setup') ? undefined : args.string('setup');
}

/** Returns the commands to run before and after, unless `--no-setup` forbids them. */
export function readServiceCommands(args: ParsedOptions): ServiceCommands {
  return { setup: setupOf(args), teardown: args.flag('no-setup') ? undefined : args.string('teardown') };
}

/** The run that the options ask for. */
export function parseRunConfig(args: ParsedOptions, env: Environment): RunConfig {
  const target = args.positionals[0] ?? args.string('target');
  checkTargetAllowed(target, args.strings('allow-target'));
  const shard = args.string('shard');
  if (setupOf(args) !== undefined && target === undefined)
    throw new UsageError('--setup needs --target URL: where the service listens once it is started');
  return resolveOptions(
    {
      spec: args.string('spec'),
      overlays: args.strings('overlay'),
      allowRefs: args.strings('allow-refs'),
      target,
      examples: args.strings('examples'),
      suites: args.strings('suite')?.flatMap((names) => names.split(',')),
      operations: args.strings('operation'),
      headers: readHeaders(args, env),
      cert: args.string('cert'),
      key: args.string('key'),
      ca: args.string('ca'),
      insecure: args.flag('insecure'),
      timeout: args.duration('timeout'),
      wait: args.duration('wait') ?? (setupOf(args) === undefined ? undefined : SETUP_WAIT),
      rate: args.rate('rate'),
      seed: args.count('seed'),
      runs: args.count('runs'),
      lint: !args.flag('no-lint'),
      concurrency: args.count('concurrency'),
      maxTime: args.duration('max-time'),
      shard: shard === undefined ? undefined : parseShard(shard),
      severity: Object.fromEntries((args.allOf('severity') ?? []).map(readLevel)),
      baseline: args.string('baseline'),
      resources: args.section('resources'),
    },
    { ...env },
  );
}

/** `contract.yaml` can name the target, too, and come from a pull request. */
function checkTargetAllowed(target: string | undefined, allowed: readonly string[] | undefined): void {
  if (target === undefined || allowed === undefined || !URL.canParse(target)) return;
  const { host, hostname, origin } = new URL(target);
  if (allowed.some((name) => [host, hostname].includes(name.toLowerCase()))) return;
  throw new UsageError(`the target ${origin} is not allowed; --allow-target names ${allowed.join(', ')}`);
}

/** Credentials first: a `--header` of the same name, being given last, takes their place. */
function readHeaders(args: ParsedOptions, env: Environment): Header[] {
  const [bearer, basic] = [args.allOf('bearer-env')?.at(-1), args.allOf('basic-env')?.at(-1)];
  const all: Header[] = [
    ...(bearer ? [['Authorization', `Bearer ${readVariable(bearer, env)}`] as const] : []),
    ...(basic ? [basicAuthHeader(readVariable(basic, env))] : []),
    ...(args.allOf('header') ?? []).map(readHeader),
  ];
  return [...new Map(all.map((header) => [header[0].toLowerCase(), header])).values()];
}

/** An empty variable counts as unset: that is what CI gives for a missing secret. */
function readVariable({ text: name, from }: OptionValue, env: Environment): string {
  const value = env[name];
  if (value) return value;
  throw new UsageError(`${from}: the environment variable ${name} is not set, or is empty`);
}

function readHeader({ text, from }: OptionValue): Header {
  const match = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):\s*(.*?)\s*$/.exec(text);
  const [, name = '', value = ''] = match ?? [];
  // Bytes that end a header would send another one (RFC 9110 section 5.5).
  if (match && !/[\0\r\n]/.test(value)) return [name, value];
  throw new UsageError(`${from} takes 'Name: value' on one line`);
}

function readLevel({ text, from }: OptionValue): [check: string, level: SeverityLevel] {
  const [check = '', word = ''] = text.split('=');
  const level = SEVERITY_LEVELS.find((each) => each === word);
  if (level) return [check, level];
  const guess = didYouMean(word, SEVERITY_LEVELS);
  throw new UsageError(
    `${from} takes CHECK=${SEVERITY_LEVELS.join('|')}, not "${text}".${guess ? ` Did you mean ${guess}?` : ''}`,
  );
}
