import type { CaseResult, Finding, HttpRequest, HttpResponse, TransportError } from '../core/model.ts';
import type { Report, RunEvent } from '../core/report.ts';
import { CREDENTIAL_HEADERS, isSecretHeader } from '../core/secrets/secret-headers.ts';
import { credentialsIn, MASK, SecretValues } from '../core/secrets/secret-values.ts';
import type { KeptExchange, SequenceStep } from '../core/sequence.ts';

type Headers = readonly (readonly [name: string, value: string])[];

/** Returns the URL with its user and password masked (RFC 3986 3.2.1). */
export function maskUrl(url: string): string {
  return url.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i, `$1${MASK}@`);
}

/** Returns what to fill in before a request with masked secrets is sent again; undefined if it has none. */
export function redactionNotice(request: HttpRequest, extra: readonly string[] = []): string | undefined {
  const names = request.headers.map(([name]) => name).filter((name) => isSecretHeader(name, extra));
  return names.length === 0 ? undefined : `replace ${MASK} with your value of ${[...new Set(names)].join(', ')}`;
}

/** Returns the URL of a target that may be malformed with everything before its last `@` masked, except the scheme. */
export function maskMalformedUrl(url: string): string {
  return url.replace(/^([a-z][a-z0-9+.-]*:)?(\/*).*@/is, (_, scheme: string | undefined, slashes: string) =>
    slashes === '' ? `${MASK}@` : `${scheme ?? ''}${slashes}${MASK}@`,
  );
}

/**
 * Returns the report with secrets masked in headers and wherever a response or a message repeats them.
 * @param extra names of further secret headers
 * @param values further secrets
 */
export function redactReport(report: Report, extra: readonly string[], values: readonly string[] = []): Report {
  const kept = [
    ...[...report.results, ...report.findings].flatMap(({ exchange }) =>
      exchange ? [exchange, ...(exchange.lineage?.steps ?? [])] : [],
    ),
    ...report.findings.flatMap(({ sequence = [] }) => sequence),
  ];
  const mask = masker(kept, extra, values);
  return {
    ...report,
    target: mask.text(maskUrl(report.target)),
    summary: mask.text(maskUrls(report.summary)),
    operations: report.operations.map((operation) =>
      operation.reason === undefined ? operation : { ...operation, reason: mask.text(maskUrls(operation.reason)) },
    ),
    suites: report.suites.map((suite) =>
      suite.skippedReasons
        ? { ...suite, skippedReasons: suite.skippedReasons.map((reason) => mask.text(maskUrls(reason))) }
        : suite,
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
export function redactOutcome(
  result: CaseResult,
  extra: readonly string[],
  values: readonly string[] = [],
): CaseResult {
  const steps = result.findings.flatMap(({ sequence = [] }) => sequence);
  const { exchange } = result;
  const kept = exchange ? [exchange, ...(exchange.lineage?.steps ?? [])] : [];
  return masker([...kept, ...steps], extra, values).result(result);
}

/** Returns an event with secrets masked. @param values secrets, whatever header or field they are in */
export function redactEvent(event: RunEvent, extra: readonly string[], values: readonly string[]): RunEvent {
  switch (event.type) {
    case 'start':
      return { ...event, target: new SecretValues(values).mask(maskUrl(event.target)) };
    case 'result':
      return { ...event, result: redactOutcome(event.result, extra, values) };
    case 'finding': {
      const { finding, evidence } = event.finding;
      const masked = evidence.map((result) => redactOutcome(result, extra, values));
      return { ...event, finding: { finding, evidence: masked } };
    }
    case 'end':
      return { ...event, report: redactReport(event.report, extra, values) };
    default:
      return event;
  }
}

function masker(kept: readonly KeptExchange[], extra: readonly string[], values: readonly string[]) {
  const secrets = new SecretValues([...values, ...kept.flatMap((exchange) => secretsOf(exchange, extra))]);
  const text = (value: string): string => secrets.mask(value);
  // Findings and results share their evidence.
  const masked = new Map<Uint8Array, Uint8Array>();
  const bytes = (value: Uint8Array): Uint8Array => {
    const known = masked.get(value) ?? secrets.maskBytes(value);
    masked.set(value, known);
    return known;
  };
  const headers = (pairs: Headers): Headers =>
    pairs.map(([name, value]) => [text(name), isSecretHeader(name, extra) ? MASK : text(value)]);
  const response = (value: HttpResponse): HttpResponse => ({
    ...value,
    statusText: text(value.statusText),
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
    ...(value.lineage ? { lineage: { ...value.lineage, steps: value.lineage.steps.map(step) } } : {}),
  });
  const step = (value: SequenceStep): SequenceStep => ({
    ...value,
    ...exchange(value),
    captures: value.captures.map((capture) => ({ ...capture, value: text(capture.value) })),
  });
  const finding = <T extends Finding>(value: T): T => ({
    ...value,
    message: text(value.message),
    ...(value.expected === undefined ? {} : { expected: text(value.expected) }),
    ...(value.actual === undefined ? {} : { actual: text(value.actual) }),
    ...(value.sequence === undefined ? {} : { sequence: value.sequence.map(step) }),
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
  });
  return { text, exchange, finding, result };
}

/** Returns whether a result has nothing that a service or a user wrote, as most have. */
function hasNoText({ findings, inconclusiveReason, exchange, shrunk }: CaseResult): boolean {
  return findings.length === 0 && [inconclusiveReason, exchange, shrunk].every((part) => part === undefined);
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

/** Returns the values of the secret headers, and the credentials within. `Set-Cookie` has attributes, which are none. */
function secretsOf({ request, response }: KeptExchange, extra: readonly string[]): string[] {
  const received = 'kind' in response ? (response.partial?.headers ?? []) : response.headers;
  return [
    ...request.headers.filter(([name]) => isSecretHeader(name, extra)),
    ...received.filter(([name]) => isSecretHeader(name, extra) && !CREDENTIAL_HEADERS.includes(name.toLowerCase())),
  ].flatMap(([, value]) => credentialsIn(value));
}
