import { once } from 'node:events';
import { UsageError } from '../../core/errors.ts';
import type { Operation } from '../../core/model.ts';
import type { MockDocument } from '../../mock/mock.ts';
import type { MockMode } from '../../mock/mock-mode.ts';
import { startMockWithWatch, type WatchEvent } from '../../mock/watch-mode.ts';
import { sampleCurlCommand } from '../../report/curl/curl.ts';
import { oneLine } from '../../report/text/escape.ts';
import type { Command, ExitCode, Terminal } from '../command.ts';
import { resolveArguments } from '../document.ts';
import { callbackOptions, formatDelivery, readCallbackOptions } from '../mock-callbacks.ts';
import { mountedDocumentOptions, readMockDocuments } from '../mock-documents.ts';
import { readRecordOptions } from '../mock-recording.ts';
import { loadHandlers } from '../modules/load-handlers.ts';
import type { OptionTable, ParsedOptions } from '../options/options.ts';
import { readStreamOptions, streamOptions } from '../options/stream-options.ts';
import {
  httpsOptions,
  parseDelay,
  parseItems,
  parseMaxBody,
  parseProbability,
  parseValidate,
  proxyOptions,
  readHttps,
  readProxy,
} from './mock-options.ts';
import { bannerLines, formatRequestLine, loggedSecrets } from './mock-output.ts';
import { SUMMARIES } from './summaries.ts';

const DEFAULT_PORT = 4010;

const options: OptionTable = {
  port: {
    type: 'string',
    short: 'p',
    value: 'NUMBER',
    help: `port to listen on; 0 for any free one (default: ${DEFAULT_PORT})`,
  },
  host: { type: 'string', value: 'HOST', help: 'address to listen on (default: 127.0.0.1)' },
  ...httpsOptions,
  ...mountedDocumentOptions,
  'allow-host': {
    type: 'string',
    multiple: true,
    value: 'NAME',
    help: 'also accept requests for this host name (Host header); repeatable, * for all',
  },
  stateless: { type: 'boolean', help: 'keep no records: respond to each request as if it were the first' },
  'strict-state': { type: 'boolean', help: 'respond 404 for records that nobody created, instead of making them up' },
  'seed-data': {
    type: 'string',
    value: 'FILE',
    help: 'the first records, in place of examples and made-up ones: JSON or YAML by resource type (`contract show` lists the types)',
  },
  static: { type: 'boolean', help: "respond with the document's examples, and keep no records" },
  dynamic: { type: 'boolean', help: 'make up other data for each request, and keep no records' },
  items: { type: 'string', value: 'NUMBER', help: 'length of made-up lists (default: 3)' },
  ...streamOptions,
  seed: { type: 'string', value: 'TEXT', help: 'seed of made-up values, --delay and --fail' },
  delay: { type: 'string', value: 'MS', help: 'delay each response: 200, or 50-400' },
  fail: { type: 'string', value: 'FRACTION', help: 'fail this fraction of valid requests, e.g. 0.1' },
  watch: { type: 'boolean', short: 'w', help: 'reload the document when it changes' },
  'max-body': {
    type: 'string',
    value: 'MIB',
    help: 'validate bodies up to this size; of larger ones, only binary and multipart are accepted (default: 10)',
  },
  'no-auth': { type: 'boolean', help: 'accept requests without credentials' },
  validate: {
    type: 'string',
    value: 'MODE',
    help: 'reject invalid requests; warn: respond as if they were valid; error: as reject, also to and from a backend (default: reject)',
  },
  record: {
    type: 'string',
    value: 'FILE.har',
    help: 'record all exchanges to this HAR file; it is there once the mock ends',
  },
  'record-secrets': { type: 'boolean', help: 'record credentials and fields like password as they are' },
  replay: {
    type: 'string',
    value: 'FILE.har',
    help: 'respond to the same requests as this recording does (HAR or NDJSON)',
  },
  ...proxyOptions,
  ...callbackOptions,
  handlers: {
    type: 'string',
    value: 'FILE',
    help: 'your own responses by operationId: a module that exports an object of them, or of functions',
  },
  'no-control': { type: 'boolean', help: 'switch off the page and the control interface below /__mock' },
  'no-cors': { type: 'boolean', help: 'send no CORS headers: pages of other origins cannot read responses' },
  quiet: { type: 'boolean', short: 'q', help: 'do not log requests' },
};

