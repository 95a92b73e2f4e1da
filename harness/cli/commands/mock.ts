import { once } from 'node:events';
import { UsageError } from '../../core/errors.ts';
import type { Operation } from '../../core/model.ts';
import { buildRequest } from '../../generate/requests/build-request.ts';
import { UniqueValues } from '../../generate/requests/unique-values.ts';
import { validRequest } from '../../generate/requests/valid-request.ts';
import type { MockMode } from '../../mock/mock-mode.ts';
import { startMockWithWatch, type WatchEvent } from '../../mock/watch-mode.ts';
import type { Contract } from '../../openapi/contract.ts';
import { curlCommand } from '../../report/curl/curl.ts';
import { defaultSpec } from '../../runner/options.ts';
import { type Command, documentOptions, type ExitCode, type Terminal } from '../command.ts';
import type { OptionTable, ParsedOptions } from '../options.ts';
import { parseDelay, parseProbability } from './mock-options.ts';
import { formatBanner, formatRequestLine } from './mock-output.ts';

const DEFAULT_PORT = 4010;

const options: OptionTable = {
  port: {
    type: 'string',
    short: 'p',
    value: 'NUMBER',
    help: `the port to listen on (default: ${DEFAULT_PORT}; 0 takes a free one)`,
  },
  host: { type: 'string', value: 'HOST', help: 'the address to listen on (default: 127.0.0.1)' },
  'allow-host': {
    type: 'string',
    multiple: true,
    value: 'NAME',
    help: 'also accept requests for this host name (Host header); repeatable, * for all',
  },
  ...documentOptions,
  static: { type: 'boolean', help: "answer with the document's examples instead of the posted record" },
  dynamic: { type: 'boolean', help: 'answer with generated records' },
  seed: { type: 'string', value: 'TEXT', help: 'repeat what --dynamic, --delay and --fail draw' },
  delay: { type: 'string', value: 'MS', help: 'wait before each answer: 200, or 50-400' },
  fail: { type: 'string', value: 'SHARE', help: 'let this share of the accepted requests fail, e.g. 0.1' },
  watch: { type: 'boolean', short: 'w', help: 'serve changes of the document at once' },
  'no-cors': { type: 'boolean', help: 'send no CORS headers' },
  quiet: { type: 'boolean', short: 'q', help: 'no line per request' },
};

/** `contract mock`: a server that keeps the contract on every request. */
export const mock: Command = {
  name: 'mock',
  summary: 'serve the contract: a mock that keeps it on every request',
  options,
  usage: ['contract mock [OPTIONS]', 'contract mock --port 4010 --watch --delay 50-400'],
  run: serve,
};

async function serve(args: ParsedOptions, terminal: Terminal, signal: AbortSignal): Promise<ExitCode> {
  const quiet = args.flag('quiet');
  const delay = args.string('delay');
  const fail = args.string('fail');
  const running = await startMockWithWatch(
    {
      spec: args.string('spec') ?? defaultSpec(),
      overlays: args.strings('overlay') ?? [],
      allowRefs: args.strings('allow-refs'),
      port: args.count('port') ?? DEFAULT_PORT,
      host: args.string('host') ?? '127.0.0.1',
      allowedHosts: args.strings('allow-host') ?? [],
      mode: readMode(args),
      cors: !args.flag('no-cors'),
      watch: args.flag('watch'),
      ...(args.string('seed') === undefined ? {} : { seed: args.string('seed') }),
      ...(delay === undefined ? {} : { delay: parseDelay(delay) }),
      ...(fail === undefined ? {} : { fail: parseProbability(fail) }),
      ...(quiet ? {} : { log: (request) => terminal.out(`${formatRequestLine(request)}\n`) }),
    },
    (notice) => terminal.err(`${formatNotice(notice)}\n`),
  );
  const { url } = running.mock;
  terminal.out(`${formatBanner(url, running.contract, (operation) => sampleCurl(url, running.contract, operation))}\n`);
  await running.mock.warm();
  if (!signal.aborted) await once(signal, 'abort');
  await running.close();
  return 0;
}

function readMode(args: ParsedOptions): MockMode {
  if (args.flag('static') && args.flag('dynamic')) throw new UsageError('--static and --dynamic exclude each other');
  return args.flag('static') ? 'static' : args.flag('dynamic') ? 'dynamic' : 'live';
}

function formatNotice(notice: WatchEvent): string {
  if (notice.type === 'reloaded') return 'Reloaded: the changed document is served from now on.';
  return `The changed document cannot be used; the old one is served on.\n  ${notice.error.message}`;
}

/** A valid request of an operation, ready to paste; the document's own example of the body where it has one. */
function sampleCurl(url: string, contract: Contract, operation: Operation): string {
  const spec = validRequest(contract, new UniqueValues(1), operation, 'required');
  if (!spec) return `# no valid request could be made: give the document an example`;
  const [example] = operation.requestBody?.content[0]?.examples ?? [];
  return curlCommand(url, buildRequest(operation, example ? { ...spec, body: example.value } : spec));
}
