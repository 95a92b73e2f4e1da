import type { CaseResult, Finding, HttpRequest, HttpResponse, TransportError } from '../core/model.ts';
import type { Report } from '../core/report.ts';

/** Replaces secrets in reports and commands. */
export const MASK = '***';

/** Header fields that carry credentials by definition (RFC 9110 11.6.2, 11.7.2; RFC 6265 4.1, 4.2) or by convention. */
const CREDENTIAL_HEADERS = ['authorization', 'proxy-authorization', 'cookie', 'set-cookie', 'x-api-key'];

/** Header fields that describe a message: masking `application/json` would spoil the evidence. */
const DESCRIPTIVE_HEADERS =
  /^(accept(-.*)?|content-.*|connection|date|expect|host|prefer|te|transfer-encoding|user-agent)$/;

/** Shorter values occur in responses for other reasons; masking them would spoil the evidence. */
const MIN_SECRET_CHARS = 6;

type Headers = readonly (readonly [name: string, value: string])[];
type KeptExchange = { readonly request: HttpRequest; readonly response: HttpResponse | TransportError };

/** Returns whether the value of a header is secret. @param extra names that the user declares secret, in any letter case */
export function isSecretHeader(name: string, extra: readonly string[] = []): boolean {
  const lowerCase = name.toLowerCase();
  if (DESCRIPTIVE_HEADERS.test(lowerCase)) return false;
  return CREDENTIAL_HEADERS.includes(lowerCase) || extra.some((other) => other.toLowerCase() === lowerCase);
}

/** Returns the URL with its user and password masked (RFC 3986 3.2.1). */
export function maskUrl(url: string): string {
  return url.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i, `$1${MASK}@`);
}

/** Returns what to fill in before a request with masked secrets is sent again; undefined if it has none. */
export function redactionNotice(request: HttpRequest, extra: readonly string[] = []): string | undefined {
  const names = request.headers.map(([name]) => name).filter((name) => isSecretHeader(name, extra));
  return names.length === 0 ? undefined : `replace ${MASK} with your value of ${[...new Set(names)].join(', ')}`;
}

/** Returns the report with secrets masked in headers and wherever a response or a message repeats them. */
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
    results: report.results.map(mask.result),
  };
}

/** Returns a result with secrets masked. */
export function redactOutcome(result: CaseResult, extra: readonly string[]): CaseResult {
  return masker(result.exchange ? [result.exchange] : [], extra).result(result);
}

function masker(kept: readonly KeptExchange[], extra: readonly string[]) {
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
  const exchange = (value: KeptExchange): KeptExchange => ({
    request: {
      ...value.request,
      path: text(value.request.path),
      headers: headers(value.request.headers),
      body: value.request.body && bytes(value.request.body),
    },
    response: 'kind' in value.response ? maskError(value.response, text, response) : response(value.response),
  });
  const finding = <T extends Finding>(value: T): T => ({
    ...value,
    message: text(value.message),
    ...(value.expected === undefined ? {} : { expected: text(value.expected) }),
    ...(value.actual === undefined ? {} : { actual: text(value.actual) }),
  });
  const result = (value: CaseResult): CaseResult => (hasNoText(value) ? value : maskResult(value));
  const maskResult = (value: CaseResult): CaseResult => ({
    ...value,
    findings: value.findings.map(finding),
    ...(value.inconclusiveReason === undefined ? {} : { inconclusiveReason: text(maskUrls(value.inconclusiveReason)) }),
    ...(value.exchange === undefined ? {} : { exchange: exchange(value.exchange) }),
    ...(value.shrunk === undefined
      ? {}
      : { shrunk: value.shrunk.map((smaller) => ({ ...smaller, result: result(smaller.result) })) }),
    ...(value.resultIfOperationAccepts === undefined
      ? {}
      : { resultIfOperationAccepts: result(value.resultIfOperationAccepts) }),
  });
  return { text, exchange, finding, result };
}

/** Returns whether a result has nothing that a service or a user wrote, as most have. */
function hasNoText({ findings, inconclusiveReason, exchange, resultIfOperationAccepts, shrunk }: CaseResult): boolean {
  return (
    findings.length === 0 &&
    [inconclusiveReason, exchange, resultIfOperationAccepts, shrunk].every((part) => part === undefined)
  );
}

function maskError(
  error: TransportError,
  text: (value: string) => string,
  response: (value: HttpResponse) => HttpResponse,
): TransportError {
  const { partial, ...rest } = error;
  return { ...rest, detail: text(maskUrls(error.detail)), ...(partial ? { partial: response(partial) } : {}) };
}

function maskUrls(text: string): string {
  return text.replace(/\b[a-z][a-z0-9+.-]*:\/\/\S+/gi, maskUrl);
}

/** Returns the values of the secret headers, and the credentials within. */
function secretsOf(request: HttpRequest, extra: readonly string[]): string[] {
  return request.headers
    .filter(([name]) => isSecretHeader(name, extra))
    .flatMap(([, value]) => [value, ...credentialsIn(value)])
    .filter((secret) => secret !== MASK && secret.length >= MIN_SECRET_CHARS);
}

function credentialsIn(value: string): string[] {
  const [, scheme = '', credentials = ''] = /^(\S+) +(\S.*)$/.exec(value) ?? [];
  const cookies = value.split(/; */).map((pair) => pair.slice(pair.indexOf('=') + 1));
  if (scheme.toLowerCase() !== 'basic') return [credentials, ...cookies];
  const pair = Buffer.from(credentials, 'base64').toString('utf8');
  return [credentials, pair, pair.slice(pair.indexOf(':') + 1)];
}

/** Masks secrets in bytes. Latin-1 maps every byte to one character and back, so all others stay unchanged. */
function maskBytes(value: Uint8Array, secrets: readonly string[]): Uint8Array {
  const buffer = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  const present = secrets.filter((secret) => buffer.includes(secret));
  if (present.length === 0) return value;
  const latin1 = (text: string): string => Buffer.from(text).toString('latin1');
  const masked = present.reduce((text, secret) => text.replaceAll(latin1(secret), MASK), buffer.toString('latin1'));
  return Uint8Array.from(Buffer.from(masked, 'latin1'));
}