const HINTS = [
  'While it runs, what was created can be read and listed, and what was deleted is gone:',
  '  /__mock                   in a browser: try operations, see records and requests, choose responses and errors',
  '  Prefer: code=503          a header that chooses the response to one request; or ?__code=503 in its URL',
  '  Prefer: items=0, wait=2   an empty list, after two seconds; also example=NAME, dynamic=true',
  '  POST /__mock/overrides    {"operation": "getBook", "status": 503, "times": 1}: the next response, from any test',
  '  POST /__mock/reset        as at the start: the first records, no overrides',
  '  /openapi.json             the document; also /openapi.yaml',
];

/** Settings that are taken from the config file. */
const SETTINGS = [...Object.keys(mountedDocumentOptions), 'resources', 'specs'];

/** `contract mock` */
export const mock: Command = {
  name: 'mock',
  summary: SUMMARIES.mock,
  options,
  usage: [
    'contract mock [FILE] [OPTIONS]',
    'contract mock openapi.yaml --port 4010 --watch --delay 50-400',
    'contract mock openapi.yaml --seed-data records.yaml --handlers handlers.mjs',
    'contract mock shop.yaml=/shop users.yaml=/users',
  ],
  hints: HINTS,
  run: serve,
};

async function serve(unresolved: ParsedOptions, terminal: Terminal, signal: AbortSignal): Promise<ExitCode> {
  terminal.tune?.('starting server');
  const args = resolveArguments(unresolved, options, terminal.env, SETTINGS);
  const quiet = args.flag('quiet');
  const delay = args.string('delay');
  const fail = args.string('fail');
  const items = args.string('items');
  const seedData = args.string('seed-data');
  const maxBody = args.string('max-body');
  const proxy = readProxy(args, terminal.env);
  const documents = readMockDocuments(args);
  let secrets = loggedSecrets();
  const running = await startMockWithWatch(
    {
      documents,
      allowRefs: args.strings('allow-refs'),
      allowedHosts: args.strings('allow-host') ?? [],
      port: args.port('port') ?? DEFAULT_PORT,
      host: args.string('host') ?? '127.0.0.1',
      https: readHttps(args),
      mode: readMode(args),
      ...(seedData === undefined ? {} : { seedData }),
      ...readRecordOptions(args),
      callbacks: readCallbackOptions(args),
      ...(maxBody === undefined ? {} : { maxBodyBytes: parseMaxBody(maxBody) }),
      auth: !args.flag('no-auth'),
      validate: parseValidate(args.string('validate')),
      ...(proxy === undefined ? {} : { proxy }),
      control: !args.flag('no-control'),
      handlers: await loadHandlers(args.string('handlers')),
      stateless: args.flag('stateless'),
      strictState: args.flag('strict-state'),
      cors: !args.flag('no-cors'),
      watch: args.flag('watch'),
      ...(args.string('seed') === undefined ? {} : { seed: args.string('seed') }),
      ...(items === undefined ? {} : { items: parseItems(items) }),
      streams: readStreamOptions(args),
      ...(delay === undefined ? {} : { delay: parseDelay(delay) }),
      ...(fail === undefined ? {} : { fail: parseProbability(fail) }),
      ...(quiet ? {} : { log: (request) => terminal.out(`${formatRequestLine(request, secrets)}\n`) }),
      ...(quiet ? {} : { onCallback: (delivery) => terminal.out(`${formatDelivery(delivery)}\n`) }),
    },
    (event) => terminal.err(`${formatWatchEvent(event, Array.isArray(documents))}\n`),
  );
  secrets = loggedSecrets(running.mock.documents);
  for await (const line of bannerLines(running.mock, sampleCurl)) terminal.out(`${line}\n`);
  await running.mock.warm();
  terminal.tune?.('server');
  terminal.handleSignals?.();
  if (!signal.aborted) await once(signal, 'abort');
  await running.close();
  return 0;
}

function readMode(args: ParsedOptions): MockMode {
  if (args.flag('static') && args.flag('dynamic')) throw new UsageError('--static and --dynamic exclude each other');
  return args.flag('static') ? 'static' : args.flag('dynamic') ? 'dynamic' : 'live';
}

function formatWatchEvent(event: WatchEvent, isOneOfSeveral: boolean): string {
  const file = event.type === 'reloaded' ? event.contract.document.file : event.file;
  const document = isOneOfSeveral ? `document ${oneLine(file)}` : 'document';
  if (event.type === 'reloaded') return `D${document.slice(1)} reloaded`;
  return `The changed ${document} is invalid; the previous version stays live.\n  ${oneLine(event.error.message)}`;
}

async function sampleCurl(document: MockDocument, operation: Operation): Promise<string> {
  const request = await document.sampleRequest(operation.id);
  return request
    ? sampleCurlCommand(document.url, request)
    : '# no valid request could be generated: add an example to the document';
}
