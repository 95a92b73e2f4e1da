import type { HttpRequest, HttpResponse, SourceLocation } from '../core/model.ts';
import { packageHomepage } from '../core/package-info.ts';
import { type FindingGroup, OPERATION_NOT_VERIFIED, type OperationSummary, type Report } from '../core/report.ts';
import { groupBy } from '../core/util/group-by.ts';
import { sequenceScript } from './curl/sequence-script.ts';
import { lineHashes } from './line-hashes.ts';
import { redactReport } from './redact.ts';
import { type RenderOptions, repositoryPath } from './render-options.ts';
import { escapeCode, escapeInvisible } from './text/escape.ts';
import { sequenceLines } from './text/evidence.ts';
import { receivedResponse, utf8 } from './text/excerpt.ts';

/** Larger bodies are omitted: code scanning services limit the size of the file. */
const MAX_BODY_BYTES = 4096;

const SCHEMA_URI = 'https://json.schemastore.org/sarif-2.1.0.json';

const NOT_VERIFIED = {
  id: OPERATION_NOT_VERIFIED,
  title: 'The operation is not verified',
  help: 'No valid request was accepted, or no invalid request was rejected, so the other findings say little about the operation. The message has the reason, e.g. missing credentials or examples.',
};

/** Title and help of each rule; docs/checks.md has more. */
const RULES: Readonly<Record<string, Omit<typeof NOT_VERIFIED, 'id'>>> = {
  [NOT_VERIFIED.id]: NOT_VERIFIED,
  'complete-response': {
    title: 'The response is a complete HTTP message',
    help: 'A client cannot recover from a connection that fails, a truncated body or bytes that are not HTTP. Look for crashes and for handlers that never respond.',
  },
  'status-code': {
    title: 'The status is documented',
    help: 'Return a documented status, or document this one: as a status, as a range such as 4XX, or as default.',
  },
  'expected-outcome': {
    title: 'Valid requests are accepted, invalid ones rejected',
    help: 'Validate requests as the document says, or correct the document. The finding names the clause and has a command that reproduces the request.',
  },
  'server-error': {
    title: 'No request causes a server error',
    help: 'A response of 5xx means that the server failed, not the request. Reject invalid requests with 4xx.',
  },
  'content-type': {
    title: 'The media type is documented',
    help: 'Send a documented media type in Content-Type, or document this one.',
  },
  'stream-framing': {
    title: 'A stream is framed as its media type says',
    help: 'Separate events by an empty line, JSON Lines by a line feed, and write each item as one of them.',
  },
  'json-syntax': { title: 'A JSON body is valid JSON', help: 'Serialize the body with a JSON library (RFC 8259).' },
  'response-schema': {
    title: 'The response body is valid against its schema',
    help: 'Correct the body, or the schema in the document. The finding has the expected and the actual value.',
  },
  'response-headers': {
    title: 'The response headers are valid',
    help: 'Send the documented headers with values that are valid against their schemas, or correct the document.',
  },
  'lossless-values': {
    title: 'Values are returned unchanged',
    help: 'A number lost precision or a string lost characters. Use 64-bit or decimal types for numbers and UTF-8 for text.',
  },
  'expected-response': {
    title: 'The response matches the example',
    help: 'Correct the service, or the response of the example file.',
  },
  dredd: {
    title: 'Dredd accepts the response',
    help: 'Dredd compares the response with the document independently of the other checks.',
  },
};

const UNKNOWN_RULE = { title: 'The response conforms to the document', help: 'See the message of the result.' };

interface Context {
  readonly rules: readonly string[];
  readonly options: RenderOptions;
  readonly target: string;
  readonly lineHashOf: (location: SourceLocation) => { readonly primaryLocationLineHash?: string };
}

/**
 * Renders the findings as SARIF 2.1.0 (OASIS), each at the violated line of the document. Rules are the checks; an operation that is not
 * verified is a result too. Fingerprints are the keys of the findings, so that other seeds match.
 */
export function sarifReport(unredacted: Report, options: RenderOptions): string {
  const report = redactReport(unredacted, options.secretHeaders);
  const unverified = report.operations.filter(({ verified }) => !verified);
  const checks = [...new Set(report.findings.map(({ check }) => check))];
  const rules = [...checks, ...(unverified.length > 0 ? [NOT_VERIFIED.id] : [])];
  const context: Context = { rules, options, target: report.target, lineHashOf: lineHashLookup(report) };
  const results = [
    ...report.findings.map((group) => findingResult(group, context)),
    ...unverified.map((operation) => notVerifiedResult(operation, context)),
  ];
  const homepage = packageHomepage();
  const run = {
    tool: { driver: { ...report.tool, informationUri: homepage, rules: rules.map((id) => rule(id, homepage)) } },
    invocations: [invocation(report)],
    automationDetails: { id: `${report.tool.name}/${repositoryPath(report.spec.file, options.repository)}` },
    columnKind: 'utf16CodeUnits',
    results,
    properties: { verdict: report.verdict, summary: report.summary, target: report.target, seed: report.seed },
  };
  return `${escapeCode(JSON.stringify({ $schema: SCHEMA_URI, version: '2.1.0', runs: [run] }, undefined, 1))}\n`;
}

