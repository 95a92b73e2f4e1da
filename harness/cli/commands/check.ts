import { UsageError } from '../../core/errors.ts';
import type { ConsoleOptions } from '../../report/console/console.ts';
import { readTraffic } from '../../runner/traffic/check-traffic.ts';
import { resolveTrafficOptions, type TrafficConfig } from '../../runner/traffic/options.ts';
import type { Command, ExitCode, Terminal } from '../command.ts';
import { withConfigFile } from '../config-file.ts';
import { documentOf } from '../document.ts';
import { configOptions } from '../options/config-options.ts';
import { documentOptions } from '../options/document-options.ts';
import type { OptionTable, ParsedOptions } from '../options/options.ts';
import { outputOptions } from '../options/output-options.ts';
import { followRun, redactEvents } from '../process/follow-run.ts';
import { parseReportOutput, writeReportsAndExitCode } from '../report-output.ts';
import { SUMMARIES } from './summaries.ts';
import { originsOf, parseSeverities } from './verify-options.ts';

/** Options that mean the same for `verify`. */
const SHARED = ['include', 'exclude', 'secret-header', 'secret-field', 'severity', 'baseline', 'no-lint'];

const options: OptionTable = {
  ...documentOptions,
  'base-url': {
    type: 'string',
    value: 'URL',
    help: 'base URL of the service; other services are not checked (default: all that have a path of the document)',
    setting: false,
  },
  strict: { type: 'boolean', help: 'fail if a request is not in the document', setting: false },
  'write-examples': {
    type: 'string',
    value: 'DIR',
    help: 'write accepted requests to example files in this folder, secrets masked',
    setting: false,
  },
  ...Object.fromEntries(Object.entries(configOptions).filter(([name]) => SHARED.includes(name))),
  ...outputOptions,
};

/** `contract check` */
export const check: Command = {
  name: 'check',
  summary: SUMMARIES.check,
  options,
  usage: [
    'contract check [DOCUMENT.yaml] FILE.har... [OPTIONS]',
    'contract check session.har --spec openapi.yaml --base-url https://api.example.com/v1',
    'contract check *.har --strict --report junit=report.xml --write-examples examples/',
  ],
  run: runCheck,
};

async function runCheck(given: ParsedOptions, terminal: Terminal, signal: AbortSignal): Promise<ExitCode> {
  const { args, files } = separateFiles(given);
  const resolved = withConfigFile(args, options, terminal.env, Object.keys(options));
  const spec = documentOf(resolved, 'check');
  const config = trafficConfig(resolved, spec, files);
  const output = parseReportOutput(resolved);
  const view: ConsoleOptions = {
    color: terminal.color,
    verbose: resolved.flag('verbose'),
    quiet: resolved.flag('quiet'),
    secretHeaders: resolved.strings('secret-header') ?? [],
  };
  const { report, failure } = await followRun(
    redactEvents(readTraffic(config, signal), view, resolved.variables),
    terminal,
    view,
    () => undefined,
  );
  const code = await writeReportsAndExitCode(report, output, view, terminal);
  if (failure !== undefined) throw failure;
  return signal.aborted ? code || 1 : code;
}

/** The document is YAML, recordings are not. */
function separateFiles(given: ParsedOptions): { readonly args: ParsedOptions; readonly files: readonly string[] } {
  const isDocument = (name: string) => /\.ya?ml$/i.test(name);
  const [document, ...others] = given.positionals.filter(isDocument);
  const files = given.positionals.filter((name) => !isDocument(name));
  if (others.length > 0 || (document !== undefined && given.string('spec') !== undefined))
    throw new UsageError(`two documents: ${[given.string('spec'), document, ...others].filter(Boolean).join(' and ')}`);
  if (files.length === 0)
    throw new UsageError('contract check needs recorded traffic: HAR files, or NDJSON with an exchange a line');
  return { args: document === undefined ? given : given.with('spec', document), files };
}

function trafficConfig(args: ParsedOptions, spec: string, files: readonly string[]): TrafficConfig {
  return resolveTrafficOptions(
    {
      spec,
      files,
      overlays: args.strings('overlay'),
      allowRefs: args.strings('allow-refs'),
      baseUrl: args.string('base-url'),
      strict: args.flag('strict'),
      writeExamples: args.string('write-examples'),
      include: args.strings('include'),
      exclude: args.strings('exclude'),
      secretFields: args.strings('secret-field'),
      severity: parseSeverities(args.allOf('severity') ?? []),
      baseline: args.string('baseline'),
      lint: !args.flag('no-lint'),
    },
    originsOf(args),
  );
}
