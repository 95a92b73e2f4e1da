import type { HttpRequest, HttpResponse, SourceLocation } from '../core/model.ts';
import type { FindingGroup, OperationSummary, Report } from '../core/report.ts';
import { redactReport } from './redact.ts';
import { escapeInvisible, receivedResponse, utf8 } from './text/excerpt.ts';

/** Larger bodies are left out: code scanning services bound the size of the whole file. */
const LARGEST_BODY = 4096;

const UNPROVEN = {
  id: 'operation-not-verified',
  description: 'No request proved the operation, so nothing is known of it.',
};

/**
 * The findings as SARIF 2.1.0 (OASIS), each at the line of the document whose statement is broken. Rules are the checks; an unproven
 * operation is a result too. Fingerprints are the findings' keys, so that re-runs and new seeds match.
 */
export function sarifReport(given: Report, options: { readonly secretHeaders: readonly string[] }): string {
  const report = redactReport(given, options.secretHeaders);
  const unproven = report.operations.filter(({ verified }) => !verified);
  const checks = [...new Set(report.findings.map(({ check }) => check))];
  const rules = [...checks, ...(unproven.length > 0 ? [UNPROVEN.id] : [])];
  const results = [
    ...report.findings.map((group) => findingResult(group, rules)),
    ...unproven.map((operation) => unprovenResult(operation, rules)),
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
  const says = id === UNPROVEN.id ? UNPROVEN.description : `The check ${id} found the contract broken.`;
  return { id, shortDescription: { text: says } };
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
  const differs = [
    ['expected', group.expected],
    ['actual', group.actual],
  ].flatMap(([label, value]) => (value === undefined ? [] : [`${label}: ${value}`]));
  const text = escapeInvisible(
    [`${group.operation}: ${group.message}`, `contract: ${clause.description}`, ...differs].join('\n'),
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

function unprovenResult({ id, reason, location }: OperationSummary, rules: readonly string[]) {
  return {
    ruleId: UNPROVEN.id,
    ruleIndex: rules.indexOf(UNPROVEN.id),
    level: 'error',
    message: { text: escapeInvisible(`${id} is unproven: ${reason ?? 'no reason known'}`) },
    locations: [physical(location)],
    partialFingerprints: { 'finding/v1': `${id} ${UNPROVEN.id}` },
    properties: { operation: id },
  };
}

function physical({ file, line, column }: SourceLocation) {
  return {
    physicalLocation: { artifactLocation: { uri: uriOf(file) }, region: { startLine: line, startColumn: column } },
  };
}

/** A relative path as a relative URI, an absolute one as a `file` URI (RFC 3986, RFC 8089). */
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

/** Repeated fields are one list (RFC 9110 5.3). */
function headerMap(headers: readonly (readonly [string, string])[]): Record<string, string> {
  const map = new Map<string, string>();
  for (const [name, value] of headers) map.set(name, map.has(name) ? `${map.get(name)}, ${value}` : value);
  return Object.fromEntries(map);
}

function content(bytes: Uint8Array) {
  if (bytes.length === 0 || bytes.length > LARGEST_BODY) return {};
  const text = utf8(bytes);
  return { body: text === undefined ? { binary: Buffer.from(bytes).toString('base64') } : { text } };
}
