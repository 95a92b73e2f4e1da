import { SEVERITY_LEVELS } from '../../checks/severity.ts';
import { CHECK_IDS } from '../../core/check-ids.ts';
import { EFFORTS } from '../../runner/settings/effort.ts';
import { ALL_SUITES, SUITES } from '../../runner/settings/suite-names.ts';
import { documentOptions } from './document-options.ts';
import type { OptionTable } from './options.ts';
import { outputOptions } from './output-options.ts';

const targetOptions: OptionTable = {
  target: {
    type: 'string',
    short: 't',
    value: 'URL',
    help: 'base URL of the service; also as an argument (default: the built-in mock)',
    fromEnvironment: true,
  },
  'allow-target': {
    type: 'string',
    multiple: true,
    value: 'HOST',
    help: 'fail unless the target is this host, or host:port; repeatable',
    setting: false,
  },
};

export const examplesOption: OptionTable = {
  examples: {
    type: 'string',
    multiple: true,
    value: 'PATH',
    help: 'file or folder of example requests; repeatable',
    path: true,
  },
};

const caseOptions: OptionTable = {
  ...examplesOption,
  suite: {
    type: 'string',
    multiple: true,
    short: 's',
    value: 'NAME',
    help: `${SUITES.join(', ')}, or all; repeatable (default: all)`,
    choices: [...SUITES, ALL_SUITES],
  },
  include: {
    type: 'string',
    multiple: true,
    value: 'SELECTOR',
    help: "operations to test: operationId, METHOD, /path/*, 'METHOD /path' or tag:NAME; commas or repeatable (default: all)",
  },
  exclude: {
    type: 'string',
    multiple: true,
    value: 'SELECTOR',
    help: 'operations never to send, written as for --include; repeatable',
  },
  value: {
    type: 'string',
    multiple: true,
    value: 'NAME=VALUE',
    help: "known value of a parameter or property, or at one operation: 'OPERATION:NAME=VALUE'; repeatable",
    pairs: '=',
    fromEnvironment: true,
    setting: false,
  },
  unique: {
    type: 'string',
    multiple: true,
    value: 'NAME',
    help: 'property that the service requires to be unique; repeatable (default: what is learned in the run)',
  },
  'safe-methods-only': {
    type: 'boolean',
    help: 'test only operations that change nothing: GET, HEAD, OPTIONS, TRACE, QUERY',
  },
};

const connectionOptions: OptionTable = {
  header: {
    type: 'string',
    multiple: true,
    short: 'H',
    value: "'NAME: VALUE'",
    help: 'header of every request; its value is redacted; repeatable',
    pairs: ': ',
    fromEnvironment: true,
  },
  'secret-header': {
    type: 'string',
    multiple: true,
    value: 'NAME',
    help: 'header whose value is redacted, too, in requests and responses; repeatable',
  },
  'secret-field': {
    type: 'string',
    multiple: true,
    value: 'NAME',
    help: 'property, form field or query parameter whose value is redacted in every output; repeatable',
  },
  'bearer-env': { type: 'string', value: 'NAME', help: 'environment variable with a Bearer token' },
  'basic-env': { type: 'string', value: 'NAME', help: 'environment variable with user:password' },
  cert: { type: 'string', value: 'FILE', help: 'client certificate, PEM; with --key', path: true },
  key: { type: 'string', value: 'FILE', help: 'private key of --cert, PEM', path: true },
  ca: { type: 'string', value: 'FILE', help: 'CA certificate of the service, PEM', path: true },
  insecure: { type: 'boolean', help: 'accept any certificate' },
  timeout: { type: 'string', value: 'TIME', help: 'response timeout (default: 10s)' },
  wait: { type: 'string', value: 'TIME', help: 'wait until the target is reachable, e.g. 30s' },
  setup: { type: 'string', value: 'COMMAND', help: 'start the service with this command, and stop it after the run' },
  teardown: { type: 'string', value: 'COMMAND', help: 'run this command at the end, even after errors' },
  hooks: {
    type: 'string',
    value: 'FILE',
    help: 'module with functions to call during the run, e.g. contract.hooks.mjs',
    path: true,
  },
  'no-setup': {
    type: 'boolean',
    help: 'ignore setup, teardown and hooks of an untrusted contract.yaml, whose paths stay in its repository',
    setting: false,
  },
  'stream-items': { type: 'string', value: 'NUMBER', help: 'items of a stream to read (default: 20)' },
  'stream-time': { type: 'string', value: 'TIME', help: 'how long to read a stream (default: 2s)' },
  'callback-host': {
    type: 'string',
    value: 'HOST',
    help: 'receive and check callbacks here: the host, or host:port, by which the service reaches this machine',
  },
  rate: { type: 'string', value: 'RATE', help: 'rate limit, e.g. 50/s' },
};

const runOptions: OptionTable = {
  seed: { type: 'string', value: 'SEED', help: 'seed of random requests, or random for a new one (default: 1)' },
  prove: { type: 'boolean', help: 'also mutation-test the mock with the same suites' },
  'no-lint': { type: 'boolean', help: 'skip linting' },
  effort: {
    type: 'string',
    value: 'SIZE',
    help: `size of the run: ${EFFORTS.join(', ')}; quick tests each clause once (default: normal)`,
    choices: EFFORTS,
  },
  runs: {
    type: 'string',
    value: 'NUMBER',
    help: 'random requests per operation, valid and invalid each (default: by effort 0, 20 or 200)',
  },
  concurrency: { type: 'string', value: 'NUMBER', help: 'maximum concurrent requests (default: 8)' },
  'max-time': { type: 'string', value: 'TIME', help: 'stop sending after this time' },
  consistency: {
    type: 'string',
    value: 'TIME',
    help: 'how long suite stateful waits until a read shows a change (default: 2s)',
  },
  keep: { type: 'boolean', help: 'keep the records that the run creates' },
  cache: {
    type: 'string',
    value: 'DIR',
    help: 'keep generated cases for later runs here (default: contract-harness in the cache folder of the user)',
    setting: false,
  },
  'no-cache': { type: 'boolean', help: 'generate all cases anew, and lint again', setting: false },
  'last-failed': { type: 'boolean', help: 'repeat only what failed in the last run', setting: false },
  shard: { type: 'string', value: 'N/COUNT', help: 'run one shard of the cases, e.g. 2/4', setting: false },
  severity: {
    type: 'string',
    multiple: true,
    value: 'CHECK=LEVEL',
    help: `severity of a check: ${SEVERITY_LEVELS.join(', ')}; at one operation: 'OPERATION:CHECK=LEVEL'; repeatable`,
    pairs: '=',
    perOperation: true,
    names: CHECK_IDS,
    choices: SEVERITY_LEVELS,
  },
  baseline: { type: 'string', value: 'FILE', help: 'baseline of known findings', path: true },
};

/** The options of `contract verify`, which are the properties of the config file too. */
export const configOptions: OptionTable = {
  ...targetOptions,
  ...documentOptions,
  ...caseOptions,
  ...connectionOptions,
  ...runOptions,
  ...outputOptions,
};
