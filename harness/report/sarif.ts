import type { HttpRequest, HttpResponse, SourceLocation } from '../core/model.ts';
import type { FindingGroup, OperationSummary, Report } from '../core/report.ts';
import { redactReport } from './redact.ts';
import { escapeInvisible } from './text/escape.ts';
import { receivedResponse, utf8 } from './text/excerpt.ts';

/** Larger bodies are omitted: code scanning services limit the size of the file. */
const MAX_BODY_BYTES = 4096;

const NOT_VERIFIED = {
  id: 'operation-not-verified',
  description: 'No valid request was accepted, or no invalid request was rejected.',
};

/**
 * Renders the findings as SARIF 2.1.0 (OASIS), each at the violated line of the document. Rules are the checks; an operation that is not
 * verified is a result too. Fingerprints are the keys of the findings, so that other seeds match.
 */
export function sarifReport(unredacted: Report, options: { readonly secretHeaders: readonly string[] }): string {
  const report = redactReport(unredacted, options.secretHeaders);
  const unverified = report.operations.filter(({ verified }) => !verified);
  const checks = [...new Set(report.findings.map(({ check }) => check))];
  const rules = [...checks, ...(unverified.length > 0 ? [NOT_VERIFIED.id] : [])];
  const results = [
    ...report.findings.map((group) => findingResult(group, rules)),
    ...unverified.map((operation) => notVerifiedResult(operation, rules)),
  ];
  const run = {
    tool: { driver: { name: report.tool.name, version: report.tool.version, rules: rules.map(rule) } },
    invocations: [invocation(report)],
    automationDetails: { id: `${report.tool.name}/${report.spec.file}` },
    columnKind: 'utf16CodeUnits',
    results,
    properties: { verdict: report.verdict, summary: report.summary, target: report.target, seed: report.seed },
  };
  return `${JSON.stringify({ version: '2.1.0', runs: [run] }, undefined, 1)}\n`;
}

function rule(id: string) {
  const text = id === NOT_VERIFIED.id ? NOT_VERIFIED.description : `The check ${id} found a violation of the contract.`;
  return { id, shortDescription: { text } };
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

function findingResult(group: FindingGroup, rules: readonly string[]) {
  const { check, severity, clause, exchange } = group;
  const details = [
    ['expected', group.expected],
    ['actual', group.actual],
    ['case', group.cases[0]],
  ].flatMap(([label, value]) => (value === undefined ? [] : [`${label}: ${value}`]));
  const text = escapeInvisible(
    [`${group.operation}: ${group.message}`, `clause: ${clause.description}`, ...details].join('\n'),
  );
  const response = exchange && receivedResponse(exchange.response);
  return {
    ruleId: check,
    ruleIndex: rules.indexOf(check),
    level: severity,
    message: { text },
    locations: [
      {
        ...physical(clause.location),
        logicalLocations: [{ fullyQualifiedName: clause.schemaPointer, kind: 'member' }],
      },
    ],
    partialFingerprints: { 'finding/v1': group.key },
    occurrenceCount: Math.max(1, group.count),
    ...(exchange ? { webRequest: webRequest(exchange.request) } : {}),
    webResponse: response ? webResponse(response) : { noResponseReceived: true },
    properties: { operation: group.operation, clause: clause.id, suites: group.suites, cases: group.cases },
  };
}

function notVerifiedResult({ id, reason, location }: OperationSummary, rules: readonly string[]) {
  return {
    ruleId: NOT_VERIFIED.id,
    ruleIndex: rules.indexOf(NOT_VERIFIED.id),
    level: 'error',
    message: { text: escapeInvisible(`${id} is not verified: ${reason ?? 'unknown reason'}`) },
    locations: [physical(location)],
    partialFingerprints: { 'finding/v1': `${id} ${NOT_VERIFIED.id}` },
    properties: { operation: id },
  };
}

function physical({ file, line, column }: SourceLocation) {
  return {
    physicalLocation: { artifactLocation: { uri: uriOf(file) }, region: { startLine: line, startColumn: column } },
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
