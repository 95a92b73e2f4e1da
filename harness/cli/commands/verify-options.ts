import { SEVERITY_LEVELS, type SeverityLevel } from '../../checks/severity.ts';
import { didYouMean, UsageError } from '../../core/errors.ts';
import { checkEffort } from '../../runner/settings/effort.ts';
import { type RunConfig, resolveOptions } from '../../runner/settings/options.ts';
import { originKey } from '../../runner/settings/origins.ts';
import { basicAuthHeader } from '../../runner/settings/read-target.ts';
import { parseShard } from '../../runner/settings/shard.ts';
import type { Environment } from '../document.ts';
import type { LastRun } from '../last-run.ts';
import type { OptionValue, ParsedOptions } from '../options/options.ts';
import { readValues } from '../options/values-option.ts';
import type { ServiceCommands } from '../process/service-lifecycle.ts';

type Header = readonly [name: string, value: string];

/** How long a service started by `--setup` may take until it is reachable, unless `--wait` is given. */
const SETUP_WAIT_MS = 30_000;

/** Returns the commands to run before and after, unless `--no-setup` forbids them. */
export function serviceCommandsOf(args: ParsedOptions): ServiceCommands {
  if (args.flag('no-setup')) return { setup: undefined, teardown: undefined };
  return { setup: args.string('setup'), teardown: args.string('teardown') };
}

/**
 * Returns the configuration of a run.
 * @param last is repeated with its seed and number of random requests
 * @throws {UsageError} for an invalid option
 */
export function parseRunConfig(args: ParsedOptions, env: Environment, last?: LastRun): RunConfig {
  const [shard, effort] = [args.string('shard'), args.string('effort')];
  const { setup } = serviceCommandsOf(args);
  const target = args.string('target');
  checkTargetAllowed(target, args.strings('allow-target'));
  if (setup !== undefined && target === undefined)
    throw new UsageError('--setup needs --target URL, the base URL of the started service');
  return resolveOptions(
    {
      spec: args.string('spec'),
      overlays: args.strings('overlay'),
      allowRefs: args.strings('allow-refs'),
      target,
      examples: args.strings('examples'),
      suites: args.strings('suite')?.flatMap((names) => names.split(',')),
      include: args.strings('include'),
      exclude: args.strings('exclude'),
      values: readValues(args),
      unique: args.strings('unique'),
      safeMethodsOnly: args.flag('safe-methods-only'),
      auth: args.section('auth'),
      headers: parseHeaders(args, env),
      secretFields: args.strings('secret-field'),
      cert: args.string('cert'),
      key: args.string('key'),
      ca: args.string('ca'),
      insecure: args.flag('insecure'),
      timeout: args.duration('timeout'),
      streamItems: args.count('stream-items'),
      streamTime: args.duration('stream-time'),
      wait: args.duration('wait') ?? (setup === undefined ? undefined : SETUP_WAIT_MS),
      rate: args.rate('rate'),
      seed: last?.seed ?? args.seed('seed'),
      effort: effort === undefined ? undefined : checkEffort(effort),
      runs: last?.runs ?? args.count('runs'),
      only: last,
      lint: !args.flag('no-lint'),
      concurrency: args.count('concurrency'),
      maxTime: args.timeLimit('max-time'),
      consistency: args.duration('consistency'),
      keep: args.flag('keep'),
      cache: args.flag('no-cache') ? false : args.string('cache'),
      shard: shard === undefined ? undefined : parseShard(shard),
      severity: parseSeverities(args.allOf('severity') ?? []),
      callbackHost: args.string('callback-host'),
      baseline: args.string('baseline'),
      resources: args.section('resources'),
    },
    { ...env },
    originsOf(args),
  );
}

export function originsOf(args: ParsedOptions): Map<string, string> {
  return new Map(
    ['include', 'exclude', 'unique', 'severity'].flatMap((name) =>
      (args.allOf(name) ?? []).map(({ text, from }) => {
        const key = name === 'severity' ? text.slice(0, Math.max(0, text.lastIndexOf(':'))) : text;
        return [originKey(name, key), from] as const;
      }),
    ),
  );
}

/** `contract.yaml` can name the target, too, and come from a pull request. */
function checkTargetAllowed(target: string | undefined, allowed: readonly string[] | undefined): void {
  if (target === undefined || allowed === undefined || !URL.canParse(target)) return;
  const { host, hostname, origin } = new URL(target);
  if (allowed.some((name) => [host, hostname].includes(name.toLowerCase()))) return;
  throw new UsageError(`the target ${origin} is not allowed; --allow-target names ${allowed.join(', ')}`);
}

/** Of headers with the same name, the last wins; `--header` comes after the options for credentials. */
function parseHeaders(args: ParsedOptions, env: Environment): Header[] {
  const [bearer, basic] = [args.allOf('bearer-env')?.at(-1), args.allOf('basic-env')?.at(-1)];
  const headers: Header[] = [
    ...(bearer ? [['Authorization', `Bearer ${variable(bearer, env)}`] as const] : []),
    ...(basic ? [basicAuthHeader(variable(basic, env))] : []),
    ...(args.allOf('header') ?? []).map(parseHeader),
  ];
  return [...new Map(headers.map((header) => [header[0].toLowerCase(), header])).values()];
}

/** An empty variable counts as unset: CI systems pass that for a missing secret. */
function variable({ text: name, from }: OptionValue, env: Environment): string {
  const value = env[name];
  if (value) return value;
  throw new UsageError(`${from}: the environment variable ${name} is not set or empty`);
}

function parseHeader({ text, from }: OptionValue): Header {
  const [, name, value] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):\s*(.*?)\s*$/.exec(text) ?? [];
  if (name !== undefined && value !== undefined) return [name, value];
  throw new UsageError(`${from} takes 'Name: value' on one line`);
}

type Levels = Readonly<Record<string, SeverityLevel>>;

export function parseSeverities(given: readonly OptionValue[]): Record<string, SeverityLevel | Levels> {
  const byOperation = new Map<string | undefined, Map<string, SeverityLevel>>();
  for (const { operation, check, level } of given.map(parseSeverity))
    byOperation.set(operation, (byOperation.get(operation) ?? new Map<string, SeverityLevel>()).set(check, level));
  const levels = [...byOperation].flatMap(([operation, own]): (readonly [string, SeverityLevel | Levels])[] =>
    operation === undefined ? [...own] : [[operation, Object.fromEntries(own)]],
  );
  return Object.fromEntries(levels);
}

interface GivenSeverity {
  readonly operation: string | undefined;
  readonly check: string;
  readonly level: SeverityLevel;
}

function parseSeverity({ text, from }: OptionValue): GivenSeverity {
  const [, operation, check = '', word = ''] = /^(?:(.*):)?([^:=]*)=?(.*)$/s.exec(text) ?? [];
  const level = SEVERITY_LEVELS.find((each) => each === word);
  if (level) return { operation, check, level };
  const guess = didYouMean(word, SEVERITY_LEVELS);
  throw new UsageError(
    `${from} takes CHECK=${SEVERITY_LEVELS.join('|')}, not "${text}".${guess ? ` Did you mean ${guess}?` : ''}`,
  );
}
