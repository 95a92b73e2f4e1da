import type { CaseResult, Finding, HttpRequest, HttpResponse, TransportError } from '../core/model.ts';
import type { Report } from '../core/report.ts';

/** What stands in place of a secret, in every report and every command. */
export const MASK = '***';

/** Header fields that carry credentials by their definition (RFC 9110 11.6.2, 11.7.2; RFC 6265 4.1, 4.2) or by custom. */
const CREDENTIALS = ['authorization', 'proxy-authorization', 'cookie', 'set-cookie', 'x-api-key'];

/** Fields that describe a message and hold no credentials, whoever set them: masking `application/json` would garble the evidence. */
const DESCRIPTIVE = /^(accept(-.*)?|content-.*|connection|date|expect|host|prefer|te|transfer-encoding|user-agent)$/;

/** Shorter values are words that answers use for other things too; masking these would garble the evidence. */
const SHORTEST_SECRET = 6;

type Headers = readonly (readonly [name: string, value: string])[];
type Kept = { readonly request: HttpRequest; readonly response: HttpResponse | TransportError };

/** Tells whether a header's value must not be shown. `extra`: names that the user holds secret, in any letter case. */
export function isSecretHeader(name: string, extra: readonly string[] = []): boolean {
  const wanted = name.toLowerCase();
  if (DESCRIPTIVE.test(wanted)) return false;
  return CREDENTIALS.includes(wanted) || extra.some((other) => other.toLowerCase() === wanted);
}

/** The URL without the user and password that it may hold (RFC 3986 3.2.1). */
export function maskUrl(url: string): string {
  return url.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i, `$1${MASK}@`);
}

/** One sentence for those who repeat a request whose secrets are masked; undefined where it has none. */
export function redactionNotice(request: HttpRequest, extra: readonly string[] = []): string | undefined {
  const names = request.headers.map(([name]) => name).filter((name) => isSecretHeader(name, extra));
  return names.length === 0
    ? undefined
    : `put your own value in place of ${MASK} for ${[...new Set(names)].join(', ')}`;
}

/** The report without secrets: masked in headers, and wherever an answer or a message repeats them. */
export function redactReport(report: Report, extra: readonly string[]): Report {
  const kept = [...report.results, ...report.findings].flatMap(({ exchange }) => (exchange ? [exchange] : []));
  const mask = masker(kept, extra);
  return {
    ...report,
    target: maskUrl(report.target),
    summary: mask.text(maskUrls(report.summary)),
    operations: report.operations.map((operation) =>
      operation.reason === undefined ? operation : { ...operation, reason: mask.text(maskUrls(operation.reason)) },
    ),
    findings: report.findings.map((group) => ({
      ...group,
      ...mask.finding(group),
      exchange: group.exchange && mask.exchange(group.exchange),
    })),
    results: report.results.map(mask.outcome),
  };
}

/** One outcome without secrets, for those who show it while the run goes on. */
export function redactOutcome(result: CaseResult, extra: readonly string[]): CaseResult {
  return masker(result.exchange ? [result.exchange] : [], extra).outcome(result);
}

function masker(kept: readonly Kept[], extra: readonly string[]) {
  const secrets = [...new Set(kept.flatMap(({ request }) => secretsOf(request, extra)))].sort(
    (a, b) => b.length - a.length,
  );
  const text = (value: string): string => secrets.reduce((masked, secret) => masked.replaceAll(secret, MASK), value);
  const bytes = (value: Uint8Array): Uint8Array => maskBytes(value, secrets);
  const headers = (pairs: Headers): Headers =>
    pairs.map(([name, value]) => [name, isSecretHeader(name, extra) ? MASK : text(value)]);
  const response = (value: HttpResponse): HttpResponse => ({
    ...value,
    headers: headers(value.headers),
    body: bytes(value.body),
  });
  const exchange = (value: Kept): Kept => ({
    request: {
      ...value.request,
      path: text(value.request.path),
      headers: headers(value.request.headers),
      body: value.request.body && bytes(value.request.body),
    },
    response: 'kind' in value.response ? maskFault(value.response, text, response) : response(value.response),
  });
  const finding = <T extends Finding>(value: T): T => ({
    ...value,
    message: text(value.message),
    ...(value.expected === undefined ? {} : { expected: text(value.expected) }),
    ...(value.actual === undefined ? {} : { actual: text(value.actual) }),
  });
  const result = (value: CaseResult): CaseResult => (tellsNothing(value) ? value : maskOutcome(value));
  const maskOutcome = (value: CaseResult): CaseResult => ({
    ...value,
    findings: value.findings.map(finding),
    ...(value.inconclusiveReason === undefined ? {} : { inconclusiveReason: text(maskUrls(value.inconclusiveReason)) }),
    ...(value.exchange === undefined ? {} : { exchange: exchange(value.exchange) }),
    ...(value.shrunk === undefined
      ? {}
      : { shrunk: value.shrunk.map((smaller) => ({ ...smaller, outcome: result(smaller.result) })) }),
  });
  return { text, exchange, finding, outcome: result };
}

/** Whether an outcome, as most are, has nothing that a service or a user wrote. */
function tellsNothing({ findings, inconclusiveReason, exchange, shrunk }: CaseResult): boolean {
  return findings.length === 0 && [inconclusiveReason, exchange, shrunk].every((part) => part === undefined);
}

function maskFault(
  fault: TransportError,
  text: (value: string) => string,
  response: (value: HttpResponse) => HttpResponse,
): TransportError {
  const { partial, ...rest } = fault;
  return { ...rest, detail: text(maskUrls(fault.detail)), ...(partial ? { partial: response(partial) } : {}) };
}

function maskUrls(text: string): string {
  return text.replace(/\b[a-z][a-z0-9+.-]*:\/\/\S+/gi, maskUrl);
}

/** A secret header's whole value and what stands in it after the scheme, so that an echo of either is found. */
function secretsOf(request: HttpRequest, extra: readonly string[]): string[] {
  return request.headers
    .filter(([name]) => isSecretHeader(name, extra))
    .flatMap(([, value]) => [value, ...parts(value)])
    .filter((secret) => secret !== MASK && secret.length >= SHORTEST_SECRET);
}

function parts(value: string): string[] {
  const [, scheme = '', credentials = ''] = /^(\S+) +(\S.*)$/.exec(value) ?? [];
  const cookies = value.split(/; */).map((pair) => pair.slice(pair.indexOf('=') + 1));
  if (scheme.toLowerCase() !== 'basic') return [credentials, ...cookies];
  const pair = Buffer.from(credentials, 'base64').toString('utf8');
  return [credentials, pair, pair.slice(pair.indexOf(':') + 1)];
}

/** Latin-1 maps every byte to one character and back, so that all other bytes stay as they were. */
function maskBytes(value: Uint8Array, secrets: readonly string[]): Uint8Array {
  const buffer = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  const present = secrets.filter((secret) => buffer.includes(secret));
  if (present.length === 0) return value;
  const latin1 = (text: string): string => Buffer.from(text).toString('latin1');
  const masked = present.reduce((text, secret) => text.replaceAll(latin1(secret), MASK), buffer.toString('latin1'));
  return Uint8Array.from(Buffer.from(masked, 'latin1'));
}