function rule(id: string, homepage: string) {
  const { title, help } = RULES[id] ?? UNKNOWN_RULE;
  return {
    id,
    name: id,
    shortDescription: { text: title },
    help: { text: help },
    helpUri: `${homepage.replace(/#.*/, '')}/blob/main/docs/checks.md#${id}`,
  };
}

/** Returns a lookup of the line hash that code scanning compares; nothing for a file that the report does not contain. */
function lineHashLookup({ sources }: Report): Context['lineHashOf'] {
  const byFile = groupBy(sources, ({ file }) => file);
  const hashes = new Map<string, readonly string[]>();
  return ({ file, line }) => {
    const text = byFile.get(file)?.[0]?.text;
    if (text === undefined) return {};
    const ofFile = hashes.get(file) ?? lineHashes(text);
    hashes.set(file, ofFile);
    const hash = ofFile[line - 1];
    return hash === undefined ? {} : { primaryLocationLineHash: hash };
  };
}

function invocation({ verdict, summary, started, durationMs }: Report) {
  const begin = new Date(started);
  const times = { startTimeUtc: begin.toISOString(), endTimeUtc: new Date(begin.getTime() + durationMs).toISOString() };
  if (verdict !== 'not-run') return { executionSuccessful: true, ...times };
  return {
    executionSuccessful: false,
    ...times,
    toolExecutionNotifications: [{ level: 'error', message: { text: summary } }],
  };
}

function findingResult(group: FindingGroup, context: Context) {
  const { check, severity, clause, exchange } = group;
  const details = [
    ['expected', group.expected],
    ['actual', group.actual],
    ['case', group.cases[0]],
  ].flatMap(([label, value]) => (value === undefined ? [] : [`${label}: ${value}`]));
  const steps = sequenceLines(group.sequence ?? []);
  const text = escapeInvisible(
    [`${group.operation}: ${group.message}`, `clause: ${clause.description}`, ...details, ...steps].join('\n'),
  );
  const response = exchange && receivedResponse(exchange.response);
  const script = group.sequence && sequenceScript(context.target, group.sequence, context.options.secretHeaders);
  return {
    ruleId: check,
    ruleIndex: context.rules.indexOf(check),
    level: severity,
    message: { text },
    locations: [
      {
        ...physical(clause.location, context),
        logicalLocations: [{ fullyQualifiedName: clause.schemaPointer, kind: 'member' }],
      },
    ],
    partialFingerprints: { 'finding/v1': group.key, ...context.lineHashOf(clause.location) },
    occurrenceCount: Math.max(1, group.count),
    ...(exchange ? { webRequest: webRequest(exchange.request) } : {}),
    webResponse: response ? webResponse(response) : { noResponseReceived: true },
    properties: {
      ...{ operation: group.operation, clause: clause.id, suites: group.suites, cases: group.cases },
      ...(script ? { script: script.join('\n') } : {}),
    },
  };
}

function notVerifiedResult({ id, reason, location, known }: OperationSummary, context: Context) {
  return {
    ruleId: NOT_VERIFIED.id,
    ruleIndex: context.rules.indexOf(NOT_VERIFIED.id),
    level: known ? 'warning' : 'error',
    message: { text: escapeInvisible(`${id} is not verified: ${reason ?? 'unknown reason'}`) },
    locations: [physical(location, context)],
    partialFingerprints: { 'finding/v1': `${id} ${NOT_VERIFIED.id}`, ...context.lineHashOf(location) },
    properties: { operation: id },
  };
}

function physical({ file, line, column }: SourceLocation, { options }: Context) {
  return {
    physicalLocation: {
      artifactLocation: { uri: uriOf(repositoryPath(file, options.repository)) },
      region: { startLine: line, startColumn: column },
    },
  };
}

/** Returns a relative URI for a relative path, a `file` URI for an absolute one (RFC 3986, RFC 8089). */
function uriOf(file: string): string {
  const path = file.replaceAll('\\', '/').replace(/^\.\//, '').split('/').map(encodeURIComponent).join('/');
  if (path.startsWith('/')) return `file://${path}`;
  return path.replace(/^([A-Za-z])%3A\//, 'file:///$1:/');
}

function webRequest({ method, path, headers, body }: HttpRequest) {
  return { method, target: path, headers: headerMap(headers), ...(body ? content(body) : {}) };
}

function webResponse({ status, statusText, httpVersion, headers, body }: HttpResponse) {
  const line = { protocol: 'HTTP', version: httpVersion, statusCode: status, reasonPhrase: statusText };
  return { ...line, headers: headerMap(headers), ...content(body) };
}

/** Joins repeated fields into one list (RFC 9110 5.3). */
function headerMap(headers: readonly (readonly [string, string])[]): Record<string, string> {
  const joined = new Map<string, string>();
  for (const [name, value] of headers) joined.set(name, joined.has(name) ? `${joined.get(name)}, ${value}` : value);
  return Object.fromEntries(joined);
}

function content(bytes: Uint8Array) {
  if (bytes.length === 0 || bytes.length > MAX_BODY_BYTES) return {};
  const text = utf8(bytes);
  return { body: text === undefined ? { binary: Buffer.from(bytes).toString('base64') } : { text } };
}
